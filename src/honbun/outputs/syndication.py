"""Feeds as RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1.

Texts are of untrusted pages: plain, or HTML that was written from a document. The writers escape
them, and leave out what a format cannot hold: control characters, addresses that are not http(s),
incomplete dates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from html import escape
from mimetypes import guess_type
from typing import TYPE_CHECKING, Any, BinaryIO
from xml.etree import ElementTree as ET

import orjson

from honbun.text.dates.iso import earliest, moment
from honbun.text.language import language_tag
from honbun.text.unicode import clean, non_blank
from honbun.text.urls import absolute_iri, http_url, quoted_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# Prefixes are part of the tag names and declared as attributes of the root: registering them with
# ElementTree would change the output of all other code in the process.
_ATOM = "http://www.w3.org/2005/Atom"
_RSS_NAMESPACES = {
    "xmlns:atom": _ATOM,
    "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
    "xmlns:dc": "http://purl.org/dc/elements/1.1/",
    "xmlns:media": "http://search.yahoo.com/mrss/",
}
_JSON_FEED = "https://jsonfeed.org/version/1.1"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
"""The time of entries whose time is unknown."""
_UNTITLED = "untitled"
_UNKNOWN_AUTHOR = "unknown"
_EMPTY_LINES = re.compile(r"\n[ \t]*\n\s*")
_DESCRIPTION = 300
"""Characters of the description of an item that has only its full text."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a feed. All fields but the two of HTML are plain text."""

    id: str
    """Unique and permanent: feed readers recognise entries by it."""
    title: str = ""
    link: str | None = None
    published: str | None = None
    """ISO 8601, as precise as known; written only if it includes a day."""
    updated: str | None = None
    author: str | None = None
    summary: str | None = None
    summary_html: str | None = None
    """The summary as clean HTML; None if it is only known as text."""
    content: str | None = None
    """The full text; empty lines separate paragraphs."""
    html: str | None = None
    """The full text as clean HTML; None if it is only known as text."""
    image: str | None = None
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Channel:
    """A feed: its metadata and its entries, in the order for feed readers (newest first)."""

    title: str
    link: str | None = None
    """The page that the feed is about."""
    id: str | None = None
    """The permanent id of the feed; its link if None."""
    self_link: str | None = None
    """The URL of the feed itself."""
    language: str | None = None
    description: str | None = None
    updated: str | None = None
    """ISO 8601; if None, the date of the newest entry."""
    entries: tuple[Entry, ...] = ()


def write_rss(channels: Iterable[Channel], file: BinaryIO) -> None:
    """Write a feed as RSS."""
    for channel in channels:
        file.write(rss(channel))


def write_atom(channels: Iterable[Channel], file: BinaryIO) -> None:
    """Write a feed as Atom."""
    for channel in channels:
        file.write(atom(channel))


def write_json(channels: Iterable[Channel], file: BinaryIO) -> None:
    """Write a feed as JSON Feed."""
    for channel in channels:
        file.write(json_feed(channel))


def rss(channel: Channel) -> bytes:
    """The feed as RSS 2.0, with the namespaces that the RSS Board's profile recommends."""
    root = ET.Element("rss", {"version": "2.0", **_RSS_NAMESPACES})
    element = ET.SubElement(root, "channel")
    # Title, link and description are required.
    add_element(element, "title", non_blank(channel.title) or quoted_url(channel.link) or _UNTITLED)
    add_element(element, "link", quoted_url(channel.link) or "")
    add_element(element, "description", text_as_html(channel.description or channel.title))
    _add_link(element, "atom:link", http_url(channel.self_link), "self", "application/rss+xml")
    add_element(element, "language", language_tag(channel.language))
    add_element(element, "lastBuildDate", rfc822(channel.updated))
    for entry in channel.entries:
        _add_rss_item(element, entry)
    return xml_document(root)


