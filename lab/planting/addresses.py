"""Neutral addresses for planted pages.

In the labelled collection all notices are at `/rules/N.html` of invented hosts under three new
top-level domains. Paper 003 compares the segments of paths and the labels of hosts, and does not
know these domains, so to its URL similarity these unrelated pages are pages of one site. That says
nothing about the method on the web.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from honbun.page import Page
from honbun.similar.model import Relation
from lab.planting import writing

if TYPE_CHECKING:
    from honbun.evaluation.truth.pairs import TrueCollection


def neutral(collection: TrueCollection, seed: int = 1) -> TrueCollection:
    """The collection with its shared passages at addresses that have nothing in common."""
    rng = Random(seed)
    moved: dict[str, str] = {}
    for pair in collection.pairs:
        if pair.relation is Relation.SHARED_PASSAGE:
            for url in (pair.a, pair.b):
                if url not in moved:
                    moved[url] = _address(len(moved), rng)
    return replace(
        collection,
        pages=tuple(
            Page(page.html, moved[page.url], source=moved[page.url]) if page.url in moved else page
            for page in collection.pages
        ),
        pairs=tuple(
            replace(pair, a=moved.get(pair.a, pair.a), b=moved.get(pair.b, pair.b))
            for pair in collection.pairs
        ),
    )


def _address(number: int, rng: Random) -> str:
    names = [writing.name(rng) for _ in range(4)]
    return f"https://{names[0]}{names[1]}{number}.com/{names[2]}{names[3]}{number}.html"
