"""Lists measured by weights that pages of another sort have taught."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from honbun.errors import TruthError, log_failure
from honbun.evaluation import feed_held_out
from honbun.evaluation.feed_held_out import FOLDS, HeldOut, Sort, alarms_held_out, measure_held_out
from honbun.evaluation.feeds import compare
from honbun.evaluation.lists import read_articles
from honbun.feeds.model import FeedOptions
from honbun.training.lesson import ARTICLE, Origin, article_origins, lessons
from honbun.training.lists import Example, examples, learn
from tests.training.boards import board, lesson, write_lists, write_site, write_wcxb

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from honbun.evaluation.feeds import Comparison
    from honbun.evaluation.lists import ListPage
    from honbun.feeds.model import Feed, Weights
    from honbun.page import Page

BOARDS = [("b", 1, "en"), ("d", 2, "fr"), ("e", 3, "en"), ("l", 4, "en"), ("l", 5, "fr")]
PAGES = [board(*told) for told in BOARDS]


@cache
def taught() -> tuple[Example, ...]:
    told = [lesson(kind, number, language=language) for kind, number, language in BOARDS]
    return tuple(examples(told, jobs=1))


class Judging:
    """In the place of what judges: finds nothing, and remembers the pages and the weights."""

    def __init__(self) -> None:
        self.asked: list[tuple[list[str], Weights | None]] = []

    def measure(
        self, pages: Sequence[ListPage], options: FeedOptions, jobs: int, **_: object
    ) -> list[Comparison]:
        self.asked.append(([page.name for page in pages], options.weights))
        return [compare((), page) for page in pages]

    def alarms(
        self, pages: Sequence[Page], options: FeedOptions, jobs: int, **_: object
    ) -> list[Feed]:
        self.asked.append(([page.source for page in pages], options.weights))
        return []


@pytest.fixture
def judging(monkeypatch: pytest.MonkeyPatch) -> Judging:
    judging = Judging()
    monkeypatch.setattr(feed_held_out, "measure", judging.measure)
    monkeypatch.setattr(feed_held_out, "alarms", judging.alarms)
    return judging


def test_no_page_is_judged_by_what_its_kind_taught(judging: Judging) -> None:
    some = [page for page in reversed(PAGES) if page.kind != "l"]
    held_out = HeldOut(taught(), Sort.kind)
    found = measure_held_out(some, held_out, FeedOptions(), on_failure=log_failure)
    assert [page.name for page in found] == ["e3", "d2", "b1"]
    assert [names for names, _ in judging.asked] == [["b1"], ["d2"], ["e3"]]
    for (name,), weights in judging.asked:
        assert weights == learn([each for each in taught() if each.origin.kind != name[0]])


def test_learnt_weights_judge_pages_of_another_kind() -> None:
    some = [page for page in PAGES if page.kind in "de"]
    held_out = HeldOut(taught(), Sort.kind)
    found = measure_held_out(some, held_out, FeedOptions(), on_failure=log_failure)
    assert [page.score.perfect for page in found] == [1, 1]


def test_each_part_is_learnt_once() -> None:
    told: list[str] = []
    held_out = HeldOut(taught(), Sort.language, told.append)
    for _ in range(2):
        measure_held_out(PAGES, held_out, FeedOptions(), on_failure=log_failure)
    # A list page teaches twice: as it is, and as soup.
    assert told == [
        "learning without language en: 3 examples",
        "learning without language fr: 5 examples",
    ]


ORIGIN = Origin("a.html", "a.example", "b", "en")


def test_parts_are_kinds_languages_or_shares_of_sites_and_pages() -> None:
    assert HeldOut((), Sort.kind).part(ORIGIN) == "b"
    assert HeldOut((), Sort.language).part(ORIGIN) == "en"
    by_site, by_page = HeldOut((), Sort.site), HeldOut((), Sort.page)
    other = Origin("c.html", "a.example", "c", "fr")
    assert by_site.part(ORIGIN) == by_site.part(other)
    assert by_page.part(ORIGIN) != by_page.part(other)
    origins = [Origin(f"{n}.html", f"{n}.example", "b", "en") for n in range(200)]
    assert len(by_site.parts(origins)) == len(by_page.parts(origins)) == FOLDS


def test_what_no_other_page_teaches_is_told() -> None:
    """Without its pages of kind l the gate knows no page that has no list."""
    with pytest.raises(TruthError, match="one is missing"):
        HeldOut(taught(), Sort.kind).weights("l")


@pytest.fixture
def sites(tmp_path: Path) -> Path:
    write_site(tmp_path / "sites", "d", 1, articles=3)
    return write_site(tmp_path / "sites", "e", 3, articles=2)


def test_articles_are_left_out_with_their_site(sites: Path, judging: Judging) -> None:
    known = list(lessons([sites]))
    assert [(each.origin.site, each.origin.kind, each.weight) for each in known] == [
        *(("d1.example", "excerpt", 0.5), ("e3.example", "excerpt", 0.5)),
        *[("d1.example", ARTICLE, 0.4)] * 3,
        *[("e3.example", ARTICLE, 0.4)] * 2,
    ]
    taught = examples(known, jobs=1)
    held_out = HeldOut(taught, Sort.site)
    articles = read_articles(sites, 5)
    alarms_held_out(articles, sites, held_out, FeedOptions(), on_failure=log_failure)
    assert {len(names) for names, _ in judging.asked} == {2, 3}
    for names, weights in judging.asked:
        own = f"{names[0].partition('/')[0]}.example"
        assert weights == learn([each for each in taught if each.origin.site != own])


def test_articles_speak_the_language_of_their_site(sites: Path) -> None:
    origins = article_origins(sites, read_articles(sites, 5))
    assert {each.language for each in origins} == {"en"}


def test_folders_of_all_forms_teach(tmp_path: Path, sites: Path) -> None:
    lists = write_lists(tmp_path / "lists", ("b", 1, "fr"), ("l", 2, "en"))
    typed = write_wcxb(tmp_path / "wcxb", "article", "forum", "listing", "product")
    known = list(lessons([lists, sites, typed]))
    assert [(each.group, each.weight) for each in known if each.origin.site[0] in "bl"] == [
        ("list pages", 1.0),
        ("pages without a list", 4.0),
    ]
    of_type = [each for each in known if each.group == "pages of WCXB"]
    assert [(each.origin.page, each.origin.kind, each.weight) for each in of_type] == [
        ("0.html.gz", "article", 0.25),
        ("3.html.gz", "product", 0.25),
    ]
    assert [each.origin.kind for each in known if each.listed] == ["listing"]
    assert [bool(each.items) for each in known] == [True, False, True, True] + [False] * 8
