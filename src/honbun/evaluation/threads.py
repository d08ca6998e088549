"""Thread pages with truth: pages of one format in a folder, with every post that they show.

The format is told in docs/evaluation.md: a folder per format with `group.json` and the pages.
"""

from __future__ import annotations

import gzip
import json
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from honbun.errors import TruthError
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STYLES = ("hr", "structured")
"""Whether nothing but lines part the posts, or markup does."""
_TRUTH = "group.json"


@dataclass(frozen=True, slots=True)
class TruePost:
    """One post as a person has read it."""

    text: str
    """The whole post, header and signature included."""
    body: str | None
    """The message alone, where it can be told apart."""
    author: str | None
    date: str | None
    """The date as the page shows it."""


@dataclass(frozen=True, slots=True)
class TruePage:
    """A page with its posts, in the order of the page."""

    page: Page
    main_selector: str
    """CSS whose first match holds all posts."""
    posts: tuple[TruePost, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The pages of one format."""

    name: str
    style: str
    """One of STYLES."""
    language: str
    pages: tuple[TruePage, ...]


def read_groups(folder: Path) -> Iterator[Group]:
    """The formats below a folder, by their folders' names; or the one that the folder is."""
    found = sorted(folder.glob(f"*/{_TRUTH}"))
    if not found and (folder / _TRUTH).is_file():
        found = [folder / _TRUTH]
    if not found:
        raise TruthError(f"no {_TRUTH} found in {folder} or the folders inside it")
    for path in found:
        yield _group(path)


def _group(path: Path) -> Group:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        if told["style"] not in STYLES:
            raise ValueError(f"style must be one of {', '.join(STYLES)}")
        return Group(
            name=_string(told, "group"),
            style=told["style"],
            language=_string(told, "language"),
            pages=tuple(_page(path.parent, page) for page in told["pages"]),
        )
    except (ValueError, KeyError, TypeError, OSError, EOFError, zlib.error) as error:
        raise TruthError(f"{path}: {error!r}") from error


def _page(folder: Path, told: dict[str, Any]) -> TruePage:
    path = folder / _string(told, "file")
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        html = file.read()
    page = Page(
        html,
        url=_string_or_none(told, "url"),
        source=f"{folder.name}/{told['file']}",
        # Archives keep pages in another encoding than the one that the page itself declares.
        content_type=f"text/html; charset={told.get('encoding') or 'utf-8'}",
    )
    return TruePage(page, _string(told, "main_selector"), tuple(map(_post, told["posts"])))


def _post(told: dict[str, Any]) -> TruePost:
    return TruePost(
        text=_string(told, "text"),
        body=_string_or_none(told, "body"),
        author=_string_or_none(told, "author"),
        date=_string_or_none(told, "date"),
    )


def _string(told: dict[str, Any], key: str) -> str:
    if not isinstance(told[key], str):
        raise TypeError(f"{key} must be a string, not {told[key]!r}")
    return str(told[key])


def _string_or_none(told: dict[str, Any], key: str) -> str | None:
    """What is told; blanks tell nothing."""
    if told[key] is None:
        return None
    text = _string(told, key)
    return text if text.strip() else None
