"""A feed as RSS 2.0, with what the RSS Board's profile recommends to add from other namespaces."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from honbun.syndication import element, when
from honbun.syndication.characters import address, language, web_address

if TYPE_CHECKING:
    from honbun.syndication.model import Entry, Feed

_NAMESPACES = {
    "xmlns:atom": element.ATOM,
    "xmlns:content": element.CONTENT,
    "xmlns:dc": element.DUBLIN_CORE,
    "xmlns:media": element.MEDIA,
}


def render(feed: Feed) -> bytes:
    """The feed as RSS 2.0."""
    root = element.root("rss", {"version": "2.0", **_NAMESPACES})
    channel = ET.SubElement(root, "channel")
    # Title, link and description are required, be they empty.
    element.add(channel, "title", feed.title)
    element.add(channel, "link", address(feed.link) or "")
    element.add(channel, "description", _html(feed.description or feed.title))
    element.link(channel, "atom:link", web_address(feed.self_link), "self")
    element.add(channel, "language", language(feed.language))
    element.add(channel, "lastBuildDate", when.rfc822(feed.updated))
    for entry in feed.entries:
        _add_item(channel, entry)
    return element.document(root)


def _add_item(channel: ET.Element, entry: Entry) -> None:
    item = ET.SubElement(channel, "item")
    link = web_address(entry.link)
    element.add(item, "title", entry.title)
    element.add(item, "link", link)
    permanent = link is not None and address(entry.id) == link
    guid = link if permanent else entry.id
    element.add(item, "guid", guid, {"isPermaLink": "true" if permanent else "false"})
    element.add(item, "pubDate", when.rfc822(entry.published))
    element.add(item, "dc:creator", entry.author)
    if entry.summary is None:
        element.add(item, "description", _html(entry.content))
    else:
        element.add(item, "description", _html(entry.summary))
        element.add(item, "content:encoded", _html(entry.content))
    if image := web_address(entry.image):
        element.add(item, "media:content", "", {"url": image, "medium": "image"})


def _html(text: str | None) -> str | None:
    """Descriptions of RSS are HTML: what looks like a tag in plain text must not become one."""
    return None if text is None else escape(text, quote=False).replace("\n", "<br>\n")
