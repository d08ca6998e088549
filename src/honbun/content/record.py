"""PageRecord: what is stored of a page until all pages of its site have been read.

Judging compares the pages of a site. Until then a page's layout, the codes of its features and its
texts are kept, packed so that a temporary file can hold them; its bytes and its tree are not.
"""

from __future__ import annotations

import marshal
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import numpy as np
import xxhash

from honbun._core.features import Features
from honbun._core.kinds import page_features
from honbun._core.layout import PageLayout
from honbun._core.segments import Segments
from honbun.content.kind import declared_features
from honbun.document.flow import PageFlow, read_flow
from honbun.errors import UnreadablePage
from honbun.html import links
from honbun.html.blocks import split
from honbun.metadata.declared import DeclaredMetadata, declared_metadata
from honbun.metadata.title import choose_title_block
from honbun.metadata.visible import VisibleCandidates, visible_candidates
from honbun.text.urls import registered_domain

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from honbun.content.model import ContentOptions
    from honbun.content.scoring import Codes, Model
    from honbun.html.blocks import Blocks
    from honbun.page import Page

_MAX_STEPS = 5_000_000
"""Steps in all XPaths of one page: many blocks, nested very deeply, would fill the memory."""


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What is known of a page besides its segments."""

    source: str
    url: str
    site: str
    """Pages are compared with pages of the same site."""
    declared: DeclaredMetadata
    candidates: VisibleCandidates
    """The dates and bylines that it shows."""
    encoding: str
    replaced: int
    """Characters that could not be decoded."""
    truncated: tuple[str, ...]
    """What was truncated or not read, one phrase each."""
    framed: bool
    """The page is a frameset: its text is on other pages."""
    title: int | None
    """The segment that shows the title."""
    shape: bytes
    """What it consists of and declares itself to be, as numbers."""
    required: frozenset[int] = frozenset()
    """The segments that are kept whatever their scores."""
    required_pictures: frozenset[int] = frozenset()
    """The blocks with pictures, likewise."""
    input: str | None = None
    """The other fields of the row that the page was read from, in JSON."""


@dataclass(frozen=True, slots=True)
class PageRows:
    """The segments of a page as columns, and the blocks that only show a picture."""

    text: Sequence[str]
    block: Sequence[int]
    tag: Sequence[str]
    """The tag of its block."""
    marks: Sequence[int]
    """What is around it, as bits."""
    offset: Sequence[int]
    """Where it begins in the text of the page."""
    pictures: Sequence[tuple[int, int]]
    """Each block that only shows a picture, and the segment that follows it."""
    addresses: Sequence[int]
    """The address of each of these pictures, hashed; 0 if it has none."""
    xpath: Callable[[int], str]
    """The XPath of a block."""
    flow: Callable[[Collection[int] | None, Collection[int]], PageFlow]
    """The texts of some segments (None: of all) and of some blocks with pictures, with markup."""


@dataclass(frozen=True, slots=True)
class PageRecord:
    """One page, ready to be judged."""

    facts: PageFacts
    digest: int
    """Equal for pages with the same text; pages of a site are drawn in its order."""
    layout: bytes
    codes: bytes
    """The codes of the features of the page itself."""
    rows: bytes
    """Packed PageRows."""


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """A page that has been decoded, parsed and divided into segments."""

    facts: PageFacts
    base: str
    """Base URL of relative links."""
    blocks: Blocks
    segments: Segments
    rows: PageRows

    def layout(self) -> PageLayout:
        return PageLayout.of(self.segments, self._title_hash())

    def _title_hash(self) -> int:
        """The hash of the title: a segment of another page that says it is a link to this page."""
        row = self.facts.title
        return 0 if row is None else self.segments.text_hash(row)

    def codes(self, model: Model) -> Codes:
        return model.own_codes(Features(self.segments), self.facts.declared.types)


def parse_page(page: Page, keep: Sequence[str] = (), drop: Sequence[str] = ()) -> ParsedPage:
    """Decode, parse and divide a page, without what some CSS selectors match.

    What others match is required.
    """
    decoded = page.decode()
    if keep or drop:
        tree, required = page.parse_selected(decoded, ", ".join(keep), ", ".join(drop))
    else:
        tree, required = page.parse(decoded), []
    url = page.resolve_url(tree)
    declared = declared_metadata(tree, url)
    blocks = split(tree)
    parsed = divide(
        blocks,
        declared,
        url,
        source=page.source,
        site=registered_domain(url) or input_of(page),
        base=links.base_url(tree, url),
        encoding=decoded.encoding,
        replaced=decoded.replaced,
        truncated=page.truncations(tree),
        row=page.input,
    )
    return replace(parsed, facts=_requiring(parsed, required)) if required else parsed


def _requiring(parsed: ParsedPage, nodes: Sequence[int]) -> PageFacts:
    """The facts of a page of which these elements are kept, with all that is inside them."""
    tree, blocks, rows = parsed.blocks.tree, parsed.blocks, parsed.rows
    found: set[int] = set()
    pictures: set[int] = set()
    for node in nodes:
        inside = range(node, tree.end[node])
        pictures |= {block for block, _ in rows.pictures if blocks.node[block] in inside}
        pictures |= {blocks.of[one] for one in inside if tree.tag[one] == "img"}
        text = tree.text[tree.start[node] : tree.stop[node]]
        if not (bare := text.strip()):
            continue
        first = tree.start[node] + len(text) - len(text.lstrip())
        for row in range(
            bisect_right(rows.offset, first) - 1, bisect_left(rows.offset, first + len(bare))
        ):
            # A segment that begins before the element has it inside only if it is of its block.
            if row >= 0 and (rows.offset[row] >= first or rows.block[row] == blocks.of[node]):
                found.add(row)
    shown = {block for block, _ in rows.pictures}
    return replace(
        parsed.facts, required=frozenset(found), required_pictures=frozenset(pictures & shown)
    )


def divide(
    blocks: Blocks,
    declared: DeclaredMetadata,
    url: str,
    *,
    source: str = "",
    site: str = "",
    base: str = "",
    encoding: str = "",
    replaced: int = 0,
    truncated: tuple[str, ...] = (),
    row: str | None = None,
) -> ParsedPage:
    """Divide the blocks of a page into segments."""
    segments = Segments(blocks, declared.titles, _host(url))
    pictures = segments.pictures()
    rows = PageRows(
        text=segments.texts(),
        block=segments.numbers("block"),
        tag=segments.tags(),
        marks=segments.numbers("marks"),
        offset=segments.numbers("offset"),
        pictures=pictures,
        addresses=_addresses(blocks, [block for block, _ in pictures]),
        xpath=blocks.xpath,
        flow=partial(_flow, blocks, segments, url, base),
    )
    title = choose_title_block(
        declared,
        rows.tag,
        rows.text,
        segments.numbers("chars"),
        segments.numbers("linked"),
    )
    body = blocks.tree.body()
    facts = PageFacts(
        source=source,
        url=url,
        site=site or registered_domain(url),
        declared=declared,
        candidates=visible_candidates(
            blocks, declared, None if title is None else rows.block[title]
        ),
        encoding=encoding,
        replaced=replaced,
        truncated=truncated,
        framed=body is not None and blocks.tree.tag_of(body) == "frameset",
        title=title,
        shape=np.concatenate(
            [page_features(segments), declared_features(declared.types, url)]
        ).tobytes(),
        input=row,
    )
    return ParsedPage(facts, base, blocks, segments, rows)


def _addresses(blocks: Blocks, pictures: Sequence[int]) -> list[int]:
    """The address of the first picture of each block, hashed."""
    return [
        xxhash.xxh3_64_intdigest(one.encode("utf-8", "surrogatepass")) if one else 0
        for one in blocks.sources(pictures)
    ]


def _flow(
    blocks: Blocks,
    segments: Segments,
    url: str,
    base: str,
    rows: Collection[int] | None,
    pictures: Collection[int],
) -> PageFlow:
    """The texts of a page with their markup."""
    return read_flow(
        blocks,
        segments.column("offset"),
        segments.column("block"),
        url=url,
        base=base,
        wanted=None if rows is None else _flags(rows, segments.rows),
        pictures=_flags(pictures, len(blocks)),
    )


def _flags(chosen: Collection[int], size: int) -> bytes:
    """A byte for each number below a size, 1 for those that are chosen."""
    found = bytearray(size)
    for number in chosen:
        found[number] = 1
    return bytes(found)


def input_of(page: Page) -> str:
    """The folder or archive that a page without an address was read from.

    The fallback URL of a file is its path in the folder that was given.

    >>> from honbun.page import Page
    >>> input_of(Page("", source="crawl/a/b.html", fallback_url="a/b.html"))
    'crawl/'
    """
    for ending in (page.fallback_url, f"{page.fallback_url}.gz"):
        if page.fallback_url and ending and page.source.endswith(ending):
            return page.source.removesuffix(ending)
    return page.source.partition("#")[0].rpartition("/")[0]


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def read_record(page: Page, options: ContentOptions, model: Model) -> PageRecord:
    """Decode, parse and measure a page."""
    parsed = parse_page(page, options.keep, options.drop)
    segments = parsed.segments
    return PageRecord(
        facts=parsed.facts,
        digest=xxhash.xxh3_64_intdigest(segments.text.encode("utf-8", "surrogatepass")),
        layout=parsed.layout().data,
        codes=parsed.codes(model).tobytes(),
        rows=pack_rows(parsed),
    )


def unpack_codes(data: bytes, model: Model) -> Codes:
    """The codes of a page, from its record."""
    return np.frombuffer(data, dtype=np.uint8).reshape(len(model.used), -1)


def pack_rows(parsed: ParsedPage) -> bytes:
    """Everything that the results of a page may need, in bytes."""
    rows = parsed.rows
    xpaths = {block: rows.xpath(block) for block in check_depth(rows, parsed.blocks)}
    flow = rows.flow(None, {block for block, _ in rows.pictures})
    # marshal is the fastest; it is unsafe for foreign bytes, but these never leave the run.
    columns: Any = (rows.text, rows.block, rows.tag, rows.marks, rows.offset)
    shown: Any = (rows.pictures, rows.addresses)
    return marshal.dumps((*columns, *shown, xpaths, marshal.dumps(flow.pack())))


def unpack_rows(data: bytes) -> PageRows:
    text, block, tag, marks, offset, pictures, addresses, xpaths, packed = marshal.loads(data)
    return PageRows(
        text=text,
        block=block,
        tag=tag,
        marks=marks,
        offset=offset,
        pictures=pictures,
        addresses=addresses,
        xpath=xpaths.__getitem__,
        flow=partial(_unpack_flow, packed),
    )


def _unpack_flow(packed: bytes, *_: object) -> PageFlow:
    return PageFlow(*marshal.loads(packed))


def check_depth(rows: PageRows, blocks: Blocks) -> list[int]:
    """The blocks of a page; one whose XPaths would fill the memory is refused."""
    wanted = sorted({*rows.block, *(block for block, _ in rows.pictures)})
    if (steps := blocks.total_depth(wanted)) > _MAX_STEPS:
        raise UnreadablePage(
            f"{len(wanted):,} blocks nested {steps // len(wanted)} deep on average: "
            f"more than {_MAX_STEPS:,} levels in all"
        )
    return wanted
