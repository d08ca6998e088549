"""Other extractors on the same truth: stand-ins for them, and they themselves where installed."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from honbun.content.model import ContentOptions
from honbun.evaluation.content import Judge, evaluate
from honbun.evaluation.peers import PEERS, Peer, beside
from honbun.evaluation.sites import Site, read_sites
from tests.evaluation.handmade import numbered, write_site

if TYPE_CHECKING:
    from pathlib import Path

TRAFILATURA, RESILIPARSE, *_ = PEERS
LONG = "<p>" + "Salt is dug, dried and sold by the sack, and has been for long. " * 9 + "</p>"


@pytest.fixture
def sites(tmp_path: Path) -> list[Site]:
    for name, count in (("east", 2), ("west", 4)):
        write_site(tmp_path, name, numbered(count))
    return list(read_sites(tmp_path, ("article",)))


def test_each_site_has_its_mean_and_a_peer_that_raises_has_found_nothing(
    sites: list[Site],
) -> None:
    def text(html: str) -> str | None:
        if "Number 0" in html:
            raise RuntimeError
        return "Number 1 All about 1. And on, 1." if "Number 1" in html else None

    judge = Judge.of(sites)
    options = ContentOptions()
    report = evaluate(sites, options, judge)
    columns = beside(report, sites, options, judge, [Peer("echo", text)])
    assert list(columns) == ["honbun text F", "faithful text F", "echo"]
    assert columns["honbun text F"] == [score.text_f for score in report.sites]
    faithful = evaluate(sites, ContentOptions(faithful=True), judge)
    assert columns["faithful text F"] == [score.text_f for score in faithful.sites]
    assert columns["echo"] == [1 / 2, 1 / 4]


def test_trafilatura_is_asked_for_text_without_comments(
    monkeypatch: pytest.MonkeyPatch, sites: list[Site]
) -> None:
    module = ModuleType("trafilatura")
    asked: list[tuple[str, dict[str, bool]]] = []
    module.extract = lambda html, **options: asked.append((html, options))  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "trafilatura", module)
    page = sites[0].pages[0]
    assert TRAFILATURA.installed()
    assert TRAFILATURA(page) == ""
    options = {"include_comments": False, "include_tables": True, "favor_recall": False}
    assert asked == [(page.page.decode().text, options)]


def test_a_peer_that_is_not_installed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resiliparse", None)
    assert not RESILIPARSE.installed()


@pytest.mark.parametrize(
    "peer", [peer for peer in PEERS if peer.installed()], ids=lambda peer: peer.name
)
def test_a_peer_that_is_installed_finds_an_article(tmp_path: Path, peer: Peer) -> None:
    html = f"<body><nav><a href=/>Home</a></nav><main><h1>Salt</h1>{LONG}</main>"
    (site,) = read_sites(write_site(tmp_path, "salt", {"a.html": html}), ("article",))
    assert "dried and sold by the sack" in peer(site.pages[0])
