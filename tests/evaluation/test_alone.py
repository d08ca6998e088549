from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.content.model import ContentOptions
from honbun.evaluation.alone import (
    Examiner,
    TextScore,
    site_rows,
    site_scores,
    typed_rows,
    typed_scores,
)
from honbun.evaluation.metrics import Score
from honbun.evaluation.sites import read_sites
from honbun.evaluation.wcxb import TypedPage
from honbun.page import Page
from tests.content.alone.models import longer_than
from tests.evaluation.handmade import write_site

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.content.alone.model import Model


LONGER, ALL = longer_than(10), longer_than(-1)
SHORT, LONG = "Home", "A line that is long enough"
HTML = f"<body><p>{SHORT}</p><p>{LONG}</p>"


OPTIONS = ContentOptions(explain=True)


def examiner(models: dict[int, Model]) -> Examiner:
    return Examiner(models, {"a.example": 0, "b.example": 1}.__getitem__, OPTIONS)


def said(by: Examiner, domain: str) -> str:
    content = by.content(Page(HTML), domain)
    assert content
    return content.text


def typed(text: str, kind: str = "article", domain: str = "a.example") -> TypedPage:
    return TypedPage(Page(HTML), kind, domain, text)


def test_a_page_is_judged_by_the_model_of_its_part() -> None:
    both = examiner({0: LONGER, 1: ALL})
    assert said(both, "a.example") == LONG
    assert said(both, "b.example") == f"{SHORT}\n{LONG}"


def test_one_model_for_all_judges_every_page() -> None:
    assert said(examiner({-1: LONGER}), "unknown.example") == LONG


def test_what_cannot_be_read_says_nothing() -> None:
    png = Page(b"\x89PNG\r\n\x1a\n")
    assert examiner({-1: LONGER}).content(png, "a.example") is None
    (score,) = typed_scores([TypedPage(png, "forum", "a.example", LONG)], examiner({0: ALL}), 1)
    assert score == TextScore("forum", Score(0, 6, 0), (), LONG, png.source, None)


def test_a_title_that_a_rule_adds_is_not_measured() -> None:
    html = f"<title>Boats</title><body><h1>Boats</h1><p>{LONG}</p>"
    page = TypedPage(Page(html), "article", "a.example", LONG)
    (score,) = typed_scores([page], examiner({-1: LONGER}), 1)
    assert (score.score, score.found) == (Score(6, 6, 6), (LONG,))


@pytest.mark.parametrize(
    ("true", "f", "empty"),
    [
        (LONG, 1.0, False),
        (f"{LONG} {SHORT} and", 12 / 14, False),
        ("other", 0.0, False),
        ("", 0.0, True),
    ],
)
def test_a_page_scores_the_f_of_its_words(true: str, f: float, empty: bool) -> None:
    (score,) = typed_scores([typed(true)], examiner({-1: LONGER}), jobs=1)
    assert (score.group, score.empty) == ("article", empty)
    assert score.score.f == pytest.approx(f)


def test_two_processes_score_as_one() -> None:
    pages = [typed(f"{LONG} {'more ' * number}") for number in range(6)]
    one, two = (typed_scores(pages, Examiner({-1: LONGER}, len, OPTIONS), jobs) for jobs in (1, 2))
    assert one == two
    assert [score.score.f for score in one] == pytest.approx([12 / (12 + n) for n in range(6)])


def test_rows_are_means_by_type_in_the_order_of_the_benchmark_and_of_all() -> None:
    scores = [
        TextScore("forum", Score(4, 4, 2), (), "four words of it", "1", None),
        TextScore("article", Score(3, 3, 3), (), "three words indeed", "2", None),
        TextScore("article", Score(3, 0, 0), (), "", "3", None),
        TextScore("poem", Score(1, 3, 1), (), "roses are red", "4", None),
    ]
    assert typed_rows(scores) == [
        ["article", 2, 0.5, 0.5, 0.5, 1.0],
        ["forum", 1, 0.5, 0.5, 0.5, 0.5],
        ["poem", 1, 1.0, pytest.approx(1 / 3), 0.5, 0.5],
        ["all", 4, 0.625, pytest.approx((0.5 + 1 + 1 / 3) / 4), 0.5, pytest.approx(2 / 3)],
    ]


def test_no_pages_make_a_row_of_nothing() -> None:
    assert typed_rows([]) == [["all", 0, 0.0, 0.0, 0.0, 0.0]]


def test_sites_are_measured_by_the_text_of_their_articles(tmp_path: Path) -> None:
    body = f"<div class=body><p>{LONG}</p>"
    write_site(tmp_path, "east", {"0.html": f"<p>{SHORT}</p>{body}", "list.html": "<p>x"})
    write_site(tmp_path, "west", {"0.html": body, "1.html": f"{body}<p>{SHORT}</p></div>"})
    sites = read_sites(tmp_path, ("article",))
    scores = site_scores(sites, Examiner({-1: LONGER}, len, OPTIONS), jobs=1)
    assert site_rows(scores) == [
        ["east", 1, 1.0, 1.0, 1.0],
        ["west", 2, 1.0, pytest.approx((1 + 6 / 7) / 2), pytest.approx((1 + 12 / 13) / 2)],
        [
            "mean of sites",
            3,
            1.0,
            pytest.approx((2 + 6 / 7 + 1) / 4),
            pytest.approx((3 + 12 / 13) / 4),
        ],
    ]
