"""Posts cut by a pattern of paths (paper 004, algorithm 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from honbun.papers.posts_004.main_element import Level


def cut(level: Level, pattern: Sequence[int]) -> list[list[int]]:
    """The places in a level that make up each post.

    A post is what matches the pattern among the children of one element, in order; what stands
    between is passed over, as the paper prints it. If that gives nothing, no matter whose children.
    """
    return _cut(level.paths, level.parents, pattern) or _cut(
        level.paths, [0] * len(level.parents), pattern
    )


def _cut(paths: Iterable[int], parents: Iterable[int], pattern: Sequence[int]) -> list[list[int]]:
    posts: list[list[int]] = []
    post: list[int] = []
    last = -1
    for at, (path, parent) in enumerate(zip(paths, parents)):
        if parent != last:
            post, last = [], parent
        if path == pattern[len(post)]:
            post.append(at)
            if len(post) == len(pattern):
                posts.append(post)
                post = []
    return posts


# Parts of posts joined to posts (paper 004, algorithm 5).


def join(posts: list[list[int]], parents: NDArray[np.int64]) -> list[list[int]]:
    """The nodes of each post: elements in place of their children, while they divide them evenly.

    So a header and a body that were cut apart become the post that holds both. One element that
    holds all is no post.
    """
    holders = dict.fromkeys(int(parents[node]) for post in posts for node in post)
    while len(holders) > 1 and len(posts) % len(holders) == 0:
        posts = [[holder] for holder in holders]
        holders = dict.fromkeys(int(parents[node]) for node in holders)
    return posts
