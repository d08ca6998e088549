"""Pairs of pages measured: which known pairs were found, and whether extent and relation are right.

All rates are shares of the known pairs, so a missed pair is wrong in every respect. A class is a
relation, or the verbatim or reworded pairs of one that has both.

A truth of planted pages lists what was planted. Pages of one site share text anyway, and a planted
page shares text with every page that has the same, so an unlisted pair may well be true. An
unlisted pair of two sites of which neither page was planted is most likely false.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.evaluation.metrics import Comparison, Score, grouped, means, total
from honbun.evaluation.report import Table
from honbun.papers.similar_003.decision import decide
from honbun.similar.model import Relation
from honbun.text.url_similarity import url_parts
from honbun.text.urls import split_url

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from honbun.evaluation.metrics import Measures
    from honbun.evaluation.truth.pairs import TrueCollection, TruePair
    from honbun.similar.model import Pair

MEASURES = ("found", "extent", "relation")
_UNLISTED = (
    "method",
    "pairs found",
    "unlisted: of one site",
    "with a planted page",
    "likely false",
    "share",
)
FEW = 3
"""The host of a planted page has at most so many pages in the collection."""


def evaluate(
    collection: TrueCollection, ours: Sequence[Pair], papers: Sequence[Pair]
) -> tuple[dict[str, Table], list[Comparison]]:
    """The tables of known and unlisted pairs by both methods, and our comparisons."""
    compared, others = compare(collection, ours)
    theirs, their_others = compare(collection, papers)
    unlisted = sort_unlisted(others, collection)
    rows_of_others = [
        unlisted_row("honbun", len(ours), unlisted),
        unlisted_row("paper", len(papers), sort_unlisted(their_others, collection)),
    ]
    tables = {
        "Known pairs": Table(header("class"), rows(compared, theirs)),
        "Unlisted pairs": Table(_UNLISTED, rows_of_others),
    }
    return tables, [*compared, *map(_false_pair, unlisted.false)]


def _false_pair(pair: Pair) -> Comparison:
    """A found pair that is most likely false, as an error."""
    details = {
        "a": pair.a,
        "b": pair.b,
        "extent": pair.extent.value,
        "relation": pair.relation.value,
    }
    return Comparison(f"{pair.a} {pair.b}", "unlisted", {}, ({"error": "not listed"},), details)


def header(groups: str) -> tuple[str, ...]:
    """The columns of the table of known pairs."""
    return (groups, "pairs", *MEASURES, *(f"paper {name}" for name in (*MEASURES, "in class")))


def compare(
    collection: TrueCollection, found: Iterable[Pair]
) -> tuple[list[Comparison], list[Pair]]:
    """Compare every known pair with what was found of it; also return the other pairs found."""
    by_pages = {frozenset((pair.a, pair.b)): pair for pair in found}
    order = list(Relation)
    ranked = sorted(collection.pairs, key=lambda pair: (order.index(pair.relation), pair.reworded))
    kinds = {(pair.relation, pair.reworded) for pair in ranked}
    both = {relation for relation, reworded in kinds if reworded and (relation, False) in kinds}
    compared = [
        _compare(true, by_pages.pop(frozenset((true.a, true.b)), None), both) for true in ranked
    ]
    return compared, list(by_pages.values())


def _compare(true: TruePair, found: Pair | None, both: Collection[Relation]) -> Comparison:
    extent = found is not None and found.extent is true.extent
    relation = found is not None and found.relation is true.relation
    errors = [] if found else ["missed"]
    if found:
        errors += [] if extent else ["extent"]
        errors += [] if relation else ["relation"]
    return Comparison(
        name=f"{true.a} {true.b}",
        group=_class(true, both),
        scores={
            "found": _share(found is not None),
            "extent": _share(extent),
            "relation": _share(relation),
            "in class": _share(found is not None and true.relation in _paper_classes(found)),
        },
        errors=tuple({"error": error} for error in errors),
        details=_row_of(true, found),
    )


def _paper_classes(pair: Pair) -> frozenset[Relation]:
    """The relations that the decision table of paper 003 allows for a pair."""
    linked = pair.linked is not None
    return decide(pair.overlap, pair.containment, pair.url_similarity, linked).classes


def _class(true: TruePair, both: Collection[Relation]) -> str:
    if true.reworded:
        return f"{true.relation.value}, reworded"
    return true.relation.value + (", verbatim" if true.relation in both else "")


def _share(right: bool) -> Score:
    return Score(1, 1, int(right))


def _row_of(true: TruePair, found: Pair | None) -> Mapping[str, object]:
    return {
        "a": true.a,
        "b": true.b,
        "reworded": true.reworded,
        "true_extent": true.extent.value,
        "true_relation": true.relation.value,
        "extent": found.extent.value if found else None,
        "relation": found.relation.value if found else None,
        "overlap": found.overlap if found else None,
        "containment": found.containment if found else None,
        "url_similarity": found.url_similarity if found else None,
        "linked": found.linked.value if found and found.linked else None,
        "because": "; ".join(found.because) if found else None,
    }


def measures(compared: Iterable[Comparison]) -> Measures:
    """The share of known pairs that were found, and judged right in each respect."""
    return {name: score.of_found for name, score in total(compared).items()}


def relation_of(compared: Comparison) -> str:
    """The true relation of a pair."""
    return str(compared.details["true_relation"])


def rows(ours: Sequence[Comparison], papers: Sequence[Comparison]) -> list[list[object]]:
    """The table: every class by our method and by the paper's, then all classes together."""
    theirs = grouped(papers)
    table = [row(name, pairs, theirs[name]) for name, pairs in grouped(ours).items()]
    count = len(ours)
    table.append(
        ["mean over relations", count, *_both(_relation_means(ours), _relation_means(papers))]
    )
    table.append(["least class", count, *_both(_least(ours), _least(papers))])
    for name, reworded in (("verbatim", False), ("reworded", True)):
        either = [
            [pair for pair in compared if pair.details["reworded"] is reworded]
            for compared in (ours, papers)
        ]
        table.append(row(f"all {name}", *either))
    table.append(row("all", ours, papers))
    return table


