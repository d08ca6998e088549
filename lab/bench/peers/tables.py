"""Rows of figures, one per contestant, as tables with times relative to one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.errors import OutputError
from honbun.evaluation.report import shown, table
from honbun.outputs.files import open_output

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_BEGIN, _END = "<!-- peers -->", "<!-- /peers -->"


@dataclass(frozen=True, slots=True)
class Row:
    """Quality and time of a contestant on some pages."""

    run: str
    """The data: `wcxb`, `sites`, `similar`, `generated`."""
    name: str
    version: str
    pages: int
    figures: Mapping[str, float | tuple[int, int]]
    """By name, a share, or how many were found of how many; higher is better."""
    milliseconds: float
    """CPU time per page, without extracting text for a tool that needs it."""
    notes: Mapping[str, object]
    """Other counts, such as pages on which it raised."""
    text_milliseconds: float = 0.0
    """CPU time per page of extracting the text; 0 for tools that do not need it."""

    @property
    def whole(self) -> float:
        """Milliseconds per page, including extraction of the text."""
        return self.milliseconds + self.text_milliseconds

    def record(self, ratio: float) -> dict[str, object]:
        """The row as a JSON object."""
        return {
            "run": self.run,
            "name": self.name,
            "version": self.version,
            "pages": self.pages,
            **{name: _rounded(value) for name, value in self.figures.items()},
            "milliseconds": round(self.milliseconds, 3),
            "text_milliseconds": round(self.text_milliseconds, 3),
            "ratio": round(ratio, 3),
            **self.notes,
        }


def records(rows: Sequence[Row], of: str) -> list[dict[str, object]]:
    """The rows as JSON objects, with their times relative to one of them."""
    (own,) = (row.whole for row in rows if row.name == of)
    return [row.record(row.whole / own) for row in rows]


def ranking(rows: Sequence[Row], of: str) -> str:
    """A table, sorted by the first figure if that is a share; the best of each share is bold."""
    (own,) = (row.whole for row in rows if row.name == of)
    names = list(rows[0].figures)
    best = {name: max(_rounded(row.figures[name]) for row in rows) for name in names}
    first = rows[0].figures[names[0]]
    if isinstance(first, float):
        rows = sorted(rows, key=lambda row: _rounded(row.figures[names[0]]), reverse=True)
    with_text = any(row.text_milliseconds for row in rows)
    header = ["tool", *names, "ms a page", *(["taking text"] if with_text else [])]
    lines = [
        [
            row.name,
            *(_cell(row.figures[name], best[name]) for name in names),
            f"{row.milliseconds:.1f}",
            *([f"{row.text_milliseconds:.1f}" if row.text_milliseconds else ""] * with_text),
            times_shown(row.whole / own),
            *row.notes.values(),
        ]
        for row in rows
    ]
    return table([*header, f"time, {of} = 1", *rows[0].notes], lines)


def _rounded(value: float | tuple[int, int]) -> float | tuple[int, int]:
    return value if isinstance(value, tuple) else round(value, 4)


def _cell(value: float | tuple[int, int], best: float | tuple[int, int]) -> str:
    if isinstance(value, tuple):
        return f"{value[0]} of {value[1]}"
    return f"**{shown(value)}**" if _rounded(value) == best else shown(value)


def times_shown(ratio: float) -> str:
    """A ratio with significant digits only.

    >>> times_shown(0.2345), times_shown(3.21), times_shown(41.7)
    ('.23', '3.2', '42')
    """
    if ratio >= 10:
        return f"{ratio:.0f}"
    return f"{ratio:.1f}" if ratio >= 1 else f"{ratio:.2f}".lstrip("0")


def write_between(path: Path, text: str) -> None:
    """Replace the text between the markers of a document."""
    old = path.read_text(encoding="utf-8")
    head, begin, rest = old.partition(_BEGIN)
    _, end, tail = rest.partition(_END)
    if not begin or not end:
        raise OutputError(f"{path} has no {_BEGIN} with {_END} after it")
    with open_output(path) as file:
        file.write(f"{head}{_BEGIN}\n{text}\n{_END}{tail}".encode())
