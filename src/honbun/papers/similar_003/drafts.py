"""A draft: what can be said of a page before the rest of the collection is known.

The pages that links lead to and come from, and the neighbouring links that form one name, depend on
the collection. A draft assumes that no links form a name and keeps the page in case some do.
"""

from __future__ import annotations

import pickle
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.html import blocks as block
from honbun.metadata.declared import declared_metadata
from honbun.papers.similar_003.compounds import candidates
from honbun.papers.similar_003.links import anchors
from honbun.papers.similar_003.offsets import places
from honbun.papers.similar_003.offsets import title as title_range
from honbun.papers.similar_003.standard import Sentence, StandardOptions, Title, writable
from honbun.similar.link_rows import link_rows
from honbun.similar.region import region
from honbun.similar.sentences import sentences
from honbun.text.language import is_japanese, is_japanese_sentence
from honbun.text.unicode import normalise
from honbun.text.urls import url_key

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree
    from honbun.page import Page
    from honbun.papers.similar_003.links import Anchor
    from honbun.similar.sentences import Sentence as Found

_FASTEST = 1


@dataclass(frozen=True, slots=True)
class Draft:
    """What is known of a page by itself."""

    url: str
    source: str
    address: int
    """The key of the page's address, which links to it have as their target."""
    encoding: str
    replaced: int
    cut: tuple[str, ...]
    japanese: bool
    title: Title | None
    sentences: tuple[Sentence, ...]
    date: str | None
    in_rows: frozenset[int]
    """The sentences that are rows of links or part of one, by position."""
    anchors: list[Anchor]
    candidates: frozenset[str]
    """The keys of the joined texts of neighbouring links."""
    page: bytes
    """The packed page if there are candidates."""


def read(page: Page, options: StandardOptions) -> Draft | None:
    """The draft of a page; None for a page that is not Japanese, with `japanese_only`."""
    decoded = page.decode()
    tree = page.parse(decoded)
    japanese = is_japanese(tree.text, decoded.encoding)
    if options.japanese_only and not japanese:
        return None
    address = page.resolve_url(tree)
    blocks = block.split(tree)
    found = sentences(tree, blocks)
    names = frozenset(candidates(tree, blocks))
    title = title_range(tree)
    ranges = [(one.start, one.stop) for one in found]
    placed = places(page.html, decoded, tree, ranges if title is None else [*ranges, title])
    return Draft(
        url=writable(address),
        source=page.source,
        address=url_key(address),
        encoding=decoded.encoding,
        replaced=decoded.replaced,
        cut=page.truncations(tree),
        japanese=japanese,
        title=None if title is None else Title(_title(tree, title, japanese), *placed[-1]),
        sentences=_numbered(tree, found, placed),
        date=declared_metadata(tree, address).published,
        in_rows=_in_rows(tree, blocks, found),
        anchors=anchors(tree, address, japanese=japanese),
        candidates=names,
        page=zlib.compress(pickle.dumps(page), _FASTEST) if names else b"",
    )


def reread(packed: bytes, compounds: Callable[[str], bool]) -> tuple[Sentence, ...]:
    """The sentences of a packed page, given which links form one name."""
    page: Page = pickle.loads(zlib.decompress(packed))
    decoded = page.decode()
    tree = page.parse(decoded)
    found = sentences(tree, None, compounds)
    ranges = [(one.start, one.stop) for one in found]
    return _numbered(tree, found, places(page.html, decoded, tree, ranges))


def _in_rows(tree: Tree, blocks: Blocks, found: Sequence[Found]) -> frozenset[int]:
    """The sentences that are rows of links, or parts of one."""
    links = link_rows(blocks)
    if not links.after:
        return frozenset()
    whole = sentences(tree, blocks, lambda _: True)
    prose = {(one.start, one.stop) for one in whole if not links.inside(one.start, one.stop)}
    return frozenset(
        number for number, one in enumerate(found) if (one.start, one.stop) not in prose
    )


def _title(tree: Tree, title: tuple[int, int], page: bool) -> str:
    raw = tree.text[slice(*title)]
    return normalise(raw, japanese=is_japanese_sentence(raw, page))


def _numbered(
    tree: Tree, found: Sequence[Found], placed: Sequence[tuple[int, int]]
) -> tuple[Sentence, ...]:
    return tuple(
        Sentence(number, one.text, offset, length, one.japanese, content=content)
        for number, (one, (offset, length), content) in enumerate(
            zip(found, placed, region(tree, found)), 1
        )
    )
