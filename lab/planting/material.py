"""Material: the parts of a page of WCXB that planting uses."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from honbun.errors import UnreadablePage
from honbun.similar.long_sentences import columns
from honbun.similar.model import Extent
from honbun.text.sentences import split
from honbun.text.unicode import collapse
from lab.planting.writing import in_frame, in_plain_frame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from honbun.evaluation.truth.texts import TextPage
    from honbun.html.tree import Tree
    from honbun.page import Page
    from lab.planting.writing import Block

_PARAGRAPH = 60
"""Minimum columns of a paragraph."""
_FEWEST = 5
"""Paragraphs of a body."""
_SIZES = range(1_200, 40_000)
"""Columns of a body."""
_ALONE = 0.8
"""Minimum share of a page's paragraphs in its body; the rest is the frame."""
_WHOLE = (0.7, 1.2)
"""Minimum share of the true content in the paragraphs of a whole body."""
_QUOTING = ("blockquote", "q", "cite")


@dataclass(frozen=True, slots=True)
class Body:
    """The element that contains a page's paragraphs, with the surrounding source."""

    paragraphs: tuple[str, ...]
    before: str
    inside: str
    after: str
    whole: bool
    """The paragraphs are the true content, or nearly all of it."""


@dataclass(frozen=True, slots=True)
class Material:
    """A page and its usable parts."""

    page: Page
    url: str
    domain: str
    paragraphs: tuple[str, ...]
    """All its paragraphs."""
    body: Body | None
    """None if other text could be taken for the content, or would surround a planted one."""


def material(typed: TextPage) -> Material | None:
    """The material of a page; None if it cannot be read or has no URL."""
    page = typed.page
    if page.url is None:
        return None
    try:
        tree = page.parse()
    except UnreadablePage:
        return None
    held: dict[int, list[str]] = {}
    broken = {tree.parent[node] for node in tree.find("br")}
    for node in tree.find("p"):
        text = collapse(tree.subtree_text(node))
        # Lines of one paragraph would run into each other.
        if node not in broken and columns(text) >= _PARAGRAPH:
            held.setdefault(tree.parent[node], []).append(text)
    every = tuple(text for own in held.values() for text in own)
    return Material(page, page.url, typed.outlet, every, _body(typed, tree, held))


def size(paragraphs: Sequence[str]) -> int:
    """The total columns of all paragraphs."""
    return sum(map(columns, paragraphs))


def _body(typed: TextPage, tree: Tree, held: dict[int, list[str]]) -> Body | None:
    if not held:
        return None
    node = max(held, key=lambda parent: size(held[parent]))
    own = held[node]
    every = sum(map(size, held.values()))
    if len(own) < _FEWEST or len(set(own)) < len(own) or size(own) not in _SIZES:
        return None
    if size(own) < _ALONE * every or _is_quoted(tree, node):
        return None
    span = tree.span(node)
    if span is None or span.close_start is None:
        return None
    # Spans count each line end as one character, as the parser does.
    html = typed.page.decode().text.replace("\r\n", "\n").replace("\r", "\n")
    least, most = (share * columns(collapse(typed.text)) for share in _WHOLE)
    return Body(
        tuple(own),
        before=html[: span.open_end],
        inside=html[span.open_end : span.close_start],
        after=html[span.close_start :],
        whole=least <= size(own) <= most,
    )


def _is_quoted(tree: Tree, node: int) -> bool:
    while node >= 0 and tree.tag[node] not in _QUOTING:
        node = tree.parent[node]
    return node >= 0


# Extent: how much two true texts have in common, if it is certain.
#
# The measures of the paper over sentences of at least 20 characters. Values close to a threshold,
# 0.6 of the overlap and 0.5 of the containment, are left out of the truth, because the text around
# the content may move them to the other side.

_LONG = 40
"""Columns of a long sentence."""
_IDENTICAL, _LESS = 0.7, 0.5
"""The overlap from which pages are clearly identical, and up to which they clearly are not."""
_CONTAINED, _PARTIAL = 0.6, 0.4
"""The containment from which one is clearly held, and up to which it clearly is not."""


def long_sentences(paragraphs: Iterable[str]) -> dict[str, int]:
    """The long sentences of some paragraphs, with their columns."""
    sentences = (text[start:stop] for text in paragraphs for start, stop in split(text))
    return {one: columns(one) for one in sentences if columns(one) >= _LONG}


def extent(a: Iterable[str], b: Iterable[str]) -> Extent | None:
    """The extent of two texts; None close to a threshold, or if they have nothing in common."""
    own, others = long_sentences(a), long_sentences(b)
    shared = sum(width for text, width in own.items() if text in others)
    if not shared:
        return None
    sizes = sum(own.values()), sum(others.values())
    overlap, containment = 2 * shared / sum(sizes), shared / min(sizes)
    if overlap >= _IDENTICAL:
        return Extent.IDENTICAL
    if overlap > _LESS:
        return None
    if containment >= _CONTAINED:
        return Extent.CONTAINED
    return Extent.PARTIAL if containment <= _PARTIAL else None


