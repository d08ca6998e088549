"""Posts cut by a pattern of paths (algorithm 4), and parts joined to posts (algorithm 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from honbun.papers.posts_004.main_element import Level


def cut(level: Level, pattern: Sequence[int]) -> list[list[int]]:
    """The positions in a level that make up each post.

    A post is what matches the pattern among the children of one element, in order; nodes between
    are skipped, as the paper prints it. If nothing matches, the parents are ignored.
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


def join(posts: list[list[int]], parents: NDArray[np.int64]) -> list[list[int]]:
    """The nodes of each post: parents replace their children while they divide them evenly.

    A header and a body that were cut apart thus become the post that contains both. A single
    element that contains everything is not a post.
    """
    containers = dict.fromkeys(int(parents[node]) for post in posts for node in post)
    while len(containers) > 1 and len(posts) % len(containers) == 0:
        posts = [[container] for container in containers]
        containers = dict.fromkeys(int(parents[node]) for node in containers)
    return posts
