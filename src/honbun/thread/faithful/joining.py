"""Parts of posts joined to posts (paper 004, algorithm 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
