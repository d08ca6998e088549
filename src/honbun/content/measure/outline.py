"""Outline: a page's plan with what a collection needs to know of each block.

Beyond the plan, the columns say how much of a block is date or author, whether it says the same as
another, and where its links lead. Pages are grouped, aligned and judged on outlines alone: bytes
and trees are gone by then.
"""

from __future__ import annotations

import marshal
from dataclasses import dataclass, fields
from itertools import compress
from typing import TYPE_CHECKING, Any

import xxhash

from honbun.content.measure.facts import facts
from honbun.content.measure.marks import Signs, hrefs, leads, pictures
from honbun.content.measure.plan import Plan, plan

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from honbun.content.measure.link import Lead
    from honbun.html.blocks import Blocks

_hash = xxhash.xxh3_64_intdigest
_LINK_SEED, _PICTURE_SEED = 1, 2
"""Keep a link "a.png" and a picture "a.png" apart from the text "a.png"."""


@dataclass(frozen=True, slots=True)
class Lines(Plan):
    """A plan, and which of its blocks are lines of date or author."""

    dated: list[int]
    """How many characters of the text stand with a date, ..."""
    signed: list[int]
    """... or name an author."""

    def is_fact(self, block: int) -> bool:
        """Whether a block is a line of date or author, for the greater part of it."""
        return 2 * (self.dated[block] + self.signed[block]) > self.size[block]

    def is_date(self, block: int) -> bool:
        return 2 * self.dated[block] > self.size[block]


@dataclass(frozen=True, slots=True)
class Outline(Lines):
    """All that a collection knows of a page's blocks."""

    mark: list[int]
    """Equal for blocks that say the same, both or neither as a link, or that show the same picture;
    0 for those that do neither."""
    links: list[tuple[int, int, int]]
    """How many of its links lead to this page, to others of the site, and away."""

    def pack(self) -> bytes:
        # Only for bytes of this run: marshal is the fastest, and not safe to read from others.
        return marshal.dumps(tuple(getattr(self, field.name) for field in fields(self)))

    @classmethod
    def unpack(cls, data: bytes) -> Outline:
        return cls(*marshal.loads(data))


def lines(
    sketch: Plan, blocks: Blocks, authors: Sequence[str], texts: Sequence[str] | None = None
) -> Lines:
    """A plan with its dates and authors, given the authors that the page declares.

    Dates are dear to look for: `texts` may leave out those of blocks where it does not matter.
    """
    dated, signed = facts(blocks, sketch.text if texts is None else texts, Signs(blocks), authors)
    return Lines(
        **_columns(sketch), dated=_at_most(sketch.size, dated), signed=_at_most(sketch.size, signed)
    )


def outline(
    blocks: Blocks, url: str, base: str, titles: Sequence[str] = (), authors: Sequence[str] = ()
) -> Outline:
    """The outline of a page at an address, with the titles and authors that it declares."""
    links = hrefs(blocks)
    told = lines(plan(blocks, titles), blocks, authors)
    shows = pictures(blocks)
    return Outline(
        **_columns(told),
        mark=[
            _text_mark(text.replace(" ", ""), 2 * link >= whole)
            if text
            else _picture_mark(shows.get(block))
            for block, (text, whole, link) in enumerate(zip(told.text, told.size, told.linked))
        ],
        links=_links(blocks, leads(links, url, base)),
    )


def _at_most(wholes: Sequence[int], parts: list[int]) -> list[int]:
    for block in compress(range(len(parts)), parts):  # most are 0
        parts[block] = min(parts[block], wholes[block])
    return parts


def _columns(told: Plan) -> dict[str, Any]:
    return {field.name: getattr(told, field.name) for field in fields(told)}


def _text_mark(bare: str, is_link: bool) -> int:
    # A title is said by its page; a link to that page only repeats it.
    return _hash(bare.casefold().encode(), _LINK_SEED if is_link else 0)


def _picture_mark(picture: str | None) -> int:
    return _hash(picture.encode("utf-8", "surrogatepass"), _PICTURE_SEED) if picture else 0


def _links(blocks: Blocks, known: Mapping[int, Lead]) -> list[tuple[int, int, int]]:
    links = [(0, 0, 0)] * len(blocks)
    found: dict[int, list[int]] = {}
    for node, lead in known.items():
        found.setdefault(blocks.of[node], [0, 0, 0])[lead] += 1
    for block, (own, site, away) in found.items():
        links[block] = (own, site, away)
    return links
