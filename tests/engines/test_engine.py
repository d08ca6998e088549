"""What an engine does with tables, on each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ibis
import pyarrow as pa
import pytest

from honbun.errors import EngineError, HonbunError, InputError
from tests.engines.rows import gathered, got, put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.engines.base import Engine

WORD = {"id": "int64", "word": "string"}
SCHEMA = ibis.schema(WORD)


def words(shard: str) -> Iterator[pa.RecordBatch]:
    """A row for each character, in batches of one; columns and types are not quite the table's."""
    for number, word in enumerate(shard):
        yield pa.record_batch({"word": pa.array([word]), "id": pa.array([number], pa.int16())})


def doubled(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Each word twice; nothing for rows without one."""
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


def test_loaded_batches_are_one_table(engine: Engine) -> None:
    """Any number of batches, whatever their size."""
    batches = (batch for shard in ("ab", "", "c") for batch in words(shard))
    table = engine.load("loaded", SCHEMA, batches)
    assert gathered(engine, table) == [(0, "a"), (0, "c"), (1, "b")]


def test_no_batches_are_an_empty_table(engine: Engine) -> None:
    """A collection may have nothing to say."""
    table = engine.load("empty", SCHEMA, [])
    assert got(engine, table) == []
    assert got(engine, table.agg(n=table.count())) == [(0,)]


def test_batches_of_other_columns_are_refused(engine: Engine) -> None:
    """In one line that tells both, and the table is not made."""
    batch = pa.record_batch({"id": [1], "name": ["a"]})
    with pytest.raises(EngineError, match=r"^odd has the columns id, word, not id, name$"):
        engine.load("odd", SCHEMA, [batch])
    assert not engine.has("odd")


def test_values_that_do_not_fit_are_refused(engine: Engine) -> None:
    """A hash is signed."""
    batch = pa.record_batch({"id": pa.array([2**63], pa.uint64()), "word": ["a"]})
    with pytest.raises(EngineError, match=r"^odd: .*9223372036854775808"):
        engine.load("odd", SCHEMA, [batch])


def test_rows_that_break_off_leave_the_earlier_table(engine: Engine) -> None:
    """The error is the one that was raised."""
    table = put(engine, "whole", WORD, (1, "a"))
    with pytest.raises(InputError, match="no page in bc"):
        engine.load("whole", SCHEMA, unreadable("bc"))
    assert got(engine, table) == [(1, "a")]


def test_shards_are_read_into_one_table(engine: Engine) -> None:
    """In several processes, if asked."""
    for jobs in (1, 2):
        table = engine.read("read", SCHEMA, ["ab", "", "𠮟"], words, jobs=jobs)
        assert gathered(engine, table) == [(0, "a"), (0, "𠮟"), (1, "b")]


def test_no_shards_are_an_empty_table(engine: Engine) -> None:
    """There may be no input."""
    assert got(engine, engine.read("nothing", SCHEMA, [], words, jobs=2)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_shard_that_cannot_be_read_is_told(engine: Engine, jobs: int) -> None:
    """In its own words, wherever it was read."""
    with pytest.raises(HonbunError, match=r"^(Spark: )?no page in (cd|ef)$"):
        engine.read("broken", SCHEMA, ["cd", "ef"], unreadable, jobs=jobs)
    assert not engine.has("broken")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_step_maps_a_table(engine: Engine, jobs: int) -> None:
    """It may give fewer rows than it got, and none for a part."""
    table = put(engine, "mapped", WORD, (1, "a"), (2, None), (-(2**63), "𠮟"))
    made = engine.map("mapped", SCHEMA, table.filter(table.id < 2), doubled, jobs=jobs)
    assert gathered(engine, made) == [(-(2**63), "𠮟𠮟"), (1, "aa")]


def test_a_kept_table_may_replace_what_it_is_made_from(engine: Engine) -> None:
    """As when new pages join old ones."""
    table = put(engine, "grown", WORD, (1, "a"))
    for _ in range(2):
        table = engine.keep("grown", table.union(table.mutate(id=table.id + 1)))
    assert gathered(engine, table) == [(1, "a"), (2, "a"), (2, "a"), (3, "a")]


def test_sums_and_ranks_are_kept_as_int64(engine: Engine) -> None:
    """DuckDB sums into 128 bits, and Spark ranks in 32."""
    table = put(engine, "summed", WORD, (2**62, "a"), (2**62 - 1, "a"))
    sums = table.group_by("word").agg(sum=table.id.sum(), n=table.count())
    ranked = sums.mutate(rank=ibis.row_number().over(order_by="sum"))
    kept = engine.keep("sums", ranked)
    for expression in (ranked, kept, engine.table("sums")):
        assert dict(expression.schema()) == dict(
            ibis.schema({"word": "string", "sum": "int64", "n": "int64", "rank": "int64"})
        )
        [batch] = engine.batches(expression)
        assert batch.schema == kept.schema().to_pyarrow()
        assert batch.to_pylist() == [{"word": "a", "sum": 2**63 - 1, "n": 2, "rank": 0}]


def test_a_sum_beyond_int64_is_told(engine: Engine) -> None:
    """And does not become some other number."""
    table = put(engine, "large", WORD, (2**63 - 1, "a"), (1, "a"))
    with pytest.raises(EngineError, match=r"(?i)overflow|out of (range|bounds)"):
        engine.keep("sum", table.agg(sum=table.id.sum()))


def test_sorted_rows_come_in_order(engine: Engine) -> None:
    """Over all batches and parts."""
    batches = [pa.record_batch({"id": list(range(9999, -1, -1)), "word": ["a"] * 10_000})] * 3
    table = engine.load("many", SCHEMA, batches)
    numbers = [number for number, _ in got(engine, table.order_by("id"))]
    assert numbers == [number for number in range(10_000) for _ in range(3)]


def test_other_work_goes_on_while_rows_are_fetched(engine: Engine) -> None:
    """A table may even be replaced while its rows are on their way."""
    batches = [pa.record_batch({"id": list(range(30_000)), "word": ["a"] * 30_000})]
    table = engine.load("streamed", SCHEMA, batches)
    rows = engine.batches(table)
    first = next(rows)
    engine.keep("streamed", table.filter(table.id < 0))
    assert first.num_rows + sum(batch.num_rows for batch in rows) == 30_000
    assert got(engine, table) == []


def test_a_dropped_table_is_gone(engine: Engine) -> None:
    """Dropping what is not there is fine."""
    put(engine, "passing", WORD, (1, "a"))
    assert engine.has("passing")
    for _ in range(2):
        engine.drop("passing")
    assert not engine.has("passing")
    with pytest.raises(EngineError, match="there is no table passing"):
        engine.table("passing")


def test_a_table_that_is_not_there_is_told(engine: Engine) -> None:
    """In one line that names it."""
    with pytest.raises(EngineError, match=r"^.*absent.*$") as told:
        got(engine, ibis.table(WORD, name="absent"))
    assert "\n" not in str(told.value)