# Deck: the pages of WCXB, assigned to uses, from which planting draws.
#
# All pages of a domain have the same use: in the collection, unchanged; as text for a page of an
# invented site; or as a frame, with paragraphs as unique text. A page in the collection is drawn
# once, so that no text has two origins.

_SITES = 4
"""One whole page in this many is used as text for an invented site."""
_FILLERS = 3
"""One page without a body in this many is used for its paragraphs."""
_FILLER = range(80, 1_500)
"""Columns of a paragraph that is used."""


Thing = TypeVar("Thing")


class Empty(Exception):
    """There is nothing left to draw."""


class Text(NamedTuple):
    """A page's text without the page."""

    url: str
    paragraphs: tuple[str, ...]


class Own(NamedTuple):
    """Paragraphs that occur nowhere in the collection, and their pages."""

    paragraphs: list[str]
    origins: frozenset[str]


class Framed(NamedTuple):
    """A generated page, and the page of its frame."""

    html: str
    origins: frozenset[str]


@dataclass(slots=True)
class Deck:
    """The pages that can be drawn, each once."""

    rng: Random
    real: list[Material] = field(default_factory=list)
    """The pages of the collection."""
    sources: list[Material] = field(default_factory=list)
    """Those of them whose content is known."""
    texts: list[Text] = field(default_factory=list)
    frames: list[tuple[str, Body]] = field(default_factory=list)
    filler: list[tuple[str, str]] = field(default_factory=list)

    def source(self, fits: Callable[[Material], bool] = lambda _: True) -> tuple[str, Body]:
        """A page of the collection that was not used for planting yet."""
        for place, found in enumerate(self.sources):
            if found.body is not None and fits(found):
                del self.sources[place]
                return found.url, found.body
        raise Empty

    def text(self) -> Text:
        """The text of a page that is not in the collection."""
        return _drawn(self.texts)

    def frame(self) -> tuple[str, Body]:
        """A page that is not in the collection, for its frame."""
        return _drawn(self.frames)

    def own(self, least: int) -> Own:
        """Paragraphs with at least this many columns."""
        drawn: list[tuple[str, str]] = []
        while size([text for _, text in drawn]) < least:
            drawn.append(_drawn(self.filler))
        return Own([text for _, text in drawn], frozenset(url for url, _ in drawn))

    def framed(self, blocks: Sequence[Block]) -> Framed:
        """A page of blocks, in a real or a plain frame."""
        if self.rng.random() < 0.5:
            return Framed(in_plain_frame(blocks, self.rng), frozenset())
        url, body = self.frame()
        return Framed(in_frame(body, blocks), frozenset({url}))


def dealt(pages: Iterable[Material], rng: Random) -> Deck:
    """A deck of pages, assigned at random to the uses that each allows."""
    domains: dict[str, list[Material]] = {}
    for page in {page.url: page for page in pages}.values():
        domains.setdefault(page.domain, []).append(page)
    groups = list(domains.values())
    rng.shuffle(groups)
    sentence_counts = Counter(
        text for group in groups for page in group for text in long_sentences(page.paragraphs)
    )
    deck = Deck(rng)
    dealt_whole = dealt_plain = 0
    for group in groups:
        if any(page.body and page.body.whole for page in group):
            dealt_whole += 1
            _deal(deck, group, "text" if dealt_whole % _SITES == 0 else "real", sentence_counts)
        elif any(page.body for page in group):
            _deal(deck, group, "frame", sentence_counts)
        else:
            dealt_plain += 1
            _deal(deck, group, "frame" if dealt_plain % _FILLERS == 0 else "real", sentence_counts)
    return deck


def _deal(deck: Deck, group: Sequence[Material], part: str, sentence_counts: Counter[str]) -> None:
    for page in group:
        whole = page.body if page.body and page.body.whole else None
        if part == "real":
            deck.real.append(page)
            if whole:
                deck.sources.append(page)
        elif part == "text":
            if whole:
                deck.texts.append(Text(page.url, whole.paragraphs))
        else:
            if page.body:
                deck.frames.append((page.url, page.body))
            # Text outside of the body stays in the frame, and text of several pages may also be on
            # a page of the collection.
            usable = page.body.paragraphs if page.body else page.paragraphs
            deck.filler += (
                (page.url, text)
                for text in dict.fromkeys(usable)
                if size([text]) in _FILLER
                and all(sentence_counts[one] == 1 for one in long_sentences([text]))
            )


def _drawn(things: list[Thing]) -> Thing:
    if not things:
        raise Empty
    return things.pop(0)
