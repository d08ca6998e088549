"""Plants: generated pages with a known relation, and their pairs."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from honbun.evaluation.truth.pairs import TruePair
from honbun.similar.model import Extent, Relation
from lab.planting import writing
from lab.planting.material import extent, long_sentences, size
from lab.planting.writing import Block, in_frame, link, paragraph, reworded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from lab.planting.material import Body, Deck, Material, Own, Text


@dataclass(frozen=True, slots=True)
class PlantedPage:
    """A generated page."""

    url: str
    html: str
    origins: frozenset[str]
    """The pages of its text and its frame."""


@dataclass(slots=True)
class Plant:
    """The pages and pairs that one planting adds to the collection."""

    relation: Relation
    extent: Extent
    """The extent that pairs of this relation have by definition."""
    pages: list[PlantedPage] = field(default_factory=list)
    pairs: list[TruePair] = field(default_factory=list)

    def add(self, url: str, html: str, origins: Iterable[str]) -> None:
        """Add a page."""
        self.pages.append(PlantedPage(url, html, frozenset(origins)))

    def relate(
        self,
        a: tuple[str, Sequence[str]],
        b: tuple[str, Sequence[str]],
        *,
        reworded: bool = False,
    ) -> None:
        """Add a pair of pages with their true texts, unless it is close to a threshold.

        For reworded text the original is passed, because its sentences are to be found again.
        """
        if extent(a[1], b[1]) is self.extent:
            self.pairs.append(TruePair(a[0], b[0], self.extent, self.relation, reworded))


# Parts of pages planted among other text: citations, plagiarism, shared passages, spam.

_QUOTABLE = range(80, 1_500)
"""Columns of a paragraph that is used alone."""
_MARKS = ("“{}”", "«{}»", "„{}“", '"{}"')
_STYLES = ("blockquote", "q", "marks", "blockquote, no link", "link", "box")
"""How a citation is marked: by its element, by a link to its source after it, or by both."""
_TAKEN = 0.2, 0.4
"""The share of a page's paragraphs that is plagiarised."""
_BESIDES = 1.6
"""The amount of other text, as a multiple of the plagiarised text."""
_NOTICE = 3
"""Sentences of a shared passage."""
_OWN_PART = 3_000, 9_000
"""Columns of the other text on a page with a short passage."""
_STITCHED = 4, 8
"""Sources of a spam page."""
_LITTLE = 400
"""Columns of a spam page's own text, if any: a paragraph."""


def citation(deck: Deck) -> Plant:
    """A paragraph of a page among other text, shown as a quotation or with a link to the page."""
    rng = deck.rng
    source, body = deck.source(_is_quotable)
    text = rng.choice(_quotable(body))
    own = deck.own(rng.randint(*_OWN_PART))
    place = rng.randint(0, len(own.paragraphs))
    before, after = own.paragraphs[:place], own.paragraphs[place:]
    cited = _cited(text, source, rng.choice(_STYLES), rng.choice(_MARKS))
    url = writing.page(rng)
    page = deck.framed([*map(paragraph, before), *cited, *map(paragraph, after)])
    plant = Plant(Relation.CITATION, Extent.PARTIAL)
    plant.add(url, page.html, {source} | own.origins | page.origins)
    plant.relate((source, body.paragraphs), (url, [*own.paragraphs, text]))
    return plant


def plagiarism(deck: Deck, every: int | None = None) -> Plant:
    """Paragraphs of a page among other text, without a link.

    With `every` they are reworded, with one change per `every` words.
    """
    rng = deck.rng
    source, body = deck.source()
    count = max(2, round(rng.uniform(*_TAKEN) * len(body.paragraphs)))
    first = rng.randrange(len(body.paragraphs) - count + 1)
    taken = body.paragraphs[first : first + count]
    own = deck.own(round(_BESIDES * size(taken)))
    said = taken if every is None else [reworded(text, every, rng) for text in taken]
    url = writing.page(rng)
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
        own, url = deck.own(rng.randint(*_OWN_PART)), writing.page(rng)
        passage = [" ".join(notice)] if rng.random() < 0.5 else notice
        page = deck.framed([*map(paragraph, _among(deck, own, passage))])
        plant.add(url, page.html, origin | own.origins | page.origins)
        text = [*own.paragraphs, *notice]
        for other in said:
            plant.relate(other, (url, text))
        said.append((url, text))
    return plant


def spam(deck: Deck) -> Plant:
    """A page that combines one paragraph each of several pages, with or without links to them."""
    rng = deck.rng
    sources = [deck.source(_is_quotable) for _ in range(rng.randint(*_STITCHED))]
    has_links, has_own = rng.random() < 0.7, rng.random() < 0.3
    texts = [rng.choice(_quotable(body)) for _, body in sources]
    blocks: list[Block] = []
    for (source, _), text in zip(sources, texts):
        blocks.append(paragraph(text))
        if has_links:
            blocks.append(Block(link(source, writing.name(rng))))
    own = deck.own(_LITTLE if has_own else 0)
    url, page = writing.page(rng), deck.framed([*blocks, *map(paragraph, own.paragraphs)])
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
    """Some long sentences of an unused paragraph."""
    while True:
        drawn = deck.own(1)
        sentences = list(long_sentences(drawn.paragraphs))
        if len(sentences) >= _NOTICE:
            return drawn.origins, sentences[:_NOTICE]


