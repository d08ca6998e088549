"""Parts of posts joined, in trees told by the parent of each node."""

from __future__ import annotations

import numpy as np

from honbun.papers.posts_004.cut import join

ROOT = -1


def joined(posts: list[list[int]], *parents: int) -> list[list[int]]:
    return join(posts, np.array(parents))


def test_a_header_and_a_body_become_the_element_that_holds_both() -> None:
    assert joined([[2], [3], [5], [6]], ROOT, 0, 1, 1, 0, 4, 4) == [[1], [4]]


def test_parts_that_do_not_divide_evenly_stay() -> None:
    assert joined([[2], [3], [5]], ROOT, 0, 1, 1, 0, 4) == [[2], [3], [5]]


def test_one_element_that_holds_all_is_no_post() -> None:
    assert joined([[1], [2]], ROOT, 0, 0) == [[1], [2]]


def test_posts_rise_as_long_as_they_have_several_parents() -> None:
    assert joined([[3], [6]], ROOT, 0, 1, 2, 0, 4, 5) == [[1], [4]]


def test_a_post_in_two_elements_has_two_parents() -> None:
    assert joined([[2, 4]], ROOT, 0, 1, 0, 3) == [[2, 4]]


def test_no_posts_stay_none() -> None:
    assert joined([], ROOT) == []
