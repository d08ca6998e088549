"""Rows of pairs, one for each tool, with its time as a multiple of honbun's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.peers.row import times_shown
from honbun.evaluation.tables import table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HONBUN = "honbun"


@dataclass(frozen=True, slots=True)
class PairRow:
    """A tool: the pairs it found, and how long it took."""

    run: str
    name: str
    version: str
    pages: int
    found: Mapping[str, tuple[int, int]]
    """Of each group of known pairs how many were found, and how many there are."""
    pairs: int
    """All that were found."""
    false: int
    """Found, not listed, and most likely false."""
    milliseconds: float
    """Processor time of a page, without taking its text."""
    text_milliseconds: float
    """That of taking its text, 0 for who needs none."""

    @property
    def whole(self) -> float:
        """Milliseconds from the page to pairs."""
        return self.milliseconds + self.text_milliseconds

    def record(self, ratio: float) -> dict[str, object]:
        """The row as JSON has it."""
        return {
            "run": self.run,
            "name": self.name,
            "version": self.version,
            "pages": self.pages,
            **{name: {"found": found, "of": of} for name, (found, of) in self.found.items()},
            "pairs": self.pairs,
            "false": self.false,
            "milliseconds": round(self.milliseconds, 3),
            "text_milliseconds": round(self.text_milliseconds, 3),
            "ratio": round(ratio, 3),
        }


def ratios(rows: Sequence[PairRow]) -> dict[str, float]:
    """The time of each from pages to pairs as a multiple of honbun's."""
    (own,) = (row.whole for row in rows if row.name == HONBUN)
    return {row.name: row.whole / own for row in rows}


def ranking(rows: Sequence[PairRow]) -> str:
    """A table, in the order of the tools."""
    times = ratios(rows)
    groups = list(rows[0].found)
    header = ("tool", *groups, "likely false", "ms a page", "taking text", f"time, {HONBUN} = 1")
    lines = [
        [
            row.name,
            *(f"{row.found[name][0]} of {row.found[name][1]}" for name in groups),
            f"{row.false:,} of {row.pairs:,}",
            f"{row.milliseconds:.1f}",
            f"{row.text_milliseconds:.1f}" if row.text_milliseconds else "",
            times_shown(times[row.name]),
        ]
        for row in rows
    ]
    return table(header, lines)
