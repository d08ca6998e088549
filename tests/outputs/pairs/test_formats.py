"""Every format of pairs, clusters, drops and counts can be read back."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest

from honbun.outputs.pairs import CLUSTERS, COUNTS, DROPS, PAIRS
from honbun.similar.clusters import Cluster, Drop
from honbun.similar.model import Extent, Linked, Relation
from honbun.similar.results import Count
from tests.similar.made import pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.outputs.pairs import Format

A, B = "https://a.example/1", "https://b.example/1"
PAIR = pair(
    A,
    B,
    Relation.PLAGIARISM,
    ("港の灯が消えた。", "港の灯は消えた。"),
    ('Same, "here".', 'Same, "here".'),
    overlap=0.25,
    direction=Linked.FORTH,
    date_a="2024-05-01",
    because=("25% of both is shared", "no link between them"),
)
ROW = {
    "a": A,
    "b": B,
    "overlap": 0.25,
    "containment": 0.5,
    "url_similarity": 0.0,
    "linked": None,
    "extent": "partial",
    "relation": "plagiarism",
    "shared": ["港の灯が消えた。", 'Same, "here".'],
    "overlap_all": 0.25,
    "because": ["25% of both is shared", "no link between them"],
    "direction": "a->b",
    "date_a": "2024-05-01",
    "date_b": None,
    "shared_b": ["港の灯は消えた。", 'Same, "here".'],
}
CLUSTER = Cluster(A, (B, A), (Relation.MIRROR, Relation.COPY))
CLUSTER_ROW = {
    "representative": A,
    "size": 2,
    "pages": [B, A],
    "relations": ["mirror", "copy"],
}
DROP = Drop(B, Relation.SPAM, A)
DROP_ROW = {"url": B, "relation": "spam", "kept": A}
COUNT = Count(Extent.PARTIAL, Relation.SPAM, 1234, 0.5)
COUNT_ROW = {"extent": "partial", "relation": "spam", "pairs": 1234, "share": 0.5}

KINDS: list[Any] = [
    pytest.param(PAIRS, PAIR, ROW, id="pairs"),
    pytest.param(CLUSTERS, CLUSTER, CLUSTER_ROW, id="clusters"),
    pytest.param(DROPS, DROP, DROP_ROW, id="drops"),
    pytest.param(COUNTS, COUNT, COUNT_ROW, id="counts"),
]


def written(format_: Format[Any], items: Sequence[Any]) -> bytes:
    file = io.BytesIO()
    format_.write(items, file)
    return file.getvalue()


@pytest.mark.parametrize(("formats", "item", "row"), KINDS)
def test_json_lines_have_every_key_in_order(
    formats: dict[str, Format[Any]], item: object, row: dict[str, Any]
) -> None:
    (line,) = written(formats["jsonl"], [item]).splitlines()
    assert list(json.loads(line).items()) == list(row.items())


@pytest.mark.parametrize(("formats", "item", "row"), KINDS)
def test_parquet_has_the_same_columns(
    formats: dict[str, Format[Any]], item: object, row: dict[str, Any]
) -> None:
    table = pq.read_table(io.BytesIO(written(formats["parquet"], [item, item])))
    assert table.column_names == list(row)
    assert table.to_pylist() == [row, row]


@pytest.mark.parametrize(("formats", "item", "row"), KINDS)
def test_csv_has_a_line_for_each_item_of_a_list(
    formats: dict[str, Format[Any]], item: object, row: dict[str, Any]
) -> None:
    data = written(formats["csv"], [item]).decode()
    (found,) = csv.DictReader(io.StringIO(data, newline=""))
    flat = {name: _cell(value) for name, value in row.items()}
    assert found == flat


def _cell(value: object) -> str:
    if isinstance(value, list):
        return "\n".join(value)
    return "" if value is None else str(value)


@pytest.mark.parametrize("formats", [PAIRS, CLUSTERS, DROPS, COUNTS])
def test_nothing_can_be_written(formats: dict[str, Format[Any]]) -> None:
    for format_ in formats.values():
        written(format_, [])


def test_text_shows_a_pair_with_its_sentences() -> None:
    assert written(PAIRS["text"], [PAIR]).decode() == (
        "plagiarism (partial)\n"
        f"  a {A}\n"
        f"  b {B}\n"
        "  - 25% of both is shared\n"
        "  - no link between them\n"
        "    a 港の灯が消えた。\n"
        "    b 港の灯は消えた。\n"
        '    = Same, "here".\n'
        "\n"
    )


def test_text_tells_a_terminal_nothing() -> None:
    hostile = pair("a\x1b[2J", "b\n  c", Relation.SPAM, ("\x1b]0;x\x07", "\x1b]0;x\x07"))
    data = written(PAIRS["text"], [hostile])
    assert b"\x1b" not in data
    assert b"\n  c" not in data


def test_text_of_clusters_and_drops_is_addresses() -> None:
    assert written(CLUSTERS["text"], [CLUSTER]).decode() == f"{A}\n    {B}\n"
    assert written(DROPS["text"], [DROP]).decode() == f"{B}\n"


def test_text_of_counts_is_a_table() -> None:
    counts = [Count(Extent.IDENTICAL, Relation.COPY, 1, 0.25), COUNT._replace(pairs=3)]
    assert [line.split() for line in written(COUNTS["text"], counts).decode().splitlines()] == [
        ["identical", "1", "25.0%"],
        ["copy", "1", "25.0%"],
        ["contained", "0", "0.0%"],
        ["partial", "3", "75.0%"],
        ["spam", "3", "75.0%"],
        ["all", "4", "100.0%"],
    ]
