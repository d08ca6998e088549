"""The report of `honbun eval feed`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.evaluation.feeds import means, total
from honbun.evaluation.report.model import Bars, Case, Cases, Line, Mark, Report, Section, Table
from honbun.evaluation.report.words import counted, percent, short, some
from honbun.evaluation.tables import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from honbun.evaluation.feeds import Comparison
    from honbun.evaluation.lists import TrueItem
    from honbun.evaluation.report.model import Facts
    from honbun.evaluation.tables import Figures
    from honbun.feeds.model import Item

_BARS = ("F", "perfect", "date")
_MOST = 20
"""Errors of one sort shown of a page: more of them tell the same."""


def feed_report(
    groups: Mapping[str, Sequence[Comparison]],
    scores: Figures,
    alarms: Figures | None,
    facts: Facts,
    *,
    worst: int,
) -> Report:
    """Every group of list pages, and the worst lists with their items.

    `alarms` tells of the pages without a list on which one was found.
    """
    pages = [page for group in groups.values() for page in group]
    sections = [_groups(groups, scores), _worst(pages, worst)]
    if alarms:
        sections.append(
            Section(
                "Lists that are none",
                "Articles, on which no list is to be found.",
                (Table("Where lists were found all the same", alarms),),
            )
        )
    return Report("Lists, measured", _summary(pages), facts, tuple(sections))


def _summary(pages: Sequence[Comparison]) -> str:
    score, mean = total(pages), means(pages)
    perfect = score.perfect / score.pages if score.pages else 0.0
    text = (
        f"On {counted(len(pages), 'page')}, {score.items.right:,} of "
        f"{counted(score.items.true, 'item')} are found, and {score.items.found:,} are given: F "
        f"is {shown(mean['F'] or 0.0)} (mean over pages), {shown(score.items.f)} with all items "
        f"added up. {percent(perfect)} of the lists are perfect."
    )
    if score.date.rate is None:
        return text
    return f"{text} The day is right for {percent(score.date.rate)} of the items that have one."


def _groups(groups: Mapping[str, Sequence[Comparison]], scores: Figures) -> Section:
    measured = {name: means(pages) for name, pages in groups.items()}
    ranked = sorted(measured.items(), key=lambda one: one[1]["F"] or 0.0)
    bars = Bars(
        caption="Means over pages, the least F first",
        things=scores.header[0],
        measures=_BARS,
        rows=tuple(
            (name, tuple(measures[measure] for measure in _BARS)) for name, measures in ranked
        ),
    )
    return Section(
        f"By {scores.header[0]}",
        "An item is found when its link is, or its title where it has none. A list is perfect "
        "with every true item and no other; titles and days are asked of the items found.",
        (
            bars,
            Table("The table that the command prints", scores, len(scores.rows) - len(groups)),
        ),
    )


def _worst(pages: Sequence[Comparison], most: int) -> Section:
    wrong = [page for page in pages if any(_errors(page))]
    ranked = sorted(
        wrong,
        key=lambda page: (page.score.items.f, -sum(map(len, _errors(page))), page.name),
    )
    cases = tuple(map(_case, ranked[:most]))
    return Section(
        "The worst lists",
        f"{some(len(wrong), len(cases), 'list')} with an error, the least F first. "
        "− was missed, + is no item of the list, ≠ has another title or day.",
        (Cases(cases, "No list to show."),),
    )


def _case(page: Comparison) -> Case:
    items, errors = page.score.items, _errors(page)
    return Case(
        name=f"{page.name} ({page.kind})",
        addresses=(page.url,) if page.url else (),
        figures=(
            ("F", items.f),
            ("true", items.true),
            ("found", items.found),
            ("right", items.right),
        ),
        lines=tuple(line for sort in errors for line in sort[:_MOST]),
        more=sum(len(sort[_MOST:]) for sort in errors),
    )


def _errors(page: Comparison) -> tuple[list[Line], ...]:
    """Items missed, items that are none, and matched ones with another title or day."""
    return (
        [Line(Mark.MISSED, "missed", _title(true), _notes(true)) for true in page.missed],
        [Line(Mark.ADDED, "no item", _title(item), _notes(item)) for item in page.extra],
        [
            Line(Mark.CHANGED, "title", _title(true), (f"found as: {_title(item)}",))
            for item, true in page.mistitled
        ],
        [
            Line(
                Mark.CHANGED,
                "day",
                _title(true),
                (f"true: {true.published or 'none'}", f"found: {item.published or 'none'}"),
            )
            for item, true in page.misdated
        ],
    )


def _title(item: Item | TrueItem) -> str:
    # Of held-out data no more than the digest of a title is known.
    return short(item.title if item.title is not None else f"#{item.digest}")


def _notes(item: Item | TrueItem) -> tuple[str, ...]:
    return tuple(short(told) for told in (item.link, item.published) if told)
