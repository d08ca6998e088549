"""The results of `honbun.posts`, and its options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.errors import HonbunError
from honbun.field_docs import explain_fields
from honbun.options import option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from honbun.document.model import Document

POSITIVE_FEATURES = frozenset(
    "count cover cover_unlinked cover_holder dated date_edge date_place long whole regular alike "
    "once once_share labels".split()
)
"""Features that count for a segmentation: their weights are positive."""
NEGATIVE_FEATURES = frozenset(
    "two links many_dates spread small largest rules inner torn range again missed "
    "missed_named".split()
)
FEATURES = POSITIVE_FEATURES | NEGATIVE_FEATURES


@explain_fields
@dataclass(frozen=True, slots=True, repr=False)
class Post:
    """One post of a thread."""

    index: int
    """Its index on the page, from 0; posts that an earlier page of the thread has count too."""
    text: str
    """The whole post, including header and signature; white space is collapsed."""
    body: Document
    """The message alone, as `.text`, `.markdown` and `.html`; empty where it cannot be separated
    from the rest."""
    author: str | None
    """Who wrote it, as the page shows it."""
    date: str | None
    """The date as the page shows it."""
    published: str | None
    """The date in ISO 8601, as precise as it is known."""
    number: str | None
    """What the page calls the post: a number that it shows, or the name of its anchor. In nested
    threads that have neither, its index from 1."""
    reply_to: str | None
    """In a nested thread, the number of the post that this one replies to."""
    permalink: str | None
    """The URL of the post itself."""
    xpaths: tuple[str, ...]
    """The elements and text nodes of the post."""
    signature: str | None = None
    """What follows the message in the same element: a signature, a note of the last edit."""

    def __repr__(self) -> str:
        return (
            f"Post({self.index}, author={self.author!r}, date={self.published or self.date!r}, "
            f"{len(self.text)} characters)"
        )


@explain_fields
@dataclass(frozen=True, slots=True, repr=False)
class Thread:
    """The posts of one page, in page order."""

    url: str
    """The page's address: the one it was read from, or its canonical link."""
    source: str
    """Where it was read: a file, a record of an archive, a URL."""
    address: str
    """The URL of the thread: that of its first page."""
    title: str | None
    """As the page shows it, without the name of the site."""
    posts: tuple[Post, ...]
    """The posts, in page order."""
    reason: str | None
    """Why there are no posts, or why they were not found in the usual way."""
    encoding: str
    """The encoding that the page was decoded with, by its name in the Encoding Standard."""
    replaced: int
    """Number of characters that could not be decoded."""
    truncated: tuple[str, ...] = ()
    """Parts of the page that are missing or were not read, one phrase each."""
    input: str | None = None
    """The other fields of the row that the page was read from, in JSON."""

    def __repr__(self) -> str:
        return f"Thread({self.url or self.source!r}, title={self.title!r}, {len(self.posts)} posts)"


@dataclass(frozen=True, slots=True)
class PostsOptions:
    """How posts are found."""

    alone: bool = option(False, "Read every page by itself, without comparing it with others.")
    weights: Mapping[str, float] | None = None
    """Weights of the features of a segmentation; None for those that ship with honbun."""
    faithful: bool = option(
        False,
        "Use the paper's method; some pages stay empty. It differs in a bound on work per page and "
        "where the pseudo-code is wrong or silent (agreement, length of a pattern). Full list: "
        "docs/papers/004.md.",
    )
    alpha: int = 4
    """For the paper's method: number of pages of a template that the main element is found from.
    The paper's value (table 2)."""
    beta: float = 0.8
    """For the paper's method: share of pages that must agree on the number of children for a level
    to belong to the frame. The text with the paper's value, beside figure 11, is illegible in our
    copy. On 91 pages of 22 templates, values above .75 find most main elements, averaged over
    tolerances (`honbun paper 004 figure 11`): of four pages, all must agree."""

    def __post_init__(self) -> None:
        if self.alpha < 1:
            raise HonbunError(f"a main element is found from a page at least, not {self.alpha}")
        if unknown := set(self.weights or ()) - FEATURES:
            raise HonbunError(f"no measures of a cut: {', '.join(sorted(unknown))}")
        if not 0 <= self.beta <= 1:
            raise HonbunError(f"beta is a share, between 0 and 1: {self.beta}")
