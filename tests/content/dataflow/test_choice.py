"""Which pages a kind is learnt from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import ibis
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.content.collection import sample as sample_here
from honbun.content.dataflow import choice
from honbun.content.duplicates import Copies
from honbun.content.model import ContentOptions
from honbun.content.pipeline import Gathered, gather
from honbun.content.record import Record, record
from honbun.engines.duckdb import DuckDBEngine
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEMA = ibis.schema(dict.fromkeys(("page", "kind", "members", "digest", "copies"), "int64"))
BLANK = record(Page("<p>x"), ContentOptions())


@pytest.fixture(scope="module")
def duck() -> Iterator[DuckDBEngine]:
    with DuckDBEngine(threads=1) as engine:
        yield engine


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(st.integers(0, 1), st.integers(0, 4), st.one_of(st.none(), st.integers(0, 2))),
        max_size=16,
    ),
    st.integers(1, 4),
)
def test_the_engine_chooses_the_pages_that_one_process_chooses(
    duck: DuckDBEngine, pages: list[tuple[int, int, int | None]], most: int
) -> None:
    """Each page has a kind, a digest, and copies that it is told to have."""
    kinds: dict[int, list[int]] = {}
    for number, (kind, _, _) in enumerate(pages):
        kinds.setdefault(kind, []).append(number)
    rows = [
        {"page": n, "kind": k, "members": len(kinds[k]), "digest": d, "copies": c}
        for n, (k, d, c) in enumerate(pages)
    ]
    batch = pa.RecordBatch.from_pylist(rows, schema=SCHEMA.to_pyarrow())
    chosen = choice.sample(duck.load("pages", SCHEMA, [batch]), most)
    found = {
        (row["kind"], row["page"]) for some in duck.batches(chosen) for row in some.to_pylist()
    }
    held = gathered(pages)
    several = {kind: numbers for kind, numbers in kinds.items() if len(numbers) > 1}
    assert found == {
        (kind, number)
        for kind, numbers in several.items()
        for number in sample_here(held, numbers, most)
    }


def gathered(pages: list[tuple[int, int, int | None]]) -> Gathered:
    copies = {str(n): str(c) for n, (_, _, c) in enumerate(pages) if c is not None}
    with gather((), ContentOptions(), copies=Copies(copies)) as held:
        held.pages.extend(_record(number, digest) for number, (_, digest, _) in enumerate(pages))
    return held


def _record(number: int, digest: int) -> Record:
    return replace(BLANK, url=str(number), digest=digest)
