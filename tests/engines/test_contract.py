"""The contract of engines: the same tables and the same rows on DuckDB and on Spark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ibis
import pyarrow as pa
import pytest
from ibis import _

from honbun.engines.duckdb import DuckDBEngine
from honbun.errors import EngineError, HonbunError, InputError
from tests.engines.rows import Row, read_rows, sorted_rows, write_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from honbun.engines.base import Engine

TOP, LOW = 2**63 - 1, -(2**63)
CAT = "吾輩は猫である"
NAME = "名は𠮟る😀"

SENTENCE = {"page": "int64", "hash": "int64", "text": "string"}
SENTENCES = (
    (1, -5, CAT),
    (1, TOP, NAME),
    (2, -5, CAT),
    (2, LOW, None),
    (3, None, "x"),
    (3, 7, ""),
    (None, 7, "a\0b"),
)
DOCUMENT = {
    "id": "int64",
    "words": "array<string>",
    "hashes": "array<int64>",
    "parts": "array<struct<at: int64, text: string>>",
}
DOCUMENTS: tuple[Row, ...] = (
    (1, ["猫", "犬", "😀"], [1, TOP, LOW], [{"at": 1, "text": "あ"}, {"at": 2, "text": None}]),
    (2, [], [], []),
    (3, None, None, None),
    (4, ["猫"], [None, -5], [{"at": None, "text": "x"}]),
)

s = ibis.table(SENTENCE, name="sentence")
few = ibis.table(SENTENCE, name="few")
d = ibis.table(DOCUMENT, name="document")

EXPRESSIONS: dict[str, tuple[Callable[[], ibis.Table], list[Row]]] = {
    "an anti join keeps nulls": (
        lambda: s.anti_join(few, "hash").select("page", "hash"),
        [(1, TOP), (3, 7), (3, None), (None, 7)],
    ),
    "groups": (
        lambda: s.group_by("hash").agg(
            n=_.count(), known=_.page.count(), sum=_.page.sum(), low=_.page.min(), high=_.page.max()
        ),
        [
            (-5, 2, 2, 3, 1, 2),
            (LOW, 1, 1, 2, 2, 2),
            (7, 2, 1, 3, 3, 3),
            (TOP, 1, 1, 1, 1, 1),
            (None, 1, 1, 3, 3, 3),
        ],
    ),
    "text ordered by code points": (
        lambda: s.agg(low=s.text.min(), high=s.text.max(), kinds=s.text.nunique()),
        [("", CAT, 5)],
    ),
    "ranks": (
        lambda: s.filter(s.page.notnull()).select(
            "page",
            number=ibis.row_number().over(group_by="page", order_by="hash"),
            rank=ibis.rank().over(order_by="page"),
            dense=ibis.dense_rank().over(order_by="page"),
        ),
        [(1, 0, 0, 0), (1, 1, 0, 0), (2, 0, 2, 1), (2, 1, 2, 1), (3, 0, 4, 2), (3, 1, 4, 2)],
    ),
    "hashes unnested and counted": (
        lambda: d.select(hash=d.hashes.unnest()).group_by("hash").agg(n=_.count()),
        [(-5, 1), (LOW, 1), (1, 1), (TOP, 1), (None, 1)],
    ),
    "an array with the places of its items": (
        lambda: d.select("id", "words").unnest("words", offset="at"),
        [(1, "犬", 1), (1, "猫", 0), (1, "😀", 2), (4, "猫", 0)],
    ),
    "an array of structs unnested": (
        lambda: d.select("id", part=d.parts.unnest()).select(
            "id", at=_.part["at"], text=_.part.text
        ),
        [(1, 1, "あ"), (1, 2, None), (4, None, "x")],
    ),
    "what arrays share": (
        lambda: d.select(
            "id",
            n=d.words.intersect(ibis.array(["猫", "😀", "鳥"])).length(),
            tops=d.hashes.intersect(ibis.array([TOP, -5])),
        ),
        [(1, 2, [TOP]), (2, 0, []), (3, None, None), (4, 1, [-5])],
    ),
    "pieces of text by a range": (
        lambda: (
            s.filter(s.page == 1)
            .select("text", at=ibis.range(0, ibis.greatest(s.text.length() - 3, 0)).unnest())
            .select(piece=_.text.substr(_["at"], 4))
        ),
        [("名は𠮟る",), ("は𠮟る😀",), ("吾輩は猫",), ("輩は猫で",), ("は猫であ",), ("猫である",)],
    ),
    "parts of text": (
        lambda: s.select(start=s.text.substr(0, 3), length=s.text.length(), end=s.text.right(2)),
        [
            ("", 0, ""),
            ("a\0b", 3, "\0b"),
            ("x", 1, "x"),
            ("吾輩は", 7, "ある"),
            ("吾輩は", 7, "ある"),
            ("名は𠮟", 5, "る😀"),
            (None, None, None),
        ],
    ),
    "whole numbers": (
        lambda: s.filter(s.page.notnull() & s.hash.notnull()).select(
            rest=s.hash % 1000, byte=s.hash & 255, mixed=s.hash ^ s.page, high=s.hash >> 60
        ),
        [
            (-5, 251, -6, -1),
            (-5, 251, -7, -1),
            (-808, 0, LOW + 2, -8),
            (7, 7, 4, 0),
            (807, 255, TOP - 1, 7),
        ],
    ),
    "shares": (
        lambda: s.select("page", share=s.page / (s.page - 1).nullif(0)).distinct(),
        [(1, None), (2, 2.0), (3, 1.5), (None, None)],
    ),
}
"""Expressions on which the engines once differed: nulls, large hashes, rare characters."""


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_expression_gives_the_same_rows(engine: Engine, name: str) -> None:
    if not engine.has("document"):
        write_rows(engine, "sentence", SENTENCE, *SENTENCES)
        write_rows(engine, "few", SENTENCE, *SENTENCES[2:4])
        write_rows(engine, "document", DOCUMENT, *DOCUMENTS)
    expression, expected = EXPRESSIONS[name]
    assert sorted_rows(engine, expression()) == sorted(expected, key=repr)


WORD = {"id": "int64", "word": "string"}
SCHEMA = ibis.schema(WORD)


def words(shard: str) -> Iterator[pa.RecordBatch]:
    """A row per character, in batches of one, with other column order and types than the table."""
    for number, word in enumerate(shard):
        yield pa.record_batch({"word": pa.array([word]), "id": pa.array([number], pa.int16())})


def doubled(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Each word doubled; nothing for rows without a word."""
    for batch in batches:
        rows = [row for row in batch.to_pylist() if row["word"]]
        if rows:
            yield pa.record_batch(
                {"id": [row["id"] for row in rows], "word": [2 * row["word"] for row in rows]}
            )


