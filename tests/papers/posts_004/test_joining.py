"""Parts of posts are joined, in trees that are given as the parent of each node."""

from __future__ import annotations

import numpy as np

from honbun.papers.posts_004.cut import join

ROOT = -1


def joined(posts: list[list[int]], *parents: int) -> list[list[int]]:
    return join(posts, np.array(parents))


def test_header_and_body_become_the_element_that_contains_both() -> None:
    assert joined([[2], [3], [5], [6]], ROOT, 0, 1, 1, 0, 4, 4) == [[1], [4]]


def test_parts_that_do_not_divide_evenly_are_unchanged() -> None:
    assert joined([[2], [3], [5]], ROOT, 0, 1, 1, 0, 4) == [[2], [3], [5]]


def test_element_that_contains_everything_is_not_a_post() -> None:
    assert joined([[1], [2]], ROOT, 0, 0) == [[1], [2]]


def test_posts_move_up_while_they_have_several_parents() -> None:
    assert joined([[3], [6]], ROOT, 0, 1, 2, 0, 4, 5) == [[1], [4]]


def test_post_in_two_elements_has_two_parents() -> None:
    assert joined([[2, 4]], ROOT, 0, 1, 0, 3) == [[2, 4]]


def test_no_posts_give_no_posts() -> None:
    assert joined([], ROOT) == []
