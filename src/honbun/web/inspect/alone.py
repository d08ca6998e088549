"""What a room says of a page by itself, whatever else is in its collection, as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from honbun.web.inspect.readable import readable
from honbun.web.inspect.said import content, lists, posts

if TYPE_CHECKING:
    from honbun.page import Page


def alone(page: Page, room: str) -> bytes:
    """The answer of the content, posts or list room; raises UnreadablePage where there is none."""
    tree = readable(page)
    if room == "content":
        # What a page by itself says names no other page.
        return packed(content.Told(lambda _: None)(content.alone(page), tree))
    if room == "posts":
        return packed(posts.told(posts.alone(page), tree))
    return packed(lists.told(page, tree))


def packed(told: Any) -> bytes:
    """As JSON in ASCII: the page's text may have halves of characters, which UTF-8 has not."""
    return json.dumps(told, separators=(",", ":")).encode()
