"""Titles, authors and dates compared with the truth, by hand."""

from __future__ import annotations

from dataclasses import replace

from honbun.evaluation.truth.texts import TextPage
from honbun.page import Page
from lab.metadata import Answer, compare, errors, half, row

PAGE = TextPage(
    Page("", source="boats"), "boats", "a.example", "a.example", "news", "Boats sail.",
    title="Boats: No end", authors=("Ada Penrose", "Bo Tregear"), date="2008-05-03",
)  # fmt: skip


def test_case_punctuation_order_and_time_do_not_count() -> None:
    answer = Answer("BOATS – no end", ("bo tregear", "Ada Penrose"), "2008-05-03T09:30")
    assert compare(PAGE, answer).right == {"title": True, "author": True, "date": True}


def test_a_field_counts_where_the_truth_has_it() -> None:
    untold = compare(replace(PAGE, authors=(), date=None), Answer("Boats", ("Ada",), "2008-05-03"))
    assert untold.right == {"title": False}
    wrong = compare(PAGE, Answer("Boats: No end", ("Ada Penrose",), None))
    assert row("honbun", [wrong, untold])[:4] == ["honbun", 2, 0.5, 0.0]
    assert list(errors([wrong, untold], "author")) == [
        ("boats", "Ada Penrose; Bo Tregear", "Ada Penrose")
    ]


def test_the_pages_of_a_domain_are_in_one_half() -> None:
    pages = [replace(PAGE, site=f"{n}.example", id=f"{n}{part}") for n in range(9) for part in "ab"]
    ours, others = half(pages), half(pages, other=True)
    assert len(ours) + len(others) == len(pages)
    assert ours
    assert others
    assert not {one.site for one in ours} & {one.site for one in others}
