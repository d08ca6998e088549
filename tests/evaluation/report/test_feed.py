from __future__ import annotations

from dataclasses import replace

from honbun.evaluation.feeds import compare
from honbun.evaluation.report.feed import feed_report
from honbun.evaluation.report.model import Bars, Cases, Mark, Report, Table
from honbun.evaluation.tables import Figures
from tests.evaluation.noticeboards import FAIR, MENU, ROADS, WATER, item, true_page

GOOD = compare([item(ROADS)], true_page([ROADS]))
HALF = compare(
    [item(("Roads", *ROADS[1:])), item((*WATER[:2], "2021-03-09")), item(MENU)],
    replace(true_page([ROADS, WATER, FAIR], "c"), name="half"),
)
SCORES = Figures(("kind", "pages"), [["b", 1], ["c", 1], ["all", 2]])
ALARMS = Figures(("articles", "with a list invented"), [(300, 1)])


def made(worst: int = 20, alarms: Figures | None = None) -> Report:
    return feed_report({"b": [GOOD], "c": [HALF]}, SCORES, alarms, (), worst=worst)


def test_the_worst_lists_show_their_items() -> None:
    (part,) = made().sections[1].parts
    assert isinstance(part, Cases)
    (case,) = part.cases
    assert case.name == "half (c)"
    assert [(line.mark, line.label, line.text, line.notes) for line in case.lines] == [
        (Mark.MISSED, "missed", FAIR[0], (FAIR[1],)),
        (Mark.ADDED, "no item", MENU[0], (MENU[1],)),
        (Mark.CHANGED, "title", ROADS[0], ("found as: Roads",)),
        (Mark.CHANGED, "day", WATER[0], ("true: 2021-03-02", "found: 2021-03-09")),
    ]
    (part,) = made(worst=0).sections[1].parts
    assert part == Cases((), "No list to show.")


def test_bars_are_of_the_groups_the_worst_first() -> None:
    bars = made().sections[0].parts[0]
    assert isinstance(bars, Bars)
    assert bars.rows == (("c", (2 / 3, 0.0, 0.5)), ("b", (1.0, 1.0, 1.0)))


def test_of_many_errors_of_one_sort_some_are_shown() -> None:
    menu = [item((f"{MENU[0]} {number}", f"{MENU[1]}{number}", None)) for number in range(50)]
    page = compare(menu, true_page([ROADS]))
    (part,) = feed_report({"b": [page]}, SCORES, None, (), worst=1).sections[1].parts
    assert isinstance(part, Cases)
    (case,) = part.cases
    assert {line.mark for line in case.lines} == {Mark.MISSED, Mark.ADDED}
    assert len(case.lines) + case.more == 51


def test_lists_on_articles_are_told_where_they_were_looked_for() -> None:
    assert len(made().sections) == 2
    (part,) = made(alarms=ALARMS).sections[2].parts
    assert isinstance(part, Table)
    assert part.figures == ALARMS


def test_the_summary_counts_items_and_days() -> None:
    assert made().summary == (
        "On 2 pages, 3 of 4 items are found, and 4 are given: F is .833 (mean over pages), .750 "
        "with all items added up. 50.0 % of the lists are perfect. The day is right for 66.7 % of "
        "the items that have one."
    )
