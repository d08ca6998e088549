"""Posts cut by a pattern, in rows of letters: each letter is a path, a bar parts the parents."""

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


def test_a_post_is_cut_each_time_that_the_pattern_is_whole() -> None:
    assert posts("abcabc", "abc") == [[0, 1, 2], [3, 4, 5]]


def test_what_stands_between_is_passed_over() -> None:
    assert posts("xaxbab", "ab") == [[1, 3], [4, 5]]


def test_what_is_begun_again_before_it_is_whole_goes_on() -> None:
    assert posts("aab", "ab") == [[0, 2]]


def test_a_post_that_is_not_whole_is_lost() -> None:
    assert posts("abca", "abc") == [[0, 1, 2]]


def test_a_post_begun_in_one_parent_is_not_ended_in_another() -> None:
    assert posts("aab|ba|b", "ab") == [[0, 2]]


def test_where_no_parent_has_a_whole_post_they_reach_across_parents() -> None:
    assert posts("a|b|a|b", "ab") == [[0, 1], [2, 3]]


def test_what_is_not_there_cuts_nothing() -> None:
    assert posts("ab|a", "ac") == []


@given(st.text("ab|", max_size=20), st.text("ab", min_size=1, max_size=3))
def test_posts_match_the_pattern_and_follow_each_other(row: str, pattern: str) -> None:
    found = posts(row, pattern)
    letters = row.replace("|", "")
    assert ["".join(letters[at] for at in post) for post in found] == [pattern] * len(found)
    assert (flat := [at for post in found for at in post]) == sorted(set(flat))
