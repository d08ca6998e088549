"""honbun and other tools on the same pages."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from honbun.runner.run import Run
from lab import beside, peers
from lab.peers import KeptTexts, Peer
from tests.evaluation.handmade import numbered, write_site
from tests.evaluation.texts import row, write_texts

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def whole(asked: list[str], html: str) -> str | None:
    """A tool that returns the whole page, nothing for "sea", and raises on "fire"."""
    asked.append(html)
    if "fire" in html:
        raise RuntimeError
    return None if "sea" in html else html


def test_tool_that_raises_has_found_nothing() -> None:
    peer = Peer("honbun", partial(whole, []))
    assert [peer.answer(html) for html in ("sun", "sea", "fire")] == ["sun", "", ""]


def test_texts_are_computed_once_and_kept(tmp_path: Path) -> None:
    asked: list[str] = []
    for _ in range(2):
        kept = KeptTexts(Peer("honbun", partial(whole, asked)), tmp_path / "cache")
        assert [kept.text(html) for html in ("sun\r\n\ud800", "sea")] == ["sun\r\n\ud800", ""]
    assert len(asked) == 2


def test_all_tools_are_measured_on_the_same_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = (Peer("pytest", partial(whole, [])), Peer("absent", partial(whole, []), "no_such"))
    monkeypatch.setattr(beside, "PEERS", tools)
    assert beside.columns() == ["honbun", "as printed", "honbun alone", "pytest"]
    rows = [row(n, site="large.example" if n else "small.example") for n in range(9)]
    texts = write_texts(tmp_path / "articles", rows)
    sites = write_site(tmp_path / "sites", "north", numbered(4))
    run = partial(beside.rows, models=None, run=Run(1), cache=tmp_path / "c", say=lambda _: None)
    found = [*run(beside.read(texts, 2, 1)), *run(beside.read(sites, 2, 1))]
    assert [line[:2] for line in found] == [
        ["articles, outlets with 8 pages and more", 8],
        ["articles, smaller outlets", 1],
        ["articles", 9],
        ["sites", 2],
    ]
    assert all(len(line) == 2 + 4 for line in found)
    assert 0.5 < float(str(found[-1][2])) <= 1.0


def test_peers_are_the_three_that_are_compared() -> None:
    assert [peer.name for peer in peers.PEERS] == ["trafilatura", "readability-lxml", "resiliparse"]
