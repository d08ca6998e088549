"""Rows of the comparison as `Pair` objects: sentences, direction and reasons."""

from __future__ import annotations

from calendar import monthrange
from collections import Counter
from datetime import date, datetime, timedelta
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from honbun.similar.model import Extent, Linked, Pair, Relation, Shared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow as pa

Row = dict[str, Any]

_DAY, _MONTH = len("2024-05-01"), len("2024-05")


def results(pairs: Iterable[pa.RecordBatch], shown: Iterable[pa.RecordBatch]) -> Iterator[Pair]:
    """Join pairs with their shared sentences; both are ordered by page."""
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
    """Who copied from whom: decided by the kind of page, otherwise by the dates.

    Pages of one site, and pages that share a notice, have no direction.
    """
    if row["relation"] in (Relation.SAME_SITE, Relation.SHARED_PASSAGE):
        return None
    took_a, took_b = row["took_a"], row["took_b"]
    if took_a != took_b:
        return Linked.BACK if took_a else Linked.FORTH
    later = _later(row["date_a"], row["date_b"])
    return {"a": Linked.BACK, "b": Linked.FORTH, None: None}[later]


def _later(a: str | None, b: str | None) -> str | None:
    """Which of two dates is later; None if that is not certain."""
    if not a or not b:
        return None
    if len(a) > _DAY and len(b) > _DAY:
        first, second = datetime.fromisoformat(a), datetime.fromisoformat(b)
        if first.tzinfo is not None and second.tzinfo is not None:
            apart = second - first
            return None if not apart else "b" if apart > timedelta(0) else "a"
    # A time without a zone may be on the day before or after.
    certain = 1 if max(len(a), len(b)) <= _DAY else 2
    (first_a, last_a), (first_b, last_b) = _days(a), _days(b)
    if (first_b - last_a).days >= certain:
        return "b"
    return "a" if (first_a - last_b).days >= certain else None


def _days(text: str) -> tuple[date, date]:
    """The first and the last day that an ISO date can mean: pages may be dated to the month.

    >>> _days("2020-12")
    (datetime.date(2020, 12, 1), datetime.date(2020, 12, 31))
    """
    if len(text) >= _DAY:
        day = date.fromisoformat(text[:_DAY])
        return day, day
    year = int(text[:4])
    first, last = (int(text[5:]),) * 2 if len(text) == _MONTH else (1, 12)
    return date(year, first, 1), date(year, last, monthrange(year, last)[1])


def _because(row: Row) -> Iterator[str]:
    """The reasons for the relation, as short phrases."""
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
    """A share as text; a small share is not shown as 0%.

    >>> _percent(0.254), _percent(0.001)
    ('25%', 'less than 1%')
    """
    return f"{share:.0%}" if share >= 0.005 else "less than 1%"


class Count(NamedTuple):
    """The number of pairs of one extent and relation (paper 003, table 3)."""

    extent: Extent
    relation: Relation
    pairs: int
    share: float
    """Of all pairs."""


class Tally:
    """Counts pairs by extent and relation."""

    def __init__(self) -> None:
        self._pairs: Counter[tuple[Extent, Relation]] = Counter()

    def counted(self, pairs: Iterable[Pair]) -> Iterator[Pair]:
        """Yield the pairs and count them."""
        for pair in pairs:
            self._pairs[pair.extent, pair.relation] += 1
            yield pair

    @property
    def total(self) -> int:
        """All pairs."""
        return self._pairs.total()

    def counts(self) -> Iterator[Count]:
        """The counts, the greatest extent first."""
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
