"""Content: the main content of a page as blocks, and the options of its extraction."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from honbun.document.model import ALL, EMPTY, Document, DocumentOptions
from honbun.errors import HonbunError
from honbun.field_docs import explain_fields
from honbun.options import option
from honbun.text.language import detect_language

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from honbun.document.chunks import Chunk

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


@explain_fields
class Block(NamedTuple):
    """One segment of a page's content: a paragraph, a heading, a cell, a picture."""

    xpath: str
    """The block-level element it belongs to; loose texts of one element share it."""
    role: Role
    """What it is in the content: title, body, date, author, figure, caption or credit."""
    text: str
    """Text with collapsed white space; empty if the block only shows a picture."""


@explain_fields
class BlockDecision(NamedTuple):
    """The decision about one segment, and the evidence for it."""

    xpath: str
    """The block-level element that it belongs to."""
    text: str
    """Its text with collapsed white space."""
    content: bool
    """Whether it is content."""
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


@explain_fields
class Comment(NamedTuple):
    """A post of the page that is not part of its content, such as a reader's comment."""

    number: str | None
    """What the page calls it: a number, or the name of its anchor."""
    author: str | None
    """Who wrote it."""
    date: str | None
    """In ISO 8601 if it is understood, otherwise as the page shows it."""
    reply_to: str | None
    """The number of the comment that it replies to."""
    text: str
    """What it says; the whole post where the message cannot be separated."""


COLUMNS: dict[str, type] = {
    **dict.fromkeys(("url", "source", "title", "author", "date"), str),
    **dict.fromkeys(("site", "language", "description", "canonical", "image"), str),
    **dict.fromkeys(("text", "markdown", "kind"), str),
    "confidence": float,
    "compared": int,
    "reason": str,
}
"""The columns of a result that hold one value each, and their types."""
ON_REQUEST: dict[str, type] = {"html": str, "encoding": str, "replaced": int}
"""Further columns, which results have only if they are asked for."""
_SAID = ("comments", "cut", "input", "explanation", "site_record")
"""Columns that a row has only if there is something to say."""
FIELDS = (*COLUMNS, *ON_REQUEST, "authors", "tags", "blocks", *_SAID)
"""The names of all columns."""


@explain_fields
@dataclass(frozen=True, repr=False)
class Content:
    """The main content of one page, and its metadata."""

    url: str
    """The page's address: the one it was read from, or its canonical link."""
    source: str
    """Where it was read: a file, a record of an archive, a URL."""
    title: str | None
    """The headline that it shows, else the title that it declares."""
    authors: tuple[str, ...]
    """Names, in the order of the page."""
    date: str | None
    """When it was published, in ISO 8601."""
    site: str | None
    """The name of the site, as the page declares it."""
    declared_language: str | None
    """The language tag that the page declares."""
    description: str | None
    """What the page says about itself in one or two sentences, for search engines."""
    tags: tuple[str, ...]
    """Keywords and sections, as declared."""
    canonical: str | None
    """The address that the page declares as its own, if it does."""
    image: str | None
    """URL of the picture that stands for the page."""
    encoding: str
    """The encoding of the page, by its name in the Encoding Standard."""
    replaced: int
    """Number of characters that could not be decoded."""
    kind: Kind
    """What the page is: article, list, thread, product, documentation, other or nothing."""
    confidence: float
    """The F1 to be expected of the text, between 0 and 1."""
    compared: int
    """Number of pages of the site that the page was compared with."""
    reason: str | None
    """Why the content is empty."""
    blocks: tuple[Block, ...]
    """The segments that are kept, in reading order."""
    explanation: tuple[BlockDecision, ...] = ()
    """The decision about every segment; only with `ContentOptions.explain`."""
    truncated: tuple[str, ...] = ()
    """What was truncated or not read, one phrase each."""
    comments: tuple[Comment, ...] = ()
    """The posts that follow the content; only with `ContentOptions.comments`."""
    site_record: tuple[str, ...] = ()
    """What most pages of the site say outside of their content, such as address and licence; on the
    first page of a site only, with `ContentOptions.site_record`."""
    input: str | None = None
    """The other fields of the row that the page was read from, in JSON."""
    build_document: Callable[[], Document] | None = field(default=None, compare=False)
    """Builds the document; None for one that is empty."""

    @cached_property
    def document(self) -> Document:
        """The blocks as a tree, with their inline markup.

        It is built when it, or a text, is first asked for; the result of `extract_page` holds the
        page until then.
        """
        return self.build_document() if self.build_document else EMPTY

    @cached_property
    def language(self) -> str | None:
        """A language tag such as en or pt-BR: the declared one, else the one that the text is in.

        It is detected when it is first asked for.
        """
        return self.declared_language or detect_language(
            "\n".join([block.text for block in self.blocks])
        )

    def with_document(self) -> Content:
        """The same with its document, without the page that it was to be built from."""
        same = replace(self, build_document=None)
        vars(same)["document"] = self.document
        return same

    def with_comments(self, comments: tuple[Comment, ...]) -> Content:
        """The same with these comments."""
        same = replace(self, comments=comments)
        if "document" in vars(self):  # it cannot be built again
            vars(same)["document"] = self.document
        return same

    def __getstate__(self) -> dict[str, Any]:
        # What is computed on demand is computed where the page was read: in a worker process.
        found = {"document": self.document, "language": self.language, "build_document": None}
        return vars(self) | found

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)

    @property
    def author(self) -> str | None:
        """All authors in one text."""
        return ", ".join(self.authors) or None

    @property
    def text(self) -> str:
        """The content as plain text that keeps its structure: paragraphs separated by blank lines,
        code as written, rows of tables as `cell | cell`, marks of list items and quotations."""
        return self.document.text.rstrip("\n")

    @property
    def markdown(self) -> str:
        """The content as CommonMark with tables."""
        return self.document.markdown

    @property
    def html(self) -> str:
        """The content as clean HTML."""
        return self.document.html

    def chunks(
        self, max_tokens: int = 500, count: Callable[[str], int] | None = None
    ) -> Iterator[Chunk]:
        """The Markdown in chunks of at most so many tokens, cut at headings and paragraphs.

        `count` counts the tokens of a text; by default a token is about four letters, or one
        ideograph.
        """
        return self.document.chunks(max_tokens, count)

    def to_dict(self, *fields: str) -> dict[str, Any]:
        """The result as plain values, such as a row of a table; with names, only these fields.

        Without names, all but `html`, `encoding` and `replaced`; `comments`, `cut`, `input`,
        `explanation` and `site_record` only if there is something to say.
        """
        if unknown := set(fields) - set(FIELDS):
            raise HonbunError(f"no field {', '.join(sorted(unknown))}, but {', '.join(FIELDS)}")
        if not fields:
            said = [name for name in _SAID if self._plain(name)]
            fields = (*COLUMNS, "authors", "tags", "blocks", *said)
        return {name: self._plain(name) for name in fields}

    def _plain(self, name: str) -> Any:
        if name == "blocks":
            return [{**block._asdict(), "role": block.role.value} for block in self.blocks]
        if name == "input":
            return json.loads(self.input) if self.input else None
        if name in ("comments", "explanation"):
            return [one._asdict() for one in getattr(self, name)]
        value = getattr(self, "truncated" if name == "cut" else name)
        return list(value) if isinstance(value, tuple) else value

    def __repr__(self) -> str:
        return (
            f"Content({self.url or self.source!r}, title={self.title!r}, kind={self.kind!r}, "
            f"{len(self.blocks)} blocks, {len(self.text)} characters)"
        )


