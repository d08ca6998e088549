from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from honbun.html.blocks import split
from honbun.html.parse import parse
from honbun.papers.content_000 import compare
from honbun.papers.content_000.compare import repeated
from honbun.papers.content_000.pipeline import VectorTable
from honbun.papers.content_000.vectors import Vectors, features, mix, vectorise
from tests.strategies import HTML

if TYPE_CHECKING:
    import pytest

Vector = dict[int, int]
"""The vector of a block: the count of each feature."""

VECTORS = st.dictionaries(st.integers(1, 12), st.sampled_from([1, 1, 1, 2, 3, 10]), min_size=1)
PAGES = st.lists(st.lists(VECTORS, max_size=5), min_size=1, max_size=6)


def all_pairs(pages: list[list[Vector]], threshold: float) -> list[bool]:
    """The papers' definition, literally: a block is repeated when any block of any other page
    has a cosine above the threshold with it."""
    return [
        any(
            _same(block, other, threshold)
            for number, others in enumerate(pages)
            if number != own
            for other in others
        )
        for own, page in enumerate(pages)
        for block in page
    ]


def _same(left: Vector, right: Vector, threshold: float) -> bool:
    dot = sum(count * right.get(feature, 0) for feature, count in left.items())
    return dot * dot > threshold * threshold * _square(left) * _square(right)


def _square(vector: Vector) -> int:
    return sum(count * count for count in vector.values())


def collection_of(pages: list[list[Vector]]) -> VectorTable:
    collection = VectorTable()
    for page in pages:
        occurrences = [[f for f, count in block.items() for _ in range(count)] for block in page]
        feature = np.array([f for block in occurrences for f in block], dtype=np.uint64)
        offset = np.cumsum([0, *(len(block) for block in occurrences)])
        identity = np.add.reduceat(mix(feature), offset[:-1]) if page else feature
        collection.add(Vectors(feature, offset, identity))
    return collection


@given(PAGES, st.sampled_from([0.9, 0.5, 0.75, 0.8, 0.99]))
@example([[{1: 1, 2: 9}], [{1: 9, 2: 1}]], 0.9)
def test_the_fast_comparison_equals_comparing_all_pairs(
    pages: list[list[Vector]], threshold: float
) -> None:
    found = repeated(collection_of(pages), threshold)
    assert found.repeated.tolist() == all_pairs(pages, threshold)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pages=PAGES, threshold=st.sampled_from([0.9, 0.5, 0.75]))
def test_the_comparison_by_matrix_equals_comparing_all_pairs(
    monkeypatch: pytest.MonkeyPatch, pages: list[list[Vector]], threshold: float
) -> None:
    monkeypatch.setattr(compare, "LONG", 2)
    found = repeated(collection_of(pages), threshold)
    assert found.repeated.tolist() == all_pairs(pages, threshold)


def test_a_long_list_is_compared_by_matrix() -> None:
    """Blocks of random tags only: thousands share a feature, and few are similar."""
    rng = np.random.default_rng(1)
    pages: list[list[Vector]] = [
        [dict(enumerate(rng.integers(1, 9, 5).tolist(), 1)) for _ in range(700)] for _ in range(2)
    ]
    found = repeated(collection_of(pages), 0.99)
    plain = [np.array([list(block.values()) for block in page]) for page in pages]
    unit = [page / np.linalg.norm(page, axis=1)[:, None] for page in plain]
    cosine = unit[0] @ unit[1].T
    expected = [*(cosine.max(axis=1) > 0.99).tolist(), *(cosine.max(axis=0) > 0.99).tolist()]
    assert found.repeated.tolist() == expected
    assert 0 < sum(expected) < len(expected)


def test_a_cosine_of_exactly_the_threshold_is_not_above_it() -> None:
    """81 of 90 and 90: the cosine is 0.9 to the last digit."""
    left, right = {1: 9, 2: 3}, {1: 9, 3: 3}
    assert repeated(collection_of([[left], [right]]), 0.9).repeated.tolist() == [False, False]
    assert repeated(collection_of([[left], [right]]), 0.8999).repeated.tolist() == [True, True]


def test_equal_blocks_of_one_page_are_not_repeated() -> None:
    found = repeated(collection_of([[{1: 1}, {1: 1}], [{2: 1}]]), 0.9)
    assert found.repeated.tolist() == [False, False, False]


def test_other_pages_are_counted_once_each() -> None:
    found = repeated(collection_of([[{1: 1}, {1: 1}], [{1: 1}], [{1: 1}, {2: 1}]]), 0.9)
    assert found.others.tolist() == [2, 2, 2, 2, 0]


def test_similar_block_counts_as_one_other_page() -> None:
    found = repeated(collection_of([[{1: 10, 2: 1}], [{1: 10, 3: 1}]]), 0.9)
    assert found.others.tolist() == [1, 1]


def test_class_on_one_page_does_not_hide_its_member_elsewhere() -> None:
    """The only match of two blocks is on the page of one of them."""
    pages: list[list[Vector]] = [[{1: 10, 2: 1}, {1: 10, 3: 2}], [{1: 10, 4: 2}]]
    assert repeated(collection_of(pages), 0.9).repeated.tolist() == all_pairs(pages, 0.9)


def test_empty_collection_has_no_repeated_blocks() -> None:
    assert repeated(collection_of([[], []]), 0.9).repeated.tolist() == []


@given(st.lists(HTML, min_size=1, max_size=4))
def test_hashed_vectors_are_equal_if_and_only_if_plain_ones_are(pages: list[str]) -> None:
    blocks = [split(parse(html)) for html in pages]
    spelled = [vector for page in blocks for vector in features(page)]
    identity = [number for page in blocks for number in vectorise(page).identity.tolist()]
    for i, left in enumerate(spelled):
        for j, right in enumerate(spelled):
            assert (left == right) == (identity[i] == identity[j])


def test_vector_counts_each_occurrence_of_a_feature() -> None:
    blocks = split(parse("<p><b>x</b><b>x</b><i>y</i>"))
    vectors = vectorise(blocks)
    sizes = np.diff(vectors.offset).tolist()
    assert sizes == [1, 7]
    counts = Counter(vectors.feature[vectors.offset[1] :].tolist())
    assert sorted(counts.values()) == [1, 1, 1, 2, 2]
