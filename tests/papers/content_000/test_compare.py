from __future__ import annotations

import sys
from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun.api import extract
from honbun.content.model import ContentOptions
from honbun.errors import MissingExtra
from honbun.html.blocks import split
from honbun.html.parse import parse
from honbun.papers.content_000 import compare
from honbun.papers.content_000.compare import repeated
from honbun.papers.content_000.vectors import Vectors, VectorTable, features, mix, vectorise
from tests.strategies import HTML

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


def test_long_lists_are_compared_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of random tags only: hundreds share a feature, and few are similar."""
    monkeypatch.setattr(compare, "_CELLS", 1000)
    monkeypatch.setattr(compare, "_PAIRS", 100)
    rng = np.random.default_rng(1)
    pages: list[list[Vector]] = [
        [dict(enumerate(rng.integers(1, 9, 5).tolist(), 1)) for _ in range(60)] for _ in range(2)
    ]
    expected = all_pairs(pages, 0.98)
    assert repeated(collection_of(pages), 0.98).repeated.tolist() == expected
    assert 0 < sum(expected) < len(expected)


def test_a_cosine_of_exactly_the_threshold_is_not_above_it() -> None:
    """81 of 90 and 90: the cosine is 0.9 to the last digit."""
    left, right = {1: 9, 2: 3}, {1: 9, 3: 3}
    assert repeated(collection_of([[left], [right]]), 0.9).repeated.tolist() == [False, False]
    assert repeated(collection_of([[left], [right]]), 0.8999).repeated.tolist() == [True, True]
    half: list[list[Vector]] = [[{1: 1, 2: 1}], [{1: 1, 3: 1}]]  # in floats exact, too
    assert repeated(collection_of(half), 0.5).repeated.tolist() == [False, False]


@pytest.mark.parametrize(
    ("pages", "others"),
    [
        pytest.param([[{1: 1}, {1: 1}], [{2: 1}]], [0, 0, 0], id="equal blocks of one page"),
        pytest.param(
            [[{1: 1}, {1: 1}], [{1: 1}], [{1: 1}, {2: 1}]], [2, 2, 2, 2, 0], id="each page once"
        ),
        pytest.param([[{1: 10, 2: 1}], [{1: 10, 3: 1}]], [1, 1], id="a similar block is one page"),
        pytest.param(
            [[{1: 10, 2: 1}, {1: 10, 3: 2}], [{1: 10, 4: 2}]],
            [1, 1, 1],
            id="the only match of two blocks is on the page of one of them",
        ),
        pytest.param([[], []], [], id="no blocks"),
    ],
)
def test_other_pages_with_a_block_are_counted(pages: list[list[Vector]], others: list[int]) -> None:
    found = repeated(collection_of(pages), 0.9)
    assert found.others.tolist() == others
    assert found.repeated.tolist() == all_pairs(pages, 0.9)


def test_duplicates_count_as_one_page() -> None:
    pages: list[list[Vector]] = [[{1: 1}, {2: 1}], [{1: 1}], [{2: 1}]]
    assert repeated(collection_of(pages), 0.9, same=[0, 0, 2]).others.tolist() == [0, 1, 0, 1]


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


def test_missing_extra_is_named_before_pages_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    unread = (pytest.fail("a page is read") for _ in range(1))
    with pytest.raises(MissingExtra, match=r"honbun\[faithful\]"):
        list(extract(unread, ContentOptions(faithful=True)))
