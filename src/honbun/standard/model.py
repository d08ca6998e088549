"""Document: a page in the standard format of paper 003 (4.1), and its parts.

All texts can be written as XML: characters that XML has no way to write are replaced by U+FFFD when
a part is made. So what is written and read back is what there was, whatever that was.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from honbun.sentence.compound import LEAST

_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class StandardOptions:
    """What is put into documents."""

    japanese_only: bool = False
    """Leave out pages that fail the paper's test for Japanese, as the paper does."""
    annotate: tuple[str, ...] = ()
    """Analysers of sentences, by name or as "module:name"."""
    together: int = LEAST
    """Different sentences of the collection in which the texts of neighbouring links must stand
    together to be one sentence here too."""
    in_links: int = 10_000
    """Links to a page that are told, the first ones of the collection: a front page that every page
    of a large site leads to would fill the memory."""


@dataclass(frozen=True, slots=True)
class Linked:
    """A page at the other end of a link."""

    url: str
    id: int | None
    """The number of its document; None where it is no page of the collection."""

    def __post_init__(self) -> None:
        _make_writable(self, "url")


@dataclass(frozen=True, slots=True)
class Link:
    """The text of a link, and the pages that links with this text lead to or come from."""

    text: str
    pages: tuple[Linked, ...]

    def __post_init__(self) -> None:
        _make_writable(self, "text")


@dataclass(frozen=True, slots=True)
class Annotation:
    """What an analyser says about a sentence."""

    scheme: str
    text: str

    def __post_init__(self) -> None:
        _make_writable(self, "scheme", "text")


@dataclass(frozen=True, slots=True)
class Title:
    """The title of a page, and where in its bytes it stands."""

    text: str
    offset: int
    length: int

    def __post_init__(self) -> None:
        _make_writable(self, "text")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a page, and where in its bytes it stands."""

    id: int
    """1 for the first of its page."""
    text: str
    offset: int
    length: int
    """Bytes of the page, tags and character references in between included."""
    japanese: bool
    annotations: tuple[Annotation, ...] = ()

    def __post_init__(self) -> None:
        _make_writable(self, "text")


@dataclass(frozen=True, slots=True)
class Document:
    """A page in the standard format."""

    id: int
    """The page's number in its collection, 1 for the first."""
    url: str
    encoding: str
    """The encoding of the page's bytes, by its name in the Encoding Standard."""
    replaced: int
    """Characters that could not be decoded; near them, offsets are estimates."""
    japanese: bool
    """Whether the page passes the paper's test for Japanese."""
    title: Title | None
    out_links: tuple[Link, ...]
    in_links: tuple[Link, ...]
    sentences: tuple[Sentence, ...]
    cut: tuple[str, ...] = ()
    """What of the page is missing or was not taken as it stands, a phrase for each."""

    def __post_init__(self) -> None:
        _make_writable(self, "url", "encoding")
        object.__setattr__(self, "cut", tuple(map(writable, self.cut)))


def _make_writable(part: object, *fields: str) -> None:
    for field in fields:
        text: str = getattr(part, field)
        if _UNWRITABLE.search(text):
            object.__setattr__(part, field, writable(text))


def writable(text: str) -> str:
    """A text without characters that XML has no way to write.

    >>> writable("a" + chr(0) + "b")
    'a\ufffdb'
    """
    return _UNWRITABLE.sub("\ufffd", text)
