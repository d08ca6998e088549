"""A report as a reader of its HTML finds it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from selectolax.lexbor import LexborHTMLParser

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

LOADING = ("src", "srcset", "data", "poster", "background", "action", "xlink:href", "style")
"""Attributes that make a browser load or run something, where their elements are there."""


class Shown(NamedTuple):
    """A line of a case."""

    mark: str
    label: str
    text: str
    notes: list[str]


class Shape(NamedTuple):
    """A marker of a chart: where it is, and what it says."""

    x: float
    y: float
    says: str


@dataclass(frozen=True)
class Reading:
    """A parsed report."""

    tree: LexborHTMLParser

    @classmethod
    def of(cls, html: str) -> Reading:
        return cls(LexborHTMLParser(html))

    @property
    def tables(self) -> list[list[list[str]]]:
        """The cells of the tables that the command prints too, and others like them."""
        return [_cells(table) for table in self.tree.css(".scroll table")]

    @property
    def bars(self) -> list[tuple[str, list[str], list[float]]]:
        """Of each row with bars the name, the figures, and how long the bars are."""
        return [
            (
                text(row.css("th")[0]),
                [text(figure) for figure in row.css(".figure")],
                [float(bar.attributes["width"] or "") for bar in row.css(".part")],
            )
            for row in self.tree.css(".bars tbody tr")
        ]

    @property
    def cases(self) -> dict[str, list[Shown]]:
        """For each case what is shown of it, by its name."""
        return {
            text(case.css(".name")[0]): [
                Shown(
                    line.attributes["class"] or "",
                    " ".join(map(text, line.css(".label"))),
                    " ".join(map(text, line.css(".text"))) or text(line),
                    [text(note) for note in line.css(".note")],
                )
                for line in case.css("li")
            ]
            for case in self.tree.css("details")
        }

    def lines(self, chart: int = 0) -> dict[str, list[Shape]]:
        """The markers of a chart's lines, by the tones of the lines."""
        return {
            line.attributes["class"] or "": [
                Shape(*_moved(marker), text(marker)) for marker in line.css("path.marker")
            ]
            for line in self.tree.css("svg.chart")[chart].css("g.line")
        }

    def grid(self, chart: int = 0) -> dict[str, float]:
        """Where the lines of a chart's grid lie, by the values that stand at them."""
        grid = self.tree.css("svg.chart")[chart].css("g.grid")[0]
        rungs = [
            line for line in grid.css("line") if line.attributes["y1"] == line.attributes["y2"]
        ]
        names = [name for name in grid.css("text") if name.attributes["text-anchor"] == "end"]
        return {text(name): float(rung.attributes["y1"] or "") for rung, name in zip(rungs, names)}

    @property
    def tags(self) -> list[str]:
        """Every element, in order."""
        return [node.tag or "" for node in self.tree.css("*")]

    def attributes(self) -> list[tuple[str, str, str | None]]:
        """Every attribute: its element's tag, its name and its value."""
        return [
            (node.tag or "", name, value)
            for node in self.tree.css("*")
            for name, value in node.attributes.items()
        ]


def text(node: LexborNode) -> str:
    return " ".join(node.text().split())


def _cells(table: LexborNode) -> list[list[str]]:
    return [[text(cell) for cell in row.css("th, td")] for row in table.css("tr")]


def _moved(marker: LexborNode) -> tuple[float, float]:
    moved = (marker.attributes["transform"] or "").removeprefix("translate(").removesuffix(")")
    x, y = map(float, moved.split())
    return x, y