@dataclass(frozen=True, slots=True)
class ContentOptions:
    """How the main content is extracted."""

    faithful: bool = option(
        False,
        "Use the papers' method; some pages stay empty. It differs in that block-level elements "
        "are those of today, and blocks that show nothing are left out. Full list: "
        "docs/papers/000.md.",
    )
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
    keep: tuple[str, ...] = option(
        (),
        "Always keep what this CSS selector matches; may be repeated.",
        metavar="CSS",
    )
    drop: tuple[str, ...] = option(
        (),
        "Read the page without what this CSS selector matches; may be repeated.",
        metavar="CSS",
    )
    comments: bool = option(
        False, "Add the posts that follow the content, such as comments of readers."
    )
    site_record: bool = option(
        False,
        "Add to the first page of each site what most of its pages say outside of their content: "
        "address, phone, licence (formats jsonl, json and parquet).",
    )
    document: DocumentOptions = ALL
    """What is written of links, images and tables."""

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise HonbunError(f"threshold must be between 0 and 1, not {self.threshold}")
        if self.favor not in (None, "precision", "recall"):
            raise HonbunError(f"favor must be precision, recall or None, not {self.favor!r}")
        if self.keep or self.drop:
            self._check_selectors()
        if self.faithful and (self.keep or self.drop or self.site_record):
            raise HonbunError("faithful cannot be combined with keep, drop or site_record")
        if unknown := set(self._named_roles()) - set(Role):
            raise HonbunError(f"no role {', '.join(sorted(unknown))}, but {', '.join(Role)}")

    def _check_selectors(self) -> None:
        from honbun.html.parse import check_selector

        for name in ("keep", "drop"):
            selectors: object = getattr(self, name)
            if isinstance(selectors, str):  # would be read letter by letter
                raise HonbunError(f"{name} must be several selectors, such as ({selectors!r},)")
            for selector in getattr(self, name):
                check_selector(selector)

    def _named_roles(self) -> list[str]:
        return [role.strip() for role in (self.roles or "").split(",") if role.strip()]

    @property
    def wanted_roles(self) -> frozenset[Role]:
        """The roles of blocks to keep."""
        return frozenset(map(Role, self._named_roles())) or _ALL_ROLES
