"""Pairs, clusters, drops and counts to rows and to text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.failure import one_line
from honbun.relation.model import Extent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.io.rows import Kind, Row
    from honbun.relation.cluster import Cluster
    from honbun.relation.drop import Drop
    from honbun.relation.model import Pair
    from honbun.relation.tally import Count

PAIR: dict[str, Kind] = {
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
CLUSTER: dict[str, Kind] = {
    "representative": str,
    "size": int,
    "pages": [str],
    "relations": [str],
}
DROP: dict[str, Kind] = {"url": str, "relation": str, "kept": str}
COUNT: dict[str, Kind] = {"extent": str, "relation": str, "pairs": int, "share": float}


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
