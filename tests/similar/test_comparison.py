"""The dataflow gives the same rows as the definition."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from honbun.engines.duckdb import DuckDBEngine
from tests.similar.collection import DRAWS, OPTIONS, Draw, compared, emptied, rows, shown
from tests.similar.plain import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.similar.model import SimilarOptions


@pytest.fixture(scope="module")
def duck() -> Iterator[DuckDBEngine]:
    with DuckDBEngine(threads=1) as engine:
        yield engine


@given(draw=DRAWS, options=OPTIONS)
@settings(max_examples=12)
def test_pairs_match_the_definition(
    duck: DuckDBEngine, draw: Draw, options: SimilarOptions
) -> None:
    numbered = dict(enumerate(draw.readings()))
    if options.faithful:  # the paper's method compares equal pages like all others
        numbered = {number: replace(page, digest=None) for number, page in numbered.items()}
    options = replace(options, max_pages=draw.limit)
    found = compared(emptied(duck), numbered, options)
    definition = plain(numbered, options)
    expected = definition.rows()
    assert rows(duck, found) == expected
    assert shown(duck, found, options.sentences) == [
        (row["a"], row["b"], *texts) for row in expected for texts in definition.shown(row)
    ]
