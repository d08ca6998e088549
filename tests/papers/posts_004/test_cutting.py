"""Posts cut by a pattern, as strings: each letter is a path, a bar separates parents."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honbun.papers.posts_004.cut import cut
from honbun.papers.posts_004.main_element import Level


def level(row: str) -> Level:
    letters = row.replace("|", "")
    parents = [part for part, among in enumerate(row.split("|")) for _ in among]
    nodes = list(range(len(letters)))
    return Level(nodes, parents, [ord(letter) for letter in letters], [1] * len(letters))


def posts(row: str, pattern: str) -> list[list[int]]:
    return cut(level(row), [ord(letter) for letter in pattern])


def test_each_complete_match_of_the_pattern_is_a_post() -> None:
    assert posts("abcabc", "abc") == [[0, 1, 2], [3, 4, 5]]


def test_nodes_between_matches_are_skipped() -> None:
    assert posts("xaxbab", "ab") == [[1, 3], [4, 5]]


def test_repeated_start_of_a_pattern_continues_the_post() -> None:
    assert posts("aab", "ab") == [[0, 2]]


def test_incomplete_post_is_dropped() -> None:
    assert posts("abca", "abc") == [[0, 1, 2]]


def test_post_does_not_cross_parents() -> None:
    assert posts("aab|ba|b", "ab") == [[0, 2]]


def test_posts_cross_parents_if_no_parent_has_a_complete_one() -> None:
    assert posts("a|b|a|b", "ab") == [[0, 1], [2, 3]]


def test_missing_pattern_gives_no_posts() -> None:
    assert posts("ab|a", "ac") == []


@given(st.text("ab|", max_size=20), st.text("ab", min_size=1, max_size=3))
def test_posts_match_the_pattern_and_are_disjoint_and_in_order(row: str, pattern: str) -> None:
    found = posts(row, pattern)
    letters = row.replace("|", "")
    assert ["".join(letters[at] for at in post) for post in found] == [pattern] * len(found)
    assert (flat := [at for post in found for at in post]) == sorted(set(flat))
