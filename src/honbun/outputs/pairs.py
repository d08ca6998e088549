"""Pairs, clusters, drops and counts to rows and to text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, Generic, TypeVar

from honbun.errors import one_line
from honbun.outputs import pairs_html, rows
from honbun.similar.model import Extent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from honbun.outputs.rows import ColumnType, Row
    from honbun.similar.clusters import Cluster, Drop
    from honbun.similar.model import Pair
    from honbun.similar.results import Count

PAIR: dict[str, ColumnType] = {
    "a": str,
    "b": str,
    "overlap": float,
    "containment": float,
    "url_similarity": float,
    "linked": str,
    "extent": str,
    "relation": str,
    "shared": [str],
    "overlap_all": float,
    "because": [str],
    "direction": str,
    "date_a": str,
    "date_b": str,
    "shared_b": [str],
}
"""The columns of a pair and what they hold, in the order in which they are written."""
CLUSTER: dict[str, ColumnType] = {
    "representative": str,
    "size": int,
    "pages": [str],
    "relations": [str],
}
DROP: dict[str, ColumnType] = {"url": str, "relation": str, "kept": str}
COUNT: dict[str, ColumnType] = {"extent": str, "relation": str, "pairs": int, "share": float}


def pair_row(pair: Pair) -> Row:
    """A pair as plain values, every key present."""
    return {
        "a": pair.a,
        "b": pair.b,
        "overlap": pair.overlap,
        "containment": pair.containment,
        "url_similarity": pair.url_similarity,
        "linked": pair.linked and pair.linked.value,
        "extent": pair.extent.value,
        "relation": pair.relation.value,
        "shared": [sentence.a for sentence in pair.shared],
        "overlap_all": pair.overlap_all,
        "because": list(pair.because),
        "direction": pair.direction and pair.direction.value,
        "date_a": pair.date_a,
        "date_b": pair.date_b,
        "shared_b": [sentence.b for sentence in pair.shared],
    }


def cluster_row(cluster: Cluster) -> Row:
    """A cluster as plain values."""
    return {
        "representative": cluster.representative,
        "size": cluster.size,
        "pages": list(cluster.pages),
        "relations": [relation.value for relation in cluster.relations],
    }


def drop_row(drop: Drop) -> Row:
    """A page to drop as plain values."""
    return {"url": drop.url, "relation": drop.relation.value, "kept": drop.kept}


def count_row(count: Count) -> Row:
    """A count as plain values."""
    return count._asdict() | {"extent": count.extent.value, "relation": count.relation.value}


def flat(row: Row) -> Row:
    """A row where no value can be a list: their items stand on lines."""
    return {
        name: "\n".join(value) if isinstance(value, list) else value for name, value in row.items()
    }


def pair_text(pair: Pair) -> str:
    """A pair as one reads it: what, who, why, and the sentences below them."""
    lines = [
        f"{pair.relation} ({pair.extent})",
        f"  a {one_line(pair.a)}",
        f"  b {one_line(pair.b)}",
        *(f"  - {one_line(reason)}" for reason in pair.because),
        *_sentences(pair),
    ]
    return "\n".join(lines)


def _sentences(pair: Pair) -> Iterator[str]:
    for sentence in pair.shared:
        if sentence.a == sentence.b:
            yield f"    = {one_line(sentence.a)}"
        else:
            yield f"    a {one_line(sentence.a)}"
            yield f"    b {one_line(sentence.b)}"


def cluster_text(cluster: Cluster) -> str:
    """The page that represents a cluster, and the others below it."""
    others = (page for page in cluster.pages if page != cluster.representative)
    return "\n".join(
        [one_line(cluster.representative), *(f"    {one_line(page)}" for page in others)]
    )


def count_text(counts: Sequence[Count]) -> str:
    """The counts as a table."""
    lines = []
    for extent in Extent:
        inner = [count for count in counts if count.extent is extent]
        lines.append(_line(extent, sum(count.pairs for count in inner), counts))
        lines += [_line(f"  {count.relation}", count.pairs, counts) for count in inner]
    lines.append(_line("all", sum(count.pairs for count in counts), counts))
    return "\n".join(lines)


def _line(name: str, pairs: int, counts: Sequence[Count]) -> str:
    share = pairs / max(sum(count.pairs for count in counts), 1)
    return f"{name:<18}{pairs:>12,}{share:>8.1%}"


# The formats that pairs, and what is made of them, are written in.

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Format(Generic[Item]):
    """A way to write results of one kind."""

    endings: tuple[str, ...]
    """File endings that mean this format."""
    write: Callable[[Iterable[Item], BinaryIO], None]
    """All of them into one file."""


def _tables(
    of_item: Callable[[Item], rows.Row], columns: Mapping[str, rows.ColumnType]
) -> dict[str, Format[Item]]:
    """The formats that hold rows."""

    def write_jsonl(items: Iterable[Item], file: BinaryIO) -> None:
        rows.write_jsonl(map(of_item, items), file)

    def write_csv(items: Iterable[Item], file: BinaryIO) -> None:
        rows.write_csv(map(flat, map(of_item, items)), list(columns), file)

    def write_parquet(items: Iterable[Item], file: BinaryIO) -> None:
        rows.write_parquet(map(of_item, items), columns, file)

    return {
        "jsonl": Format((".jsonl", ".ndjson"), write_jsonl),
        "csv": Format((".csv",), write_csv),
        "parquet": Format((".parquet",), write_parquet),
    }


def _text(of_item: Callable[[Item], str]) -> dict[str, Format[Item]]:
    def write(items: Iterable[Item], file: BinaryIO) -> None:
        for item in items:
            file.write(f"{of_item(item)}\n".encode())

    return {"text": Format((".txt", ".text"), write)}


def _write_counts(counts: Iterable[Count], file: BinaryIO) -> None:
    file.write(f"{count_text(list(counts))}\n".encode())


def _drop_line(drop: Drop) -> str:
    # The address and nothing else, as another program takes it.
    return drop.url


PAIRS: dict[str, Format[Pair]] = {
    **_tables(pair_row, PAIR),
    "html": Format((".html", ".htm"), pairs_html.write),
    **_text(lambda pair: pair_text(pair) + "\n"),
}
CLUSTERS: dict[str, Format[Cluster]] = {
    **_tables(cluster_row, CLUSTER),
    **_text(cluster_text),
}
DROPS: dict[str, Format[Drop]] = {**_text(_drop_line), **_tables(drop_row, DROP)}
COUNTS: dict[str, Format[Count]] = {
    "text": Format((".txt", ".text"), _write_counts),
    **_tables(count_row, COUNT),
}
"""For each kind of result, its formats; the first is the one that nobody has to name."""
