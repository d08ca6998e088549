"""A collection planted from pages of WCXB, determined by the pages and the seed."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING

from honbun.errors import TruthError
from honbun.evaluation.truth.pairs import TrueCollection
from honbun.page import Page
from lab.planting.material import Empty, dealt, material
from lab.planting.relations import (
    citation,
    copy,
    link_list,
    moved_mirror,
    plagiarism,
    shared_passage,
    sister_mirror,
    site,
    spam,
)
from lab.planting.writing import HEAVY, LIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.evaluation.truth.texts import TextPage
    from lab.planting.material import Deck
    from lab.planting.relations import Plant

_ROUND: tuple[Callable[[Deck], Plant], ...] = (
    sister_mirror,
    moved_mirror,
    copy,
    copy,
    link_list,
    *[citation] * 3,
    plagiarism,
    partial(plagiarism, every=LIGHT),
    partial(plagiarism, every=HEAVY),
    shared_passage,
    spam,
)
"""Relations that are planted repeatedly, with an invented site each, until no pages are left."""


def plant(pages: Iterable[TextPage], seed: int = 1, most: int | None = None) -> TrueCollection:
    """At most `most` of the pages, unchanged, followed by the planted ones.

    Raises TruthError if there are too few pages.
    """
    rng = Random(seed)
    found = list(pages)
    if most is not None and most < len(found):
        found = rng.sample(found, most)
    deck = dealt((one for page in found if (one := material(page))), rng)
    collection = [Page(one.page.html, one.url, source=one.url) for one in deck.real]
    origins = {one.url: frozenset({one.url}) for one in deck.real}
    pairs = []
    for planted in _plants(deck):
        for page in planted.pages:
            collection.append(Page(page.html, page.url, source=page.url))
            origins[page.url] = page.origins
        pairs += planted.pairs
    if not pairs:
        raise TruthError(f"nothing can be planted on {len(found)} pages: too few are articles")
    return TrueCollection(tuple(collection), tuple(pairs), origins)


def _plants(deck: Deck) -> Iterator[Plant]:
    try:
        while True:
            yield from site(deck)
            for make in _ROUND:
                yield make(deck)
    except Empty:
        return
