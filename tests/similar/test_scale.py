"""Text on many pages does not pair all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.engines.duckdb import DuckDBEngine
from honbun.similar import tables
from honbun.similar.long_sentences import LongSentence
from honbun.similar.model import SimilarOptions
from honbun.similar.pipeline import compare
from honbun.similar.reading import PageRow
from honbun.similar.store import join
from honbun.text.similarity import BANDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LIMIT = SimilarOptions().max_pages


@pytest.fixture
def engine() -> Iterator[DuckDBEngine]:
    with DuckDBEngine(memory="512MiB", threads=2) as engine:
        yield engine


EVERY = _LIMIT * (_LIMIT - 1) // 2
"""The pairs of as many pages as the limit."""


def test_sentence_on_thousands_of_pages_gives_no_pairs(engine: DuckDBEngine) -> None:
    assert _pairs(engine, [_page(number, [-1, number]) for number in range(3_000)]) == []
    assert _rows(engine, "match") == 0


@pytest.mark.parametrize(("pages", "expected"), [(_LIMIT, EVERY), (_LIMIT + 1, 0)])
def test_sentence_is_evidence_up_to_the_limit(
    engine: DuckDBEngine, pages: int, expected: int
) -> None:
    found = _pairs(engine, [_page(number, [-1, -2, number]) for number in range(pages)])
    assert len(found) == expected


@pytest.mark.parametrize(("copies", "expected"), [(_LIMIT, EVERY), (_LIMIT + 1, _LIMIT)])
def test_identical_pages_are_all_pairs_up_to_the_limit_and_then_pairs_with_the_first(
    engine: DuckDBEngine, copies: int, expected: int
) -> None:
    found = _pairs(engine, [_page(number, [-1, -2, -3]) for number in range(copies)])
    assert len(found) == expected
    assert len(found) > copies or {a for a, _ in found} == {0}


def test_page_at_hundreds_of_addresses_is_compared_once(engine: DuckDBEngine) -> None:
    pages = [_page(number, [-1, -2, -3]) for number in range(300)]
    found = _pairs(engine, [*pages, _page(300, [-1, -2, 300])])
    assert found == [(0, number) for number in range(1, 301)]


@pytest.mark.parametrize(("sentences", "expected"), [(_LIMIT, EVERY), (_LIMIT + 1, 0)])
def test_candidates_of_a_band_are_limited(
    engine: DuckDBEngine, sentences: int, expected: int
) -> None:
    _pairs(engine, [_page(number, [number], band=7) for number in range(sentences)])
    assert _rows(engine, "candidate") == expected


def _page(number: int, sentences: Iterable[int], band: int | None = None) -> tuple[int, PageRow]:
    """A page on its own site with the sentences of these numbers."""
    found = [
        LongSentence(
            one,
            60,
            place,
            False,
            True,
            False,
            f"The sentence with the number {one}",
            [one if band is None else band] * BANDS,
        )
        for place, one in enumerate(sentences)
    ]
    site = f"site{number}.example"
    return number, PageRow(
        url=f"https://{site}/",
        source="",
        address=number,
        site=number + 1,
        owner=number + 1,
        host=(site,),
        path=(),
        date=None,
        title=0,
        digest=hash(tuple(one.sentence for one in found)),
        sentences=found,
        links=[],
    )


def _pairs(engine: DuckDBEngine, pages: list[tuple[int, PageRow]]) -> list[tuple[int, int]]:
    base = join(engine, engine.load("reading", tables.reading(), [tables.batch(pages)]))
    pairs = compare(engine, base, SimilarOptions(), jobs=1).pairs
    return sorted(
        (row["a"], row["b"]) for batch in engine.batches(pairs) for row in batch.to_pylist()
    )


def _rows(engine: DuckDBEngine, name: str) -> int:
    return sum(batch.num_rows for batch in engine.batches(engine.table(name)))
