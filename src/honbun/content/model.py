"""Content: the main content of a page as blocks, and the options of its extraction."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from honbun.errors import HonbunError
from honbun.options import option

if TYPE_CHECKING:
    from honbun.content.explain import Reason
    from honbun.content.write.markup import Frame


class Role(StrEnum):
    """The role of a block in the content of its page."""

    TITLE = "title"
    BODY = "body"
    DATE = "date"
    AUTHOR = "author"
    FIGURE = "figure"
    CAPTION = "caption"
    CREDIT = "credit"


class Block(NamedTuple):
    """One block of a page's content."""

    xpath: str
    role: Role
    text: str
    """Text with collapsed white space; empty if the block only shows a picture."""
    markup: tuple[tuple[int, str], ...] = ()
    """Inline markup in pieces, each with its offset in the page; only with
    `ContentOptions.markup`."""
    frame: Frame = ()
    """Lists, tables, quotations and headings around the block, outermost first; only with
    `ContentOptions.markup`."""


class BlockDecision(NamedTuple):
    """The decision about one block, and the evidence for it."""

    xpath: str
    text: str
    content: bool
    why: Reason
    others: int
    """Number of other pages with the same text, among those the template was learnt from."""
    pages: tuple[str, ...]
    """URLs of some of them."""
    place: str | None
    """Position in the template: the path from the nearest element that pages have once, or from
    the content element (`*`); None if no template was learnt."""
    score: float | None
    """Probability of being content, if the page was judged alone."""


@dataclass(frozen=True)
class Content:
    """The main content of one page, and its metadata."""

    url: str
    source: str
    title: str | None
    author: str | None
    date: str | None
    """ISO 8601."""
    site: str | None
    language: str | None
    image: str | None
    encoding: str
    """The encoding of the page, by its name in the Encoding Standard."""
    replaced: int
    """Number of characters that could not be decoded."""
    method: str
    """`collection`, `memory` or `alone`: what the page was judged by."""
    reason: str | None
    """Why the content is empty, or was judged with little evidence."""
    blocks: tuple[Block, ...]
    explanation: tuple[BlockDecision, ...] = ()
    """The decision about every visible block; only with `ContentOptions.explain`."""
    truncated: tuple[str, ...] = ()
    """What was truncated or not read, one phrase each."""

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
    sample: int = 256
    """Maximum number of pages used to learn a template. F grows by 0.0001 from 50 pages to all."""
    explain: bool = option(
        False, "Say for every block why it was kept or dropped (formats jsonl and text)."
    )
    favor: Literal["precision", "recall"] | None = option(
        None,
        "Prefer precision (drop doubtful blocks) or recall (keep them) when a page has no "
        "comparable pages.",
    )
    markup: Literal["html", "markdown"] | None = None
    """Inline markup to keep, in the dialect that the output format needs."""

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise HonbunError(f"threshold must be between 0 and 1, not {self.threshold}")
        if self.sample < 1:
            raise HonbunError(f"sample must be at least 1, not {self.sample}")
        if self.favor not in (None, "precision", "recall"):
            raise HonbunError(f"favor must be precision, recall or None, not {self.favor!r}")
        if self.markup not in (None, "html", "markdown"):
            raise HonbunError(f"markup must be html, markdown or None, not {self.markup!r}")
