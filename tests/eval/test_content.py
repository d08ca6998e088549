"""A tiny site whose truth and scores can be counted by hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from honbun.content.model import ContentOptions
from honbun.errors import TruthError
from honbun.eval.content import evaluate, sweep, truths_of
from honbun.eval.metrics import Score
from honbun.eval.plot import draw_sweep
from honbun.eval.sites import read_sites

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
    folder = tmp_path / "insects"
    (folder / "pages").mkdir(parents=True)
    for name, html in PAGES.items():
        (folder / "pages" / name).write_text(html, encoding="utf-8")
    info = {
        "site": "insects",
        "language": "en",
        "content_selectors": {"title": ["h1"], "body": [".body"]},
        "exclude_selectors": [],
        "pages": [
            {"file": name, "url": f"https://insects.example/{name}", "kind": "article"}
            for name in PAGES
        ],
    }
    (folder / "site.json").write_text(json.dumps(info), encoding="utf-8")
    return tmp_path


def test_truth_is_told_block_by_block(data: Path) -> None:
    (site,) = read_sites(data, ("article",))
    truth = truths_of([site], 1)["insects/a.html"]
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
    report = evaluate([site], ContentOptions(faithful=True))
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
    points = sweep([site], ContentOptions(faithful=True), [0.5, 0.9])
    assert [threshold for threshold, _ in points] == [0.5, 0.9]
    paths = draw_sweep(points, tmp_path / "figure")
    assert paths[0].read_bytes().startswith(b"\x89PNG")
    assert "<svg" in paths[1].read_text(encoding="utf-8")


def test_data_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(TruthError, match=r"no site\.json"):
        list(read_sites(tmp_path, ("article",)))


def test_malformed_data_names_its_file(tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "site.json").write_text("{}", encoding="utf-8")
    with pytest.raises(TruthError, match=r"site\.json"):
        list(read_sites(tmp_path, ("article",)))