def _add_rss_item(channel: ET.Element, entry: Entry) -> None:
    item = ET.SubElement(channel, "item")
    link = http_url(entry.link)
    add_element(item, "title", non_blank(entry.title))
    add_element(item, "link", link)
    permanent = link is not None and quoted_url(entry.id) == link
    guid = link if permanent else entry.id
    add_element(item, "guid", guid, {"isPermaLink": "true" if permanent else "false"})
    add_element(item, "pubDate", rfc822(entry.published))
    add_element(item, "dc:creator", entry.author)
    for category in entry.categories:
        add_element(item, "category", non_blank(category))
    _add_rss_text(item, entry)
    if image := http_url(entry.image):
        add_element(item, "media:content", "", {"url": image, "medium": "image"})


def _add_rss_text(item: ET.Element, entry: Entry) -> None:
    description, content = _summary_html(entry), _content_html(entry)
    if description is None and entry.html:
        # The validator wants a description before the full text.
        description = text_as_html(beginning(clean(entry.content or ""), _DESCRIPTION))
    elif description is None:
        description, content = content, None
    if description is None and not non_blank(entry.title):
        description = ""  # an item needs a title or a description, and a title cannot be empty
    add_element(item, "description", description)
    # After the description: some readers show the last one.
    add_element(item, "content:encoded", content)


def _summary_html(entry: Entry) -> str | None:
    if entry.summary_html or entry.summary is None:
        return entry.summary_html
    return text_as_html(entry.summary)


def _content_html(entry: Entry) -> str | None:
    if entry.html or entry.content is None:
        return entry.html
    return text_as_html(entry.content)


def atom(channel: Channel) -> bytes:
    """The feed as Atom.

    Feeds and entries must have an id, a title, an author and a time of their last change. If the
    time is unknown it is the start of 1970: the current time would change with every run, and mark
    old entries as new.
    """
    tag = language_tag(channel.language)
    root = ET.Element("feed", {"xmlns": _ATOM} | ({"xml:lang": tag} if tag else {}))
    add_element(root, "id", absolute_iri(channel.id or channel.link or channel.title))
    add_element(root, "title", channel.title)
    add_element(root, "subtitle", channel.description)
    add_element(root, "updated", _rfc3339(_channel_updated(channel)))
    _add_link(root, "link", quoted_url(channel.link), "alternate")
    _add_link(root, "link", http_url(channel.self_link), "self", "application/atom+xml")
    if not channel.entries or not all(map(_author, channel.entries)):
        # An entry without an author inherits the feed's, which is required in that case.
        _add_atom_author(root, clean(channel.title).strip() or _UNKNOWN_AUTHOR)
    for entry in channel.entries:
        _add_atom_entry(root, entry)
    return xml_document(root)


def _add_atom_entry(root: ET.Element, entry: Entry) -> None:
    item = ET.SubElement(root, "entry")
    link = http_url(entry.link)
    add_element(item, "id", absolute_iri(entry.id))
    add_element(item, "title", entry.title)
    add_element(item, "updated", _rfc3339(_entry_updated(entry) or EPOCH))
    add_element(item, "published", rfc3339(entry.published))
    if name := _author(entry):
        _add_atom_author(item, name)
    _add_link(item, "link", link, "alternate")
    _add_atom_image(item, http_url(entry.image))
    for category in filter(non_blank, entry.categories):
        add_element(item, "category", "", {"term": category})
    if entry.summary_html:
        add_element(item, "summary", entry.summary_html, {"type": "html"})
    else:
        add_element(item, "summary", entry.summary)
    content = _content_html(entry)
    # An entry without a link must have content, even if it is empty or repeats the summary.
    if content is not None or not link:
        # As HTML, because readers join the lines of plain text.
        add_element(item, "content", content or _summary_html(entry) or "", {"type": "html"})


def _add_atom_author(parent: ET.Element, name: str) -> None:
    add_element(ET.SubElement(parent, "author"), "name", name)


def _add_atom_image(item: ET.Element, url: str | None) -> None:
    if url:
        media_type, _ = guess_type(url)
        # Without a type, readers do not show an enclosure as an image.
        is_image = media_type is not None and media_type.startswith("image/")
        _add_link(item, "link", url, "enclosure", media_type if is_image else None)


def _author(entry: Entry) -> str:
    return clean(entry.author or "").strip()


