"""PageRecord: what is stored of a page until the whole collection has been read.

Judging needs all pages. Until then only a page's block columns and rendered blocks are kept, packed
so that a temporary file can hold them; its bytes and its tree are not.
"""

from __future__ import annotations

import marshal
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

import xxhash

from honbun.content.measure.outline import outline
from honbun.content.measure.plan import plan
from honbun.errors import UnreadablePage
from honbun.html import links
from honbun.html.blocks import split
from honbun.html.templates import signature
from honbun.metadata.declared import DeclaredMetadata, declared_metadata

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.measure.outline import Outline
    from honbun.content.measure.plan import Plan
    from honbun.content.model import ContentOptions
    from honbun.content.write.markup import Frame
    from honbun.html.blocks import Blocks
    from honbun.page import Page

_MAX_STEPS = 5_000_000
"""Steps in all XPaths of one page: many blocks, nested very deeply, would fill the memory."""


@dataclass(frozen=True, slots=True)
class RenderedBlocks:
    """XPaths and markup of the visible blocks of a page, as columns."""

    block: list[int]
    """Numbers of the visible blocks among all blocks of the page."""
    xpath: list[str]
    markup: list[tuple[tuple[int, str], ...]]
    """Inline markup; empty unless `ContentOptions.markup` is set."""
    frame: list[Frame]
    """Elements around each block; empty unless `ContentOptions.markup` is set."""

    def pack(self) -> bytes:
        # marshal is the fastest; it is unsafe for foreign bytes, but these never leave the run.
        return marshal.dumps((self.block, self.xpath, self.markup, self.frame))

    @classmethod
    def unpack(cls, data: bytes) -> RenderedBlocks:
        return cls(*marshal.loads(data))


@dataclass(frozen=True, slots=True)
class PageRecord:
    """One page, ready to be judged."""

    source: str
    url: str
    declared: DeclaredMetadata
    encoding: str
    replaced: int
    """Characters that could not be decoded."""
    truncated: tuple[str, ...]
    """What was truncated or not read, one phrase each."""
    framed: bool
    """The page is a frameset: its text is on other pages."""
    signature: bytes
    """Structure of the page; pages are grouped by it."""
    digest: int
    """Equal for pages with the same text."""
    outline: bytes
    """Packed block columns."""
    rendered: bytes
    """Packed RenderedBlocks."""


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """A page that has been decoded, parsed and split into blocks."""

    source: str
    url: str
    base: str
    """Base URL of relative links."""
    declared: DeclaredMetadata
    encoding: str
    replaced: int
    """Characters that could not be decoded."""
    truncated: tuple[str, ...]
    """What was truncated or not read, one phrase each."""
    blocks: Blocks

    def plan(self) -> Plan:
        """Block columns without dates and authors, which take longest to find."""
        return plan(self.blocks, self.declared.titles)

    def outline(self) -> Outline:
        """All block columns."""
        declared = self.declared
        return outline(self.blocks, self.url, self.base, declared.titles, declared.authors)


def is_frameset(blocks: Blocks) -> bool:
    """Whether the page is a frameset: its text is on other pages."""
    return blocks.tags()[:1] == ["frameset"]


def parse_page(page: Page) -> ParsedPage:
    """Decode, parse and split a page."""
    decoded = page.decode()
    tree = page.parse(decoded)
    url = page.resolve_url(tree)
    return ParsedPage(
        source=page.source,
        url=url,
        base=links.base_url(tree, url),
        declared=declared_metadata(tree, url),
        encoding=decoded.encoding,
        replaced=decoded.replaced,
        truncated=page.truncations(tree),
        blocks=split(tree),
    )


def read_record(page: Page, options: ContentOptions) -> PageRecord:
    """Decode, parse and measure a page."""
    return record_of(parse_page(page), options)


def record_of(parsed: ParsedPage, options: ContentOptions) -> PageRecord:
    """Measure a parsed page."""
    columns = parsed.outline()
    visible = [block for block, is_shown in enumerate(columns.shown) if is_shown]
    return PageRecord(
        source=parsed.source,
        url=parsed.url,
        declared=parsed.declared,
        encoding=parsed.encoding,
        replaced=parsed.replaced,
        truncated=parsed.truncated,
        framed=is_frameset(parsed.blocks),
        signature=signature(columns.tag, columns.names, columns.parent),
        digest=xxhash.xxh3_64_intdigest(array("Q", columns.mark).tobytes()),
        outline=columns.pack(),
        rendered=render_blocks(parsed.blocks, visible, parsed.base, options).pack(),
    )


def render_blocks(
    blocks: Blocks, visible: Sequence[int], base: str, options: ContentOptions
) -> RenderedBlocks:
    """Make the XPaths of some blocks and, if the options ask for it, their markup."""
    tree = blocks.tree
    nodes = [blocks.node[block] for block in visible]
    if (steps := sum([tree.depth[node] for node in nodes])) > _MAX_STEPS:
        raise UnreadablePage(
            f"{len(nodes):,} blocks nested {steps // len(nodes)} deep on average: "
            f"more than {_MAX_STEPS:,} levels in all"
        )
    rendered = RenderedBlocks(
        block=list(visible), xpath=[tree.xpath(node) for node in nodes], markup=[], frame=[]
    )
    if options.markup:
        from honbun.content.write import dialect, markup

        frames = markup.Frames(tree)
        for block, node in zip(visible, nodes):
            frame = frames.of(node)
            pieces = markup.pieces(blocks, block, base, keep_space=frame[-1][0] == "pre")
            rendered.frame.append(frame)
            write = dialect.writer(options.markup, frame)
            rendered.markup.append(tuple((offset, write(inlines)) for offset, inlines in pieces))
    return rendered
