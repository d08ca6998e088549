"""Parts of pages planted among other text: citations, plagiarism, shared passages, spam."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from honbun.evaluation.planting import address
from honbun.evaluation.planting.extent import long_sentences
from honbun.evaluation.planting.frame import Block, link, paragraph
from honbun.evaluation.planting.material import size
from honbun.evaluation.planting.plant import Plant
from honbun.evaluation.planting.rewording import reworded
from honbun.similar.model import Extent, Relation

if TYPE_CHECKING:
    from honbun.evaluation.planting.deck import Deck, Own
    from honbun.evaluation.planting.material import Body, Material

_QUOTABLE = range(80, 1_500)
"""Columns of a paragraph that is taken by itself."""
_MARKS = ("“{}”", "«{}»", "„{}“", '"{}"')
_STYLES = ("blockquote", "q", "marks", "blockquote, no link", "link", "box")
"""How a citation is shown: by what is around it, by a link to its source behind it, by both."""
_TAKEN = 0.2, 0.4
"""The share of a page's paragraphs that a plagiarist takes."""
_BESIDES = 1.6
"""How much text of his own he has, as a multiple of it."""
_NOTICE = 3
"""Sentences of a shared passage."""
_OWN = 3_000, 9_000
"""Columns of the other text of a page that takes a little."""
_STITCHED = 4, 8
"""Sources of a spam page."""
_LITTLE = 400
"""Columns of text of its own that a spam page has, if any: a paragraph."""


def citation(deck: Deck) -> Plant:
    """A paragraph of a page among other text, shown as a quotation or with a link to the page."""
    rng = deck.rng
    source, body = deck.source(_is_quotable)
    text = rng.choice(_quotable(body))
    own = deck.own(rng.randint(*_OWN))
    place = rng.randint(0, len(own.paragraphs))
    before, after = own.paragraphs[:place], own.paragraphs[place:]
    cited = _cited(text, source, rng.choice(_STYLES), rng.choice(_MARKS))
    url = address.page(rng)
    page = deck.framed([*map(paragraph, before), *cited, *map(paragraph, after)])
    plant = Plant(Relation.CITATION, Extent.PARTIAL)
    plant.add(url, page.html, {source} | own.origins | page.origins)
    plant.relate((source, body.paragraphs), (url, [*own.paragraphs, text]))
    return plant


def plagiarism(deck: Deck, every: int | None = None) -> Plant:
    """Paragraphs of a page among other text, without a link.

    With `every` they are reworded, one change for so many words.
    """
    rng = deck.rng
    source, body = deck.source()
    count = max(2, round(rng.uniform(*_TAKEN) * len(body.paragraphs)))
    first = rng.randrange(len(body.paragraphs) - count + 1)
    taken = body.paragraphs[first : first + count]
    own = deck.own(round(_BESIDES * size(taken)))
    said = taken if every is None else [reworded(text, every, rng) for text in taken]
    url = address.page(rng)
    page = deck.framed([*map(paragraph, _among(deck, own, said))])
    plant = Plant(Relation.PLAGIARISM, Extent.PARTIAL)
    plant.add(url, page.html, {source} | own.origins | page.origins)
    texts = (source, body.paragraphs), (url, [*own.paragraphs, *taken])
    plant.relate(*texts, reworded=every is not None)
    return plant


def shared_passage(deck: Deck) -> Plant:
    """A notice of three sentences among the other text of pages that have no link."""
    rng = deck.rng
    origin, notice = _notice(deck)
    plant = Plant(Relation.SHARED_PASSAGE, Extent.PARTIAL)
    said: list[tuple[str, list[str]]] = []
    for _ in range(rng.randint(3, 5)):
        own, url = deck.own(rng.randint(*_OWN)), address.page(rng)
        passage = [" ".join(notice)] if rng.random() < 0.5 else notice
        page = deck.framed([*map(paragraph, _among(deck, own, passage))])
        plant.add(url, page.html, origin | own.origins | page.origins)
        text = [*own.paragraphs, *notice]
        for other in said:
            plant.relate(other, (url, text))
        said.append((url, text))
    return plant


def spam(deck: Deck) -> Plant:
    """A page stitched from one paragraph each of several, with links to them or without."""
    rng = deck.rng
    sources = [deck.source(_is_quotable) for _ in range(rng.randint(*_STITCHED))]
    has_links, has_own = rng.random() < 0.7, rng.random() < 0.3
    texts = [rng.choice(_quotable(body)) for _, body in sources]
    blocks: list[Block] = []
    for (source, _), text in zip(sources, texts):
        blocks.append(paragraph(text))
        if has_links:
            blocks.append(Block(link(source, address.name(rng))))
    own = deck.own(_LITTLE if has_own else 0)
    url, page = address.page(rng), deck.framed([*blocks, *map(paragraph, own.paragraphs)])
    plant = Plant(Relation.SPAM, Extent.PARTIAL)
    plant.add(url, page.html, {source for source, _ in sources} | own.origins | page.origins)
    for source, body in sources:
        plant.relate((source, body.paragraphs), (url, [*texts, *own.paragraphs]))
    return plant


def _quotable(body: Body) -> list[str]:
    return [
        text for text in body.paragraphs if size([text]) in _QUOTABLE and long_sentences([text])
    ]


def _is_quotable(page: Material) -> bool:
    return page.body is not None and bool(_quotable(page.body))


def _cited(text: str, source: str, style: str, marks: str) -> list[Block]:
    to = link(source, urlsplit(source).netloc)
    plain = escape(text, quote=False)
    match style:
        case "blockquote":
            return [Block(f"<p>{plain}</p>", "blockquote"), Block(to)]
        case "q":
            return [Block(f"<q>{plain}</q> ({to})")]
        case "marks":
            return [Block(f"{marks.format(plain)} {to}")]
        case "blockquote, no link":
            return [Block(f"<p>{plain}</p>", "blockquote")]
        case "link":
            return [Block(f"{to}:"), Block(plain)]
        case _:
            return [Block(plain, "div"), Block(to)]


def _among(deck: Deck, own: Own, taken: list[str] | tuple[str, ...]) -> list[str]:
    place = deck.rng.randint(0, len(own.paragraphs))
    return [*own.paragraphs[:place], *taken, *own.paragraphs[place:]]


def _notice(deck: Deck) -> tuple[frozenset[str], list[str]]:
    """Some long sentences of a paragraph that is nobody else's."""
    while True:
        drawn = deck.own(1)
        sentences = list(long_sentences(drawn.paragraphs))
        if len(sentences) >= _NOTICE:
            return drawn.origins, sentences[:_NOTICE]
