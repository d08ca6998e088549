"""Posts of pages written in place, cut where the test says, so that only their fields are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.posts.fields import PageContext
from honbun.posts.fields import build_posts as with_fields
from honbun.posts.fields.cells import Cell, cells
from tests.posts.rows import elements, keys_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from honbun.posts.model import Post

URL = "https://board.example/t?id=5"
LONG = "a message of many words that is much too long for the header of a post, as they all are"


def items(*inner: str) -> str:
    return "<ul>" + "".join(f"<li>{each}</li>" for each in inner) + "</ul>"


def cells_of(*inner: str) -> list[list[Cell]]:
    """The cells of posts that are items of a list."""
    keys = keys_of(items(*inner))
    return [cells(keys, spans) for spans in elements(keys, "li")]


def fields_of(
    html: str | Sequence[str],
    tag: str = "li",
    *,
    language: str | None = "en",
    now: datetime | None = None,
) -> tuple[Post, ...]:
    """The posts of a page whose posts are the elements of a tag."""
    keys = keys_of(html if isinstance(html, str) else items(*html))
    return with_fields(keys, elements(keys, tag), PageContext(URL, URL, language, now))
