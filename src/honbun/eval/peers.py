"""Extractors that look at one page alone, for comparison by text on the same truth.

Their libraries belong to the extra `bench` and are imported where they are used.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING

from honbun.eval.content import evaluate
from honbun.eval.metrics import mean, text_score
from honbun.parallel.ordered import ordered_map

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from honbun.content.model import ContentOptions
    from honbun.eval.content import ContentReport, Judge
    from honbun.eval.sites import Site, SitePage


@dataclass(frozen=True, slots=True)
class Peer:
    """A library, and how it is asked for the main text of a page."""

    name: str
    text: Callable[[str], str | None]
    """HTML to text, None where there is none."""

    def installed(self) -> bool:
        """Whether the library can be imported."""
        try:
            import_module(self.name)
        except ImportError:
            return False
        return True

    def __call__(self, page: SitePage) -> str:
        """The main text of a page; a peer that raises has found none."""
        try:
            return self.text(page.page.decode().text) or ""
        except Exception:
            return ""


def _trafilatura(html: str) -> str | None:
    import trafilatura

    # It tells of every page that it finds nothing on; the score tells that too.
    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    text: str | None = trafilatura.extract(
        html, include_comments=False, include_tables=True, favor_recall=False
    )
    return text


def _resiliparse(html: str) -> str | None:
    from resiliparse.extract.html2text import extract_plain_text

    text: str | None = extract_plain_text(html, main_content=True)
    return text


PEERS = (Peer("trafilatura", _trafilatura), Peer("resiliparse", _resiliparse))


def beside(
    report: ContentReport,
    sites: Sequence[Site],
    options: ContentOptions,
    judge: Judge,
    peers: Sequence[Peer],
    *,
    on_step: Callable[[str], None] = lambda _: None,
) -> dict[str, list[float]]:
    """The mean F by text on each site: as reported, of faithful mode, and of each peer."""
    on_step("faithful mode")
    faithful = evaluate(sites, replace(options, faithful=True), judge, mixed=False)
    columns = {
        "honbun text F": [score.text_f for score in report.sites],
        "faithful text F": [score.text_f for score in faithful.sites],
    }
    for peer in peers:
        on_step(peer.name)
        columns[peer.name] = [_text_f(peer, site.articles, judge) for site in sites]
    return columns


def _text_f(peer: Peer, pages: Sequence[SitePage], judge: Judge) -> float:
    texts = ordered_map(peer, pages, judge.jobs)
    truths = (judge.truths[page.page.source].text for page in pages)
    return mean(text_score(text, truth).f for text, truth in zip(texts, truths))
