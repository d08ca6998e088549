"""A feed as Atom (RFC 4287).

Every feed and entry must have an id, a title, an author and a time of its last change. Where the
last is unknown, it is the beginning of 1970: the time of writing would change with every run, and
tell readers that old entries are new.
"""

from __future__ import annotations

from mimetypes import guess_type
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from honbun.syndication import element, when
from honbun.syndication.characters import (
    address,
    clean,
    identifier,
    language,
    spoken,
    web_address,
)
from honbun.syndication.markup import html

if TYPE_CHECKING:
    from datetime import datetime

    from honbun.syndication.model import Entry, Feed

_NOBODY = "unknown"
_KIND = "application/atom+xml"


def render(feed: Feed) -> bytes:
    """The feed as Atom."""
    tongue = language(feed.language)
    names = {"xmlns": element.ATOM} | ({"xml:lang": tongue} if tongue else {})
    root = element.root("feed", names)
    element.add(root, "id", identifier(feed.id or feed.link or feed.title))
    element.add(root, "title", feed.title)
    element.add(root, "subtitle", feed.description)
    element.add(root, "updated", when.stamp(_changed(feed)))
    element.link(root, "link", address(feed.link), "alternate")
    element.link(root, "link", web_address(feed.self_link), "self", _KIND)
    if not feed.entries or not all(map(_named, feed.entries)):
        # Entries without an author have the feed's: it must have one then.
        _add_author(root, clean(feed.title).strip() or _NOBODY)
    for entry in feed.entries:
        _add_entry(root, entry)
    return element.document(root)


def _add_entry(root: ET.Element, entry: Entry) -> None:
    item = ET.SubElement(root, "entry")
    link = web_address(entry.link)
    element.add(item, "id", identifier(entry.id))
    element.add(item, "title", entry.title)
    element.add(item, "updated", when.stamp(_last_change(entry) or when.EPOCH))
    element.add(item, "published", when.rfc3339(entry.published))
    if name := _named(entry):
        _add_author(item, name)
    element.link(item, "link", link, "alternate")
    _add_picture(item, web_address(entry.image))
    for category in filter(spoken, entry.categories):
        element.add(item, "category", "", {"term": category})
    element.add(item, "summary", entry.summary)
    # An entry that links to nothing must have content, be it the summary again, or empty.
    if entry.content is not None or not link:
        # As plain text readers would join its lines.
        element.add(item, "content", html(entry.content or entry.summary or ""), {"type": "html"})


def _add_author(parent: ET.Element, name: str) -> None:
    element.add(ET.SubElement(parent, "author"), "name", name)


def _add_picture(item: ET.Element, url: str | None) -> None:
    if url:
        kind, _ = guess_type(url)
        # Without a type readers take an enclosure for anything but a picture.
        typed = {"type": kind} if kind and kind.startswith("image/") else {}
        element.add(item, "link", "", {"rel": "enclosure", "href": url} | typed)


def _named(entry: Entry) -> str:
    return clean(entry.author or "").strip()


def _last_change(entry: Entry) -> datetime | None:
    return when.earliest(entry.updated) or when.earliest(entry.published)


def _changed(feed: Feed) -> datetime:
    known = [change for entry in feed.entries if (change := _last_change(entry))]
    return when.earliest(feed.updated) or max(known, default=when.EPOCH)
