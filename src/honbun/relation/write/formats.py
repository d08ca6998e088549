"""The formats that pairs, and what is made of them, are written in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, Generic, TypeVar

from honbun.io import rows
from honbun.relation.write import render, view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from honbun.relation.cluster import Cluster
    from honbun.relation.drop import Drop
    from honbun.relation.model import Pair
    from honbun.relation.tally import Count

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Format(Generic[Item]):
    """A way to write results of one kind."""

    endings: tuple[str, ...]
    """File endings that mean this format."""
    write: Callable[[Iterable[Item], BinaryIO], None]
    """All of them into one file."""


def _tables(
    of_item: Callable[[Item], rows.Row], columns: Mapping[str, rows.Kind]
) -> dict[str, Format[Item]]:
    """The formats that hold rows."""

    def write_jsonl(items: Iterable[Item], file: BinaryIO) -> None:
        rows.write_jsonl(map(of_item, items), file)

    def write_csv(items: Iterable[Item], file: BinaryIO) -> None:
        rows.write_csv(map(render.flat, map(of_item, items)), list(columns), file)

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
    file.write(f"{render.count_text(list(counts))}\n".encode())


def _drop_line(drop: Drop) -> str:
    # The address and nothing else, as another program takes it.
    return drop.url


PAIRS: dict[str, Format[Pair]] = {
    **_tables(render.pair_row, render.PAIR),
    "html": Format((".html", ".htm"), view.write),
    **_text(lambda pair: render.pair_text(pair) + "\n"),
}
CLUSTERS: dict[str, Format[Cluster]] = {
    **_tables(render.cluster_row, render.CLUSTER),
    **_text(render.cluster_text),
}
DROPS: dict[str, Format[Drop]] = {**_text(_drop_line), **_tables(render.drop_row, render.DROP)}
COUNTS: dict[str, Format[Count]] = {
    "text": Format((".txt", ".text"), _write_counts),
    **_tables(render.count_row, render.COUNT),
}
"""For each kind of result, its formats; the first is the one that nobody has to name."""
