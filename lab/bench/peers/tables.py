"""Rows of figures, one per contestant, with times relative to one of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from honbun.errors import OutputError
from honbun.evaluation.report import shown, table
from honbun.outputs.files import open_output
from lab.bench.peers.race import ALONE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Row:
    """Quality and time of a contestant."""

    run: str
    """The data: `wcxb`, `sites`, `similar`, `generated`."""
    name: str
    version: str
    pages: int
    figures: Mapping[str, float]
    """Quality by name of the measure; higher is better."""
    milliseconds: float
    """CPU time per page."""
    failed: int
    """Pages on which it raised or died."""
    empty: int
    """Pages with text on which it found nothing."""

    def record(self, ratio: float) -> dict[str, object]:
        """The row as a JSON object."""
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


def ratios_row(rows: Sequence[Row], of: str) -> dict[str, float]:
    """The time of each relative to one of them."""
    (own,) = (row.milliseconds for row in rows if row.name == of)
    return {row.name: row.milliseconds / own for row in rows}


def ranking_row(rows: Sequence[Row], measure: str, of: str) -> str:
    """A table sorted by a measure; the best value of every measure is bold."""
    times = ratios_row(rows, of)
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
    """A ratio with significant digits only.

    >>> times_shown(0.2345), times_shown(3.21), times_shown(41.7)
    ('.23', '3.2', '42')
    """
    if ratio >= 10:
        return f"{ratio:.0f}"
    return f"{ratio:.1f}" if ratio >= 1 else f"{ratio:.2f}".lstrip("0")


def _bold(value: str, best: str) -> str:
    return f"**{value}**" if value == best else value


# Rows of pairs, one per tool, with times relative to honbun's.

HONBUN = "honbun"


@dataclass(frozen=True, slots=True)
class PairRow:
    """The pairs found and the time of a tool."""

    run: str
    name: str
    version: str
    pages: int
    found: Mapping[str, tuple[int, int]]
    """The found and total number of known pairs, by group."""
    pairs: int
    """The number of pairs found."""
    false: int
    """Found pairs that are not known and likely false."""
    milliseconds: float
    """CPU time per page, without extracting its text."""
    text_milliseconds: float
    """CPU time of extracting the text; 0 for tools that do not need it."""

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
            **{name: {"found": found, "of": of} for name, (found, of) in self.found.items()},
            "pairs": self.pairs,
            "false": self.false,
            "milliseconds": round(self.milliseconds, 3),
            "text_milliseconds": round(self.text_milliseconds, 3),
            "ratio": round(ratio, 3),
        }


def ratios_pair_row(rows: Sequence[PairRow]) -> dict[str, float]:
    """The total time of each relative to honbun's."""
    (own,) = (row.whole for row in rows if row.name == HONBUN)
    return {row.name: row.whole / own for row in rows}


def ranking_pair_row(rows: Sequence[PairRow]) -> str:
    """A table, in the order of the tools."""
    times = ratios_pair_row(rows)
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


# The tables in documents, which are written between two markers.

_BEGIN, _END = "<!-- peers -->", "<!-- /peers -->"


@dataclass(slots=True)
class Report:
    """All rows of a run; unmeasured parts have none."""

    typed: list[Row] = field(default_factory=list)
    sites: list[Row] = field(default_factory=list)
    similar: list[PairRow] = field(default_factory=list)
    generated: list[PairRow] = field(default_factory=list)

    def records(self) -> Iterator[dict[str, object]]:
        """Every row as a JSON object."""
        for rows in (self.typed, self.sites):
            if rows:
                times = ratios_row(rows, ALONE)
                yield from (one.record(times[one.name]) for one in rows)
        for pairs in (self.similar, self.generated):
            if pairs:
                times = ratios_pair_row(pairs)
                yield from (one.record(times[one.name]) for one in pairs)

    def sections(self) -> dict[str, str]:
        """The tables by name, each with an introductory sentence."""
        sections = {}
        if rows := self.typed:
            sections["wcxb"] = (
                f"{rows[0].pages:,} pages of WCXB, each by itself, and by type of page:\n\n"
                + ranking_row(rows, "word F1", ALONE)
            )
        if rows := self.sites:
            sections["sites"] = (
                f"{rows[0].pages:,} articles of real sites, means over sites:\n\n"
                + ranking_row(rows, "text F", ALONE)
            )
        if pairs := self.similar:
            sections["similar"] = (
                f"{pairs[0].pages:,} pages of `similar`, known pairs that were found:\n\n"
                + ranking_pair_row(pairs)
            )
        if pairs := self.generated:
            sections["generated"] = (
                f"{pairs[0].pages:,} generated pages, likewise:\n\n" + ranking_pair_row(pairs)
            )
        return sections


def write_between(path: Path, text: str) -> None:
    """Replace the text between the markers of a document."""
    old = path.read_text(encoding="utf-8")
    head, begin, rest = old.partition(_BEGIN)
    _, end, tail = rest.partition(_END)
    if not begin or not end:
        raise OutputError(f"{path} has no {_BEGIN} with {_END} after it")
    with open_output(path) as file:
        file.write(f"{head}{_BEGIN}\n{text}\n{_END}{tail}".encode())
