"""Where the lines of a chart lie: numbers to places in a drawing of 480 by 320."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.evaluation.tables import shown

if TYPE_CHECKING:
    from honbun.evaluation.report.model import Chart

WIDTH, HEIGHT = 480, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 464, 16, 258
"""The field between the axes; below it stand the names of the places and of what grows."""
_STEPS = ((0.1, 0.02), (0.25, 0.05), (0.5, 0.1), (1.0, 0.2))
"""Up to which span of values the grid has which step: never more than six lines."""
_SHAPES = ("circle", "triangle", "square", "diamond")


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid, or a name on an axis."""

    at: float
    name: str


@dataclass(frozen=True, slots=True)
class Marker:
    """One value in the drawing."""

    x: float
    y: float
    says: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """One line of the drawing."""

    name: str
    shape: str
    markers: tuple[Marker, ...]

    @property
    def path(self) -> str:
        """The way through all markers, as `points` of a polyline."""
        return " ".join(f"{marker.x},{marker.y}" for marker in self.markers)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart with a place for everything."""

    left: int
    right: int
    top: int
    bottom: int
    across: tuple[Tick, ...]
    upward: tuple[Tick, ...]
    lines: tuple[Drawn, ...]


def draw(chart: Chart) -> Drawing:
    """The chart as a drawing.

    The axis of values begins at 0 or, where all lie close together near the top, at a line of the
    grid below the least of them.
    """
    least = min((value for values in chart.lines.values() for value in values), default=0.0)
    floor, step = _axis(least)
    first, last = chart.places[0], chart.places[-1]

    def x(place: float) -> float:
        share = (place - first) / (last - first) if last > first else 0.5
        return round(_LEFT + share * (_RIGHT - _LEFT), 2)

    def y(value: float) -> float:
        return round(_BOTTOM - (value - floor) / (1 - floor) * (_BOTTOM - _TOP), 2)

    rungs = [floor + step * number for number in range(round((1 - floor) / step) + 1)]
    return Drawing(
        left=_LEFT,
        right=_RIGHT,
        top=_TOP,
        bottom=_BOTTOM,
        across=tuple(Tick(x(place), name) for place, name in zip(chart.places, chart.names)),
        upward=tuple(Tick(y(value), _grid_name(value)) for value in rungs),
        lines=tuple(
            Drawn(
                name,
                shape,
                tuple(
                    Marker(x(place), y(value), f"{name} at {at}: {shown(value)}")
                    for place, at, value in zip(chart.places, chart.names, values)
                ),
            )
            for shape, (name, values) in zip(_SHAPES, chart.lines.items())
        ),
    )


def _axis(least: float) -> tuple[float, float]:
    """Where the axis begins, and the step of its grid.

    >>> _axis(0.93), _axis(0.81), _axis(0.3)
    ((0.9, 0.02), (0.75, 0.05), (0.0, 0.2))
    """
    for span, step in _STEPS:
        if least >= 1 - span:
            return round(1 - span, 2), step
    return 0.0, _STEPS[-1][1]


def _grid_name(value: float) -> str:
    """As short as it can be.

    >>> _grid_name(0.0), _grid_name(0.6000000000000001), _grid_name(0.95), _grid_name(1.0)
    ('0', '.6', '.95', '1')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".").lstrip("0") or "0"
