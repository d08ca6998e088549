"""Invented sites: articles in one frame, an archive of some, two that share paragraphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from honbun.evaluation.planting import address
from honbun.evaluation.planting.frame import Block, in_frame, link, paragraph
from honbun.evaluation.planting.plant import Plant
from honbun.similar.model import Extent, Relation

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from honbun.evaluation.planting.deck import Deck, Text
    from honbun.evaluation.planting.material import Body

_PASSED = 2
"""Paragraphs that a page is given of another."""
_TITLE = 25
"""Characters of a paragraph that stand for a title."""


class _Site(NamedTuple):
    root: str
    frame: Body
    origin: str
    """The page that the frame is from."""

    def add(self, plant: Plant, url: str, blocks: Sequence[Block], texts: Sequence[Text]) -> None:
        origins = {self.origin, *(text.url for text in texts)}
        plant.add(url, in_frame(self.frame, blocks), origins)


def site(deck: Deck) -> list[Plant]:
    """The pages of a site that nobody has."""
    origin, frame = deck.frame()
    made = _Site(address.site(deck.rng), frame, origin)
    listed = [deck.text() for _ in range(deck.rng.randint(3, 4))]
    return [_archive(made, listed, deck.rng), _same_site(made, deck.text(), deck.text(), deck.rng)]


def _archive(site: _Site, texts: Sequence[Text], rng: Random) -> Plant:
    """A month page with whole articles of its site."""
    plant = Plant(Relation.ARCHIVE, Extent.CONTAINED)
    at = site.root + address.month(rng)
    blocks: list[Block] = []
    every = [one for text in texts for one in text.paragraphs]
    for text in texts:
        url, own = site.root + address.path(rng), [*map(paragraph, text.paragraphs)]
        site.add(plant, url, own, [text])
        blocks += [Block(link(url, text.paragraphs[0][:_TITLE]), "h2"), *own]
        plant.relate((url, text.paragraphs), (at, every))
    site.add(plant, at, blocks, texts)
    return plant


def _same_site(site: _Site, one: Text, other: Text, rng: Random) -> Plant:
    """Two pages of which one has paragraphs of the other among its own."""
    plant = Plant(Relation.SAME_SITE, Extent.PARTIAL)
    a, b = (site.root + address.path(rng) for _ in range(2))
    first = rng.randrange(len(one.paragraphs) - _PASSED + 1)
    passed = one.paragraphs[first : first + _PASSED]
    place = rng.randrange(len(other.paragraphs))
    given = (*other.paragraphs[:place], *passed, *other.paragraphs[place:])
    site.add(plant, a, [*map(paragraph, one.paragraphs)], [one])
    site.add(plant, b, [*map(paragraph, given)], [one, other])
    plant.relate((a, one.paragraphs), (b, given))
    return plant
