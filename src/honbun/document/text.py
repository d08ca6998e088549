"""Documents as plain text that keeps their structure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun.document.inlines import Mark, plain
from honbun.document.layout import layout

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.document.inlines import Inline
    from honbun.document.model import Piece

_BREAKS = re.compile(r"[ \t]*\n[ \t]*")
_PARAGRAPHS = re.compile(r"\n{3,}")


def to_text(pieces: Sequence[Piece]) -> str:
    """The pieces as plain text; each list item, quotation and row has its mark."""
    return layout(pieces, _Text())


class _Text:
    """Writes the parts of a document as plain text."""

    def inline(self, piece: Piece) -> str:
        text = "".join(_texts(piece.inlines))
        if piece.tag == "pre":
            return text.rstrip("\n")
        return _PARAGRAPHS.sub("\n\n", _BREAKS.sub("\n", text.strip()))

    def heading(self, tag: str, texts: Sequence[str]) -> str:
        return " ".join(" ".join(texts).split())

    def code(self, texts: Sequence[str], language: str) -> str:
        return "\n".join(texts).strip("\n")

    def table(self, rows: Sequence[Sequence[str]], *, headed: bool) -> str:
        return "\n".join(" | ".join(cells).rstrip() for cells in rows)

    def cell(self, piece: Piece, text: str) -> str:
        return " ".join(text.split())

    def rule(self) -> str:
        return "---"

    cell_break = " "


def _texts(inlines: Sequence[Inline]) -> Iterator[str]:
    """The texts; raised numbers are not read as a part of the number or word before them."""
    for inline in inlines:
        if not isinstance(inline, Mark):
            yield plain([inline])
        elif inline.tag == "sup" and (text := plain(inline.children).strip()).isdecimal():
            yield f"[{text}]" if _is_link(inline) else f"^{text}"
        else:
            yield from _texts(inline.children)


def _is_link(inline: Mark) -> bool:
    """Whether it is the number of a note."""
    return any(isinstance(child, Mark) and child.tag == "a" for child in inline.children)
