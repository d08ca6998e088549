"""A feed as JSON Feed 1.1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from honbun.syndication import when
from honbun.syndication.characters import clean, language, spoken, web_address

if TYPE_CHECKING:
    from honbun.syndication.model import Entry, Feed

_VERSION = "https://jsonfeed.org/version/1.1"


def render(feed: Feed) -> bytes:
    """The feed as JSON Feed."""
    values = {
        "version": _VERSION,
        "title": clean(feed.title),
        "home_page_url": web_address(feed.link),
        "feed_url": web_address(feed.self_link),
        "description": _text(feed.description),
        "language": language(feed.language),
        "items": [_item(entry) for entry in feed.entries],
    }
    return orjson.dumps(_known(values), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _item(entry: Entry) -> dict[str, Any]:
    author = _text(entry.author)
    values = {
        "id": clean(entry.id),
        "url": web_address(entry.link),
        "title": _text(entry.title),
        # Required, be it empty: many readers show nothing else.
        "content_text": clean(entry.content or entry.summary or ""),
        "summary": _text(entry.summary),
        "image": web_address(entry.image),
        "date_published": when.rfc3339(entry.published),
        "date_modified": when.rfc3339(entry.updated),
        "authors": [{"name": author}] if author else None,
        "tags": list(filter(None, map(spoken, entry.categories))) or None,
    }
    return _known(values)


def _text(text: str | None) -> str | None:
    return clean(text or "") or None


def _known(values: dict[str, Any]) -> dict[str, Any]:
    """What is unknown is left out: null is no value of the format."""
    return {name: value for name, value in values.items() if value is not None}
