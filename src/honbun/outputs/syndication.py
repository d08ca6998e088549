"""What a feed says, whatever it is written as."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from html import escape
from mimetypes import guess_type
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import orjson

from honbun.text.dates.iso import earliest, moment
from honbun.text.unicode import clean, language_tag, non_blank
from honbun.text.urls import absolute_iri, http_url, quoted_url

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a feed. All is plain text: the formats escape it as they need."""

    id: str
    """Tells the entry from all others, and stays the same for good: readers go by it."""
    title: str = ""
    link: str | None = None
    published: str | None = None
    """ISO 8601, as precisely as it is known; what names no day is not written."""
    updated: str | None = None
    author: str | None = None
    summary: str | None = None
    content: str | None = None
    """The whole text; an empty line parts paragraphs."""
    image: str | None = None
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Channel:
    """A list of entries, in the order in which readers should find them: the newest first."""

    title: str
    link: str | None = None
    """The page that the feed is about."""
    id: str | None = None
    """What the feed is known by; its link where it has no other."""
    self_link: str | None = None
    """Where the feed itself is to be had."""
    language: str | None = None
    description: str | None = None
    updated: str | None = None
    """ISO 8601; that of the newest entry where it is not known."""
    entries: tuple[Entry, ...] = ()


# XML of feeds: elements whose text and attributes are well-formed whatever they say.

# Prefixes are written out in names, and declared on the root as attributes: registering them with
# ElementTree would change what every other user of it in the process writes.
ATOM = "http://www.w3.org/2005/Atom"
CONTENT = "http://purl.org/rss/1.0/modules/content/"
DUBLIN_CORE = "http://purl.org/dc/elements/1.1/"
MEDIA = "http://search.yahoo.com/mrss/"


def root_element(tag: str, attributes: Mapping[str, str]) -> ET.Element:
    """The outermost element."""
    return ET.Element(tag, dict(attributes))


def add(
    parent: ET.Element, tag: str, text: str | None, attributes: Mapping[str, str] | None = None
) -> None:
    """Add an element; nothing where there is no text, not even an empty one."""
    if text is not None:
        values = {name: clean(value) for name, value in (attributes or {}).items()}
        ET.SubElement(parent, tag, values).text = clean(text)


def link_element(
    parent: ET.Element, tag: str, href: str | None, relation: str, kind: str | None = None
) -> None:
    """Add a link of Atom's kind, where there is an address; `kind` is its media type."""
    if href:
        add(parent, tag, "", {"rel": relation, "href": href} | ({"type": kind} if kind else {}))


def document(element: ET.Element) -> bytes:
    """The whole as a file."""
    ET.indent(element, " ")
    data: bytes = ET.tostring(element, encoding="utf-8", xml_declaration=True)
    return data + b"\n"


# Plain text as the HTML that feeds carry: nothing but paragraphs and line breaks is markup.

_EMPTY_LINES = re.compile(r"\n[ \t]*\n\s*")


def html(text: str) -> str:
    r"""Text as HTML that shows it: an empty line parts paragraphs, any other break is one.

    What looks like a tag in plain text must not become one.

    >>> html("a < b\nc")
    'a &lt; b<br>\nc'
    >>> html("one\n\ntwo")
    '<p>one</p>\n<p>two</p>'
    """
    paragraphs = [part for part in _EMPTY_LINES.split(clean(text).strip("\n")) if part]
    if len(paragraphs) < 2:
        return _lines(clean(text))
    return "\n".join(f"<p>{_lines(part)}</p>" for part in paragraphs)


def _lines(text: str) -> str:
    return escape(text, quote=False).replace("\n", "<br>\n")


# Dates of feeds: what is known in ISO 8601, as the formats demand it, or not at all.

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def rfc822(date: str | None) -> str | None:
    """A date as RSS writes it.

    >>> rfc822("2008-12-10T09:30+09:00")
    'Wed, 10 Dec 2008 09:30:00 +0900'
    """
    when = moment(date)
    return format_datetime(when) if when else None


def rfc3339(date: str | None) -> str | None:
    """A date as Atom and JSON Feed write it.

    >>> rfc3339("2008-12-10T09:30")
    '2008-12-10T09:30:00Z'
    """
    when = moment(date)
    return stamp(when) if when else None


def stamp(when: datetime) -> str:
    """A moment as RFC 3339 has it."""
    return when.isoformat().replace("+00:00", "Z")


# A feed as RSS 2.0, with what the RSS Board's profile recommends to add from other namespaces.

_NAMESPACES = {
    "xmlns:atom": ATOM,
    "xmlns:content": CONTENT,
    "xmlns:dc": DUBLIN_CORE,
    "xmlns:media": MEDIA,
}
_KIND_RSS = "application/rss+xml"
_UNTITLED = "untitled"


def render_rss(feed: Channel) -> bytes:
    """The feed as RSS 2.0."""
    root = root_element("rss", {"version": "2.0", **_NAMESPACES})
    channel = ET.SubElement(root, "channel")
    # Title, link and description are required, and a title that says nothing is none.
    add(channel, "title", non_blank(feed.title) or quoted_url(feed.link) or _UNTITLED)
    add(channel, "link", quoted_url(feed.link) or "")
    add(channel, "description", html(feed.description or feed.title))
    link_element(channel, "atom:link", http_url(feed.self_link), "self", _KIND_RSS)
    add(channel, "language", language_tag(feed.language))
    add(channel, "lastBuildDate", rfc822(feed.updated))
    for entry in feed.entries:
        _add_item(channel, entry)
    return document(root)


