"""A tiny site whose truth and scores can be counted by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.content.model import ContentOptions
from honbun.evaluation.content import Judge, evaluate
from honbun.evaluation.metrics import Score
from honbun.evaluation.plot import draw_sweep
from honbun.evaluation.sites import read_sites
from honbun.evaluation.sweep import sweep
from tests.evaluation.handmade import write_site

if TYPE_CHECKING:
    from pathlib import Path

MENU = "<ul><li>Home</ul>"
PAGES = {
    # Content by the truth: h1 and the paragraphs of .body; not the related link.
    "a.html": f"{MENU}<h1>Ants</h1><div class=body><p>Six legs.<p>Share</div><div>See bees</div>",
    "b.html": f"{MENU}<h1>Bees</h1><div class=body><p>Four wings.</div><div>See ants</div>",
    "c.html": f"{MENU}<h1>Crabs</h1><div class=body><p>Ten legs.<p>Share</div>",
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_site(tmp_path, "insects", PAGES)


def test_truth_is_told_block_by_block(data: Path) -> None:
    (site,) = read_sites(data, ("article",))
    truth = Judge.of([site]).truths["insects/a.html"]
    assert truth.blocks == {
        "/html/body/ul/li": False,
        "/html/body/h1": True,
        "/html/body/div[1]/p[1]": True,
        "/html/body/div[1]/p[2]": True,
        "/html/body/div[2]": False,
    }
    assert truth.text == "Ants Six legs. Share"


def test_scores_are_those_counted_by_hand(data: Path) -> None:
    """Found: a 3 of 3 true (not "Share", which c has too, but "See bees"), b 3 of 2, c 2 of 3."""
    (site,) = read_sites(data, ("article",))
    report = evaluate([site], ContentOptions(faithful=True), Judge.of([site]))
    (score,) = report.sites
    assert score.blocks == Score(found=3 + 3 + 2, true=3 + 2 + 3, right=2 + 2 + 2)
    assert (score.pages, score.perfect) == (3, 0)
    # Words found, true and right: a 5, 4, 3; b 5, 3, 3; c 3, 4, 3.
    assert score.text_f == pytest.approx((2 * 3 / 9 + 2 * 3 / 8 + 2 * 3 / 7) / 3)
    assert report.micro.blocks == score.blocks
    assert report.mixed is not None
    assert report.mixed.blocks == score.blocks


def test_a_sweep_is_drawn_as_png_and_svg(data: Path, tmp_path: Path) -> None:
    (site,) = read_sites(data, ("article",))
    points = sweep([site], ContentOptions(), [0.5, 0.9], Judge.of([site]))
    assert [threshold for threshold, _ in points] == [0.5, 0.9]
    paths = draw_sweep(points, tmp_path / "figure")
    assert paths[0].read_bytes().startswith(b"\x89PNG")
    assert "<svg" in paths[1].read_text(encoding="utf-8")


def test_a_sweep_is_of_faithful_mode(data: Path) -> None:
    (site,) = read_sites(data, ("article",))
    judge = Judge.of([site])
    faithful = evaluate([site], ContentOptions(faithful=True), judge)
    ((_, score),) = sweep([site], ContentOptions(), [0.9], judge)
    assert score == faithful.mixed


def test_the_blocks_that_a_page_is_wrong_about_are_named(data: Path) -> None:
    (site,) = read_sites(data, ("article",))
    report = evaluate([site], ContentOptions(faithful=True), Judge.of([site]))
    ants = report.pages[0]
    assert ants.score.name == "insects/a.html"
    assert ants.missed == ["/html/body/div[1]/p[2]"]
    assert ants.kept == ["/html/body/div[2]"]


def test_a_page_that_fails_is_judged_as_empty(tmp_path: Path) -> None:
    """Were it left out, failing would be better than erring."""
    pages = {**PAGES, "d.html": "%PDF-1.4<h1>Dogs</h1><div class=body><p>Four legs.</div>"}
    (site,) = read_sites(write_site(tmp_path, "animals", pages), ("article",))
    report = evaluate([site], ContentOptions(faithful=True), Judge.of([site]))
    assert report.pages[-1].score.blocks == Score(found=0, true=2, right=0)
    assert report.sites[0].pages == 4


def test_list_pages_keep_company_unscored(tmp_path: Path) -> None:
    """What the list page shows too is no longer on one page only."""
    pages = {**PAGES, "list.html": "<h1>All</h1><p>Six legs.</p>"}
    data = write_site(tmp_path, "insects", pages)
    scores = []
    for kinds in (("article",), ("article", "list")):
        (site,) = read_sites(data, kinds)
        (score,) = evaluate([site], ContentOptions(faithful=True), Judge.of([site])).sites
        scores.append(score)
    alone, together = scores
    assert (alone.pages, together.pages) == (3, 3)
    assert together.blocks.found == alone.blocks.found - 1
