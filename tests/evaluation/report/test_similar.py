from __future__ import annotations

from dataclasses import replace

from honbun.evaluation.report.model import Bars, Case, Cases, Line, Mark, Report
from honbun.evaluation.report.similar import Measured, similar_report
from honbun.evaluation.similar import by_class, compare
from honbun.evaluation.tables import Figures
from honbun.similar.model import Pair, Relation, Shared
from tests.evaluation.notices import COLLECTION, PAIRS, PORT, TOWN, as_known, pair

SCORES = Figures(("class", "pairs"), [])
SHARED = Shared("The boats leave at noon.", "The boats left at noon.")


def report(found: list[Pair], worst: int = 20) -> Report:
    ours, others = compare(COLLECTION, found)
    papers, _ = compare(COLLECTION, [as_known(true) for true in PAIRS[-1:]])
    measured = Measured(ours, papers, by_class(ours), others, SCORES, SCORES, SCORES)
    return similar_report(measured, (), worst=worst)


def cases(found: list[Pair], section: int, worst: int = 20) -> tuple[Case, ...]:
    (part,) = report(found, worst).sections[section].parts
    assert isinstance(part, Cases)
    return part.cases


KNOWN = [as_known(true) for true in PAIRS]


def test_missed_pairs_are_shown_with_what_the_paper_says() -> None:
    first, last = cases(KNOWN[1:5], 2)
    assert first.addresses == (PAIRS[0].a, PAIRS[0].b)
    assert first.lines == (
        Line(
            Mark.MISSED, "missed", "mirror, identical", ("by the paper's method: missed as well",)
        ),
    )
    assert last.lines[0].notes == (
        "its sentences were reworded",
        "by the paper's method: plagiarism, partial",
    )
    assert cases(KNOWN[1:5], 2, worst=1) == (first,)


def test_misjudged_pairs_are_shown_with_their_evidence() -> None:
    wrong = replace(KNOWN[3], relation=Relation.SPAM, shared=(SHARED, Shared("Same.", "Same.")))
    (case,) = cases([*KNOWN[:3], wrong, *KNOWN[4:]], 3)
    assert (case.name, case.addresses) == ("citation, partial", (wrong.a, wrong.b))
    assert case.lines == (
        Line(Mark.CHANGED, "found as", "spam, partial", ("it was said",)),
        Line(Mark.BESIDE, "", SHARED.a, (f"there: {SHARED.b}",)),
        Line(Mark.BESIDE, "", "Same."),
    )


def test_likely_false_pairs_are_shown_those_that_share_most_first() -> None:
    less, more = pair(TOWN[0], PORT[1]), pair(TOWN[1], PORT[2], containment=0.9)
    shown = cases([*KNOWN, less, more], 4)
    assert [case.addresses for case in shown] == [(more.a, more.b), (less.a, less.b)]
    assert {case.lines[0].mark for case in shown} == {Mark.ADDED}


def test_where_all_is_right_no_pair_is_shown() -> None:
    assert [cases(KNOWN, section) for section in (2, 3, 4)] == [(), (), ()]


def test_bars_are_of_the_classes_the_worst_first() -> None:
    bars = report(KNOWN[1:]).sections[0].parts[0]
    assert isinstance(bars, Bars)
    assert bars.rows[0] == ("mirror", (0.0, 0.0, 0.0))
    assert {values for _, values in bars.rows[1:]} == {(1.0, 1.0, 1.0)}


def test_the_summary_sets_ours_beside_the_papers() -> None:
    assert report([*KNOWN[1:], pair(TOWN[0], PORT[1])]).summary == (
        "Of 6 known pairs, 83.3 % are found; the extent is right for 83.3 % and the relation for "
        "83.3 %. The paper's method finds 16.7 %, with 16.7 % of the relations. 1 pair found "
        "besides is most likely false."
    )
