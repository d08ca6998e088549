from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.content.explain import Reason
from honbun.content.model import ContentOptions
from honbun.evaluation.content import Judge, evaluate
from honbun.evaluation.curve import CurvePoint
from honbun.evaluation.report.content import Curved, Measured, Swept, content_report
from honbun.evaluation.report.model import Bars, Case, Cases, Chart, Mark, Report
from honbun.evaluation.sites import read_sites
from honbun.evaluation.tables import Figures
from tests.evaluation.handmade import write_site

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.evaluation.content import ContentReport
    from honbun.evaluation.sites import Site

EMPTY = Figures(("x",), [])
BODY = "".join(f"<p>Line {number} of the body.</p>" for number in range(6))
PAGES = {
    "good.html": "<h1>Sun</h1><div class=body><p>Hot days.</div>",
    # What stands on one page alone is kept, be it an advertisement; what two have is dropped.
    "ad.html": f"<h1>Fog</h1><div class=body>{BODY}<p>Share this<p class=ad>Buy hats</div>",
    "bad.html": "<h1>Rain</h1><div class=body><p>Share this</div>",
}


@pytest.fixture
def sites(tmp_path: Path) -> list[Site]:
    write_site(tmp_path, "west", PAGES, exclude_selectors=[".ad"])
    write_site(tmp_path, "east", {"0.html": "<h1>Snow</h1><div class=body><p>White days.</div>"})
    return list(read_sites(tmp_path, ("article",)))


def measured(sites: list[Site]) -> tuple[ContentReport, Judge]:
    judge = Judge.of(sites)
    return evaluate(sites, ContentOptions(faithful=True, explain=True), judge), judge


def report(sites: list[Site], worst: int = 20) -> Report:
    found, judge = measured(sites)
    return content_report(Measured(found, EMPTY, EMPTY, None, None), sites, judge, (), worst=worst)


def cases(made: Report) -> tuple[Case, ...]:
    (part,) = made.sections[-1].parts
    assert isinstance(part, Cases)
    return part.cases


def test_the_worst_pages_come_first(sites: list[Site]) -> None:
    assert [case.name for case in cases(report(sites))] == ["west/bad.html", "west/ad.html"]
    assert [case.name for case in cases(report(sites, worst=1))] == ["west/bad.html"]
    assert cases(report(sites, worst=0)) == ()


def test_what_is_shown_as_wrong_is_what_the_comparison_says(sites: list[Site]) -> None:
    found, _ = measured(sites)
    wrong = {page.score.name: page for page in found.pages if page.missed or page.kept}
    shown = {
        case.name: [
            [line.notes[-1] for line in case.lines if line.mark is mark]
            for mark in (Mark.MISSED, Mark.ADDED)
        ]
        for case in cases(report(sites))
    }
    assert shown == {name: [page.missed, page.kept] for name, page in wrong.items()}


def test_errors_stand_in_the_order_of_the_page_between_their_neighbours(sites: list[Site]) -> None:
    case = cases(report(sites))[1]
    assert [(line.mark, line.label, line.text, line.skipped) for line in case.lines] == [
        (Mark.BESIDE, "", "Line 5 of the body.", 6),
        (Mark.MISSED, "missed: body", "Share this", 0),
        (Mark.ADDED, "kept: after the body", "Buy hats", 0),
    ]
    assert case.addresses == ("https://west.example/ad.html",)


def test_errors_have_the_reason_of_the_decision(sites: list[Site]) -> None:
    _, missed, kept = cases(report(sites))[1].lines
    assert (
        missed.notes[0] == f"dropped: {Reason.REPEATED.sentence} (1 other page with the same text)"
    )
    assert kept.notes[0] == f"kept: {Reason.UNIQUE.sentence}"


def test_of_a_page_with_very_many_errors_the_first_are_shown(tmp_path: Path) -> None:
    lines = "".join(f"<p>Line {number}</p>" for number in range(400))
    pages = {f"{number}.html": f"<h1>T{number}</h1><div class=body>{lines}" for number in "ab"}
    sites = list(read_sites(write_site(tmp_path, "west", pages), ("article",)))
    for case in cases(report(sites)):
        shown = sum(line.mark is Mark.MISSED for line in case.lines)
        assert (shown < 400, shown + case.more) == (True, 400)


def test_where_all_is_right_that_is_said(tmp_path: Path) -> None:
    write_site(tmp_path, "west", {"good.html": PAGES["good.html"]})
    made = report(list(read_sites(tmp_path, ("article",))))
    assert made.sections[-1].parts == ()
    assert made.sections[-1].note == "Every block of every page is right."
    assert "all sites" not in made.summary


def test_bars_are_of_the_sites_the_worst_first(sites: list[Site]) -> None:
    found, _ = measured(sites)
    bars = report(sites).sections[0].parts[0]
    assert isinstance(bars, Bars)
    by_name = {score.name: score for score in found.sites}
    assert [name for name, _ in bars.rows] == ["west", "east"]
    for name, values in bars.rows:
        score = by_name[name]
        assert values == (score.blocks.f, score.perfect_rate, score.text_f)


def test_the_summary_has_the_figures_that_matter(sites: list[Site]) -> None:
    found, _ = measured(sites)
    summary = report(sites).summary
    assert "On 4 pages of 2 sites" in summary
    assert f"{found.macro['f']:.3f}".lstrip("0") in summary
    assert "50.0 % of the pages have every block right" in summary
    assert "on west." in summary


def test_curve_and_sweep_are_charts_of_their_points(sites: list[Site]) -> None:
    found, judge = measured(sites)
    means = found.macro | {"f": 0.5, "text_f": 0.6, "perfect": 0.25}
    curve = Curved([CurvePoint("2", 4, means), CurvePoint("all", 4, means)], EMPTY)
    swept = Swept([(0.5, found.micro), (0.9, found.sites[0])], EMPTY)
    made = content_report(Measured(found, EMPTY, EMPTY, curve, swept), sites, judge, (), worst=1)
    charts = [
        part for section in made.sections for part in section.parts if isinstance(part, Chart)
    ]
    assert [chart.names for chart in charts] == [("2", "all"), (".50", ".90")]
    assert charts[0].lines["perfect pages"] == (0.25, 0.25)
    assert charts[1].places == (0.5, 0.9)
    assert charts[1].lines["F by blocks"] == (found.micro.blocks.f, found.sites[0].blocks.f)
