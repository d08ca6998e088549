"""PageFlow: the texts of a page with their markup, as they wait until it is known what is kept.

A page of a collection is judged when all pages are read, so what its document may need is stored
with it as plain values.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from honbun._core.flow import NO_ROW, RULE, Flow
from honbun.document.code_language import code_language
from honbun.html import links

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree

LINK = re.compile("\x01a([0-9]+)\x02")
PICTURE = re.compile("\x05([0-9]+)\x02")


@dataclass(frozen=True, slots=True)
class PageFlow:
    """Plain values: numbers stand for elements of the page."""

    base: str
    """The URL that links are resolved against."""
    forms: list[tuple[str, int, int, int]]
    """Elements that give text its form: tag, form around it, node, number."""
    pieces: list[tuple[int, int, int, str]]
    """Texts in reading order: row, form, block, text with marks."""
    links: dict[int, str]
    """Targets of links, as the page writes them."""
    images: dict[int, tuple[str, str]]
    """URL and alternative text of images."""
    info: dict[int, str]
    """The language of code, and the columns and rows of cells."""

    def pack(self) -> tuple[Any, ...]:
        return (self.base, self.forms, self.pieces, self.links, self.images, self.info)


def read_flow(
    blocks: Blocks,
    offsets: NDArray[np.int32],
    owners: NDArray[np.int32] | None = None,
    *,
    url: str = "",
    base: str = "",
    wanted: bytes | None = None,
    pictures: bytes | None = None,
) -> PageFlow:
    """Read the rows that begin at these offsets, and pictures in blocks without text.

    `wanted` and `pictures` have a byte for each row and for each block, not 0 for those to read.
    """
    flow = Flow(blocks, offsets, owners, url, wanted, pictures)
    pieces = flow.pieces
    tree, marked = blocks.tree, "".join([piece[3] for piece in pieces])
    linked = sorted({int(node) for node in LINK.findall(marked)})
    images = {node: _image(tree, node, base) for node in map(int, PICTURE.findall(marked))}
    return PageFlow(
        base=base,
        forms=flow.forms,
        pieces=pieces,
        links=dict(zip(linked, (value or "" for value in tree.values(linked, "href")))),
        images={node: image for node, image in images.items() if image},
        info=_info(tree, flow.forms),
    )


def _image(tree: Tree, node: int, base: str) -> tuple[str, str] | None:
    src = links.image_url(tree, node, base)
    return (src, links.image_text(tree, node)) if src else None


def _info(tree: Tree, forms: list[tuple[str, int, int, int]]) -> dict[int, str]:
    """What forms say as a text: the language of code, the extent of a cell ("2x1")."""
    found = {}
    for tag, _, node, _ in forms:
        if tag == "pre":
            found[node] = code_language(tree, node)
        elif tag in ("td", "th"):
            columns, rows = tree.attribute(node, "colspan"), tree.attribute(node, "rowspan")
            if columns or rows:
                found[node] = f"{_extent(columns)}x{_extent(rows)}"
    return {node: text for node, text in found.items() if text and text != "1x1"}


def _extent(value: str | None) -> int:
    number = value.strip() if value else ""
    return min(max(int(number), 1), 1000) if re.fullmatch(r"[0-9]{1,4}", number, re.ASCII) else 1


__all__ = ["LINK", "NO_ROW", "PICTURE", "RULE", "PageFlow", "read_flow"]
