"""Posts cut by a pattern and joined; in strings each letter is a path, a bar separates parents."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.papers.posts_004.cut import cut, join
from honbun.papers.posts_004.main_element import Level


def level(row: str) -> Level:
    letters = row.replace("|", "")
    parents = [part for part, among in enumerate(row.split("|")) for _ in among]
    nodes = list(range(len(letters)))
    return Level(nodes, parents, [ord(letter) for letter in letters], [1] * len(letters))


def posts(row: str, pattern: str) -> list[list[int]]:
    return cut(level(row), [ord(letter) for letter in pattern])


@pytest.mark.parametrize(
    ("row", "pattern", "expected"),
    [
        pytest.param("abcabc", "abc", [[0, 1, 2], [3, 4, 5]], id="each complete match"),
        pytest.param("xaxbab", "ab", [[1, 3], [4, 5]], id="nodes between are skipped"),
        pytest.param("aab", "ab", [[0, 2]], id="a repeated start continues the post"),
        pytest.param("abca", "abc", [[0, 1, 2]], id="an incomplete post is dropped"),
        pytest.param("aab|ba|b", "ab", [[0, 2]], id="not across parents"),
        pytest.param("a|b|a|b", "ab", [[0, 1], [2, 3]], id="across parents if none has one"),
        pytest.param("ab|a", "ac", [], id="missing"),
    ],
)
def test_posts_are_matches_of_the_pattern(
    row: str, pattern: str, expected: list[list[int]]
) -> None:
    assert posts(row, pattern) == expected


@given(st.text("ab|", max_size=20), st.text("ab", min_size=1, max_size=3))
def test_posts_match_the_pattern_and_are_disjoint_and_in_order(row: str, pattern: str) -> None:
    found = posts(row, pattern)
    letters = row.replace("|", "")
    assert ["".join(letters[at] for at in post) for post in found] == [pattern] * len(found)
    assert (flat := [at for post in found for at in post]) == sorted(set(flat))


ROOT = -1


@pytest.mark.parametrize(
    ("parts", "parents", "expected"),
    [
        pytest.param(
            [[2], [3], [5], [6]], [0, 1, 1, 0, 4, 4], [[1], [4]], id="header and body in an element"
        ),
        pytest.param([[2], [3], [5]], [0, 1, 1, 0, 4], [[2], [3], [5]], id="an uneven number"),
        pytest.param([[1], [2]], [0, 0], [[1], [2]], id="not the element with everything"),
        pytest.param([[3], [6]], [0, 1, 2, 0, 4, 5], [[1], [4]], id="up while there are several"),
        pytest.param([[2, 4]], [0, 1, 0, 3], [[2, 4]], id="a post in two elements"),
        pytest.param([], [], [], id="none"),
    ],
)
def test_parts_of_posts_are_joined(
    parts: list[list[int]], parents: list[int], expected: list[list[int]]
) -> None:
    """Trees are given as the parent of each node below the root."""
    assert join(parts, np.array([ROOT, *parents])) == expected
