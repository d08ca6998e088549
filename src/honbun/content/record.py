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

from honbun.content.measure.marks import hrefs
from honbun.content.measure.outline import outline
from honbun.content.measure.plan import plan
from honbun.content.write import dialect, markup
from honbun.errors import UnreadablePage
from honbun.html import links
from honbun.html.blocks import split
from honbun.html.templates import signature
from honbun.html.xpath import XPaths
from honbun.metadata.declared import DeclaredMetadata, declared_metadata
from honbun.papers.content_000.vectors import NO_VECTORS, Vectors, vectorise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.measure.outline import Outline
    from honbun.content.measure.plan import Plan
    from honbun.content.model import ContentOptions
    from honbun.content.write.markup import Frame
    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree
    from honbun.page import Page

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
    declared: DeclaredMetadata
    encoding: str
    replaced: int
    """Characters of the page that its encoding could not give."""
    cut: tuple[str, ...]
    """What of the page is missing or was not taken as it stands."""
    framed: bool
    """The page is a frameset: its text stands on other pages."""
    signature: bytes
    """What it is grouped by."""
    digest: int
    """Equal for pages that say the same."""
    vectors: Vectors
    outline: bytes
    showing: bytes


@dataclass(frozen=True, slots=True)
class Measured:
    """A page that has been read and parsed."""

    source: str
    url: str
    base: str
    """What its relative links start from."""
    declared: DeclaredMetadata
    encoding: str
    replaced: int
    """Characters of the page that its encoding could not give."""
    cut: tuple[str, ...]
    """What of the page is missing or was not taken as it stands."""
    blocks: Blocks

    @property
    def framed(self) -> bool:
        """The page is a frameset: its text stands on other pages."""
        blocks = self.blocks
        return bool(blocks.node) and blocks.tree.tag[blocks.node[0]] == "frameset"

    def plan(self) -> Plan:
        return plan(self.blocks, hrefs(self.blocks), self.declared.titles)

    def outline(self) -> Outline:
        told = self.declared
        return outline(self.blocks, self.url, self.base, told.titles, told.authors)


def measure(page: Page, tree: Tree | None = None) -> Measured:
    """Read and parse a page, unless its tree is given."""
    decoded = page.decode()
    tree = page.parse(decoded) if tree is None else tree
    url = page.resolve_url(tree)
    return Measured(
        source=page.source,
        url=url,
        base=links.base_url(tree, url),
        declared=declared_metadata(tree, url),
        encoding=decoded.encoding,
        replaced=decoded.replaced,
        cut=page.truncations(tree),
        blocks=split(tree),
    )


def record(page: Page, options: ContentOptions) -> Record:
    """Read, parse and measure a page."""
    measured = measure(page)
    told = measured.outline()
    shown = [block for block, is_shown in enumerate(told.shown) if is_shown]
    return Record(
        source=measured.source,
        url=measured.url,
        declared=measured.declared,
        encoding=measured.encoding,
        replaced=measured.replaced,
        cut=measured.cut,
        framed=measured.framed,
        signature=signature(told.tag, told.names, told.parent),
        digest=xxhash.xxh3_64_intdigest(array("Q", told.mark).tobytes()),
        vectors=vectorise(measured.blocks) if options.faithful else NO_VECTORS,
        outline=told.pack(),
        showing=showing(measured.blocks, shown, measured.base, options).pack(),
    )


def showing(blocks: Blocks, shown: Sequence[int], base: str, options: ContentOptions) -> Showing:
    """How to find and to write some blocks."""
    tree = blocks.tree
    nodes = [blocks.node[block] for block in shown]
    if (steps := sum([tree.depth[node] for node in nodes])) > _MAX_STEPS:
        raise UnreadablePage(
            f"{len(nodes):,} blocks nested {steps // len(nodes)} deep on average: "
            f"more than {_MAX_STEPS:,} levels in all"
        )
    paths = XPaths(tree)
    found = Showing(
        block=list(shown), xpath=[paths.of(node) for node in nodes], markup=[], frame=[]
    )
    if options.markup:
        frames = markup.Frames(tree)
        for block, node in zip(shown, nodes):
            frame = frames.of(node)
            pieces = markup.pieces(blocks, block, base, keep_space=frame[-1][0] == "pre")
            found.frame.append(frame)
            write = dialect.writer(options.markup, frame)
            found.markup.append(tuple((offset, write(inlines)) for offset, inlines in pieces))
    return found
