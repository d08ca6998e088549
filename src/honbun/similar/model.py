"""Pair: two pages that share text, how much of it, and what they are to each other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple

from honbun.errors import HonbunError


class Extent(StrEnum):
    """How much of two pages is the same."""

    IDENTICAL = "identical"
    CONTAINED = "contained"
    PARTIAL = "partial"


class Relation(StrEnum):
    """What two pages that share text are to each other."""

    MIRROR = "mirror"
    COPY = "copy"
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
    """A sentence of one page and the same, or nearly the same, of another."""

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
    """R where sentences that many pages have count as shared too."""
    url_similarity: float
    linked: Linked | None
    extent: Extent
    relation: Relation
    because: tuple[str, ...]
    """What the relation was told by, in words."""
    direction: Linked | None
    """Who has it from whom, where dates or links tell: `a->b` when b took it from a."""
    shared: tuple[Shared, ...]
    """Some of the sentences, in the order of the page `a`."""
    date_a: str | None = None
    """When the page says that it was published, ISO 8601."""
    date_b: str | None = None


@dataclass(frozen=True, slots=True)
class SimilarOptions:
    """How pairs are found."""

    length: int = 20
    """Characters of a long sentence, counted full-width: the paper's value. Half-width letters
    count half, so that a Latin sentence must have 40."""
    pages: int = 10
    """Pages that a rare sentence may stand on: the paper's value."""
    region: Literal["content", "paper", "page"] = "content"
    """Where evidence may stand: between sites in the blocks that the content room finds and within
    a site in the content region of the paper too; in that alone; or anywhere. The paper's method
    has its own."""
    changed: bool = True
    """Sentences that were changed a little count as shared."""
    faithful: bool = False
    """The paper's method and nothing else."""
    evidence: int = 5
    """Shared sentences that are given with a pair."""

    def __post_init__(self) -> None:
        if self.length < 1:
            raise HonbunError(f"a long sentence has a character at least, not {self.length}")
        if self.pages < 2:
            raise HonbunError(f"a shared sentence stands on two pages at least, not {self.pages}")
        if self.region not in ("paper", "content", "page"):
            raise HonbunError(f"region is paper, content or page, not {self.region!r}")
        if self.evidence < 0:
            raise HonbunError(f"no fewer than 0 sentences can be given, not {self.evidence}")
