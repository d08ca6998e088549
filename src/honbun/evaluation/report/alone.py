"""The report of `honbun eval alone`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from honbun.evaluation.metrics import mean, text_score
from honbun.evaluation.report.model import Bars, Case, Cases, Line, Mark, Report, Section, Table
from honbun.evaluation.report.words import counted, short, some
from honbun.evaluation.tables import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.evaluation.alone import TextScore
    from honbun.evaluation.report.model import Facts
    from honbun.evaluation.tables import Figures

_HALF = 0.5
"""Of the words of a block or line: with fewer on the other side, it is shown as wrong."""
_MOST = 20
"""Wrong lines of one sort shown of a page: it can lack all of hundreds."""


class Judged(NamedTuple):
    """The pages of one folder, and the table that the command prints of them."""

    name: str
    scores: Sequence[TextScore]
    figures: Figures
    """A row for each type or site and one for all: name, pages, P, R, F, and perhaps more."""


def alone_report(folders: Sequence[Judged], facts: Facts, *, worst: int) -> Report:
    """The pages of all folders, and the worst of each."""
    sections = [part for folder in folders for part in (_groups(folder), _worst(folder, worst))]
    summary = " ".join(_summary(folder) for folder in folders)
    return Report("Pages judged alone, measured", summary, facts, tuple(sections))


def _summary(folder: Judged) -> str:
    text = (
        f"On {counted(len(folder.scores), 'page')} of {folder.name}, each judged by itself, the "
        f"text has an F of {shown(mean(one.score.f for one in folder.scores))} (mean over pages)."
    )
    groups = folder.figures.rows[:-1]
    if len(groups) < 2:
        return text
    least = min(groups, key=_f)
    return f"{text} The least is that of {least[0]}: {shown(_f(least))}."


def _f(row: Sequence[object]) -> float:
    return float(str(row[4]))


def _groups(folder: Judged) -> Section:
    header, rows, _ = folder.figures
    groups = sorted(rows[:-1], key=_f)
    bars = Bars(
        caption="The least F first",
        things=header[0],
        measures=tuple(header[2:5]),
        rows=tuple((str(row[0]), tuple(float(str(value)) for value in row[2:5])) for row in groups),
    )
    return Section(
        f"{folder.name} by {header[0]}",
        "Means over pages of precision, recall and F, counted in words.",
        (bars, Table("The table that the command prints", folder.figures, totals=1)),
    )


def _worst(folder: Judged, most: int) -> Section:
    wrong = [one for one in folder.scores if one.score.f < 1]
    ranked = sorted(wrong, key=lambda one: (one.score.f, -one.score.true, one.source))[:most]
    return Section(
        f"The worst pages of {folder.name}",
        f"{some(len(wrong), len(ranked), 'page')} with an error, the least F first. − is a line of "
        "the true text with most of its words missed, + a block that was kept and has most of its "
        "words from elsewhere. Words are counted, not places: what few words say may pass for "
        "right.",
        (Cases(tuple(map(_case, ranked)), "No page to show."),),
    )


def _case(page: TextScore) -> Case:
    kept, missed = _kept(page), _missed(page)
    return Case(
        name=page.source,
        addresses=(page.url,) if page.url else (),
        figures=(
            ("of", page.group),
            ("F", page.score.f),
            ("P", page.score.precision),
            ("R", page.score.recall),
            ("true words", page.score.true),
            ("found", page.score.found),
        ),
        lines=(*kept[:_MOST], *missed[:_MOST]),
        more=len(kept[_MOST:]) + len(missed[_MOST:]),
    )


def _kept(page: TextScore) -> list[Line]:
    wrong = [text for text in page.found if _elsewhere(text, page.true)]
    return [Line(Mark.ADDED, "kept", short(text)) for text in wrong]


def _missed(page: TextScore) -> list[Line]:
    found = "\n".join(page.found)
    wrong = [line for line in page.true.splitlines() if _elsewhere(line, found)]
    return [Line(Mark.MISSED, "missed", short(line)) for line in wrong]


def _elsewhere(part: str, text: str) -> bool:
    """Whether most words of a part are not in a text."""
    return bool(part.strip()) and text_score(part, text).precision < _HALF
