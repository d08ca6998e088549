"""What repeats on pages written in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.papers.posts_004 import pattern as module
from honbun.papers.posts_004.main_element import levels
from honbun.papers.posts_004.pattern import pattern
from tests.papers.posts_004.written import paths, strand_of

if TYPE_CHECKING:
    import pytest


def repeated(html: str, depth: int | None = None) -> list[str]:
    """The pattern of a page, or of what is not so deep in it, by the tags from its body down."""
    strand = strand_of(html)
    found = pattern(list(levels(strand, 0))[:depth])
    if found is None:
        return []
    names = dict(zip(found.level.paths, paths(strand, found.level.nodes, 0)))
    return [names[path] for path in found.paths]


def test_the_run_that_covers_most_of_a_level_is_repeated() -> None:
    assert repeated("<i>Hi</i>" * 4 + "<h2>Ann</h2><p>Rain</p>" * 3, 1) == ["h2", "p"]


def test_a_run_is_the_period_and_not_several_periods() -> None:
    assert repeated("<p>Rain</p>" * 8, 1) == ["p"]


def test_a_run_covers_what_it_passes_over() -> None:
    assert repeated("Ann<br>Rain<hr>" * 3 + "Bob<br>Sun<br>and wind<hr>", 1) == ["#text", "hr"]


def test_of_two_levels_the_one_with_more_text_is_taken() -> None:
    others = "<ul><li>Sun<li>Wind<li>Snow</ul>"
    assert repeated("<p>Rain</p><p><b>Hail</b></p>" + others, 2) == ["ul/li"]
    assert repeated("<p>Rain all day</p><p><b>Hail</b></p>" + others, 2) == ["p"]


def test_of_two_levels_with_as_much_text_the_deeper_is_taken() -> None:
    assert repeated("<div><p>Rain</p></div>" * 3) == ["div/p/#text"]


def test_what_stands_once_is_not_repeated() -> None:
    assert repeated("<h1>Rain</h1><p>all</p><b>day</b>") == []


def test_what_stands_twice_but_in_no_order_of_its_own_is_not_repeated() -> None:
    assert repeated("<ul><li></ul><ol><li></ol>") == []


def test_a_page_without_anything_repeats_nothing() -> None:
    assert repeated("") == []


def test_a_large_page_tries_the_runs_that_can_cover_most(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "<br>" * 4 + "<h2>Ann</h2><p>Rain</p><h2>Bob</h2><i>sad</i><p>Sun</p>"
    assert repeated(html, 1) == ["h2", "p"]
    monkeypatch.setattr(module, "_STEPS", 0)
    monkeypatch.setattr(module, "_LEAST", 1)
    assert repeated(html, 1) == ["br"]
    # What can cover most is <br><br><p>, which comes only once.
    assert repeated("<p>Rain</p>" + "<br>" * 5 + "<p>Sun</p>", 1) == []
