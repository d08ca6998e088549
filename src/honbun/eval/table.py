"""Tables of figures as Markdown: readable in a terminal, ready for a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table; the first column to the left, figures to the right.

    >>> print(table(["site", "F"], [["a", 0.5], ["bc", 1.0]]))
    | site |    F |
    | ---- | ---: |
    | a    | .500 |
    | bc   | 1.00 |
    """
    cells = [[_cell(value) for value in row] for row in [header, *rows]]
    widths = [max(4, *(len(row[i]) for row in cells)) for i in range(len(header))]
    lines = [
        "| "
        + " | ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths))
        )
        + " |"
        for row in cells
    ]
    rule = ["-" * width if i == 0 else "-" * (width - 1) + ":" for i, width in enumerate(widths)]
    lines.insert(1, "| " + " | ".join(rule) + " |")
    return "\n".join(lines)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return "1.00" if round(value, 3) == 1 else f"{value:.3f}".lstrip("0")
    return str(value)