# Whole pages planted again: mirrors, copies, lists of articles.

_LISTED = 3
"""Articles on a list of articles."""
_OWN_WHOLE = 0.8
"""The amount of other text on a list, as a share of its articles."""
_LARGEST = 12_000
"""Columns of an article on a list: a much larger one would dominate it."""
_TITLE = 25
"""Characters of a paragraph that are used as a title."""


def sister_mirror(deck: Deck) -> Plant:
    """A page on another host of its domain, with a line added."""
    url, body = deck.source()
    return _mirror(deck, url, writing.sister(url, deck.rng), body)


def moved_mirror(deck: Deck) -> Plant:
    """A page at the same path of another domain, with a line added."""
    url, body = deck.source(lambda page: writing.is_telling(page.url))
    return _mirror(deck, url, writing.moved(url, deck.rng), body)


def copy(deck: Deck) -> Plant:
    """The whole text in another frame at an unrelated URL, without a link."""
    source, body = deck.source()
    url, page = writing.page(deck.rng), deck.framed([*map(paragraph, body.paragraphs)])
    plant = Plant(Relation.COPY, Extent.IDENTICAL)
    plant.add(url, page.html, {source} | page.origins)
    plant.relate((source, body.paragraphs), (url, body.paragraphs))
    return plant


def link_list(deck: Deck) -> Plant:
    """Whole articles of different sites with links to them, among other text."""
    articles = [deck.source(_is_listable) for _ in range(_LISTED)]
    own = deck.own(round(_OWN_WHOLE * sum(size(body.paragraphs) for _, body in articles)))
    link_first = deck.rng.random() < 0.5
    blocks: list[Block] = []
    step = -(-len(own.paragraphs) // _LISTED)
    for number, (source, body) in enumerate(articles):
        blocks += map(paragraph, own.paragraphs[number * step : (number + 1) * step])
        to = Block(link(source, body.paragraphs[0][:_TITLE]))
        text = [*map(paragraph, body.paragraphs)]
        blocks += [to, *text] if link_first else [*text, to]
    url, page = writing.page(deck.rng), deck.framed(blocks)
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


# Invented sites: articles in one frame, an archive of some, two that share paragraphs.

_PASSED = 2
"""Paragraphs that a page has of another."""
"""Characters of a paragraph that are used as a title."""


class _Site(NamedTuple):
    root: str
    frame: Body
    origin: str
    """The page of the frame."""

    def add(self, plant: Plant, url: str, blocks: Sequence[Block], texts: Sequence[Text]) -> None:
        origins = {self.origin, *(text.url for text in texts)}
        plant.add(url, in_frame(self.frame, blocks), origins)


def site(deck: Deck) -> list[Plant]:
    """The pages of an invented site."""
    origin, frame = deck.frame()
    made = _Site(writing.site(deck.rng), frame, origin)
    listed = [deck.text() for _ in range(deck.rng.randint(3, 4))]
    return [_archive(made, listed, deck.rng), _same_site(made, deck.text(), deck.text(), deck.rng)]


def _archive(site: _Site, texts: Sequence[Text], rng: Random) -> Plant:
    """A month page with whole articles of its site."""
    plant = Plant(Relation.ARCHIVE, Extent.CONTAINED)
    at = site.root + writing.month(rng)
    blocks: list[Block] = []
    every = [one for text in texts for one in text.paragraphs]
    for text in texts:
        url, own = site.root + writing.path(rng), [*map(paragraph, text.paragraphs)]
        site.add(plant, url, own, [text])
        blocks += [Block(link(url, text.paragraphs[0][:_TITLE]), "h2"), *own]
        plant.relate((url, text.paragraphs), (at, every))
    site.add(plant, at, blocks, texts)
    return plant


def _same_site(site: _Site, one: Text, other: Text, rng: Random) -> Plant:
    """Two pages, one of which has paragraphs of the other."""
    plant = Plant(Relation.SAME_SITE, Extent.PARTIAL)
    a, b = (site.root + writing.path(rng) for _ in range(2))
    first = rng.randrange(len(one.paragraphs) - _PASSED + 1)
    passed = one.paragraphs[first : first + _PASSED]
    place = rng.randrange(len(other.paragraphs))
    given = (*other.paragraphs[:place], *passed, *other.paragraphs[place:])
    site.add(plant, a, [*map(paragraph, one.paragraphs)], [one])
    site.add(plant, b, [*map(paragraph, given)], [one, other])
    plant.relate((a, one.paragraphs), (b, given))
    return plant
