"""Content measured on a tiny site whose scores are counted by hand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from honbun.annotation.sites import read_sites
from honbun.api import extract
from honbun.content.model import ContentOptions
from honbun.evaluation.content import (
    curve_pages,
    describe_errors,
    evaluate,
    read_truths,
    rows,
)
from honbun.evaluation.metrics import Score, total
from honbun.page import Page
from tests.evaluation.handmade import numbered, write_site

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.annotation.sites import Site
    from honbun.evaluation.metrics import Comparison

MENU = "<ul><li>Home</ul>"
PAGES = {
    # True content: h1 and the paragraphs of .body, without the related link.
    "a.html": f"{MENU}<h1>Ants</h1><div class=body><p>Six legs.<p>Share</div><div>See bees</div>",
    "b.html": f"{MENU}<h1>Bees</h1><div class=body><p>Four wings.</div><div>See ants</div>",
    "c.html": f"{MENU}<h1>Crabs</h1><div class=body><p>Ten legs.<p>Share</div>",
}
FAITHFUL = partial(extract, options=ContentOptions(faithful=True))


def sites(folder: Path, pages: dict[str, str], *kinds: str) -> list[Site]:
    return list(read_sites(write_site(folder, "insects", pages), kinds or ("article",)))


def compared(found: list[Site]) -> list[Comparison]:
    return evaluate(found, FAITHFUL, read_truths(found))


def test_truth_is_known_for_every_block(tmp_path: Path) -> None:
    truth = read_truths(sites(tmp_path, PAGES))["insects/a.html"]
    assert truth.blocks == {
        "/html/body/ul/li": False,
        "/html/body/h1": True,
        "/html/body/div[1]/p[1]": True,
        "/html/body/div[1]/p[2]": True,
        "/html/body/div[2]": False,
    }
    assert truth.text == "Ants Six legs. Share"


def test_scores_are_those_counted_by_hand(tmp_path: Path) -> None:
    """Found: a 3 of 3 true (not "Share", which c has too, but "See bees"), b 3 of 2, c 2 of 3."""
    found = compared(sites(tmp_path, PAGES))
    assert total(found)["blocks"] == Score(found=3 + 3 + 2, true=3 + 2 + 3, right=2 + 2 + 2)
    site, micro, mean, mixed = rows(found, found)
    assert site[:6] == ["insects", 3, 6 / 8, 6 / 8, 6 / 8, 0.0]
    # Words found, true and right: a 5, 4, 3; b 5, 3, 3; c 3, 4, 3.
    assert site[-1] == pytest.approx((2 * 3 / 9 + 2 * 3 / 8 + 2 * 3 / 7) / 3)
    assert site[1:] == micro[1:] == mean[1:] == mixed[1:]
    assert [micro[0], mean[0], mixed[0]] == ["micro average", "mean over sites", "all sites mixed"]


def test_mean_over_sites_does_not_depend_on_their_sizes(tmp_path: Path) -> None:
    write_site(tmp_path, "large", numbered(6))
    found = compared(sites(tmp_path, PAGES))
    *_, mean = rows(found)
    by_name = {row[0]: row for row in rows(found)}
    both = [by_name["insects"][4], by_name["large"][4]]
    assert mean[4] == pytest.approx(sum(both) / 2)  # type: ignore[arg-type]
    assert mean[4] != by_name["micro average"][4]


def test_wrong_blocks_are_described(tmp_path: Path) -> None:
    found = sites(tmp_path, PAGES)
    truths = read_truths(found)
    ants, *_ = describe_errors(evaluate(found, FAITHFUL, truths), found, truths)
    assert ants.error_rows() == [
        {
            "page": "insects/a.html",
            "group": "insects",
            "error": "missed: body",
            "xpath": "/html/body/div[1]/p[2]",
            "text": "Share",
        },
        {
            "page": "insects/a.html",
            "group": "insects",
            "error": "kept: after the body",
            "xpath": "/html/body/div[2]",
            "text": "See bees",
        },
    ]


def test_page_that_fails_is_measured_as_empty(tmp_path: Path) -> None:
    """Otherwise a failure would score better than a wrong result."""
    pages = {**PAGES, "d.html": "%PDF-1.4<h1>Dogs</h1><div class=body><p>Four legs.</div>"}
    found = compared(sites(tmp_path, pages))
    assert found[-1].scores["blocks"] == Score(found=0, true=2, right=0)
    assert len(found) == 4


def test_list_pages_are_evidence_but_not_measured(tmp_path: Path) -> None:
    """Text that the list page also has is no longer unique to one page."""
    pages = {**PAGES, "list.html": "<h1>All</h1><p>Six legs.</p>"}
    articles = compared(sites(tmp_path / "a", pages))
    together = compared(sites(tmp_path / "b", pages, "article", "list"))
    assert len(articles) == len(together) == 3
    assert total(together)["blocks"].found == total(articles)["blocks"].found - 1


def test_curve_scores_the_text_of_articles(tmp_path: Path) -> None:
    found = sites(tmp_path, {**PAGES, "list.html": "<h1>All</h1>"}, "article", "list")
    ants, *others = curve_pages(found, read_truths(found))
    assert (ants.site, ants.group, len(others)) == ("insects", "sites", 2)
    (content,) = extract([Page("<p>Ants</p><p>Six legs. Share</p>")])
    assert [ants.score(content), ants.score(None)] == [1.0, 0.0]