def _entry_updated(entry: Entry) -> datetime | None:
    return earliest(entry.updated) or earliest(entry.published)


def _channel_updated(channel: Channel) -> datetime:
    dates = [date for entry in channel.entries if (date := _entry_updated(entry))]
    return earliest(channel.updated) or max(dates, default=EPOCH)


def json_feed(channel: Channel) -> bytes:
    """The feed as JSON Feed."""
    values = {
        "version": _JSON_FEED,
        "title": clean(channel.title),
        "home_page_url": http_url(channel.link),
        "feed_url": http_url(channel.self_link),
        "description": _text(channel.description),
        "language": language_tag(channel.language),
        "items": [_json_item(entry) for entry in channel.entries],
    }
    return orjson.dumps(
        _without_none(values), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    )


def _json_item(entry: Entry) -> dict[str, Any]:
    author = _text(entry.author)
    values = {
        "id": clean(entry.id),
        "url": http_url(entry.link),
        "title": _text(entry.title),
        # Required, even if empty: many readers show nothing else.
        "content_text": clean(entry.content or entry.summary or ""),
        "content_html": _text(entry.html or (None if entry.content else entry.summary_html)),
        "summary": _text(entry.summary),
        "image": http_url(entry.image),
        "date_published": rfc3339(entry.published),
        "date_modified": rfc3339(entry.updated),
        "authors": [{"name": author}] if author else None,
        "tags": list(filter(None, map(non_blank, entry.categories))) or None,
    }
    return _without_none(values)


def _text(text: str | None) -> str | None:
    return clean(text or "") or None


def _without_none(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def add_element(
    parent: ET.Element, tag: str, text: str | None, attributes: Mapping[str, str] | None = None
) -> None:
    """Add an element with characters that XML can hold; nothing if the text is None."""
    if text is not None:
        values = {name: clean(value) for name, value in (attributes or {}).items()}
        ET.SubElement(parent, tag, values).text = clean(text)


def _add_link(
    parent: ET.Element, tag: str, href: str | None, relation: str, media_type: str | None = None
) -> None:
    if href:
        type_ = {"type": media_type} if media_type else {}
        add_element(parent, tag, "", {"rel": relation, "href": href} | type_)


def xml_document(root: ET.Element) -> bytes:
    """An XML file, indented, in UTF-8."""
    ET.indent(root, " ")
    data: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return data + b"\n"


def text_as_html(text: str) -> str:
    r"""Plain text as HTML that shows it: empty lines separate paragraphs.

    >>> text_as_html("a < b\nc")
    'a &lt; b<br>\nc'
    >>> text_as_html("one\n\ntwo")
    '<p>one</p>\n<p>two</p>'
    """
    paragraphs = [part for part in _EMPTY_LINES.split(clean(text).strip("\n")) if part]
    if len(paragraphs) < 2:
        return _lines(clean(text))
    return "\n".join(f"<p>{_lines(part)}</p>" for part in paragraphs)


def _lines(text: str) -> str:
    return escape(text, quote=False).replace("\n", "<br>\n")


def beginning(text: str, length: int) -> str:
    """The first words of a text, on one line.

    >>> beginning("The boat\\nleaks again.", 16)
    'The boat leaks…'
    """
    line = " ".join(text[: 4 * length].split())
    if len(line) <= length:
        return line
    head = line[: length + 1]
    words = head.rpartition(" ")[0]
    # Text without spaces, or with a very long last word, is cut anywhere.
    return (words if len(words) > length // 2 else head[:length]) + "…"


def rfc822(date: str | None) -> str | None:
    """A date in the format of RSS.

    >>> rfc822("2008-12-10T09:30+09:00")
    'Wed, 10 Dec 2008 09:30:00 +0900'
    """
    when = moment(date)
    return format_datetime(when) if when else None


def rfc3339(date: str | None) -> str | None:
    """A date in the format of Atom and JSON Feed.

    >>> rfc3339("2008-12-10T09:30")
    '2008-12-10T09:30:00Z'
    """
    when = moment(date)
    return _rfc3339(when) if when else None


def _rfc3339(when: datetime) -> str:
    return when.isoformat().replace("+00:00", "Z")
