"""What comes out of a thread page, and the options that decide how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.errors import HonbunError
from honbun.options import option

if TYPE_CHECKING:
    from collections.abc import Mapping


POSITIVE_FEATURES = frozenset(
    "count cover cover_unlinked cover_holder dated date_edge date_place long whole regular alike "
    "once once_share labels".split()
)
"""Measures of a way to cut a page that speak for it."""
NEGATIVE_FEATURES = frozenset(
    "two links many_dates spread small largest rules inner torn range again missed "
    "missed_named".split()
)
FEATURES = POSITIVE_FEATURES | NEGATIVE_FEATURES


@dataclass(frozen=True, slots=True)
class Post:
    """One post: what it says, who wrote it, when, and where it stands."""

    index: int
    """Its place among the posts of its page, from 0; posts that an earlier page has count too."""
    text: str
    """The whole post, header and signature included, white space collapsed."""
    body: str | None
    """The message alone, where it can be told apart, white space collapsed."""
    author: str | None
    date: str | None
    """The date as the page shows it."""
    published: str | None
    """The date in ISO 8601, as precisely as it can be known."""
    number: str | None
    """What the page calls the post by: a number that it shows, or the name of its anchor; in nested
    threads without either, its place among the posts, from 1."""
    reply_to: str | None
    """The number of the post that this one answers, in a nested thread."""
    permalink: str | None
    xpaths: tuple[str, ...]
    """The elements and texts that the post is made of."""


@dataclass(frozen=True, slots=True)
class Thread:
    """The posts of one page, in the order of the page."""

    url: str
    source: str
    address: str
    """What the thread is known by on whichever of its pages: the address of the first one."""
    title: str | None
    posts: tuple[Post, ...]
    reason: str | None
    """Why there are no posts, or why they were not found as usual."""
    encoding: str
    """The encoding that the page was read as, by its name in the Encoding Standard."""
    replaced: int
    """Characters of the page that this encoding could not give."""
    truncated: tuple[str, ...] = ()
    """What of the page is missing or was not taken as it stands, a phrase for each."""


@dataclass(frozen=True, slots=True)
class PostsOptions:
    """How posts are found."""

    alone: bool = option(False, "Read every page by itself, without comparing it with others.")
    weights: Mapping[str, float] | None = None
    """What the measures of a cut count; None for the weights that come with honbun."""
    faithful: bool = option(False, "Use the paper's method unchanged; some pages stay empty.")
    alpha: int = 4
    """For the paper's method: pages of a format that the main element is found from. The paper's
    value (table 2)."""
    beta: float = 0.8
    """For the paper's method: share of pages that must agree on the number of children for the
    level to be the frame's. The text that gave the paper's value, beside figure 11, is lost to us.
    On 91 pages of 22 formats the values above .75 find most main elements, on the mean over how
    near they must come (`eval posts --parameters`): of four pages, all must agree."""

    def __post_init__(self) -> None:
        if self.alpha < 1:
            raise HonbunError(f"a main element is found from a page at least, not {self.alpha}")
        if unknown := set(self.weights or ()) - FEATURES:
            raise HonbunError(f"no measures of a cut: {', '.join(sorted(unknown))}")
        if not 0 <= self.beta <= 1:
            raise HonbunError(f"beta is a share, between 0 and 1: {self.beta}")
