"""Pairs, clusters, drop lists and counts of similar pages as rows and text."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from honbun.errors import one_line
from honbun.outputs.rows import Table
from honbun.similar.model import Extent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.outputs.rows import ColumnType, Row
    from honbun.similar.clusters import Cluster
    from honbun.similar.drop_list import DropEntry
    from honbun.similar.model import Pair
    from honbun.similar.results import Count

PAIR_COLUMNS: dict[str, ColumnType] = {
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


def pair_row(pair: Pair) -> Row:
    """A pair as plain values, with every column."""
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


def _cluster_row(cluster: Cluster) -> Row:
    return {
        "representative": cluster.representative,
        "size": cluster.size,
        "pages": list(cluster.pages),
        "relations": [relation.value for relation in cluster.relations],
    }


def _drop_row(drop: DropEntry) -> Row:
    return {"url": drop.url, "relation": drop.relation.value, "kept": drop.kept}


def _count_row(count: Count) -> Row:
    return count._asdict() | {"extent": count.extent.value, "relation": count.relation.value}


PAIRS: Table[Pair] = Table(PAIR_COLUMNS, lambda pairs: map(pair_row, pairs))
CLUSTERS: Table[Cluster] = Table(
    {"representative": str, "size": int, "pages": [str], "relations": [str]},
    lambda clusters: map(_cluster_row, clusters),
)
DROPS: Table[DropEntry] = Table(
    {"url": str, "relation": str, "kept": str}, lambda drops: map(_drop_row, drops)
)
COUNTS: Table[Count] = Table(
    {"extent": str, "relation": str, "pairs": int, "share": float},
    lambda counts: map(_count_row, counts),
)


def write_pairs(pairs: Iterable[Pair], file: BinaryIO) -> None:
    """Write each pair for reading: relation, pages, reasons and shared sentences."""
    for pair in pairs:
        file.write("".join(f"{line}\n" for line in _pair_lines(pair)).encode() + b"\n")


def _pair_lines(pair: Pair) -> Iterator[str]:
    yield f"{pair.relation} ({pair.extent})"
    yield f"  a {one_line(pair.a)}"
    yield f"  b {one_line(pair.b)}"
    for reason in pair.because:
        yield f"  - {one_line(reason)}"
    for sentence in pair.shared:
        if sentence.a == sentence.b:
            yield f"    = {one_line(sentence.a)}"
        else:
            yield f"    a {one_line(sentence.a)}"
            yield f"    b {one_line(sentence.b)}"


def write_clusters(clusters: Iterable[Cluster], file: BinaryIO) -> None:
    """Write the representative of each cluster with the other pages below it."""
    for cluster in clusters:
        others = (page for page in cluster.pages if page != cluster.representative)
        lines = [one_line(cluster.representative), *(f"    {one_line(page)}" for page in others)]
        file.write("".join(f"{line}\n" for line in lines).encode())


def write_drops(drops: Iterable[DropEntry], file: BinaryIO) -> None:
    """Write the URL of each page to drop and nothing else, as input for another program."""
    for drop in drops:
        file.write(f"{drop.url}\n".encode())


def write_counts(counts: Iterable[Count], file: BinaryIO) -> None:
    """Write the counts as a table."""
    file.write(f"{_count_table(list(counts))}\n".encode())


def _count_table(counts: Sequence[Count]) -> str:
    total = sum(count.pairs for count in counts)
    lines = []
    for extent in Extent:
        inner = [count for count in counts if count.extent is extent]
        lines.append(_count_line(extent, sum(count.pairs for count in inner), total))
        lines += [_count_line(f"  {count.relation}", count.pairs, total) for count in inner]
    return "\n".join([*lines, _count_line("all", total, total)])


def _count_line(name: str, pairs: int, total: int) -> str:
    return f"{name:<18}{pairs:>12,}{pairs / max(total, 1):>8.1%}"
