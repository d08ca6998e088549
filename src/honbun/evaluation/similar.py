"""Pairs of pages measured: which were found, and whether extent and relation are right.

All rates are over the known pairs, not over the found ones: what is missed is not right. A class is
a relation, or a part of it where some of its pairs are reworded and others are not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.evaluation.metrics import mean
from honbun.papers.similar_003.decision import decide
from honbun.similar.model import Relation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from honbun.evaluation.similar_truth import TrueCollection, TruePair
    from honbun.similar.model import Pair


@dataclass(frozen=True, slots=True)
class Comparison:
    """A known pair beside what was found of it."""

    true: TruePair
    found: Pair | None

    @property
    def extent_right(self) -> bool:
        return self.found is not None and self.found.extent is self.true.extent

    @property
    def relation_right(self) -> bool:
        return self.found is not None and self.found.relation is self.true.relation

    @property
    def class_right(self) -> bool:
        """Whether the paper's table has the relation in the cell that the measures lead to."""
        if self.found is None:
            return False
        pair = self.found
        cell = decide(pair.overlap, pair.containment, pair.url_similarity, pair.linked is not None)
        return self.true.relation in cell.classes

    def row(self) -> dict[str, object]:
        """The comparison as a row of a table."""
        true, found = self.true, self.found
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


@dataclass(frozen=True, slots=True)
class SimilarScore:
    """How many of some known pairs were found and judged as they are."""

    pairs: int = 0
    found: int = 0
    extent: int = 0
    relation: int = 0
    in_class: int = 0

    @classmethod
    def of(cls, compared: Iterable[Comparison]) -> SimilarScore:
        """The pairs added up."""
        pairs = list(compared)
        return cls(
            len(pairs),
            sum(pair.found is not None for pair in pairs),
            sum(pair.extent_right for pair in pairs),
            sum(pair.relation_right for pair in pairs),
            sum(pair.class_right for pair in pairs),
        )

    def measures(self) -> dict[str, float]:
        """Every measure by its name, as a share of the known pairs."""
        pairs = max(self.pairs, 1)
        return {
            "found": self.found / pairs,
            "extent": self.extent / pairs,
            "relation": self.relation / pairs,
            "in class": self.in_class / pairs,
        }


def compare(
    collection: TrueCollection, found: Iterable[Pair]
) -> tuple[list[Comparison], list[Pair]]:
    """Every known pair beside what was found of it, and what was found besides."""
    by_pages = {frozenset((pair.a, pair.b)): pair for pair in found}
    compared = [
        Comparison(true, by_pages.pop(frozenset((true.a, true.b)), None))
        for true in collection.pairs
    ]
    return compared, list(by_pages.values())


def grouped(
    compared: Iterable[Comparison], name: Callable[[Comparison], str]
) -> dict[str, list[Comparison]]:
    """The pairs of each name, in the order in which the names come first."""
    groups: dict[str, list[Comparison]] = {}
    for pair in compared:
        groups.setdefault(name(pair), []).append(pair)
    return groups


def by_class(compared: Sequence[Comparison]) -> dict[str, list[Comparison]]:
    """The pairs of each class, in the order of the relations."""
    ranked = _ranked(compared)
    both = _of_both_kinds(ranked)

    def name(pair: Comparison) -> str:
        if pair.true.reworded:
            return f"{pair.true.relation.value}, reworded"
        return pair.true.relation.value + (", verbatim" if pair.true.relation in both else "")

    return grouped(ranked, name)


def means(compared: Sequence[Comparison]) -> dict[str, float]:
    """Every measure on the average, one relation counting as much as another.

    The verbatim and the reworded pairs of a relation are added up before.
    """
    groups = grouped(compared, lambda pair: pair.true.relation.value).values()
    measured = [SimilarScore.of(group).measures() for group in groups]
    return {name: mean(one[name] for one in measured) for name in SimilarScore().measures()}


def least(compared: Sequence[Comparison]) -> dict[str, float]:
    """Every measure of the class that it is the least of."""
    measured = [SimilarScore.of(group).measures() for group in by_class(compared).values()]
    return {
        name: min((one[name] for one in measured), default=0.0)
        for name in SimilarScore().measures()
    }


def confusion(compared: Sequence[Comparison]) -> list[tuple[Relation, dict[Relation | None, int]]]:
    """For each true relation how often each was found in its place; None: the pair was missed."""
    rows = []
    for group in grouped(_ranked(compared), lambda pair: pair.true.relation.value).values():
        counts: dict[Relation | None, int] = {}
        for pair in group:
            told = pair.found.relation if pair.found else None
            counts[told] = counts.get(told, 0) + 1
        rows.append((group[0].true.relation, counts))
    return rows


def _ranked(compared: Iterable[Comparison]) -> list[Comparison]:
    """The pairs in the order of the relations, verbatim ones first."""
    order = list(Relation)
    return sorted(compared, key=lambda pair: (order.index(pair.true.relation), pair.true.reworded))


def _of_both_kinds(compared: Iterable[Comparison]) -> set[Relation]:
    """The relations that have verbatim and reworded pairs."""
    kinds = {(pair.true.relation, pair.true.reworded) for pair in compared}
    return {relation for relation, reworded in kinds if reworded and (relation, False) in kinds}
