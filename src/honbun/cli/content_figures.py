"""The tables of `honbun eval content`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.evaluation.content import ContentReport, ContentScore, Judge
    from honbun.evaluation.curve import CurvePoint
    from honbun.evaluation.sites import Site
    from honbun.evaluation.tables import Figures

_MEASURES = ("P", "R", "F", "perfect", "text P", "text R", "text F")


def score_figures(report: ContentReport) -> Figures:
    """Every site, and all of them together."""
    from honbun.evaluation.tables import Figures

    rows = [_row(score, score.name) for score in report.sites]
    rows.append(_row(report.micro, "micro average"))
    rows.append(["mean over sites", report.micro.pages, *report.macro.values()])
    if report.mixed:
        rows.append(_row(report.mixed, "all sites mixed"))
    return Figures(("site", "pages", *_MEASURES), rows)


def error_figures(report: ContentReport, sites: Sequence[Site], judge: Judge) -> Figures:
    """The kinds of errors, the commonest first."""
    from honbun.evaluation.errors import error_kinds
    from honbun.evaluation.tables import Figures

    kinds = error_kinds(sites, report.pages, judge)
    rows = [(kind.name, kind.blocks, kind.pages, kind.sites, kind.example) for kind in kinds]
    return Figures(("error", "blocks", "pages", "sites", "example"), rows, {"example"})


def curve_figures(points: Sequence[CurvePoint]) -> Figures:
    """Scores by size of the collection."""
    from honbun.evaluation.tables import Figures

    rows = [[point.size, point.judged, *point.means.values()] for point in points]
    return Figures(("pages per site", "judged", *_MEASURES), rows)


def sweep_figures(points: Sequence[tuple[float, ContentScore]]) -> Figures:
    """Scores by threshold."""
    from honbun.evaluation.tables import Figures

    rows = [_row(score, f"{threshold:.2f}") for threshold, score in points]
    return Figures(("threshold", "pages", *_MEASURES), rows)


def _row(score: ContentScore, name: str) -> list[object]:
    return [
        name,
        score.pages,
        score.blocks.precision,
        score.blocks.recall,
        score.blocks.f,
        score.perfect_rate,
        score.text_precision,
        score.text_recall,
        score.text_f,
    ]
