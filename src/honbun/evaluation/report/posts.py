"""The report of `honbun eval posts`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.evaluation.posts import means, total
from honbun.evaluation.report.model import Bars, Case, Cases, Line, Mark, Report, Section, Table
from honbun.evaluation.report.words import counted, percent, short, some
from honbun.evaluation.tables import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.evaluation.errors import PostError
    from honbun.evaluation.posts import Comparison, GroupScore
    from honbun.evaluation.report.model import Facts
    from honbun.evaluation.tables import Figures

_MARKS = {
    "missed": Mark.MISSED,
    "no post": Mark.ADDED,
    "torn": Mark.CHANGED,
    "cut": Mark.CHANGED,
    "merged": Mark.CHANGED,
    "overlong": Mark.CHANGED,
}
_PARTS = {
    "torn": "found in pieces",
    "cut": "found as",
    "merged": "one post found in the place of",
    "overlong": "found in the place of",
}
_MOST = 100
"""Errors shown of one page."""


def posts_report(
    groups: Sequence[GroupScore], scores: Figures, facts: Facts, *, worst: int
) -> Report:
    """Every format, and the worst pages with what became of their posts."""
    sections = (_formats(groups, scores), _worst(groups, worst))
    return Report("Posts, measured", _summary(groups), facts, sections)


def _summary(groups: Sequence[GroupScore]) -> str:
    score, mean = total(groups), means(groups)
    perfect = score.perfect / score.pages if score.pages else 0.0
    return (
        f"On {counted(score.pages, 'page')} of {counted(len(groups), 'format')}, "
        f"{score.extent.right:,} of {counted(score.extent.true, 'post')} have the right extent: F "
        f"is {shown(score.extent.f)}, {shown(mean['F'])} as the mean over formats. On "
        f"{percent(perfect)} of the pages every post is right and there is no other."
    )


def _formats(groups: Sequence[GroupScore], scores: Figures) -> Section:
    ranked = sorted(groups, key=lambda group: (group.score.extent.f, group.score.strict.f))
    names = ("F", "strict F", "perfect")
    bars = Bars(
        caption="Formats, the least F first",
        things="format",
        measures=names,
        rows=tuple(
            (group.name, tuple(group.score.measures()[name] for name in names)) for group in ranked
        ),
    )
    return Section(
        "By format",
        "By extent a post is right when all but a tenth of it is, strictly when it is the same. A "
        "page is perfect with every true post and no other. Bodies, authors and dates are asked of "
        "the posts whose extent is right.",
        (
            bars,
            Table("The table that the command prints", scores, len(scores.rows) - len(groups)),
        ),
    )


def _worst(groups: Sequence[GroupScore], most: int) -> Section:
    wrong = [page for group in groups for page in group.pages if page.errors]
    ranked = sorted(wrong, key=lambda page: (page.score.extent.f, -len(page.errors), page.source))
    cases = tuple(map(_case, ranked[:most]))
    return Section(
        "The worst pages",
        f"{some(len(wrong), len(cases), 'page')} with a wrong extent, the least F first. − was "
        "missed, + is no post, ≠ was torn into pieces, cut, merged with others or has too much.",
        (Cases(cases, "No page to show."),),
    )


def _case(page: Comparison) -> Case:
    extent = page.score.extent
    return Case(
        name=page.source,
        addresses=(page.url,) if page.url else (),
        figures=(
            ("F", extent.f),
            ("true", extent.true),
            ("found", extent.found),
            ("right", extent.right),
            ("strictly", page.score.strict.right),
        ),
        lines=tuple(map(_line, page.errors[:_MOST])),
        more=len(page.errors[_MOST:]),
    )


def _line(error: PostError) -> Line:
    notes = tuple(f"{number}. {short(part)}" for number, part in enumerate(error.parts, 1))
    if notes:
        notes = (f"{_PARTS[error.kind]}:", *notes)
    return Line(_MARKS[error.kind], error.kind, short(error.text), notes)
