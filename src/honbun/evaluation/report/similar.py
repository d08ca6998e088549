"""The report of `honbun eval similar`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from honbun.evaluation.report.model import Bars, Case, Cases, Line, Mark, Report, Section, Table
from honbun.evaluation.report.words import counted, percent, short, some
from honbun.evaluation.similar import SimilarScore

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from honbun.evaluation.report.model import Facts
    from honbun.evaluation.similar import Comparison
    from honbun.evaluation.tables import Figures
    from honbun.similar.model import Extent, Pair, Relation

_BARS = ("found", "extent", "relation")


class Measured(NamedTuple):
    """What was measured, and the tables that the command prints of it."""

    ours: Sequence[Comparison]
    papers: Sequence[Comparison]
    """The same pairs by the paper's method."""
    groups: Mapping[str, Sequence[Comparison]]
    """Ours, by class or by site."""
    false: Sequence[Pair]
    """What was found and is most likely false."""
    scores: Figures
    unlisted: Figures
    confusion: Figures


def similar_report(measured: Measured, facts: Facts, *, worst: int) -> Report:
    """The known pairs by class, what is taken for what, and the pairs that went wrong."""
    sections = (
        _classes(measured),
        Section(
            "Which relation is taken for which",
            "A row for what pairs are, a column for what they were found as.",
            (Table("Pairs", measured.confusion),),
        ),
        _missed(measured, worst),
        _misjudged(measured, worst),
        _false(measured, worst),
    )
    return Report("Similar pages, measured", _summary(measured), facts, sections)


def _summary(measured: Measured) -> str:
    ours, papers = (SimilarScore.of(pairs) for pairs in (measured.ours, measured.papers))
    return (
        f"Of {counted(ours.pairs, 'known pair')}, {percent(_share(ours, 'found'))} are found; the "
        f"extent is right for {percent(_share(ours, 'extent'))} and the relation for "
        f"{percent(_share(ours, 'relation'))}. The paper's method finds "
        f"{percent(_share(papers, 'found'))}, with {percent(_share(papers, 'relation'))} of the "
        f"relations. {counted(len(measured.false), 'pair')} found besides "
        f"{'is' if len(measured.false) == 1 else 'are'} most likely false."
    )


def _share(score: SimilarScore, name: str) -> float:
    return score.measures()[name]


def _classes(measured: Measured) -> Section:
    scored = {name: SimilarScore.of(pairs).measures() for name, pairs in measured.groups.items()}
    ranked = sorted(scored.items(), key=lambda one: (one[1]["relation"], one[1]["extent"]))
    bars = Bars(
        caption="The least share of right relations first",
        things=measured.scores.header[0],
        measures=_BARS,
        rows=tuple((name, tuple(values[one] for one in _BARS)) for name, values in ranked),
    )
    totals = len(measured.scores.rows) - len(measured.groups)
    return Section(
        f"By {measured.scores.header[0]}",
        "Shares of the known pairs: found at all, with the right extent, with the right relation. "
        "What is missed is not right.",
        (
            bars,
            Table("The table that the command prints", measured.scores, totals),
            Table("What was found and is not listed", measured.unlisted),
        ),
    )


def _missed(measured: Measured, most: int) -> Section:
    papers = {(pair.true.a, pair.true.b): pair.found for pair in measured.papers}
    missed = [pair for pair in measured.ours if pair.found is None]
    cases = tuple(_missing(pair, papers.get((pair.true.a, pair.true.b))) for pair in missed[:most])
    return Section(
        "Pairs that were missed",
        f"{some(len(missed), len(cases), 'pair')}, in the order of the truth.",
        (Cases(cases, "No pair was missed."),),
    )


def _missing(pair: Comparison, by_paper: Pair | None) -> Case:
    told = _told(by_paper.extent, by_paper.relation) if by_paper else "missed as well"
    reworded = ("its sentences were reworded",) if pair.true.reworded else ()
    notes = (*reworded, f"by the paper's method: {told}")
    true = _told(pair.true.extent, pair.true.relation)
    line = Line(Mark.MISSED, "missed", true, notes)
    return Case(true, (pair.true.a, pair.true.b), (), (line,))


def _misjudged(measured: Measured, most: int) -> Section:
    wrong = [
        (pair, pair.found)
        for pair in measured.ours
        if pair.found and not (pair.extent_right and pair.relation_right)
    ]
    # Another relation is worse than another extent.
    ranked = sorted(wrong, key=lambda one: one[0].relation_right)[:most]
    return Section(
        "Pairs that were misjudged",
        f"{some(len(wrong), len(ranked), 'pair')} with another relation or extent, other relations "
        "first, with some of the sentences that both pages have.",
        (Cases(tuple(_judged(*one) for one in ranked), "No pair was misjudged."),),
    )


def _judged(pair: Comparison, found: Pair) -> Case:
    true = _told(pair.true.extent, pair.true.relation)
    line = Line(Mark.CHANGED, "found as", _told(found.extent, found.relation), found.because)
    return Case(true, (found.a, found.b), _measures(found), (line, *_shared(found)))


def _false(measured: Measured, most: int) -> Section:
    ranked = sorted(measured.false, key=lambda pair: -pair.containment)[:most]
    return Section(
        "Pairs that are most likely false",
        f"{some(len(measured.false), len(ranked), 'pair')} of two sites, found and not listed, "
        "with nothing planted that the pages could share; those that share most first.",
        (Cases(tuple(map(_invented, ranked)), "There is none."),),
    )


def _invented(pair: Pair) -> Case:
    told = _told(pair.extent, pair.relation)
    line = Line(Mark.ADDED, "not listed", told, pair.because)
    return Case(told, (pair.a, pair.b), _measures(pair), (line, *_shared(pair)))


def _measures(pair: Pair) -> tuple[tuple[str, object], ...]:
    return (
        ("overlap", pair.overlap),
        ("containment", pair.containment),
        ("URLs alike", pair.url_similarity),
    )


def _shared(pair: Pair) -> list[Line]:
    """The evidence: sentences that both have."""
    return [
        Line(Mark.BESIDE, "", short(one.a), () if one.a == one.b else (f"there: {short(one.b)}",))
        for one in pair.shared
    ]


def _told(extent: Extent, relation: Relation) -> str:
    return f"{relation.value}, {extent.value}"
