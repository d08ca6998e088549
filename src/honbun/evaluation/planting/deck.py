"""Deck: the pages of WCXB dealt out, and drawn from for the planting.

Every page has one part, and so have all pages of its domain: to be in the collection as it is; to
give its text to a page of an invented site; or to give its frame, and its paragraphs as text that
is nobody else's. A page in the collection is drawn once, so that no text has two stories.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from honbun.evaluation.planting.extent import long_sentences
from honbun.evaluation.planting.frame import in_frame, in_plain_frame
from honbun.evaluation.planting.material import size

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from honbun.evaluation.planting.frame import Block
    from honbun.evaluation.planting.material import Body, Material

_SITES = 4
"""One whole page in so many gives its text to an invented site."""
_FILLERS = 3
"""One page without a body in so many gives its paragraphs."""
_FILLER = range(80, 1_500)
"""Columns of a paragraph that is given."""


Thing = TypeVar("Thing")


class Empty(Exception):
    """There is nothing left to draw."""


class Text(NamedTuple):
    """A page's text without the page."""

    url: str
    paragraphs: tuple[str, ...]


class Own(NamedTuple):
    """Paragraphs that stand nowhere in the collection, and the pages they are from."""

    paragraphs: list[str]
    origins: frozenset[str]


class Framed(NamedTuple):
    """A page that was made, and the page that its frame is from."""

    html: str
    origins: frozenset[str]


@dataclass(slots=True)
class Deck:
    """What can be drawn, each thing once."""

    rng: Random
    real: list[Material] = field(default_factory=list)
    """The pages of the collection."""
    sources: list[Material] = field(default_factory=list)
    """Those of them whose content is known."""
    texts: list[Text] = field(default_factory=list)
    frames: list[tuple[str, Body]] = field(default_factory=list)
    filler: list[tuple[str, str]] = field(default_factory=list)

    def source(self, fits: Callable[[Material], bool] = lambda _: True) -> tuple[str, Body]:
        """A page of the collection that nothing was planted from yet."""
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
        """Paragraphs of so many columns at least."""
        drawn: list[tuple[str, str]] = []
        while size([text for _, text in drawn]) < least:
            drawn.append(_drawn(self.filler))
        return Own([text for _, text in drawn], frozenset(url for url, _ in drawn))

    def framed(self, blocks: Sequence[Block]) -> Framed:
        """Blocks as a page, in a real frame or in a plain one."""
        if self.rng.random() < 0.5:
            return Framed(in_plain_frame(blocks, self.rng), frozenset())
        url, body = self.frame()
        return Framed(in_frame(body, blocks), frozenset({url}))


def dealt(pages: Iterable[Material], rng: Random) -> Deck:
    """A deck of pages, dealt by chance and by what each of them is good for."""
    domains: dict[str, list[Material]] = {}
    for page in {page.url: page for page in pages}.values():
        domains.setdefault(page.domain, []).append(page)
    groups = list(domains.values())
    rng.shuffle(groups)
    told = Counter(
        text for group in groups for page in group for text in long_sentences(page.paragraphs)
    )
    deck = Deck(rng)
    dealt_whole = dealt_plain = 0
    for group in groups:
        if any(page.body and page.body.whole for page in group):
            dealt_whole += 1
            _deal(deck, group, "text" if dealt_whole % _SITES == 0 else "real", told)
        elif any(page.body for page in group):
            _deal(deck, group, "frame", told)
        else:
            dealt_plain += 1
            _deal(deck, group, "frame" if dealt_plain % _FILLERS == 0 else "real", told)
    return deck


def _deal(deck: Deck, group: Sequence[Material], part: str, told: Counter[str]) -> None:
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
            # What stands outside the body stays in the frame, and what several pages say may be on
            # one of the collection too.
            given = page.body.paragraphs if page.body else page.paragraphs
            deck.filler += (
                (page.url, text)
                for text in dict.fromkeys(given)
                if size([text]) in _FILLER and all(told[one] == 1 for one in long_sentences([text]))
            )


def _drawn(things: list[Thing]) -> Thing:
    if not things:
        raise Empty
    return things.pop(0)
