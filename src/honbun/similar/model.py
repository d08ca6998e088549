"""Pair: two pages that share text, how much, and their relation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple

from honbun.errors import HonbunError
from honbun.options import check_bounds, option


class Extent(StrEnum):
    """How much of two pages is the same."""

    IDENTICAL = "identical"
    CONTAINED = "contained"
    PARTIAL = "partial"


class Relation(StrEnum):
    """The relation of two pages that share text."""

    MIRROR = "mirror"
    COPY = "copy"
    FORM = "form"
    ARCHIVE = "archive"
    LINK_LIST = "link-list"
    SAME_SITE = "same-site"
    CITATION = "citation"
    SPAM = "spam"
    SHARED_PASSAGE = "shared-passage"
    PLAGIARISM = "plagiarism"


class Linked(StrEnum):
    """Which of two pages links to the other."""

    FORTH = "a->b"
    BACK = "b->a"
    BOTH = "both"


class Shared(NamedTuple):
    """A sentence of one page and the equal or nearly equal sentence of another."""

    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Two pages that share text."""

    a: str
    """The URL of the page that comes earlier in the input."""
    b: str
    overlap: float
    """R of the paper: the share of both pages' long sentences that is shared."""
    containment: float
    """Simpson's coefficient: the share of the smaller page's."""
    overlap_all: float
    """R if sentences on many pages count as shared too."""
    url_similarity: float
    linked: Linked | None
    extent: Extent
    relation: Relation
    because: tuple[str, ...]
    """The reasons for the relation, in words."""
    direction: Linked | None
    """Who copied from whom, if dates or links show it: `a->b` if b copied from a."""
    shared: tuple[Shared, ...]
    """Some of the sentences, in the order of the page `a`."""
    date_a: str | None = None
    """The publication date that the page declares, ISO 8601."""
    date_b: str | None = None


@dataclass(frozen=True, slots=True)
class SimilarOptions:
    """Options of `similar`."""

    min_length: int = option(  # the paper's value
        20,
        "Minimum length of a sentence that counts, in full-width characters; Latin letters count "
        "half.",
        at_least=1,
        metavar="N",
    )
    max_pages: int = option(  # the paper's value
        10,
        "Maximum number of pages that have a sentence; more frequent sentences do not count.",
        at_least=2,
        metavar="N",
    )
    region: Literal["content", "paper", "page"] = "content"
    """Part of the page whose sentences count: the content that `extract` finds (between pages of
    one site also the paper's content region), the paper's content region, or the whole page. With
    `faithful` it is the paper's."""
    near: bool = option(
        True,
        "Count slightly changed sentences as shared, or only equal ones.",
        flag="--near/--exact",
    )
    faithful: bool = option(
        False,
        "Use the method and decision table of paper 003. It differs where the paper is silent "
        "(text between elements, the threshold of joined links) and in that pages of all languages "
        "are compared; on Spark links are not joined. Full list: docs/papers/003.md.",
    )
    sentences: int = option(
        5, "Maximum number of shared sentences written with a pair.", at_least=0, metavar="N"
    )

    def __post_init__(self) -> None:
        check_bounds(self)
        if self.region not in ("paper", "content", "page"):
            raise HonbunError(f"region must be content, paper or page, not {self.region!r}")
