"""Cut: one way to cut a page into posts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Kind(StrEnum):
    """How the posts of a cut are bounded."""

    ELEMENT = "element"
    """Each post is one of several children of an element."""
    LED = "led"
    """A run of siblings, from one that opens a post to the next."""
    PARTED = "parted"
    """A run of siblings between two that part posts and belong to none."""
    CLOSED = "closed"
    """A run of siblings up to the one that closes a post."""
    RANGE = "range"
    """From one opening to the next in the order of the page, at whatever depth."""
    SCATTERED = "scattered"
    """Elements of one make that stand in several places of the page."""
    NESTED = "nested"
    """The same, with posts inside of posts: an answer is no part of what it answers."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Ranges of a strand that could be the posts of its page.

    A post is one range, but for a post with others inside of it, which is what they leave.
    """

    kind: Kind
    names: list[str]
    """Kind and key (what opens, closes, parts or makes up the posts) of every way to come to
    this cut: pages of one format are cut in the same ways."""
    start: NDArray[np.int64]
    stop: NDArray[np.int64]
    post: NDArray[np.int64]
    """The post that each range belongs to, from 0."""
    holder: int
    """The nearest element that holds all of them."""

    def __len__(self) -> int:
        return int(self.post.max()) + 1

    def spans(self) -> list[list[tuple[int, int]]]:
        """The ranges of each post."""
        spans: list[list[tuple[int, int]]] = [[] for _ in range(len(self))]
        for start, stop, post in zip(self.start.tolist(), self.stop.tolist(), self.post.tolist()):
            spans[post].append((start, stop))
        return spans


def disjoint(
    start: NDArray[np.int64], stop: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Ranges in the order of their starts, each without those inside of it; and whose they are."""
    # Ranges lie inside of each other or apart, so what follows an opening is the one that opened,
    # and what follows a closing the one around it.
    count = np.arange(len(start))
    level = count - np.searchsorted(np.sort(stop), start, side="right")
    by_level = np.sort(level * len(start) + count)
    around = by_level[np.searchsorted(by_level, (level - 1) * len(start) + count) - 1] % len(start)
    # Where several close at once the outer is the last, and one that opens there comes after.
    at = np.concatenate([stop, start])
    order = np.lexsort((np.concatenate([-count, count]), np.repeat([0, 1], len(start)), at))
    at = at[order]
    owner = np.concatenate([np.where(level > 0, around, -1), count])[order]
    kept = np.append((at[:-1] < at[1:]) & (owner[:-1] >= 0), False)
    places = np.flatnonzero(kept)
    return at[places], at[places + 1], owner[places]
