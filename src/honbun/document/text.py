"""Documents as plain text that keeps their structure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun.document.inlines import plain_text
from honbun.document.layout import layout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.document.model import Piece

_BREAKS = re.compile(r"[ \t]*\n[ \t]*")
_PARAGRAPHS = re.compile(r"\n{3,}")


def to_text(pieces: Sequence[Piece]) -> str:
    """The pieces as plain text; each list item, quotation and row has its mark."""
    return layout(pieces, _Text())


class _Text:
    """Writes the parts of a document as plain text."""

    def inline(self, piece: Piece) -> str:
        text = plain_text(piece.inlines)
        if piece.tag == "pre":
            return text.rstrip("\n")
        text = text.strip()
        return _PARAGRAPHS.sub("\n\n", _BREAKS.sub("\n", text)) if "\n" in text else text

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
