"""Content: what a page says, block by block, and the options that decide it."""

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
    """What a block is in its page's content."""

    TITLE = "title"
    BODY = "body"
    DATE = "date"
    AUTHOR = "author"
    FIGURE = "figure"
    CAPTION = "caption"
    CREDIT = "credit"


class Block(NamedTuple):
    """One piece of a page's content."""

    xpath: str
    role: Role
    text: str
    """The block's own text, white space collapsed; empty where it only shows a picture."""
    markup: tuple[tuple[int, str], ...] = ()
    """The block's own inline markup in pieces, each with its place in the page; only where
    `ContentOptions.markup` asked for it."""
    frame: Frame = ()
    """The elements that give the text its form (lists, tables, quotations, headings), outermost
    first; only with `markup`."""


class BlockDecision(NamedTuple):
    """What was decided about one block, and why."""

    xpath: str
    text: str
    content: bool
    why: Reason
    others: int
    """How many other pages say the same, of those that the template was learnt from."""
    pages: tuple[str, ...]
    """Some of them."""
    place: str | None
    """Where the block stands in the template: the way from the nearest element that pages have
    once, or from the content's own (`*`); None where no template was learnt."""
    score: float | None
    """How likely the block is content, where the page was judged alone."""


@dataclass(frozen=True)
class Content:
    """The main content of one page, and what is known about the page."""

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
    """The encoding that the page was read as, by its name in the Encoding Standard."""
    replaced: int
    """Characters of the page that this encoding could not give."""
    method: str
    """`collection`, `memory` or `alone`: what the page was judged by."""
    reason: str | None
    """Why the content is empty, or was not judged as usual."""
    blocks: tuple[Block, ...]
    explanation: tuple[BlockDecision, ...] = ()
    """What was decided about every block that shows something; only with `explain`."""
    truncated: tuple[str, ...] = ()
    """What of the page is missing or was not taken as it stands, a phrase for each."""

    @cached_property
    def text(self) -> str:
        """The content as plain text, blocks separated by a line break."""
        return "\n".join(block.text for block in self.blocks if block.text)


@dataclass(frozen=True, slots=True)
class ContentOptions:
    """How content is decided."""

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