def unreadable(shard: str) -> Iterator[pa.RecordBatch]:
    """A shard that cannot be read."""
    yield from words(shard)
    raise InputError(f"no page in {shard}")


def test_loaded_batches_become_one_table(engine: Engine) -> None:
    batches = (batch for shard in ("ab", "", "c") for batch in words(shard))
    table = engine.load("loaded", SCHEMA, batches)
    assert sorted_rows(engine, table) == [(0, "a"), (0, "c"), (1, "b")]
    table = engine.load("empty", SCHEMA, [])
    assert read_rows(engine, table.agg(n=table.count())) == [(0,)]


def test_batches_with_other_columns_or_values_are_refused(engine: Engine) -> None:
    with pytest.raises(EngineError, match=r"^odd has the columns id, word, not id, name$"):
        engine.load("odd", SCHEMA, [pa.record_batch({"id": [1], "name": ["a"]})])
    large = pa.record_batch({"id": pa.array([2**63], pa.uint64()), "word": ["a"]})
    with pytest.raises(EngineError, match=r"^odd: .*9223372036854775808"):
        engine.load("odd", SCHEMA, [large])
    assert not engine.has("odd")


def test_failed_load_leaves_the_earlier_table(engine: Engine) -> None:
    table = write_rows(engine, "whole", WORD, (1, "a"))
    with pytest.raises(InputError, match="no page in bc"):
        engine.load("whole", SCHEMA, unreadable("bc"))
    assert read_rows(engine, table) == [(1, "a")]


