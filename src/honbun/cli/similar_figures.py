"""The tables of `honbun eval similar`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from honbun.evaluation.similar import Comparison
    from honbun.evaluation.tables import Figures
    from honbun.evaluation.unlisted import Unlisted

MEASURES = ("found", "extent", "relation")


def class_figures(ours: Sequence[Comparison], papers: Sequence[Comparison]) -> Figures:
    """Every class by both methods, and all of them together."""
    from honbun.evaluation.similar import by_class, least, means
    from honbun.evaluation.tables import Figures

    theirs = by_class(papers)
    rows = [_row(name, pairs, theirs[name]) for name, pairs in by_class(ours).items()]
    count = len(ours)
    rows.append(["mean over relations", count, *_figures(means(ours), means(papers))])
    rows.append(["least class", count, *_figures(least(ours), least(papers))])
    for name, reworded in (("verbatim", False), ("reworded", True)):
        rows.append(_row(f"all {name}", *(_either(told, reworded) for told in (ours, papers))))
    rows.append(_row("all", ours, papers))
    return Figures(_header("class"), rows)


def by_site(compared: Sequence[Comparison], planted: frozenset[str]) -> dict[str, list[Comparison]]:
    """The pairs of each site, by the page that was not planted."""
    from honbun.evaluation.similar import grouped
    from honbun.evaluation.unlisted import real_site

    return dict(sorted(grouped(compared, lambda pair: real_site(pair.true, planted)).items()))


def site_figures(
    sites: Mapping[str, Sequence[Comparison]],
    theirs: Mapping[str, Sequence[Comparison]],
    ours: Sequence[Comparison],
    papers: Sequence[Comparison],
) -> Figures:
    """Every site by both methods, and all of them together."""
    from honbun.evaluation.tables import Figures

    rows = [_row(name, pairs, theirs[name]) for name, pairs in sites.items()]
    return Figures(_header("site of the real page"), [*rows, _row("all", ours, papers)])


def _either(compared: Sequence[Comparison], reworded: bool) -> list[Comparison]:
    return [pair for pair in compared if pair.true.reworded is reworded]


def _header(rows: str) -> tuple[str, ...]:
    papers = (f"paper {name}" for name in (*MEASURES, "in class"))
    return (rows, "pairs", *MEASURES, *papers)


def _row(name: str, ours: Sequence[Comparison], papers: Sequence[Comparison]) -> list[object]:
    from honbun.evaluation.similar import SimilarScore

    if not ours:
        return [name, 0, *["-"] * (2 * len(MEASURES) + 1)]
    measured = (SimilarScore.of(pairs).measures() for pairs in (ours, papers))
    return [name, len(ours), *_figures(*measured)]


def _figures(ours: Mapping[str, float], papers: Mapping[str, float]) -> list[float]:
    return [*(ours[name] for name in MEASURES), *papers.values()]


def unlisted_figures(methods: Mapping[str, Unlisted], found: Mapping[str, int]) -> Figures:
    """What was found and is not listed, by method."""
    from honbun.evaluation.tables import Figures

    rows = []
    for name, others in methods.items():
        false = len(others.false)
        counts = (found[name], len(others.within), len(others.planted), false)
        rows.append([name, *counts, false / found[name] if found[name] else "-"])
    header = ("method", "pairs found", "unlisted: of one site", "with a planted page")
    return Figures((*header, "likely false", "share"), rows)


def confusion_figures(compared: Sequence[Comparison]) -> Figures:
    """Which relations are taken for which."""
    from honbun.evaluation.similar import confusion
    from honbun.evaluation.tables import Figures
    from honbun.similar.model import Relation

    rows = [
        [true.value, *(counts.get(told, 0) for told in (*Relation, None))]
        for true, counts in confusion(compared)
    ]
    return Figures(("true", *(relation.value for relation in Relation), "missed"), rows)
