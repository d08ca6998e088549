"""Rows of figures, one for each contestant, with its time as a multiple of another's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.evaluation.tables import shown, table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Row:
    """A contestant: how good, and how long it took."""

    run: str
    """What was measured: `wcxb`, `sites`, `similar`, `generated`."""
    name: str
    version: str
    pages: int
    figures: Mapping[str, float]
    """Measures of quality by their names; of all of them more is better."""
    milliseconds: float
    """Processor time of a page."""
    failed: int
    """Pages on which it raised or died."""
    empty: int
    """Pages on which it found nothing, where there is something."""

    def record(self, ratio: float) -> dict[str, object]:
        """The row as JSON has it."""
        return {
            "run": self.run,
            "name": self.name,
            "version": self.version,
            "pages": self.pages,
            **{name: round(value, 4) for name, value in self.figures.items()},
            "milliseconds": round(self.milliseconds, 3),
            "ratio": round(ratio, 3),
            "failed": self.failed,
            "empty": self.empty,
        }


def ratios(rows: Sequence[Row], of: str) -> dict[str, float]:
    """The time of each as a multiple of that of one of them."""
    (own,) = (row.milliseconds for row in rows if row.name == of)
    return {row.name: row.milliseconds / own for row in rows}


def ranking(rows: Sequence[Row], measure: str, of: str) -> str:
    """A table, the best by a measure first; the best of every measure is set in bold."""
    times = ratios(rows, of)
    measures = list(rows[0].figures)
    best = {name: shown(max(row.figures[name] for row in rows)) for name in measures}
    header = ("extractor", *measures, "ms a page", f"time, {of} = 1", "failed", "empty")
    lines = [
        [
            row.name,
            *(_bold(shown(row.figures[name]), best[name]) for name in measures),
            f"{row.milliseconds:.1f}",
            times_shown(times[row.name]),
            row.failed,
            row.empty,
        ]
        for row in sorted(rows, key=lambda row: -row.figures[measure])
    ]
    return table(header, lines)


def times_shown(ratio: float) -> str:
    """A ratio with as many digits as mean something.

    >>> times_shown(0.2345), times_shown(3.21), times_shown(41.7)
    ('.23', '3.2', '42')
    """
    if ratio >= 10:
        return f"{ratio:.0f}"
    return f"{ratio:.1f}" if ratio >= 1 else f"{ratio:.2f}".lstrip("0")


def _bold(value: str, best: str) -> str:
    return f"**{value}**" if value == best else value
