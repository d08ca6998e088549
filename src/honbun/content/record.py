"""Record: what is kept of a page between reading it and judging it.

A collection is judged when its last page is known, so every page waits. Its bytes and its tree are
gone by then; what waits is its outline and the ways to its blocks, packed small enough to lie in a
temporary file, and for the papers' method its vectors.
"""

from __future__ import annotations

import marshal
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

import xxhash

from honbun.content.faithful.vector import NO_VECTORS, Vectors, vectorise
from honbun.content.measure.declared import Declared, declared
from honbun.content.measure.outline import outline
from honbun.content.template.kind import signature
from honbun.content.write import dialect, markup
from honbun.errors import UnreadablePage
from honbun.tree.block import split
from honbun.tree.path import Paths
from honbun.tree.sniff import foreign

if TYPE_CHECKING:
    from honbun.content.measure.outline import Outline
    from honbun.content.model import ContentOptions
    from honbun.content.write.markup import Frame
    from honbun.page import Page
    from honbun.tree.block import Blocks

_MAX_STEPS = 5_000_000
"""Steps in the XPaths of one page: many blocks very deep down would make them fill the memory."""


@dataclass(frozen=True, slots=True)
class Showing:
    """How to find and to write the blocks of a page that a reader sees something of, as columns."""

    block: list[int]
    """Their numbers among all blocks of the page."""
    xpath: list[str]
    markup: list[tuple[tuple[int, str], ...]]
    """Inline markup, and ..."""
    frame: list[Frame]
    """... the elements around it; both empty unless asked for."""

    def pack(self) -> bytes:
        # Only for bytes of this run: marshal is the fastest, and not safe to read from others.
        return marshal.dumps((self.block, self.xpath, self.markup, self.frame))

    @classmethod
    def unpack(cls, data: bytes) -> Showing:
        return cls(*marshal.loads(data))


@dataclass(frozen=True, slots=True)
class Record:
    """One page, ready to be judged."""

    source: str
    url: str
    declared: Declared
    encoding: str
    replaced: int
    """Characters of the page that its encoding could not give."""
    framed: bool
    """The page is a frameset: its text stands on other pages."""
    signature: bytes
    """What it is grouped by."""
    digest: int
    """Equal for pages that say the same."""
    vectors: Vectors
    outline: bytes
    showing: bytes


def record(page: Page, options: ContentOptions) -> Record:
    """Read, parse and measure a page."""
    if isinstance(page.html, bytes) and (kind := foreign(page.html)):
        raise UnreadablePage(f"this is {kind}, not a web page")
    decoded = page.decode()
    tree = page.parsed(decoded)
    url = page.address(tree)
    blocks = split(tree)
    told = declared(tree, url)
    base = markup.base_address(tree, url)
    measured = outline(blocks, url, base, told.titles, told.authors)
    return Record(
        source=page.source,
        url=url,
        declared=told,
        encoding=decoded.encoding,
        replaced=decoded.replaced,
        framed=bool(blocks.node) and tree.tag[blocks.node[0]] == "frameset",
        signature=signature(measured),
        digest=xxhash.xxh3_64_intdigest(array("Q", measured.mark).tobytes()),
        vectors=vectorise(blocks) if options.faithful else NO_VECTORS,
        outline=measured.pack(),
        showing=_showing(blocks, measured, base, options).pack(),
    )


def _showing(blocks: Blocks, measured: Outline, base: str, options: ContentOptions) -> Showing:
    tree = blocks.tree
    shown = [block for block, is_shown in enumerate(measured.shown) if is_shown]
    nodes = [blocks.node[block] for block in shown]
    if (steps := sum([tree.depth[node] for node in nodes])) > _MAX_STEPS:
        raise UnreadablePage(f"{len(nodes):,} blocks nested {steps // len(nodes)} deep on average")
    paths = Paths(tree)
    showing = Showing(block=shown, xpath=[paths.of(node) for node in nodes], markup=[], frame=[])
    if options.markup:
        frames = markup.Frames(tree)
        for block, node in zip(shown, nodes):
            frame = frames.of(node)
            pieces = markup.pieces(blocks, block, base, keep_space=frame[-1][0] == "pre")
            showing.frame.append(frame)
            write = dialect.writer(options.markup, frame)
            showing.markup.append(tuple((offset, write(inlines)) for offset, inlines in pieces))
    return showing
