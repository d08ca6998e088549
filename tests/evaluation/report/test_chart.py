from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.evaluation.report.chart import HEIGHT, WIDTH, draw
from honbun.evaluation.report.model import Chart, Report, Section
from honbun.evaluation.report.render import render
from tests.evaluation.report.reading import Reading

PLACES = (0.5, 0.6, 0.9)
CHART = Chart(
    caption="Scores",
    across="threshold",
    places=PLACES,
    names=(".50", ".60", ".90"),
    lines={"F": (0.2, 0.5, 1.0), "perfect": (0.0, 0.1, 0.4)},
)


def read(chart: Chart) -> Reading:
    return Reading.of(render(Report("t", "s", (), (Section("s", "n", (chart,)),))))


HIGH = replace(CHART, lines={"F": (0.91, 0.95, 0.99), "perfect": (0.9, 0.92, 1.0)})


@pytest.mark.parametrize(
    ("chart", "values"),
    [
        (CHART, ["0", ".2", ".4", ".6", ".8", "1"]),
        (HIGH, [".9", ".92", ".94", ".96", ".98", "1"]),
    ],
    ids=["all", "high"],
)
def test_points_lie_where_the_numbers_say(chart: Chart, values: list[str]) -> None:
    reading = read(chart)
    grid = reading.grid()
    assert list(grid) == values
    low, high = float(values[0]), float(values[-1])
    scale = (high - low) / (grid[values[0]] - grid["1"])
    for expected, shapes in zip(chart.lines.values(), reading.lines().values()):
        said = [low + scale * (grid[values[0]] - shape.y) for shape in shapes]
        assert said == pytest.approx(expected, abs=1e-4)
        first, middle, last = (shape.x for shape in shapes)
        assert (middle - first) / (last - first) == pytest.approx(0.25, abs=1e-4)


def test_every_marker_says_its_value() -> None:
    lines = read(CHART).lines()
    assert [[shape.says for shape in shapes] for shapes in lines.values()] == [
        ["F at .50: .200", "F at .60: .500", "F at .90: 1.00"],
        ["perfect at .50: .000", "perfect at .60: .100", "perfect at .90: .400"],
    ]
    (described,) = read(CHART).tree.css("desc")
    assert "perfect at .90: .400" in described.text()


def test_the_line_leads_through_its_markers() -> None:
    reading = read(CHART)
    drawn = reading.tree.css("svg.chart polyline")
    assert [line.attributes["points"] for line in drawn] == [
        " ".join(f"{shape.x},{shape.y}" for shape in shapes) for shapes in reading.lines().values()
    ]


def test_lines_differ_by_shape() -> None:
    shapes = [{line.shape} for line in draw(CHART).lines]
    assert shapes == [{"circle"}, {"triangle"}]
    legend = read(CHART).tree.css(".legend path")
    markers = read(CHART).tree.css("svg.chart g.line path:first-of-type")
    assert [path.attributes["d"] for path in legend] == [path.attributes["d"] for path in markers]


@pytest.mark.parametrize(("least", "lowest"), [(0.93, ".9"), (0.76, ".75"), (0.1, "0")])
def test_the_axis_begins_below_the_least_value(least: float, lowest: str) -> None:
    chart = Chart("c", "x", (0.0, 1.0), ("a", "b"), {"F": (least, 1.0)})
    assert next(iter(read(chart).grid())) == lowest
    drawing = draw(chart)
    assert (drawing.upward[0].at, drawing.upward[-1].at) == (drawing.bottom, drawing.top)


@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=9).flatmap(
        lambda values: st.tuples(st.just(values), st.permutations(values))
    )
)
def test_nothing_is_drawn_outside(lines: tuple[list[float], list[float]]) -> None:
    places = tuple(map(float, range(len(lines[0]))))
    names = tuple(map(str, places))
    chart = Chart("c", "x", places, names, {"a": tuple(lines[0]), "b": tuple(lines[1])})
    drawing = draw(chart)
    for line in drawing.lines:
        for marker in line.markers:
            assert drawing.left <= marker.x <= drawing.right < WIDTH
            assert drawing.top <= marker.y <= drawing.bottom < HEIGHT
