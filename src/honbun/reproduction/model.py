"""What a reproduction is, and what it returns: tables, a plot, or a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.evaluation.report import table
from honbun.options import OUTPUT, RUN, option
from honbun.runner.run import Run

if TYPE_CHECKING:
    from collections.abc import Collection

    from honbun.evaluation.report import Bars, Lines


Row = Sequence[str | int | float | None]
"""The cells of a row of a table."""


@dataclass(frozen=True, slots=True)
class PaperOptions:
    """What the tables and figures can be asked for besides their input."""

    by: str | None = option(
        None,
        "With a file of labels: annotator whose labels are the truth.",
        metavar="NAME",
        show_default="the adjudicated truth, else the only annotator",
    )
    page: str | None = option(
        None,
        "With figures that show one page: its URL, or the end of it.",
        metavar="URL",
        show_default="the first page",
    )
    duplicates: str | None = option(
        None,
        "With tables 1 and 2 and figure 8 of paper 000: duplicate pages, as written by `honbun "
        "similar`, which are not compared with each other.",
        metavar="PAIRS",
    )
    jobs: int = option(0, "Worker processes; 0 uses one per core.", panel=RUN, at_least=0)
    quiet: bool = option(False, "No messages.", panel=OUTPUT, short="-q")

    def run(self) -> Run:
        """The worker processes."""
        return Run(self.jobs)


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table in the form of the paper."""

    caption: str
    header: Sequence[str]
    rows: Sequence[Row]
    """Figures are numbers; None is shown as the papers do, by a dash."""
    digits: int = 2
    """Digits of fractions after the point, as the paper prints them."""
    words: Collection[str] = ()
    """The columns that hold words, besides the first; they are aligned to the left."""

    def cells(self) -> list[list[str]]:
        """The rows as they are shown."""
        return [[self._shown(value) for value in row] for row in self.rows]

    def data(self) -> dict[str, object]:
        """The table for JSON, figures rounded as they are shown."""
        rows = [
            [round(value, self.digits) if isinstance(value, float) else value for value in row]
            for row in self.rows
        ]
        return {"table": self.caption, "rows": [dict(zip(self.header, row)) for row in rows]}

    def __str__(self) -> str:
        return f"{self.caption}\n\n{table(self.header, self.cells(), self.words)}"

    def _shown(self, value: str | int | float | None) -> str:
        if isinstance(value, float):
            return f"{value:.{self.digits}f}"
        return "-" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Plot:
    """A figure that matplotlib draws, with the figures that it shows."""

    panels: Sequence[Bars | Lines]
    tables: Sequence[PaperTable]


@dataclass(frozen=True, slots=True)
class Document:
    """A figure that is a page: one HTML file that loads nothing."""

    html: str


Result = Sequence[PaperTable] | Plot | Document


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A table or figure of a paper that can be computed."""

    name: str
    """As the paper names it: `table 1`, `figure 8`."""
    shows: str
    """What it shows, in a line."""
    needs: str
    """The input that it needs, in a line; empty if it needs none."""
    function: Callable[[Sequence[str], PaperOptions], Result]
