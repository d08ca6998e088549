"""Labels: what a person says of a page, block by block.

A label is known by its page (a digest of the bytes) and its block. On the same bytes a block is
known by its XPath. Its number holds as long as pages are split as they are today, and its text is
kept with it, so that it is found in a later version of the program, or of the page: see `carry.py`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Literal

from honbun.content.model import Role
from honbun.errors import InputError
from honbun.text.unicode import normal_form

if TYPE_CHECKING:
    from honbun.page import Page

Kind = Role
"""What a block is in the content of its page; a block that is no content has no label."""

NO_CONTENT: Final = "none"
"""A denial, in the place of a kind: that a block is no content, said in so many words.

Annotators say it by giving no label. The adjudicator, whose blocks without a label may be open yet,
has to say it."""
Verdict = Kind | Literal["none"]

TRUTH = "truth"
"""The name that the adjudicated labels are kept under: no annotator may have it."""
_LONGEST_NAME = 60


class State(StrEnum):
    """How far an annotator is with a page."""

    NEW = "new"
    BEGUN = "begun"
    DONE = "done"
    UNSURE = "unsure"
    """Labelled, but to be talked about."""
    SKIPPED = "skipped"
    """Not for this collection: a broken page, one in a language the annotator cannot read."""


@dataclass(frozen=True, slots=True)
class Place:
    """A block, as it is found again."""

    number: int
    """Among all blocks of the page, as `tree.block.split` counts them."""
    xpath: str
    text: str
    """Its own text, white space collapsed."""


@dataclass(frozen=True, slots=True)
class Label:
    """A block and what it is."""

    place: Place
    kind: Kind


@dataclass(frozen=True, slots=True)
class Standing:
    """What one annotator has said of one page so far."""

    labels: tuple[Label, ...]
    """In the order of the page."""
    state: State
    undoable: bool
    redoable: bool
    denied: tuple[Place, ...] = ()
    """The blocks that were said to be no content, in the order of the page: see `NO_CONTENT`."""


UNTOUCHED = Standing((), State.NEW, undoable=False, redoable=False)
"""What an annotator has said of a page that was never labelled."""


def annotator_name(name: str) -> str:
    """An annotator's name as it is kept; raises InputError for what is no name.

    >>> annotator_name("  Ayşe\\u3000Yılmaz ")
    'Ayşe Yılmaz'
    """
    kept = " ".join(normal_form("NFC", name).split())
    if not kept:
        raise InputError("an annotator needs a name")
    if len(kept) > _LONGEST_NAME:
        raise InputError(f"an annotator's name has at most {_LONGEST_NAME} characters")
    if not kept.isprintable():
        raise InputError("an annotator's name has characters that cannot be seen")
    if kept.casefold() == TRUTH:
        raise InputError(f"no annotator may be called {kept}: it stands for the adjudicated labels")
    return kept


def digest(page: Page) -> str:
    """What a page is known by: the SHA-256 of its bytes, in hexadecimal."""
    return hashlib.sha256(body(page)).hexdigest()


def body(page: Page) -> bytes:
    """The bytes of a page; those of its text in UTF-8, where it was given as text."""
    return page.html.encode("utf-8", "surrogatepass") if isinstance(page.html, str) else page.html


# Labelled: one page with what one annotator, or the adjudicator, says of it.


@dataclass(frozen=True, slots=True)
class Labelled:
    """A page and its labels, as they are exported and measured on."""

    page: Page
    url: str
    digest: str
    """Of the page that was labelled, of which this may be a copy."""
    annotator: str
    state: State
    labels: tuple[Label, ...]
    """Whose places are those of `page`."""
    lost: int = 0
    """Labels whose block the page does not have: another version of the program cut it up."""
    older: int = 0
    """Earlier versions of the page that are finished too, and left out for this one."""
