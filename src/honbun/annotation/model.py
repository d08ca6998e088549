"""Labels: what a person says of a page, block by block.

A label is identified by its page (a digest of the bytes) and its block. On the same bytes a block
is identified by its XPath. Its number is valid as long as pages are split as they are now; its text
is stored so that it can be found in another version of the page or program: see `match`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Literal, Protocol

from honbun.errors import InputError
from honbun.text.unicode import normal_form

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from honbun.page import Page


class Kind(StrEnum):
    """What a block is in the content of its page; a block that is not content has no label.

    The values are those of `content.Role`.
    """

    TITLE = "title"
    BODY = "body"
    DATE = "date"
    AUTHOR = "author"
    FIGURE = "figure"
    CAPTION = "caption"
    CREDIT = "credit"


NO_CONTENT: Final = "none"
"""In place of a kind: the block is explicitly not content.

Annotators express this by giving no label. The adjudicator has to say it, because an adjudicated
block without a label is still undecided."""
Decision = Kind | Literal["none"]

TRUTH = "truth"
"""The name under which adjudicated labels are stored; no annotator may have it."""
_LONGEST_NAME = 60


class State(StrEnum):
    """How far an annotator is with a page."""

    NEW = "new"
    BEGUN = "begun"
    DONE = "done"
    UNSURE = "unsure"
    """Labelled, but to be discussed."""
    SKIPPED = "skipped"
    """Not for this collection: a broken page, or a language that the annotator cannot read."""


FINISHED = frozenset({State.DONE, State.UNSURE})
"""States of a page that is labelled completely."""


@dataclass(frozen=True, slots=True)
class BlockRef:
    """A block, as it is found again."""

    number: int
    """Among all blocks of the page, as `html.blocks.split` numbers them."""
    xpath: str
    text: str
    """Its own text, white space collapsed."""


@dataclass(frozen=True, slots=True)
class Label:
    """A block and its kind."""

    block: BlockRef
    kind: Kind


@dataclass(frozen=True, slots=True)
class PageLabels:
    """What one annotator has said of one page so far."""

    labels: tuple[Label, ...]
    """In the order of the page."""
    state: State
    undoable: bool
    redoable: bool
    rejected: tuple[BlockRef, ...] = ()
    """The blocks that are explicitly not content, in the order of the page: see `NO_CONTENT`."""


NO_LABELS = PageLabels((), State.NEW, undoable=False, redoable=False)
"""The labels of a page that an annotator has not touched."""


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page and its labels by one annotator, or by the adjudicator."""

    page: Page
    url: str
    digest: str
    """Of the page that was labelled; `page` may be a copy."""
    annotator: str
    state: State
    labels: tuple[Label, ...]
    """Their blocks are those of `page`."""
    lost: int = 0
    """Labels whose block is not on the page: another version of the program split it."""
    older: int = 0
    """Earlier versions of the page that are finished too and left out."""


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A stored page, without its bytes."""

    digest: str
    url: str
    source: str
    stored_at: datetime
    """When it was first stored."""


class LabelStore(Protocol):
    """Pages and labels; `stores.labels.Labels` is one."""

    def annotators(self) -> list[str]:
        """Who has labelled a page, without the adjudicator."""

    def pages(self) -> list[StoredPage]:
        """The stored pages, in the order in which they came."""

    def page(self, digest: str) -> Page:
        """A stored page."""

    def add_page(self, page: Page, url: str) -> str:
        """Store a page unless it is there, and return its digest."""

    def page_labels(self, annotator: str, digest: str) -> PageLabels:
        """The labels of a page by an annotator."""

    def all_labels(self) -> Iterable[tuple[str, str, PageLabels]]:
        """All labels with their annotator and the digest of their page."""

    def act(
        self,
        annotator: str,
        digest: str,
        changes: Mapping[BlockRef, Decision | None],
        state: State | None = None,
    ) -> PageLabels:
        """Change labels (None removes one) or the state of a page."""


def annotator_name(name: str) -> str:
    """An annotator's name in its stored form; raises InputError if it is not a name.

    >>> annotator_name("  Ayşe\\u3000Yılmaz ")
    'Ayşe Yılmaz'
    """
    kept = " ".join(normal_form("NFC", name).split())
    if not kept:
        raise InputError("an annotator needs a name")
    if len(kept) > _LONGEST_NAME:
        raise InputError(f"an annotator's name has at most {_LONGEST_NAME} characters")
    if not kept.isprintable():
        raise InputError("an annotator's name has invisible characters")
    if kept.casefold() == TRUTH:
        raise InputError(
            f"an annotator cannot be called {kept}: it is reserved for adjudicated labels"
        )
    return kept


def digest(page: Page) -> str:
    """The SHA-256 of a page's bytes, in hexadecimal: its identity."""
    return hashlib.sha256(body(page)).hexdigest()


def body(page: Page) -> bytes:
    """The bytes of a page; of a page given as text, the text in UTF-8."""
    return page.html.encode("utf-8", "surrogatepass") if isinstance(page.html, str) else page.html