def _add_item(channel: ET.Element, entry: Entry) -> None:
    item = ET.SubElement(channel, "item")
    link = http_url(entry.link)
    add(item, "title", non_blank(entry.title))
    add(item, "link", link)
    permanent = link is not None and quoted_url(entry.id) == link
    guid = link if permanent else entry.id
    add(item, "guid", guid, {"isPermaLink": "true" if permanent else "false"})
    add(item, "pubDate", rfc822(entry.published))
    add(item, "dc:creator", entry.author)
    for category in entry.categories:
        add(item, "category", non_blank(category))
    _add_text(item, entry)
    if image := http_url(entry.image):
        add(item, "media:content", "", {"url": image, "medium": "image"})


def _add_text(item: ET.Element, entry: Entry) -> None:
    short, whole = entry.summary, entry.content
    if short is None:
        short, whole = whole, None
    if short is None and not non_blank(entry.title):
        short = ""  # an item has a title or a description, and only the latter may be empty
    if short is not None:
        add(item, "description", html(short))
    if whole is not None:
        # After the description: the validator wants it so, as some readers take what comes last.
        add(item, "content:encoded", html(whole))


# A feed as Atom (RFC 4287).
#
# Every feed and entry must have an id, a title, an author and a time of its last change. Where the
# last is unknown, it is the beginning of 1970: the time of writing would change with every run,
# and tell readers that old entries are new.

_NOBODY = "unknown"
_KIND_ATOM = "application/atom+xml"


def render_atom(feed: Channel) -> bytes:
    """The feed as Atom."""
    tongue = language_tag(feed.language)
    names = {"xmlns": ATOM} | ({"xml:lang": tongue} if tongue else {})
    root = root_element("feed", names)
    add(root, "id", absolute_iri(feed.id or feed.link or feed.title))
    add(root, "title", feed.title)
    add(root, "subtitle", feed.description)
    add(root, "updated", stamp(_changed(feed)))
    link_element(root, "link", quoted_url(feed.link), "alternate")
    link_element(root, "link", http_url(feed.self_link), "self", _KIND_ATOM)
    if not feed.entries or not all(map(_named, feed.entries)):
        # Entries without an author have the feed's: it must have one then.
        _add_author(root, clean(feed.title).strip() or _NOBODY)
    for entry in feed.entries:
        _add_entry(root, entry)
    return document(root)


def _add_entry(root: ET.Element, entry: Entry) -> None:
    item = ET.SubElement(root, "entry")
    link = http_url(entry.link)
    add(item, "id", absolute_iri(entry.id))
    add(item, "title", entry.title)
    add(item, "updated", stamp(_last_change(entry) or EPOCH))
    add(item, "published", rfc3339(entry.published))
    if name := _named(entry):
        _add_author(item, name)
    link_element(item, "link", link, "alternate")
    _add_picture(item, http_url(entry.image))
    for category in filter(non_blank, entry.categories):
        add(item, "category", "", {"term": category})
    add(item, "summary", entry.summary)
    # An entry that links to nothing must have content, be it the summary again, or empty.
    if entry.content is not None or not link:
        # As plain text readers would join its lines.
        add(item, "content", html(entry.content or entry.summary or ""), {"type": "html"})


def _add_author(parent: ET.Element, name: str) -> None:
    add(ET.SubElement(parent, "author"), "name", name)


def _add_picture(item: ET.Element, url: str | None) -> None:
    if url:
        kind, _ = guess_type(url)
        # Without a type readers take an enclosure for anything but a picture.
        typed = {"type": kind} if kind and kind.startswith("image/") else {}
        add(item, "link", "", {"rel": "enclosure", "href": url} | typed)


def _named(entry: Entry) -> str:
    return clean(entry.author or "").strip()


def _last_change(entry: Entry) -> datetime | None:
    return earliest(entry.updated) or earliest(entry.published)


def _changed(feed: Channel) -> datetime:
    known = [change for entry in feed.entries if (change := _last_change(entry))]
    return earliest(feed.updated) or max(known, default=EPOCH)


# A feed as JSON Feed 1.1.

_VERSION = "https://jsonfeed.org/version/1.1"


def render_jsonfeed(feed: Channel) -> bytes:
    """The feed as JSON Feed."""
    values = {
        "version": _VERSION,
        "title": clean(feed.title),
        "home_page_url": http_url(feed.link),
        "feed_url": http_url(feed.self_link),
        "description": _text(feed.description),
        "language": language_tag(feed.language),
        "items": [_item(entry) for entry in feed.entries],
    }
    return orjson.dumps(_known(values), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _item(entry: Entry) -> dict[str, Any]:
    author = _text(entry.author)
    values = {
        "id": clean(entry.id),
        "url": http_url(entry.link),
        "title": _text(entry.title),
        # Required, be it empty: many readers show nothing else.
        "content_text": clean(entry.content or entry.summary or ""),
        "summary": _text(entry.summary),
        "image": http_url(entry.image),
        "date_published": rfc3339(entry.published),
        "date_modified": rfc3339(entry.updated),
        "authors": [{"name": author}] if author else None,
        "tags": list(filter(None, map(non_blank, entry.categories))) or None,
    }
    return _known(values)


def _text(text: str | None) -> str | None:
    return clean(text or "") or None


def _known(values: dict[str, Any]) -> dict[str, Any]:
    """What is unknown is left out: null is no value of the format."""
    return {name: value for name, value in values.items() if value is not None}
