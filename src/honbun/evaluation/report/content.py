"""The report of `honbun eval content`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from honbun.evaluation.errors import verdicts
from honbun.evaluation.report.model import (
    Bars,
    Case,
    Cases,
    Chart,
    Line,
    Mark,
    Report,
    Section,
    Table,
)
from honbun.evaluation.report.words import counted, percent, short, some
from honbun.evaluation.tables import Figures, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.content.model import BlockDecision
    from honbun.evaluation.content import Comparison, ContentReport, ContentScore, Judge
    from honbun.evaluation.curve import CurvePoint
    from honbun.evaluation.errors import Verdict
    from honbun.evaluation.report.model import Facts
    from honbun.evaluation.sites import Site, SitePage

_MOST = 300
"""Blocks shown of one page: the hundreds after them tell nothing new."""


class Curved(NamedTuple):
    """Scores against the size of the collection."""

    points: Sequence[CurvePoint]
    figures: Figures


class Swept(NamedTuple):
    """Scores of the papers' method against its threshold."""

    points: Sequence[tuple[float, ContentScore]]
    figures: Figures


class Measured(NamedTuple):
    """What was measured, and the tables that the command prints of it."""

    report: ContentReport
    scores: Figures
    kinds: Figures
    """The kinds of errors."""
    curve: Curved | None
    sweep: Swept | None


def content_report(
    measured: Measured, sites: Sequence[Site], judge: Judge, facts: Facts, *, worst: int
) -> Report:
    """All that was measured, and the worst pages with their errors."""
    report = measured.report
    sections = [_scores(report, measured.scores)]
    if measured.curve:
        sections.append(_curve(measured.curve))
    if measured.sweep:
        sections.append(_sweep(measured.sweep))
    sections.append(_kinds(measured.kinds))
    sections.append(_worst(report, sites, judge, worst))
    return Report("Content, measured", _summary(report), facts, tuple(sections))


def _summary(report: ContentReport) -> str:
    means = report.macro
    least = min(report.sites, key=lambda score: score.blocks.f)
    text = (
        f"On {counted(report.micro.pages, 'page')} of {counted(len(report.sites), 'site')}, "
        f"content is found with an F of {shown(means['f'])} by blocks and "
        f"{shown(means['text_f'])} by text (means over sites); "
        f"{percent(report.micro.perfect_rate)} of the pages have every block right."
    )
    if len(report.sites) > 1:
        text += f" The least F is {shown(least.blocks.f)}, on {least.name}."
    if report.mixed and len(report.sites) > 1:
        text += f" With all sites in one collection, F is {shown(report.mixed.blocks.f)}."
    return text


def _scores(report: ContentReport, figures: Figures) -> Section:
    ranked = sorted(report.sites, key=lambda score: (score.blocks.f, score.perfect_rate))
    bars = Bars(
        caption="Sites, the least F first",
        things="site",
        measures=("F", "perfect", "text F"),
        rows=tuple(
            (score.name, (score.blocks.f, score.perfect_rate, score.text_f)) for score in ranked
        ),
    )
    totals = len(figures.rows) - len(report.sites)
    return Section(
        "By site",
        "P, R and F count blocks, added up over pages; a page is perfect when every block is "
        "right; text P, R and F compare words, and are means over pages. 1.00 is all.",
        (bars, Table("The table that the command prints", figures, totals)),
    )


def _curve(curve: Curved) -> Section:
    points = curve.points
    chart = Chart(
        caption="Scores against the pages of each site, means over sites",
        across="pages of each site",
        # The sizes grow too fast for an even scale: they stand side by side.
        places=tuple(map(float, range(len(points)))),
        names=tuple(point.size for point in points),
        lines={
            "F by blocks": tuple(point.means["f"] for point in points),
            "F by text": tuple(point.means["text_f"] for point in points),
            "perfect pages": tuple(point.means["perfect"] for point in points),
        },
    )
    return Section(
        "How many pages it takes",
        "Collections of some pages are drawn from each site and judged one by one.",
        (chart, Table("The same in figures", curve.figures)),
    )


