"""Draft: a page as far as it can be told without the others.

What waits for the collection: which pages links lead to and come from, and which neighbouring links
make up one name. A draft takes it that none do, and keeps the page for the case that some turn out
to.
"""

from __future__ import annotations

import pickle
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.language.address import address_key
from honbun.language.japanese import is_japanese, is_japanese_sentence
from honbun.language.width import normalise
from honbun.sentence.anchor import rows
from honbun.sentence.compound import candidates
from honbun.sentence.place import places
from honbun.sentence.place import title as title_range
from honbun.sentence.split import sentences
from honbun.standard.anchors import Anchor, anchors
from honbun.standard.model import Sentence, Title, writable
from honbun.tree import block

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from honbun.page import Page
    from honbun.sentence.model import Sentence as Found
    from honbun.standard.model import StandardOptions
    from honbun.tree.block import Blocks
    from honbun.tree.tree import Tree

_QUICKLY = 1


@dataclass(frozen=True, slots=True)
class Draft:
    """What is known of a page by itself."""

    url: str
    source: str
    address: int
    """The key that links to the page have as their target."""
    encoding: str
    replaced: int
    cut: tuple[str, ...]
    japanese: bool
    title: Title | None
    sentences: tuple[Sentence, ...]
    in_rows: frozenset[int]
    """Which of the sentences are rows of links or stand in one, by their place in the order."""
    anchors: list[Anchor]
    asked: frozenset[str]
    """What neighbouring links would say together, by its key."""
    page: bytes
    """The page, where anything was asked; packed."""


def read(page: Page, options: StandardOptions) -> Draft | None:
    """The draft of a page; None for one that is not Japanese, where only those are wanted."""
    decoded = page.decode()
    tree = page.parsed(decoded)
    japanese = is_japanese(tree.text, decoded.encoding)
    if options.japanese_only and not japanese:
        return None
    address = page.address(tree)
    blocks = block.split(tree)
    found = sentences(tree, blocks)
    asked = frozenset(candidates(tree, blocks))
    title = title_range(tree)
    ranges = [(one.start, one.stop) for one in found]
    placed = places(page.html, decoded, tree, ranges if title is None else [*ranges, title])
    return Draft(
        url=writable(address),
        source=page.source,
        address=address_key(address),
        encoding=decoded.encoding,
        replaced=decoded.replaced,
        cut=page.cuts(tree),
        japanese=japanese,
        title=None if title is None else Title(_title(tree, title, japanese), *placed[-1]),
        sentences=_numbered(found, placed),
        in_rows=_in_rows(tree, blocks, found),
        anchors=anchors(tree, address, japanese=japanese),
        asked=asked,
        page=zlib.compress(pickle.dumps(page), _QUICKLY) if asked else b"",
    )


def reread(packed: bytes, compounds: Callable[[str], bool]) -> tuple[Sentence, ...]:
    """The sentences of a packed page where it is known which links make up one name."""
    page: Page = pickle.loads(zlib.decompress(packed))
    decoded = page.decode()
    tree = page.parsed(decoded)
    found = sentences(tree, None, compounds)
    ranges = [(one.start, one.stop) for one in found]
    return _numbered(found, places(page.html, decoded, tree, ranges))


def _in_rows(tree: Tree, blocks: Blocks, found: Sequence[Found]) -> frozenset[int]:
    """Which sentences are rows of links when no row is taken apart, or are parts of those."""
    links = rows(blocks)
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


def _numbered(found: Sequence[Found], placed: Sequence[tuple[int, int]]) -> tuple[Sentence, ...]:
    return tuple(
        Sentence(number, one.text, offset, length, one.japanese)
        for number, (one, (offset, length)) in enumerate(zip(found, placed), 1)
    )
