"""Pages of one site as layouts, and by their plain definition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun._core.layout import PageLayout
from honbun._core.segments import Segments
from tests._core.plain_characters import is_whole, words
from tests._core.plain_evidence import PlainPage, plain_page
from tests._core.plain_segments import PlainSegments
from tests._core.soup import blocks_of, segments_of

if TYPE_CHECKING:
    from honbun.html.blocks import Blocks


def layout_of(html: str, *, titled: bool = False) -> PageLayout:
    """The layout of a page; its title is its first segment."""
    segments = segments_of(html, ())
    return PageLayout.of(segments, segments.text_hash(0) if titled and len(segments) else 0)


def plain_of(html: str, *, titled: bool = False) -> PlainPage:
    blocks = blocks_of(html)
    segments = Segments(blocks)
    page = plain_page(segments, _keys(blocks), [_shingles(text) for text in segments.texts()])
    if titled and page.rows:
        page.title = page.rows[0].text
    return page


def _keys(blocks: Blocks) -> list[object]:
    """Tag and first class of each block and the two around it."""
    plain, parent = PlainSegments(blocks), blocks.column("parent")
    found: list[object] = []
    for block in range(len(blocks)):
        names: list[tuple[str, str]] = []
        above = block
        while above >= 0 and len(names) < 3:
            names.append(plain._name(above))
            above = parent[above]
        found.append(tuple(names))
    return found


def _shingles(text: str) -> list[tuple[str, ...]]:
    """All runs of three words, of four if most are ideographs; numbers are all alike."""
    found = ["0" if word.isnumeric() else word for word in words(text)]
    length = 4 if 2 * sum(map(is_whole, text)) > len(found) else 3
    if not found:
        return []
    return [tuple(found[at : at + length]) for at in range(max(1, len(found) - length + 1))]
