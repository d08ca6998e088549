"""The documentation as it is written: its files, their blocks of code, links and headings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
_NO_COMMANDS = ("CHANGELOG.md",)
"""What was, not what is: options that have gone since stand there."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, what stands in it, and where."""

    language: str
    text: str
    line: int
    """Of the first line of its text, counted from 1."""


@dataclass(frozen=True)
class Document:
    """A file of the documentation."""

    path: Path

    @property
    def name(self) -> str:
        """Its path in the repository."""
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def blocks(self) -> list[Block]:
        """The fenced blocks, from first to last."""
        return [
            Block(_language(token.info), token.content, (token.map or [0])[0] + 2)
            for token in self._tokens
            if token.type == "fence"
        ]

    @cached_property
    def indented(self) -> list[int]:
        """The lines of code that no fence tells the language of."""
        return [(t.map or [0])[0] + 1 for t in self._tokens if t.type == "code_block"]

    @cached_property
    def spans(self) -> list[str]:
        """Code inside of sentences and tables, on one line each."""
        return [
            " ".join(part.content.split()) for part in self._inline if part.type == "code_inline"
        ]

    @cached_property
    def links(self) -> list[str]:
        """Where links and pictures lead."""
        attributes = {"link_open": "href", "image": "src"}
        return [
            str(part.attrs[attributes[part.type]])
            for part in self._inline
            if part.type in attributes
        ]

    @cached_property
    def anchors(self) -> set[str]:
        """The fragments that a link may name: one for each heading, and those set by hand."""
        found: set[str] = set()
        for before, token in zip(self._tokens, self._tokens[1:]):
            if before.type == "heading_open":
                found.add(_unused(_slug(_words(token)), found))
        return found | set(re.findall(r'<a (?:id|name)="([^"]+)"', self._text))

    @cached_property
    def _text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def _tokens(self) -> list[Token]:
        return MarkdownIt("commonmark").enable("table").parse(self._text)

    @cached_property
    def _inline(self) -> list[Token]:
        return [part for token in self._tokens for part in _nested(token)]


@cache
def documents() -> tuple[Document, ...]:
    """Every file that tells how honbun is used."""
    paths = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    return tuple(Document(path) for path in sorted(paths) if path.name not in _NO_COMMANDS)


def document(name: str) -> Document:
    """The file with this path in the repository."""
    return Document(ROOT / name)


def _language(info: str) -> str:
    """`sh title="..."` is sh."""
    return (info.split() or [""])[0]


def _nested(token: Token) -> Iterator[Token]:
    for child in token.children or ():
        yield child
        yield from _nested(child)


def _words(heading: Token) -> str:
    parts = (child.content for child in heading.children or () if child.type != "image")
    return "".join(parts)


def _slug(words: str) -> str:
    """As Python-Markdown and GitHub make fragments, where both agree."""
    kept = re.sub(r"[^\w\s-]", "", words).strip().lower()
    return re.sub(r"[-\s]+", "-", kept)


def _unused(slug: str, taken: set[str]) -> str:
    """Two headings of one name have two fragments."""
    number, found = 0, slug
    while found in taken:
        number += 1
        found = f"{slug}_{number}"
    return found
