"""The rules of the W3C feed validator that a feed can break, each as a line that names it.

What it only warns of because of where a feed is served, or of what a page says (a title that looks
like HTML, a date in the future), is left out: that is not for a writer of feeds to change.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from tests.fuzz.readback import active

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ATOM = "{http://www.w3.org/2005/Atom}"
ENCODED = "{http://purl.org/rss/1.0/modules/content/}encoded"
_FULL_LINK = re.compile(r"https?://[!-;=?-~]+")
_RFC822 = re.compile(
    r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d "
    r"(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d [+-]\d{4}",
    re.ASCII,
)
_RFC3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)", re.ASCII)
_MEDIA_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+", re.ASCII)
_ONCE_RSS = ("title", "link", "description", "guid", "pubDate", "lastBuildDate", "language")
_ONCE_ATOM = ("id", "title", "updated", "published", "summary", "content", "subtitle")


def rss_faults(data: bytes) -> list[str]:
    """What the validator would not let pass in a file of RSS."""
    [channel] = ET.fromstring(data)
    tags = [child.tag for child in channel]
    faults = [f"Missing {name}" for name in ("title", "link", "description") if name not in tags]
    faults += _repeated(channel, _ONCE_RSS)
    faults += _blank(channel, "title")
    faults += _bad(channel, "lastBuildDate", _is_rfc822)
    if "item" in tags and set(tags[tags.index("item") :]) != {"item"}:
        faults.append("MisplacedItem")
    for link in channel.iter(f"{ATOM}link"):
        if link.get("rel") != "self" or not _FULL_LINK.fullmatch(link.get("href", "")):
            faults.append("MissingAtomSelfLink")
    guids = Counter(channel.findtext("guid") for channel in channel.iter("item"))
    faults += ["DuplicateValue guid"] * any(count > 1 for count in guids.values())
    for item in channel.iter("item"):
        faults += _item_faults(item)
    return faults


def _item_faults(item: ET.Element) -> Iterator[str]:
    tags = [child.tag for child in item]
    if "title" not in tags and "description" not in tags:
        yield "ItemMustContainTitleOrDescription"
    if ENCODED in tags and "description" not in tags[: tags.index(ENCODED)]:
        yield "NeedDescriptionBeforeContent"
    yield from _repeated(item, (*_ONCE_RSS, ENCODED))
    yield from _blank(item, "title", "category")
    yield from _bad(item, "link", _is_link)
    yield from _bad(item, "pubDate", _is_rfc822)
    yield from _bad(item, "description", _is_safe)
    yield from _bad(item, ENCODED, _is_safe)
    for guid in item.findall("guid"):
        permanent = guid.get("isPermaLink")
        if permanent not in ("true", "false"):
            yield "InvalidBooleanAttribute isPermaLink"
        if permanent == "true" and not _is_link(guid.text or ""):
            yield "InvalidHttpGUID"
    if "guid" not in tags:
        yield "MissingGuid"


def atom_faults(data: bytes) -> list[str]:
    """What the validator would not let pass in a file of Atom."""
    feed = ET.fromstring(data)
    entries = feed.findall(f"{ATOM}entry")
    faults = list(_atom_faults(feed))
    ids = Counter(entry.findtext(f"{ATOM}id") for entry in entries)
    faults += ["DuplicateEntries"] * any(count > 1 for count in ids.values())
    for entry in entries:
        faults += _atom_faults(entry)
        links = [link.get("rel") for link in entry.findall(f"{ATOM}link")]
        if entry.find(f"{ATOM}content") is None and "alternate" not in links:
            faults.append("MissingContentOrAlternate")
        if feed.find(f"{ATOM}author") is None and entry.find(f"{ATOM}author") is None:
            faults.append("MissingAuthor")
    return faults


def _atom_faults(parent: ET.Element) -> Iterator[str]:
    for name in ("id", "title", "updated"):
        if parent.find(ATOM + name) is None:
            yield f"Missing {name}"
    yield from _repeated(parent, [ATOM + name for name in _ONCE_ATOM])
    yield from _bad(parent, f"{ATOM}id", lambda id_: re.match(r"\w+:[!-~]+$", id_) is not None)
    yield from _bad(parent, f"{ATOM}updated", _is_rfc3339)
    yield from _bad(parent, f"{ATOM}published", _is_rfc3339)
    for author in parent.findall(f"{ATOM}author"):
        yield from _blank(author, f"{ATOM}name")
    for category in parent.findall(f"{ATOM}category"):
        if not (category.get("term") or "").strip():
            yield "MissingTerm"
    for link in parent.findall(f"{ATOM}link"):
        kind = link.get("type")
        if kind is not None and not _MEDIA_TYPE.fullmatch(kind):
            yield "InvalidMIMEType"
        if link.get("rel") != "alternate" and not _is_link(link.get("href", "")):
            yield "InvalidLink"
    for content in parent.findall(f"{ATOM}content"):
        if content.get("type") != "html" or not _is_safe(content.text or ""):
            yield "SecurityRisk"


def _repeated(parent: ET.Element, names: tuple[str, ...] | list[str]) -> list[str]:
    return [f"DuplicateElement {name}" for name in names if len(parent.findall(name)) > 1]


def _blank(parent: ET.Element, *names: str) -> list[str]:
    found = [child for name in names for child in parent.findall(name)]
    return [f"NotBlank {child.tag}" for child in found if not (child.text or "").strip()]


def _bad(parent: ET.Element, name: str, good: Callable[[str], bool]) -> list[str]:
    return [f"Invalid {name}" for child in parent.findall(name) if not good(child.text or "")]


def _is_link(text: str) -> bool:
    return _FULL_LINK.fullmatch(text) is not None


def _is_safe(text: str) -> bool:
    return not active(text)


def _is_rfc822(text: str) -> bool:
    # The day of the week must be the day's own.
    return _RFC822.fullmatch(text) is not None and text[:3] == f"{parsedate_to_datetime(text):%a}"


def _is_rfc3339(text: str) -> bool:
    return _RFC3339.fullmatch(text) is not None and datetime.fromisoformat(text) is not None