def _sweep(sweep: Swept) -> Section:
    points = sweep.points
    chart = Chart(
        caption="The papers' method against its threshold, all sites in one collection",
        across="cosine above which two blocks are the same",
        places=tuple(threshold for threshold, _ in points),
        names=tuple(f"{threshold:.2f}".lstrip("0") for threshold, _ in points),
        lines={
            "F by blocks": tuple(score.blocks.f for _, score in points),
            "F by text": tuple(score.text_f for _, score in points),
            "perfect pages": tuple(score.perfect_rate for _, score in points),
        },
    )
    return Section(
        "The papers' threshold",
        "Faithful mode, whatever mode was measured above: figure 8 of paper 000 on these pages.",
        (chart, Table("The same in figures", sweep.figures)),
    )


def _kinds(figures: Figures) -> Section:
    return Section(
        "Kinds of errors",
        "A missed block is told by the field it belongs to, one that was kept and is no content by "
        "where it stands; the commonest first.",
        (Table("Wrong blocks by kind, with one of them", figures),)
        if figures.rows
        else (Cases((), "No block is wrong."),),
    )


def _worst(report: ContentReport, sites: Sequence[Site], judge: Judge, most: int) -> Section:
    pages = {page.page.source: page for site in sites for page in site.articles}
    wrong = [page for page in report.pages if page.missed or page.kept]
    ranked = sorted(wrong, key=lambda page: (page.score.blocks.f, page.score.text_f))[:most]
    cases = tuple(_case(pages[one.score.name], one, judge) for one in ranked)
    if not wrong:
        return Section("The worst pages", "Every block of every page is right.", ())
    return Section(
        "The worst pages",
        f"{some(len(wrong), len(cases), 'page')} of {report.micro.pages:,} with a wrong block, the "
        "least F first. − was missed, + was kept and is no content; what is marked by neither is "
        "right and stands beside it.",
        (Cases(cases, "No page to show."),),
    )


def _case(page: SitePage, comparison: Comparison, judge: Judge) -> Case:
    score = comparison.score
    found = verdicts(page, judge.truths[score.name], comparison)
    lines = list(_lines(found, comparison.judged))
    return Case(
        name=score.name,
        addresses=(page.page.url,) if page.page.url else (),
        figures=(
            ("F", score.blocks.f),
            ("P", score.blocks.precision),
            ("R", score.blocks.recall),
            ("text F", score.text_f),
            ("missed", len(comparison.missed)),
            ("kept", len(comparison.kept)),
        ),
        lines=tuple(lines[:_MOST]),
        more=sum(line.mark is not Mark.BESIDE for line in lines[_MOST:]),
    )


def _lines(found: Sequence[Verdict], judged: dict[str, BlockDecision]) -> Iterator[Line]:
    """The wrong blocks in the order of the page, with one before and one after each."""
    wrong = [place for place, verdict in enumerate(found) if verdict.error]
    near = sorted({place + step for place in wrong for step in (-1, 0, 1)} & set(range(len(found))))
    before = -1
    for place in near:
        yield _line(found[place], judged, place - before - 1)
        before = place


def _line(verdict: Verdict, judged: dict[str, BlockDecision], skipped: int) -> Line:
    text = short(verdict.spot.shown)
    if not verdict.error:
        return Line(Mark.BESIDE, "", text, skipped=skipped)
    mark = Mark.MISSED if verdict.error.startswith("missed") else Mark.ADDED
    decided = judged.get(verdict.xpath)
    notes = (_reason(decided), verdict.xpath) if decided else (verdict.xpath,)
    return Line(mark, verdict.error, text, notes, skipped)


def _reason(judged: BlockDecision) -> str:
    reason = f"{'kept' if judged.content else 'dropped'}: {judged.why.sentence}"
    if judged.others:
        reason += f" ({counted(judged.others, 'other page')} with the same text)"
    return reason if judged.score is None else f"{reason} (likely by {shown(judged.score)})"
