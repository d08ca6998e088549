"""Outline: a page's blocks as a tree of their own, with what a collection needs to know of each.

The columns say what a block is (tag, the names the page gives it), what it says, how much of that
is link, date or author, and where its links lead. Pages are grouped, aligned and judged on outlines
alone: bytes and trees are gone by then.
"""

from __future__ import annotations

import marshal
from dataclasses import dataclass, fields
from itertools import accumulate, compress
from typing import TYPE_CHECKING

import xxhash

from honbun.content.measure.facts import facts, squeeze
from honbun.content.measure.marks import Marks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.tree.block import Blocks

_hash = xxhash.xxh3_64_intdigest
_LINK_SEED, _PICTURE_SEED = 1, 2
"""Keep a link "a.png" and a picture "a.png" apart from the text "a.png"."""
_FORM = 1000
"""Characters of plain text from which a form is more than a form: some systems put one around the
whole page, and some authors around half of an article."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The blocks of a page in document order, as columns."""

    tag: list[str]
    parent: list[int]
    """The block around each block, -1 for the outermost."""
    end: list[int]
    """One past the last block inside."""
    names: list[tuple[str, ...]]
    """What the page calls the element: its classes as `.name`, its id as `#name`."""
    text: list[str]
    """The block's own text, white space collapsed."""
    mark: list[int]
    """Equal for blocks that say the same, both or neither as a link, or that show the same picture;
    0 for those that do neither."""
    size: list[int]
    """Characters of the text without white space."""
    linked: list[int]
    """How many of them are link, ..."""
    dated: list[int]
    """... stand with a date, ..."""
    signed: list[int]
    """... or name an author."""
    shown: list[bool]
    """Whether a reader sees something of it: text or a picture."""
    aside: list[bool]
    """Whether it is inside an element for navigation or input."""
    links: list[tuple[int, int, int]]
    """How many of its links lead to this page, to others of the site, and away."""
    titles: tuple[str, ...]
    """The titles that the page declares, squeezed."""

    def __len__(self) -> int:
        return len(self.tag)

    def children(self, block: int) -> Iterator[int]:
        """The blocks directly inside a block."""
        child, end = block + 1, self.end
        last = end[block]
        while child < last:
            yield child
            child = end[child]

    def is_fact(self, block: int) -> bool:
        """Whether a block is a line of date or author, for the greater part of it."""
        return 2 * (self.dated[block] + self.signed[block]) > self.size[block]

    def is_date(self, block: int) -> bool:
        return 2 * self.dated[block] > self.size[block]

    def pack(self) -> bytes:
        # Only for bytes of this run: marshal is the fastest, and not safe to read from others.
        return marshal.dumps(tuple(getattr(self, field.name) for field in fields(self)))

    @classmethod
    def unpack(cls, data: bytes) -> Outline:
        return cls(*marshal.loads(data))


def outline(
    blocks: Blocks, url: str, base: str, titles: Sequence[str] = (), authors: Sequence[str] = ()
) -> Outline:
    """The outline of a page at an address, with the titles and authors that it declares."""
    tree = blocks.tree
    texts = blocks.texts()
    media = blocks.media()
    marks = Marks(blocks, texts, url, base)
    # Every block has a parent: no block is the root.
    parent = list(map(blocks.of.__getitem__, map(tree.parent.__getitem__, blocks.node)))
    end = _ends(parent)
    bare = [text.replace(" ", "") for text in texts]  # the only white space that they have
    size = list(map(len, bare))
    linked = _at_most(size, _linked(blocks, marks))
    dated, signed = facts(blocks, texts, marks, authors)
    return Outline(
        tag=list(map(tree.tag.__getitem__, blocks.node)),
        parent=parent,
        end=end,
        names=marks.names,
        text=texts,
        mark=[
            _text_mark(text, 2 * link >= whole)
            if text
            else _picture_mark(marks.pictures.get(block))
            for block, (text, whole, link) in enumerate(zip(bare, size, linked))
        ],
        size=size,
        linked=linked,
        dated=_at_most(size, dated),
        signed=_at_most(size, signed),
        shown=[bool(text) or block in media for block, text in enumerate(texts)],
        aside=_aside(marks.aside, parent, end, size, linked),
        links=_links(blocks, marks),
        titles=tuple(filter(None, map(squeeze, titles))),
    )


def _text_mark(bare: str, is_link: bool) -> int:
    # A title is said by its page; a link to that page only repeats it.
    return _hash(bare.casefold().encode(), _LINK_SEED if is_link else 0)


def _picture_mark(picture: str | None) -> int:
    return _hash(picture.encode("utf-8", "surrogatepass"), _PICTURE_SEED) if picture else 0


def _ends(parent: Sequence[int]) -> list[int]:
    end = list(range(1, len(parent) + 1))
    for block in range(len(parent) - 1, 0, -1):
        above = parent[block]
        if above >= 0 and end[block] > end[above]:
            end[above] = end[block]
    return end


def _at_most(wholes: Sequence[int], parts: Sequence[int]) -> list[int]:
    # Runs count what a block's text leaves out: unread text, and characters that case folding adds.
    return [part if part < whole else whole for part, whole in zip(parts, wholes)]


def _linked(blocks: Blocks, marks: Marks) -> list[int]:
    """Characters of each block, white space aside, that stand in links."""
    tree, of = blocks.tree, blocks.of
    inside = bytearray(len(tree))
    for node in marks.links:
        inside[node : tree.end[node]] = b"\1" * (tree.end[node] - node)
    sizes = [0] * len(blocks)
    runs = zip(tree.run, tree.run_owner)
    for run, owner in compress(runs, map(inside.__getitem__, tree.run_owner)):
        if of[owner] >= 0:
            sizes[of[owner]] += len("".join(run.split()))
    return sizes


def _links(blocks: Blocks, marks: Marks) -> list[tuple[int, int, int]]:
    links = [(0, 0, 0)] * len(blocks)
    found: dict[int, list[int]] = {}
    for node, lead in marks.links.items():
        found.setdefault(blocks.of[node], [0, 0, 0])[lead] += 1
    for block, (own, site, away) in found.items():
        links[block] = (own, site, away)
    return links


def _aside(
    flags: Sequence[bool],
    parent: Sequence[int],
    end: Sequence[int],
    size: Sequence[int],
    linked: Sequence[int],
) -> list[bool]:
    """Whether each block stands inside a flagged one that holds no text of some length."""
    plain = [0, *accumulate(whole - link for whole, link in zip(size, linked))]
    inside = [False] * len(flags)
    for block, flag in enumerate(flags):
        if parent[block] >= 0 and inside[parent[block]]:
            inside[block] = True
        elif flag:
            inside[block] = plain[end[block]] - plain[block] <= _FORM
    return inside
