"""Tables of figures as Markdown: readable in a terminal, ready for a document."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from honbun.errors import one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


class Figures(NamedTuple):
    """What a table holds."""

    header: Sequence[str]
    rows: Sequence[Sequence[object]]
    words: Collection[str] = ()
    """Names of the columns that hold words."""


def table(
    header: Sequence[str], rows: Sequence[Sequence[object]], words: Collection[str] = ()
) -> str:
    """A Markdown table; the first column and columns of words to the left, figures to the right.

    >>> print(table(["site", "F"], [["a", 0.5], ["bc", 1.0]]))
    | site |    F |
    | ---- | ---: |
    | a    | .500 |
    | bc   | 1.00 |
    """
    cells = [[_cell(value) for value in row] for row in [header, *rows]]
    left = [i == 0 or name in words for i, name in enumerate(header)]
    widths = [max(4, *(len(row[i]) for row in cells)) for i in range(len(header))]
    lines = [
        "| "
        + " | ".join(
            cell.ljust(width) if to_left else cell.rjust(width)
            for cell, width, to_left in zip(row, widths, left)
        )
        + " |"
        for row in cells
    ]
    rule = ["-" * (width - 1) + ("-" if to_left else ":") for width, to_left in zip(widths, left)]
    lines.insert(1, "| " + " | ".join(rule) + " |")
    return "\n".join(lines)


def shown(value: object) -> str:
    """A value as tables show it.

    >>> shown(0.5), shown(1.0), shown(12), shown("a")
    ('.500', '1.00', '12', 'a')
    """
    if isinstance(value, float):
        return "1.00" if round(value, 3) == 1 else f"{value:.3f}".lstrip("0")
    return str(value)


def _cell(value: object) -> str:
    """What stands in a cell: names and texts are strangers', and a row is a line."""
    return one_line(" ".join(shown(value).split())).replace("|", "\\|")