def jobs_of(engine: Engine) -> tuple[int, ...]:
    """Spark distributes the work itself, so the number of jobs means nothing to it."""
    return (1, 2) if isinstance(engine, DuckDBEngine) else (1,)


def test_shards_are_read_into_one_table(engine: Engine) -> None:
    for jobs in jobs_of(engine):
        table = engine.read("read", SCHEMA, ["ab", "", "𠮟"], words, jobs=jobs)
        assert sorted_rows(engine, table) == [(0, "a"), (0, "𠮟"), (1, "b")]


def test_unreadable_shard_raises_its_own_error(engine: Engine) -> None:
    for jobs in jobs_of(engine):
        with pytest.raises(HonbunError, match=r"^(Spark: )?no page in (cd|ef)$"):
            engine.read("broken", SCHEMA, ["cd", "ef"], unreadable, jobs=jobs)
        assert not engine.has("broken")


def test_step_maps_a_table(engine: Engine) -> None:
    for jobs in jobs_of(engine):
        table = write_rows(engine, "mapped", WORD, (1, "a"), (2, None), (-(2**63), "𠮟"))
        mapped = engine.map("mapped", SCHEMA, table.filter(table.id < 2), doubled, jobs=jobs)
        assert sorted_rows(engine, mapped) == [(-(2**63), "𠮟𠮟"), (1, "aa")]


def test_table_can_be_replaced_by_an_expression_over_itself(engine: Engine) -> None:
    table = write_rows(engine, "grown", WORD, (1, "a"))
    for _round in range(2):
        table = engine.keep("grown", table.union(table.mutate(id=table.id + 1)))
    assert sorted_rows(engine, table) == [(1, "a"), (2, "a"), (2, "a"), (3, "a")]


def test_sums_and_ranks_are_int64(engine: Engine) -> None:
    table = write_rows(engine, "summed", WORD, (2**62, "a"), (2**62 - 1, "a"))
    sums = table.group_by("word").agg(sum=table.id.sum(), n=table.count())
    ranked = sums.mutate(rank=ibis.row_number().over(order_by="sum"))
    stored = engine.keep("sums", ranked)
    for expression in (ranked, stored, engine.table("sums")):
        assert dict(expression.schema()) == dict(
            ibis.schema({"word": "string", "sum": "int64", "n": "int64", "rank": "int64"})
        )
        [batch] = engine.batches(expression)
        assert batch.schema == stored.schema().to_pyarrow()
        assert batch.to_pylist() == [{"word": "a", "sum": 2**63 - 1, "n": 2, "rank": 0}]


def test_sum_beyond_int64_is_an_error(engine: Engine) -> None:
    table = write_rows(engine, "large", WORD, (2**63 - 1, "a"), (1, "a"))
    with pytest.raises(EngineError, match=r"(?i)overflow|out of (range|bounds)"):
        engine.keep("sum", table.agg(sum=table.id.sum()))


def test_sorted_rows_arrive_in_order(engine: Engine) -> None:
    batches = [pa.record_batch({"id": list(range(9999, -1, -1)), "word": ["a"] * 10_000})] * 3
    table = engine.load("many", SCHEMA, batches)
    numbers = [number for number, _word in read_rows(engine, table.order_by("id"))]
    assert numbers == [number for number in range(10_000) for _copy in range(3)]


def test_table_can_be_replaced_while_its_rows_are_streamed(engine: Engine) -> None:
    batches = [pa.record_batch({"id": list(range(30_000)), "word": ["a"] * 30_000})]
    table = engine.load("streamed", SCHEMA, batches)
    rows = engine.batches(table)
    first = next(rows)
    engine.keep("streamed", table.filter(table.id < 0))
    assert first.num_rows + sum(batch.num_rows for batch in rows) == 30_000
    assert read_rows(engine, table) == []


def test_dropped_table_is_gone(engine: Engine) -> None:
    write_rows(engine, "passing", WORD, (1, "a"))
    assert engine.has("passing")
    for _round in range(2):
        engine.drop("passing")
    assert not engine.has("passing")
    with pytest.raises(EngineError, match="there is no table passing"):
        engine.table("passing")
