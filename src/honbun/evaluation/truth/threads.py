"""Thread pages with their true posts: a folder per format, with `group.json` and the pages."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from honbun.evaluation.truth import find_files, read_page, truth_errors

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from honbun.page import Page

STYLES = ("hr", "structured")
"""Whether only lines separate the posts, or markup does."""


@dataclass(frozen=True, slots=True)
class TruePost:
    """One true post."""

    text: str
    """The whole post, including header and signature."""
    body: str | None
    """The message alone, if it can be separated."""
    author: str | None
    date: str | None
    """The date as the page shows it."""


@dataclass(frozen=True, slots=True)
class TruePage:
    """A page with its posts, in the order of the page."""

    page: Page
    main_selector: str
    """A CSS selector whose first match contains all posts."""
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
    """The formats in the folders inside a folder, by name; or the one format of the folder."""
    for path in find_files(folder, "group.json"):
        with truth_errors(path):
            yield _group(path)


def _group(path: Path) -> Group:
    row = json.loads(path.read_text(encoding="utf-8"))
    if row["style"] not in STYLES:
        raise ValueError(f"style must be one of {', '.join(STYLES)}")
    return Group(
        name=_string(row, "group"),
        style=row["style"],
        language=_string(row, "language"),
        pages=tuple(_page(path.parent, page) for page in row["pages"]),
    )


def _page(folder: Path, row: dict[str, Any]) -> TruePage:
    file = _string(row, "file")
    source = f"{folder.name}/{file}"
    page = read_page(folder / file, _optional_string(row, "url"), source, row.get("encoding"))
    return TruePage(page, _string(row, "main_selector"), tuple(map(_post, row["posts"])))


def _post(row: dict[str, Any]) -> TruePost:
    optional = (_optional_string(row, name) for name in ("body", "author", "date"))
    return TruePost(_string(row, "text"), *optional)


def _string(row: dict[str, Any], key: str) -> str:
    if not isinstance(row[key], str):
        raise TypeError(f"{key} must be a string, not {row[key]!r}")
    return str(row[key])


def _optional_string(row: dict[str, Any], key: str) -> str | None:
    """A string, or None if it is null or blank."""
    if row[key] is None:
        return None
    text = _string(row, key)
    return text if text.strip() else None
