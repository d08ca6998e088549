"""Documents as CommonMark with tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun._core.inline_markdown import code_span, inline_markdown
from honbun.document.inlines import plain
from honbun.document.layout import layout
from honbun.html.blocks import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.document.model import Piece

_GUARD = re.compile(r"(?m)(?:^|(?<=^[0-9])|(?<=^[0-9]{2}))\\(?=[-+#>=~.)])")
"""Backslashes that keep a line from being read as a list or the like: no cell or heading is."""


def to_markdown(pieces: Sequence[Piece]) -> str:
    """The pieces, in reading order, as CommonMark with tables."""
    return layout(pieces, Markdown())


class Markdown:
    """Writes the parts of a document as Markdown."""

    cell_break = "<br>"

    def inline(self, piece: Piece) -> str:
        if piece.tag == "pre":
            return plain(piece.inlines).rstrip("\n")  # Markdown has no markup inside code
        # All of a heading is bold.
        return inline_markdown(piece.inlines, piece.tag in HEADINGS)

    def heading(self, tag: str, texts: Sequence[str]) -> str:
        text = " ".join([_unguarded(text).replace("\\\n", " ") for text in texts])
        line = "#" * int(tag[1]) + " " + " ".join(text.split())
        if line.endswith((" #", "##")):  # would be taken for the heading's end
            return line[:-1] + "\\#"
        return line

    def code(self, texts: Sequence[str], language: str) -> str:
        code = "\n".join(texts).strip("\n")
        longest = max((len(run) for run in re.findall("`{3,}", code)), default=2)
        fence = "`" * (longest + 1)
        return "\n".join([fence + language, code, fence])

    def cell(self, piece: Piece, text: str) -> str:
        """Cells have one line, so what breaks inside a cell is written as <br>."""
        if piece.tag == "pre":
            text = code_span(text.strip())
        text = _unguarded(text)
        broken = re.sub(r"(?:\\\n|\n)+", "<br>", text) if "\n" in text else text
        return " ".join(broken.split()).replace("|", r"\|")

    def table(self, rows: Sequence[Sequence[str]], *, headed: bool) -> str:
        lines = [f"| {' | '.join(cells)} |" for cells in rows]
        width = len(rows[0])
        if not headed:
            lines.insert(0, "|" + "   |" * width)  # the first row is no heading
        lines.insert(1, "|" + " --- |" * width)
        return "\n".join(lines)

    def rule(self) -> str:
        return "---"


def _unguarded(text: str) -> str:
    return _GUARD.sub("", text) if "\\" in text else text
