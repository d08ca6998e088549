"""Result: rows of the answer as pairs."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from honbun.relation.model import Extent, Linked, Pair, Relation, Shared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow as pa

Row = dict[str, Any]


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
    """Which way the text went: by what kind of page has it from others, else by the dates."""
    took_a, took_b = row["took_a"], row["took_b"]
    if took_a != took_b:
        return Linked.BACK if took_a else Linked.FORTH
    a, b = row["date_a"], row["date_b"]
    # Days are compared: an hour without a zone could be of the day before.
    if not a or not b or a[:10] == b[:10]:
        return None
    return Linked.FORTH if a < b else Linked.BACK


def _because(row: Row) -> Iterator[str]:
    """What the relation was told by, as short phrases."""
    yield f"{row['overlap']:.0%} of both and {row['containment']:.0%} of the smaller page is shared"
    if row["changed"]:
        several = "sentences were" if row["changed"] > 1 else "sentence was"
        yield f"{row['changed']} {several} changed a little"
    if row["url_similarity"] > 0:
        yield "the addresses are similar"
    elif row["forth"] or row["back"]:
        which = "the first links" if row["forth"] else "the second links"
        which = "each links" if row["forth"] and row["back"] else which
        yield f"{which} to the other{' beside the shared text' if row['beside'] else ''}"
    else:
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