def row(name: str, ours: Sequence[Comparison], papers: Sequence[Comparison]) -> list[object]:
    """A row of the table for some pairs."""
    if not ours:
        return [name, 0, *[None] * (2 * len(MEASURES) + 1)]
    return [name, len(ours), *_both(measures(ours), measures(papers))]


def _both(ours: Measures, papers: Measures) -> list[float | None]:
    return [*(ours[name] for name in MEASURES), *papers.values()]


def _relation_means(compared: Sequence[Comparison]) -> Measures:
    """The mean over relations; verbatim and reworded pairs of a relation are added up before."""
    return means(measures(group) for group in grouped(compared, relation_of).values())


def _least(compared: Sequence[Comparison]) -> Measures:
    """Every measure in the class where it is lowest."""
    measured = [measures(group) for group in grouped(compared).values()]
    return {name: min(one[name] or 0.0 for one in measured) for name in measured[0]}


def confusion(compared: Sequence[Comparison]) -> list[list[object]]:
    """For each true relation, how often each relation was found; the last column counts misses."""
    names = [*(relation.value for relation in Relation), None]
    table: list[list[object]] = []
    for true, group in grouped(compared, relation_of).items():
        counts = Counter(pair.details["relation"] for pair in group)
        table.append([true, *(counts[name] for name in names)])
    return table


@dataclass(frozen=True, slots=True)
class Unlisted:
    """Found pairs that the truth does not list."""

    within: tuple[Pair, ...]
    """Pairs of one site."""
    planted: tuple[Pair, ...]
    """Pairs of two sites that may share planted text."""
    false: tuple[Pair, ...]
    """Pairs of two sites that share nothing planted: most likely false."""


def sort_unlisted(pairs: Iterable[Pair], collection: TrueCollection) -> Unlisted:
    """Sort found pairs that the truth does not list by how likely they are false."""
    may_share = _may_share(collection)
    within, some, none = [], [], []
    for pair in pairs:
        if site_of(pair.a) == site_of(pair.b):
            within.append(pair)
        elif may_share(pair):
            some.append(pair)
        else:
            none.append(pair)
    return Unlisted(tuple(within), tuple(some), tuple(none))


def unlisted_row(name: str, found: int, others: Unlisted) -> list[object]:
    """A row of the table of unlisted pairs."""
    false = len(others.false)
    counts = (found, len(others.within), len(others.planted), false)
    return [name, *counts, false / found if found else None]


def _may_share(collection: TrueCollection) -> Callable[[Pair], bool]:
    if origins := collection.origins:
        return lambda pair: not origins[pair.a].isdisjoint(origins[pair.b])
    pages = planted_pages(collection)
    return lambda pair: pair.a in pages or pair.b in pages


def planted_pages(collection: TrueCollection) -> frozenset[str]:
    """The URLs of planted pages.

    Where the origins of pages are unknown, they follow from the truth: pages of a host with few
    pages, pages that contain several others of their site, and pages of one site that were given
    the same text. If real sites have few pages too, all pages count as planted.
    """
    if collection.origins is not None:
        return frozenset(url for url, made in collection.origins.items() if made != {url})
    urls = [page.url or "" for page in collection.pages]
    hosts = Counter(map(_host, urls))
    small = {url for url in urls if hosts[_host(url)] <= FEW}
    archived = Counter(_urls(collection, Relation.ARCHIVE))
    archives = {url for url, times in archived.items() if times > 1}
    return frozenset(small | archives | set(_urls(collection, Relation.SAME_SITE)))


def _urls(collection: TrueCollection, relation: Relation) -> list[str]:
    return [
        url for pair in collection.pairs if pair.relation is relation for url in (pair.a, pair.b)
    ]


def site_of(url: str) -> str:
    """The registered domain of a URL."""
    return url_parts(url).site


def _host(url: str) -> str:
    return split_url(url).host
