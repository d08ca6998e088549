"""The tables as documents have them, and the place between two marks that they are written to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmarks.peers import pair_row, row
from benchmarks.peers.contestants import ALONE, COLLECTION
from honbun.errors import OutputError
from honbun.evaluation.tables import shown, table
from honbun.outputs.files import open_output

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from benchmarks.peers.pair_row import PairRow
    from benchmarks.peers.row import Row

_BEGIN, _END = "<!-- peers -->", "<!-- /peers -->"


@dataclass(slots=True)
class Report:
    """All rows of a run; what was not measured has none."""

    typed: list[Row] = field(default_factory=list)
    sites: list[Row] = field(default_factory=list)
    similar: list[PairRow] = field(default_factory=list)
    generated: list[PairRow] = field(default_factory=list)

    def records(self) -> Iterator[dict[str, object]]:
        """Every row as JSON has it."""
        for rows in (self.typed, self.sites):
            if rows:
                times = row.ratios(rows, ALONE)
                yield from (one.record(times[one.name]) for one in rows)
        for pairs in (self.similar, self.generated):
            if pairs:
                times = pair_row.ratios(pairs)
                yield from (one.record(times[one.name]) for one in pairs)

    def sections(self) -> dict[str, str]:
        """The tables of what was measured, each with a sentence before it, by name."""
        told = {}
        if rows := self.typed:
            told["wcxb"] = (
                f"{rows[0].pages:,} pages of WCXB, each by itself, and by type of page:\n\n"
                + row.ranking(rows, "word F1", ALONE)
            )
        if rows := self.sites:
            told["sites"] = (
                f"{rows[0].pages:,} articles of real sites, means over sites:\n\n"
                + row.ranking(rows, "text F", ALONE)
            )
        if pairs := self.similar:
            told["similar"] = (
                f"{pairs[0].pages:,} pages of `similar`, known pairs that were found:\n\n"
                + pair_row.ranking(pairs)
            )
        if pairs := self.generated:
            told["generated"] = (
                f"{pairs[0].pages:,} generated pages, likewise:\n\n" + pair_row.ranking(pairs)
            )
        return told

    def short(self) -> str:
        """Content alone: a line for each contestant, the best on sites first."""
        typed, ours = {one.name: one for one in self.typed}, (ALONE, COLLECTION)
        header = ("extractor", "WCXB: word F1", f"time, {ALONE} = 1", "sites: text F", "time")
        on_pages, on_sites = row.ratios(self.typed, ALONE), row.ratios(self.sites, ALONE)
        lines = [
            [
                f"**{one.name}**" if one.name in ours else f"{one.name} {one.version}",
                shown(typed[one.name].figures["word F1"]) if one.name in typed else "",
                row.times_shown(on_pages[one.name]) if one.name in typed else "",
                shown(one.figures["text F"]),
                row.times_shown(on_sites[one.name]),
            ]
            for one in sorted(self.sites, key=lambda one: -one.figures["text F"])
        ]
        return table(header, lines)


def write_between(path: Path, text: str) -> None:
    """Put a text between the marks of a document, in place of what stands there."""
    old = path.read_text(encoding="utf-8")
    head, begin, rest = old.partition(_BEGIN)
    _, end, tail = rest.partition(_END)
    if not begin or not end:
        raise OutputError(f"{path} has no {_BEGIN} with {_END} after it")
    with open_output(path) as file:
        file.write(f"{head}{_BEGIN}\n{text}\n{_END}{tail}".encode())
