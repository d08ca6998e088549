"""A feed as RSS 2.0, with what the RSS Board's profile recommends to add from other namespaces."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from honbun.syndication import element, when
from honbun.syndication.characters import address, language, spoken, web_address
from honbun.syndication.markup import html

if TYPE_CHECKING:
    from honbun.syndication.model import Entry, Feed

_NAMESPACES = {
    "xmlns:atom": element.ATOM,
    "xmlns:content": element.CONTENT,
    "xmlns:dc": element.DUBLIN_CORE,
    "xmlns:media": element.MEDIA,
}
_KIND = "application/rss+xml"
_UNTITLED = "untitled"


def render(feed: Feed) -> bytes:
    """The feed as RSS 2.0."""
    root = element.root("rss", {"version": "2.0", **_NAMESPACES})
    channel = ET.SubElement(root, "channel")
    # Title, link and description are required, and a title that says nothing is none.
    element.add(channel, "title", spoken(feed.title) or address(feed.link) or _UNTITLED)
    element.add(channel, "link", address(feed.link) or "")
    element.add(channel, "description", html(feed.description or feed.title))
    element.link(channel, "atom:link", web_address(feed.self_link), "self", _KIND)
    element.add(channel, "language", language(feed.language))
    element.add(channel, "lastBuildDate", when.rfc822(feed.updated))
    for entry in feed.entries:
        _add_item(channel, entry)
    return element.document(root)


def _add_item(channel: ET.Element, entry: Entry) -> None:
    item = ET.SubElement(channel, "item")
    link = web_address(entry.link)
    element.add(item, "title", spoken(entry.title))
    element.add(item, "link", link)
    permanent = link is not None and address(entry.id) == link
    guid = link if permanent else entry.id
    element.add(item, "guid", guid, {"isPermaLink": "true" if permanent else "false"})
    element.add(item, "pubDate", when.rfc822(entry.published))
    element.add(item, "dc:creator", entry.author)
    for category in entry.categories:
        element.add(item, "category", spoken(category))
    _add_text(item, entry)
    if image := web_address(entry.image):
        element.add(item, "media:content", "", {"url": image, "medium": "image"})


def _add_text(item: ET.Element, entry: Entry) -> None:
    short, whole = entry.summary, entry.content
    if short is None:
        short, whole = whole, None
    if short is None and not spoken(entry.title):
        short = ""  # an item has a title or a description, and only the latter may be empty
    if short is not None:
        element.add(item, "description", html(short))
    if whole is not None:
        # After the description: the validator wants it so, as some readers take what comes last.
        element.add(item, "content:encoded", html(whole))
