"""Content: the main content of a page as blocks, and the options of its extraction."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from honbun.errors import HonbunError
from honbun.options import option

if TYPE_CHECKING:
    from honbun.content.write.markup import Frame

Favor = Literal["precision", "recall"]
Kind = Literal["article", "list", "thread", "product", "documentation", "other", "nothing"]
"""What a page is; "nothing" if it has no content."""


class Role(StrEnum):
    """The role of a block in the content of its page."""

    TITLE = "title"
    BODY = "body"
    DATE = "date"
    AUTHOR = "author"
    FIGURE = "figure"
    CAPTION = "caption"
    CREDIT = "credit"


_ALL_ROLES = frozenset(Role)


class Block(NamedTuple):
    """One segment of a page's content: a paragraph, a heading, a cell, a picture."""

    xpath: str
    """The block-level element it belongs to; loose texts of one element share it."""
    role: Role
    text: str
    """Text with collapsed white space; empty if the block only shows a picture."""
    markup: tuple[tuple[int, str], ...] = ()
    """Inline markup in pieces, each with its place on the page; only with
    `ContentOptions.markup`."""
    frame: Frame = ()
    """Lists, tables, quotations and headings around the block, outermost first; only with
    `ContentOptions.markup`."""


class BlockDecision(NamedTuple):
    """The decision about one segment, and the evidence for it."""

    xpath: str
    text: str
    content: bool
    role: Role | None
    """Its role if it is content."""
    score: float
    """How likely it belongs to the text of the page, between 0 and 1."""
    others: int
    """Number of other pages with the same text, among those the page was compared with."""
    pages: tuple[str, ...]
    """URLs of some of them."""
    why: tuple[str, ...]
    """What decided, in words, the strongest reason first."""


@dataclass(frozen=True)
class Content:
    """The main content of one page, and its metadata."""

    url: str
    source: str
    title: str | None
    authors: tuple[str, ...]
    date: str | None
    """ISO 8601."""
    site: str | None
    language: str | None
    image: str | None
    encoding: str
    """The encoding of the page, by its name in the Encoding Standard."""
    replaced: int
    """Number of characters that could not be decoded."""
    kind: Kind
    confidence: float
    """The F1 to be expected of the text, between 0 and 1."""
    compared: int
    """Number of pages of the site that the page was compared with."""
    reason: str | None
    """Why the content is empty."""
    blocks: tuple[Block, ...]
    explanation: tuple[BlockDecision, ...] = ()
    """The decision about every segment; only with `ContentOptions.explain`."""
    truncated: tuple[str, ...] = ()
    """What was truncated or not read, one phrase each."""

    @property
    def author(self) -> str | None:
        """All authors in one text."""
        return ", ".join(self.authors) or None

    @cached_property
    def text(self) -> str:
        """The content as plain text, blocks separated by a line break."""
        return "\n".join(block.text for block in self.blocks if block.text)


@dataclass(frozen=True, slots=True)
class ContentOptions:
    """How the main content is extracted."""

    faithful: bool = option(False, "Use the papers' method unchanged; some pages stay empty.")
    threshold: float = 0.9
    """Cosine above which two blocks are equal, in the papers' method. Their value; they found
    results stable from 0.75 upwards."""
    explain: bool = option(
        False, "Say for every block why it was kept or dropped (formats jsonl and text)."
    )
    favor: Favor | None = option(
        None, "Prefer precision (drop doubtful blocks) or recall (keep them)."
    )
    roles: str | None = option(
        None, f"Keep only blocks with these roles, of {', '.join(Role)}.", metavar="ROLE,..."
    )
    markup: Literal["html", "markdown"] | None = None
    """Inline markup to keep, in the dialect that the output format needs."""

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise HonbunError(f"threshold must be between 0 and 1, not {self.threshold}")
        if self.favor not in (None, "precision", "recall"):
            raise HonbunError(f"favor must be precision, recall or None, not {self.favor!r}")
        if unknown := set(self._named_roles()) - set(Role):
            raise HonbunError(f"no role {', '.join(sorted(unknown))}, but {', '.join(Role)}")
        if self.markup not in (None, "html", "markdown"):
            raise HonbunError(f"markup must be html, markdown or None, not {self.markup!r}")

    def _named_roles(self) -> list[str]:
        return [role.strip() for role in (self.roles or "").split(",") if role.strip()]

    @property
    def wanted_roles(self) -> frozenset[Role]:
        """The roles of blocks to keep."""
        return frozenset(map(Role, self._named_roles())) or _ALL_ROLES
