"""Result: rows of the answer as pairs."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from honbun.similar.model import Extent, Linked, Pair, Relation, Shared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow as pa

Row = dict[str, Any]

_DAY = len("2024-05-01")


def results(pairs: Iterable[pa.RecordBatch], shown: Iterable[pa.RecordBatch]) -> Iterator[Pair]:
    """Pairs with their sentences; both come in the order of the pages."""
    texts = _rows(shown)
    waiting = next(texts, None)
    for row in _rows(pairs):
        shared: list[Shared] = []
        while waiting is not None and (waiting["a"], waiting["b"]) == (row["a"], row["b"]):
            shared.append(Shared(waiting["text_a"], waiting["text_b"]))
            waiting = next(texts, None)
        yield _pair(row, tuple(shared))


def _rows(batches: Iterable[pa.RecordBatch]) -> Iterator[Row]:
    return chain.from_iterable(batch.to_pylist() for batch in batches)


def _pair(row: Row, shared: tuple[Shared, ...]) -> Pair:
    return Pair(
        a=row["url_a"],
        b=row["url_b"],
        overlap=row["overlap"],
        containment=row["containment"],
        overlap_all=row["overlap_all"],
        url_similarity=row["url_similarity"],
        linked=_linked(row["forth"], row["back"]),
        extent=Extent(row["extent"]),
        relation=Relation(row["relation"]),
        because=tuple(_because(row)),
        direction=_direction(row),
        date_a=row["date_a"],
        date_b=row["date_b"],
        shared=shared,
    )


def _linked(forth: bool, back: bool) -> Linked | None:
    if forth and back:
        return Linked.BOTH
    return Linked.FORTH if forth else Linked.BACK if back else None


def _direction(row: Row) -> Linked | None:
    """Which way the text went: by what kind of page has it from others, else by the dates.

    Pages of one site, and those that share a notice, have it from neither.
    """
    if row["relation"] in (Relation.SAME_SITE, Relation.SHARED_PASSAGE):
        return None
    took_a, took_b = row["took_a"], row["took_b"]
    if took_a != took_b:
        return Linked.BACK if took_a else Linked.FORTH
    later = _later(row["date_a"], row["date_b"])
    return {"a": Linked.BACK, "b": Linked.FORTH, None: None}[later]


def _later(a: str | None, b: str | None) -> str | None:
    """Which of two dates is later; None where that is not certain."""
    if not a or not b:
        return None
    first, second = datetime.fromisoformat(a), datetime.fromisoformat(b)
    if first.tzinfo is not None and second.tzinfo is not None:
        apart = second - first
        return None if not apart else "b" if apart > timedelta(0) else "a"
    # An hour without a zone, or in another one, may be of the day before or behind.
    certain = 1 if len(a) == len(b) == _DAY else 2
    days = (second.date() - first.date()).days
    return None if abs(days) < certain else "b" if days > 0 else "a"


def _because(row: Row) -> Iterator[str]:
    """What the relation was told by, as short phrases."""
    both, smaller = _percent(row["overlap"]), _percent(row["containment"])
    yield f"{both} of both and {smaller} of the smaller page is shared"
    if row["changed"]:
        several = "sentences were" if row["changed"] > 1 else "sentence was"
        yield f"{row['changed']} {several} changed a little"
    if row["url_similarity"] > 0:
        yield "the addresses are similar"
    if row["forth"] or row["back"]:
        which = "the first links" if row["forth"] else "the second links"
        which = "each links" if row["forth"] and row["back"] else which
        yield f"{which} to the other{' beside the shared text' if row['beside'] else ''}"
    elif row["url_similarity"] == 0:
        yield "no link between them"
    for side, name in (("a", "the first"), ("b", "the second")):
        if row[f"stitched_{side}"]:
            yield (
                f"{name} has {row[f'covered_{side}']:.0%} of its text in common with "
                f"{row[f'sources_{side}']} unrelated sites"
            )
        if row[f"quotes_{side}"]:
            yield f"{name} has it as a quotation"
    if row["spread"]:
        yield "three sites or more have it"
    if _direction(row) and row["took_a"] == row["took_b"]:
        yield f"dated {row['date_a'][:10]} and {row['date_b'][:10]}"


def _percent(share: float) -> str:
    """A share in words; little is not nothing.

    >>> _percent(0.254), _percent(0.001)
    ('25%', 'less than 1%')
    """
    return f"{share:.0%}" if share >= 0.005 else "less than 1%"


# Tally: how many pairs there are of each extent and relation, as the paper's table 3.


class Count(NamedTuple):
    """Pairs of one extent and relation."""

    extent: Extent
    relation: Relation
    pairs: int
    share: float
    """Of all pairs."""


class Tally:
    """Counts pairs as they pass."""

    def __init__(self) -> None:
        self._pairs: Counter[tuple[Extent, Relation]] = Counter()

    def counted(self, pairs: Iterable[Pair]) -> Iterator[Pair]:
        """The pairs, counted on their way."""
        for pair in pairs:
            self._pairs[pair.extent, pair.relation] += 1
            yield pair

    @property
    def total(self) -> int:
        """All pairs."""
        return self._pairs.total()

    def counts(self) -> Iterator[Count]:
        """What there is, the greatest extent first."""
        for extent in Extent:
            for relation in Relation:
                if pairs := self._pairs[extent, relation]:
                    yield Count(extent, relation, pairs, pairs / self.total)

    def words(self) -> str:
        """The counts on a line: `3 identical (2 mirror, 1 copy), 1 partial (1 spam)`."""
        parts = []
        for extent in Extent:
            found = [count for count in self.counts() if count.extent is extent]
            if found:
                inner = ", ".join(f"{count.pairs:,} {count.relation}" for count in found)
                parts.append(f"{sum(count.pairs for count in found):,} {extent} ({inner})")
        return ", ".join(parts)
