"""Whole pages planted again: mirrors, copies, archives of a site, lists of articles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.eval.planting import address
from honbun.eval.planting.frame import Block, in_frame, link, paragraph
from honbun.eval.planting.material import size
from honbun.eval.planting.plant import Plant
from honbun.relation.model import Extent, Relation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.eval.planting.deck import Deck, Text

_LISTED = 3
"""Articles on a list of articles."""
_OWN = 0.8
"""How much text a list has besides, as a share of its articles."""
_LARGEST = 12_000
"""Columns of an article on a list: one much larger than the others would be all of it."""
_TITLE = 25
"""Characters of a paragraph that stand for a title."""
_RESTED = 2
"""Pages of a site that its archive does not hold: one is given paragraphs of the other."""
_PASSED = 2
"""Paragraphs that it is given."""


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


def site(deck: Deck) -> Iterator[Plant]:
    """An invented site: articles, an archive of some, and two that share paragraphs."""
    rng = deck.rng
    frame, body = deck.frame()
    root = address.site(rng)
    texts = [deck.text() for _ in range(rng.randint(3, 4) + _RESTED)]
    urls = [root + address.path(rng) for _ in texts]
    archive = Plant(Relation.ARCHIVE, Extent.CONTAINED)
    listed = list(zip(urls, texts))[_RESTED:]
    for url, text in listed:
        archive.add(url, in_frame(body, _blocks(text.paragraphs)), {text.url, frame})
    blocks = [
        block
        for url, text in listed
        for block in (Block(link(url, text.paragraphs[0][:_TITLE]), "h2"), *_blocks(text.paragraphs))
    ]
    at = root + address.month(rng)
    archive.add(at, in_frame(body, blocks), {text.url for _, text in listed} | {frame})
    every = [one for _, text in listed for one in text.paragraphs]
    for url, text in listed:
        archive.relate((url, text.paragraphs), (at, every))
    yield archive
    yield _same_site(deck, urls, texts, lambda blocks: in_frame(body, blocks), frame)
