"""Whole pages planted again: mirrors, copies, lists of articles."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from honbun.evaluation.planting import address
from honbun.evaluation.planting.frame import Block, link, paragraph
from honbun.evaluation.planting.material import size
from honbun.evaluation.planting.plant import Plant
from honbun.similar.model import Extent, Relation

if TYPE_CHECKING:
    from honbun.evaluation.planting.deck import Deck
    from honbun.evaluation.planting.material import Body, Material

_LISTED = 3
"""Articles on a list of articles."""
_OWN = 0.8
"""How much text a list has besides, as a share of its articles."""
_LARGEST = 12_000
"""Columns of an article on a list: one much larger than the others would be all of it."""
_TITLE = 25
"""Characters of a paragraph that stand for a title."""


def sister_mirror(deck: Deck) -> Plant:
    """A page on another host of its domain, with a line added."""
    url, body = deck.source()
    return _mirror(deck, url, address.sister(url, deck.rng), body)


def moved_mirror(deck: Deck) -> Plant:
    """A page at the same path of another domain, with a line added."""
    url, body = deck.source(lambda page: address.is_telling(page.url))
    return _mirror(deck, url, address.moved(url, deck.rng), body)


def copy(deck: Deck) -> Plant:
    """The whole text in another frame at an unrelated address, without a link."""
    source, body = deck.source()
    url, page = address.page(deck.rng), deck.framed([*map(paragraph, body.paragraphs)])
    plant = Plant(Relation.COPY, Extent.IDENTICAL)
    plant.add(url, page.html, {source} | page.origins)
    plant.relate((source, body.paragraphs), (url, body.paragraphs))
    return plant


def link_list(deck: Deck) -> Plant:
    """Articles of different sites, each whole and with a link to it, among other text."""
    articles = [deck.source(_is_listable) for _ in range(_LISTED)]
    own = deck.own(round(_OWN * sum(size(body.paragraphs) for _, body in articles)))
    link_first = deck.rng.random() < 0.5
    blocks: list[Block] = []
    step = -(-len(own.paragraphs) // _LISTED)
    for number, (source, body) in enumerate(articles):
        blocks += map(paragraph, own.paragraphs[number * step : (number + 1) * step])
        to = Block(link(source, body.paragraphs[0][:_TITLE]))
        text = [*map(paragraph, body.paragraphs)]
        blocks += [to, *text] if link_first else [*text, to]
    url, page = address.page(deck.rng), deck.framed(blocks)
    plant = Plant(Relation.LINK_LIST, Extent.CONTAINED)
    plant.add(url, page.html, {source for source, _ in articles} | own.origins | page.origins)
    every = [text for _, body in articles for text in body.paragraphs] + own.paragraphs
    for source, body in articles:
        plant.relate((source, body.paragraphs), (url, every))
    return plant


def _mirror(deck: Deck, source: str, url: str, body: Body) -> Plant:
    plant = Plant(Relation.MIRROR, Extent.IDENTICAL)
    line = f"<p>Mirror of {escape(source, quote=False)}, {deck.rng.randint(2004, 2025)}</p>"
    plant.add(url, body.before + line + body.inside + body.after, {source})
    plant.relate((source, body.paragraphs), (url, body.paragraphs))
    return plant


def _is_listable(page: Material) -> bool:
    return page.body is not None and size(page.body.paragraphs) <= _LARGEST
