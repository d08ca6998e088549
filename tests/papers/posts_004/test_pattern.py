"""The repeated pattern of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.papers.posts_004 import pattern as module
from honbun.papers.posts_004.main_element import levels
from honbun.papers.posts_004.pattern import pattern
from tests.papers.posts_004.written import paths, sequence_of

if TYPE_CHECKING:
    import pytest


def repeated(html: str, depth: int | None = None) -> list[str]:
    """The pattern of a page, or of its upper levels, as tag paths below the body."""
    sequence = sequence_of(html)
    found = pattern(list(levels(sequence, 0))[:depth])
    if found is None:
        return []
    names = dict(zip(found.level.paths, paths(sequence, found.level.nodes, 0)))
    return [names[path] for path in found.paths]


def test_pattern_is_the_run_that_covers_most_of_a_level() -> None:
    assert repeated("<i>Hi</i>" * 4 + "<h2>Ann</h2><p>Rain</p>" * 3, 1) == ["h2", "p"]


def test_pattern_is_one_period() -> None:
    assert repeated("<p>Rain</p>" * 8, 1) == ["p"]


def test_run_covers_the_nodes_that_it_skips() -> None:
    assert repeated("Ann<br>Rain<hr>" * 3 + "Bob<br>Sun<br>and wind<hr>", 1) == ["#text", "hr"]


def test_level_with_more_text_is_used() -> None:
    others = "<ul><li>Sun<li>Wind<li>Snow</ul>"
    assert repeated("<p>Rain</p><p><b>Hail</b></p>" + others, 2) == ["ul/li"]
    assert repeated("<p>Rain all day</p><p><b>Hail</b></p>" + others, 2) == ["p"]


def test_deeper_of_two_levels_with_equal_text_is_used() -> None:
    assert repeated("<div><p>Rain</p></div>" * 3) == ["div/p/#text"]


def test_single_run_is_not_a_pattern() -> None:
    assert repeated("<h1>Rain</h1><p>all</p><b>day</b>") == []


def test_repetition_without_a_fixed_order_is_not_a_pattern() -> None:
    assert repeated("<ul><li></ul><ol><li></ol>") == []


def test_empty_page_has_no_pattern() -> None:
    assert repeated("") == []


def test_large_page_tries_the_runs_with_most_coverage(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "<br>" * 4 + "<h2>Ann</h2><p>Rain</p><h2>Bob</h2><i>sad</i><p>Sun</p>"
    assert repeated(html, 1) == ["h2", "p"]
    monkeypatch.setattr(module, "_STEPS", 0)
    monkeypatch.setattr(module, "_LEAST", 1)
    assert repeated(html, 1) == ["br"]
    # The run with most possible coverage is <br><br><p>, which occurs only once.
    assert repeated("<p>Rain</p>" + "<br>" * 5 + "<p>Sun</p>", 1) == []
