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


def test_sentence_on_twenty_thousand_pages_gives_no_pairs(engine: DuckDBEngine) -> None:
    pages = [_page(number, [-1, number]) for number in range(20_000)]
    assert _pairs(engine, pages) == []
    assert _rows(engine, "match") == 0


def test_sentences_at_the_limit_give_all_their_pairs(engine: DuckDBEngine) -> None:
    pages = [_page(number, [-1, -2, number]) for number in range(_LIMIT)]
    assert len(_pairs(engine, pages)) == _LIMIT * (_LIMIT - 1) // 2


def test_page_at_two_thousand_addresses_is_one_cluster_with_its_first(engine: DuckDBEngine) -> None:
    pages = [_page(number, [-1, -2, -3]) for number in range(2_000)]
    others = [_page(number, [number, -4, -5]) for number in range(2_000, 2_002)]
    found = _pairs(engine, [*pages, *others])
    assert found == [*((0, number) for number in range(1, 2_000)), (2_000, 2_001)]


def test_page_that_copies_one_of_many_duplicates_is_paired_with_the_first(
    engine: DuckDBEngine,
) -> None:
    pages = [_page(number, [-1, -2, -3]) for number in range(100)]
    found = _pairs(engine, [*pages, _page(100, [-1, -2, 100])])
    assert [pair for pair in found if 100 in pair] == [(0, 100)]


def test_band_of_many_sentences_gives_no_candidates(engine: DuckDBEngine) -> None:
    pages = [_page(number, [number], band=7) for number in range(500)]
    assert _pairs(engine, pages) == []
    assert _rows(engine, "candidate") == 0


def test_sentence_beyond_the_limit_gives_no_pair(engine: DuckDBEngine) -> None:
    pages = [_page(number, [-1, -2, number]) for number in range(_LIMIT + 1)]
    assert _pairs(engine, pages) == []


@pytest.mark.parametrize(
    ("copies", "expected"), [(_LIMIT, _LIMIT * (_LIMIT - 1) // 2), (_LIMIT + 1, _LIMIT)]
)
def test_identical_pages_are_all_pairs_up_to_the_limit_and_then_pairs_with_the_first(
    engine: DuckDBEngine, copies: int, expected: int
) -> None:
    pages = [_page(number, [-1, -2, -3]) for number in range(copies)]
    found = _pairs(engine, pages)
    assert len(found) == expected
    assert len(found) > copies or {a for a, _ in found} == {0}


@pytest.mark.parametrize(
    ("sentences", "expected"), [(_LIMIT, _LIMIT * (_LIMIT - 1) // 2), (_LIMIT + 1, 0)]
)
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
