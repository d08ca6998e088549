"""Record: what is kept of a page between reading it and judging it.

A collection is judged when its last page is known, so every page waits. Its bytes and its tree are
gone by then; what waits is its vectors, and the blocks that show something, packed small enough to
lie in a temporary file.
"""

from __future__ import annotations

import marshal
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.content import dialect, markup
from honbun.content.metadata import Metadata, declared
from honbun.content.vector import Vectors, vectorise
from honbun.errors import UnreadablePage
from honbun.tree.block import split
from honbun.tree.path import Paths
from honbun.tree.sniff import foreign

if TYPE_CHECKING:
    from honbun.content.markup import Frame
    from honbun.content.model import ContentOptions
    from honbun.page import Page
    from honbun.tree.block import Blocks

_MAX_STEPS = 5_000_000
"""Steps in the XPaths of one page: many blocks very deep down would make them fill the memory."""


@dataclass(frozen=True, slots=True)
class Showing:
    """The blocks of a page that a reader sees something of, as columns."""

    block: list[int]
    """Their numbers among all blocks of the page."""
    tag: list[str]
    text: list[str]
    xpath: list[str]
    markup: list[tuple[tuple[int, str], ...]]
    """Inline markup, and ..."""
    frame: list[Frame]
    """... the elements around it; both empty unless asked for."""

    def pack(self) -> bytes:
        # Only for bytes of this run: marshal is the fastest, and not safe to read from others.
        return marshal.dumps((self.block, self.tag, self.text, self.xpath, self.markup, self.frame))

    @classmethod
    def unpack(cls, data: bytes) -> Showing:
        return cls(*marshal.loads(data))


@dataclass(frozen=True, slots=True)
class Record:
    """One page, ready to be judged."""

    source: str
    url: str
    metadata: Metadata
    encoding: str
    replaced: int
    """Characters of the page that its encoding could not give."""
    framed: bool
    """The page is a frameset: its text stands on other pages."""
    vectors: Vectors
    showing: bytes


def record(page: Page, options: ContentOptions) -> Record:
    """Read, parse and measure a page."""
    if isinstance(page.html, bytes) and (kind := foreign(page.html)):
        raise UnreadablePage(f"this is {kind}, not a web page")
    decoded = page.decode()
    tree = page.parsed(decoded)
    url = page.address(tree)
    blocks = split(tree)
    return Record(
        source=page.source,
        url=url,
        metadata=declared(tree, url),
        encoding=decoded.encoding,
        replaced=decoded.replaced,
        framed=bool(blocks.node) and tree.tag[blocks.node[0]] == "frameset",
        vectors=vectorise(blocks),
        showing=_showing(blocks, url, options).pack(),
    )


def _showing(blocks: Blocks, url: str, options: ContentOptions) -> Showing:
    tree = blocks.tree
    media = blocks.media()
    texts = blocks.texts()
    shown = [block for block, text in enumerate(texts) if text or block in media]
    nodes = [blocks.node[block] for block in shown]
    if (steps := sum([tree.depth[node] for node in nodes])) > _MAX_STEPS:
        raise UnreadablePage(f"{len(nodes):,} blocks nested {steps // len(nodes)} deep on average")
    paths = Paths(tree)
    showing = Showing(
        block=shown,
        tag=[tree.tag[node] for node in nodes],
        text=[texts[block] for block in shown],
        xpath=[paths.of(node) for node in nodes],
        markup=[],
        frame=[],
    )
    if options.markup:
        base = markup.base_address(tree, url)
        frames = markup.Frames(tree)
        for block, node in zip(shown, nodes):
            frame = frames.of(node)
            pieces = markup.pieces(blocks, block, base, keep_space=frame[-1][0] == "pre")
            showing.frame.append(frame)
            write = dialect.writer(options.markup, frame)
            showing.markup.append(tuple((offset, write(inlines)) for offset, inlines in pieces))
    return showing
