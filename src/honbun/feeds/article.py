"""Article: what the page of an item says, as far as it belongs in a feed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from honbun.outputs.syndication import earliest

if TYPE_CHECKING:
    from honbun.feeds.model import Item
    from honbun.outputs.syndication import Entry


@dataclass(frozen=True, slots=True)
class Article:
    """The page that an item leads to."""

    text: str
    """Its paragraphs, with empty lines between them; empty where it says nothing."""
    author: str | None = None
    date: str | None = None
    """ISO 8601."""
    image: str | None = None


def completed(entry: Entry, item: Item, article: Article) -> Entry:
    """The entry of an item with its whole text, and with what the list did not say of it."""
    dated = article.date if earliest(item.published) is None else None
    return replace(
        entry,
        content=article.text or entry.content,
        author=entry.author or article.author,
        published=dated or entry.published,
        image=entry.image or article.image,
    )
