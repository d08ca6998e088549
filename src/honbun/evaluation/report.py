"""Figures shown: as a Markdown table, as a plot (matplotlib) or as one HTML file (jinja2).

The HTML file has no script and loads nothing. Text of pages is escaped, characters that HTML cannot
hold are shown as U+FFFD, and text that changes its direction stays inside `<bdi>`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from honbun.errors import MissingExtra, one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

# HTML, "Preprocessing the input stream": surrogates, noncharacters and controls are errors.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef"
    + "".join(
        f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000)
    )
    + "]"
)
_TALLEST = 200
"""Rows that a plot shows at most."""


@dataclass(frozen=True, slots=True)
class Table:
    """Figures under a header."""

    header: Sequence[str]
    rows: Sequence[Sequence[object]]
    words: Collection[str] = ()
    """The columns that hold words; they are aligned to the left."""

    def __str__(self) -> str:
        return table(self.header, self.rows, self.words)

    @property
    def left(self) -> list[bool]:
        """Which columns are aligned to the left: the first, and those that hold words."""
        return [i == 0 or name in self.words for i, name in enumerate(self.header)]


def table(
    header: Sequence[str], rows: Sequence[Sequence[object]], words: Collection[str] = ()
) -> str:
    """A Markdown table; columns of figures are aligned to the right.

    >>> print(table(["site", "F"], [["a", 0.5], ["bc", 1.0]]))
    | site |    F |
    | ---- | ---: |
    | a    | .500 |
    | bc   | 1.00 |
    """
    cells = [[_cell(value) for value in row] for row in [header, *rows]]
    left = Table(header, rows, words).left
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

    >>> shown(0.5), shown(1.0), shown(12), shown("a"), shown(None)
    ('.500', '1.00', '12', 'a', '-')
    """
    if isinstance(value, float):
        return "1.00" if round(value, 3) == 1 else f"{value:.3f}".lstrip("0")
    return "-" if value is None else str(value)


def _cell(value: object) -> str:
    # Names and texts come from pages: a row must stay one line.
    return one_line(" ".join(shown(value).split())).replace("|", "\\|")


@dataclass(frozen=True, slots=True)
class Bars:
    """Some measures of every row of a table, as bars."""

    figures: Table
    measures: Sequence[str]

    @property
    def height(self) -> float:
        return 1 + 0.3 * len(self.figures.rows[:_TALLEST])

    def draw(self, axes: Any) -> None:
        rows = self.figures.rows[:_TALLEST]
        width = 0.8 / len(self.measures)
        for number, name in enumerate(self.measures):
            column = list(self.figures.header).index(name)
            values = [_length(row[column]) for row in rows]
            places = [place + number * width for place in range(len(rows))]
            axes.barh(places, values, width, label=name)
        axes.set_yticks(range(len(rows)), [str(row[0]) for row in rows])
        axes.invert_yaxis()
        axes.set_xlim(0, 1)
        axes.legend(loc="lower left")


@dataclass(frozen=True, slots=True)
class Lines:
    """Named lines through points."""

    x: str
    y: str
    points: Mapping[str, Sequence[tuple[float, float]]]
    logarithmic: bool = False
    diagonal: bool = False
    """Whether to show where both are equal."""
    height: float = 4.0

    def draw(self, axes: Any) -> None:
        for name, points in self.points.items():
            axes.plot(*zip(*points), marker="o", label=name)
        if self.diagonal:
            axes.axline((0, 0), slope=1, color="gray", linestyle=":")
        if self.logarithmic:
            axes.set_xscale("log")
            ticks = sorted({x for points in self.points.values() for x, _ in points})
            axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks], minor=False)
            axes.set_xticks([], minor=True)
        axes.set_xlabel(self.x)
        axes.set_ylabel(self.y)
        axes.legend(loc="lower right")


def _length(value: object) -> float:
    return value if isinstance(value, float) else 0.0


def draw(panels: Sequence[Bars | Lines], path: Path) -> None:
    """Draw panels one below the other, into a .png, .svg or .pdf file."""
    try:
        import matplotlib as mpl

        mpl.use("Agg")
        from matplotlib import pyplot as plt
    except ImportError as error:
        raise MissingExtra("drawing a plot", "plot") from error
    mpl.rcParams["svg.hashsalt"] = "honbun"  # else every SVG file has other random names
    heights = [panel.height for panel in panels]
    figure, axes = plt.subplots(
        len(panels), figsize=(8, sum(heights)), height_ratios=heights, squeeze=False
    )
    for panel, (place,) in zip(panels, axes):
        panel.draw(place)
    figure.tight_layout()
    metadata = {"Date": None} if path.suffix.lower() == ".svg" else None
    figure.savefig(path, metadata=metadata)
    plt.close(figure)


def render_html(
    title: str,
    facts: Mapping[str, object],
    tables: Mapping[str, Table],
    errors: Sequence[Mapping[str, object]],
) -> str:
    """An HTML file with what was measured, the tables by caption, and errors, one per row."""
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError as error:
        raise MissingExtra("a report", "report") from error
    environment = Environment(
        loader=PackageLoader("honbun.evaluation", "."),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_permitted,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["shown"] = shown
    template = environment.get_template("report.html")
    columns = list(dict.fromkeys(name for error in errors for name in error))
    return template.render(title=title, facts=facts, tables=tables, errors=errors, columns=columns)


def _permitted(value: object) -> object:
    """A text without characters that HTML cannot hold; markup of the template is left as it is."""
    return _FORBIDDEN.sub("\ufffd", value) if type(value) is str else value
