"""Texts measured by the convention of their source; scores are counted by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from honbun.content.model import Block, Content, Role
from honbun.document.model import Document, Part
from honbun.errors import HonbunError
from honbun.evaluation.metrics import Score
from honbun.evaluation.texts import (
    compare,
    evaluate,
    groups,
    parse_roles,
    reliability,
    score,
    tables,
)
from honbun.evaluation.truth.texts import TextPage
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def content(source: str, *blocks: tuple[str, str]) -> Content:
    found = tuple(Block(f"/p[{n}]", Role(role), text) for n, (role, text) in enumerate(blocks))
    nothing: dict[str, Any] = dict.fromkeys(
        (
            "title",
            "date",
            "site",
            "declared_language",
            "description",
            "canonical",
            "image",
            "reason",
        )
    )
    about: dict[str, Any] = {
        "encoding": "",
        "replaced": 0,
        "compared": 0,
        "authors": (),
        "tags": (),
    }
    rated: dict[str, Any] = {"kind": "article", "confidence": 0.5}
    parts = tuple(Part((("p", n, 0, ""),), text, n) for n, (_, text) in enumerate(blocks))
    return Content(
        source,
        source,
        blocks=found,
        build_document=lambda: Document(parts),
        **nothing,
        **about,
        **rated,
    )


def true(name: str, text: str, **more: Any) -> TextPage:
    page = Page("", source=name)
    return replace(
        TextPage(page, name, "a.example", "a.example", "data", text, paragraphs=(text,)),
        **more,
    )


ANTS = content("ants", ("title", "Ants"), ("date", "May 1"), ("body", "Six legs."), ("body", "Ad"))


def test_blocks_of_the_roles_in_the_truth_are_compared() -> None:
    one = compare(true("ants", "Six legs."), ANTS)
    assert (one.score, one.printed) == (Score(3, 2, 2), Score(6, 2, 2))
    with_title = compare(true("ants", "Ants Six", roles=frozenset({Role.TITLE, Role.BODY})), ANTS)
    assert with_title.score == Score(4, 2, 2)
    chosen = compare(true("ants", "Six legs."), ANTS, parse_roles("title,date"))
    assert chosen.score == Score(3, 2, 0)


def test_errors_are_blocks_that_the_truth_lacks_and_paragraphs_that_were_not_found() -> None:
    one = compare(true("ants", "Six legs.\nGone", paragraphs=("Six legs.", "Gone")), ANTS)
    assert one.comparison().error_rows() == [
        {"page": "ants", "group": "data", "url": None, "P": 2 / 3, "R": 2 / 3, **error}
        for error in (
            {"error": "kept: body", "xpath": "/p[3]", "text": "Ad"},
            {"error": "missed", "text": "Gone"},
        )
    ]


def test_title_of_news_is_not_counted_wherever_a_tool_prints_it() -> None:
    paper = true("ants", "Six legs. Ants", title="ANTS", in_paragraphs=True)
    assert score(paper, "Ants\nSix legs.\nAnts") == Score(3, 3, 3)
    assert score(paper, "Six legs. Ants") == Score(3, 3, 3)
    repeated = replace(paper, paragraphs=("Ants", "Six legs."))
    assert score(repeated, "Ants Six legs.") == Score(2, 2, 2)
    other = replace(paper, in_paragraphs=False)
    assert score(other, "Ants Six legs. Ants") == Score(4, 3, 3)


def test_wcxb_has_its_own_words() -> None:
    assert score(true("a", "snake_case", type="article"), "snake") == Score(1, 1, 0)
    assert score(true("a", "snake_case"), "snake") == Score(1, 2, 1)


def test_page_that_failed_is_measured_as_empty() -> None:
    def extract(pages: Iterable[Page]) -> Iterator[Content]:
        return (ANTS for page in pages if page.source == "ants")

    pages = [true("ants", "Six legs."), true("lost", "Gone")]
    assert [one.score for one in evaluate(pages, extract)] == [Score(3, 2, 2), Score(0, 1, 0)]


def test_pages_are_grouped_by_source_type_and_size_of_outlet() -> None:
    pages = [true("a", "x", source="data/one", outlet="large") for _ in range(8)]
    pages += [true("b", "", source="data/two", type="forum"), true("c", "x", type="article")]
    measured = [compare(one, None) for one in pages]
    assert {name: len(group) for name, group in groups(measured).items()} == {
        "data/one": 8,
        "data/two": 1,
        "data": 1,
        "article": 1,
        "forum": 1,
        "outlets with 8 pages and more": 8,
        "smaller outlets": 2,
        "all": 10,
    }
    (*_, everything) = tables(measured)["Text"].rows
    assert tables(measured)["Text"].rows[1][5] is None
    # One page has no true text: finding nothing is right there, but it is no sound truth.
    assert everything == ["all", 10, 0.1, 0.1, 0.1, 0.0, 0.1]


def test_confidence_and_kinds_are_tables_of_their_own() -> None:
    pages = [true(str(n), "x", type="forum" if n else "article") for n in range(20)]
    rated = [
        replace(content(str(n), ("body", "xy"[n < 10])), kind="thread", confidence=n / 20)
        for n in range(20)
    ]
    measured = [compare(one, its) for one, its in zip(pages, rated)]
    found = tables(measured)
    first, *_, last = found["Confidence"].rows
    assert first == ["0.00 to 0.05", 2, 0.025, 0.0, 0.0]
    assert last == ["0.90 to 0.95", 2, pytest.approx(0.925), 1.0, 1.0]
    assert found["Kinds"].header == ("type", "thread")
    assert list(found["Kinds"].rows) == [["article", 1], ["forum", 19]]
    line = reliability(measured)
    assert line is not None
    assert line.points["pages"][0] == (0.025, 0.0)


def test_unknown_role_is_reported() -> None:
    with pytest.raises(HonbunError, match="no role 'heading': choose from title, body"):
        parse_roles("body,heading")
