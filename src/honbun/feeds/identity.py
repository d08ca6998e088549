"""Item ids that stay the same from one poll to the next.

Feed readers identify items by id: an id that changes shows an old item again, and an id that two
items share hides the second. An item is identified by its link; several with one link by their
titles, and items without a link by title and day. Only items that are equal in all fields are
numbered. Ids do not depend on the order of items, so a list may be re-sorted.
"""

from __future__ import annotations

import re
import uuid
from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from honbun.text.unicode import normal_form
from honbun.text.urls import http_url, page_parameters, requote, without_session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.feeds.model import Item

# A site may add tracking parameters, move to https, or link to the comments of an article: the
# canonical link of the item stays the same.

_PLACE = re.compile(
    r"(?i)(?:comments?|commentlist|respond|reply|disqus_thread|more(?:-\d+)?|continue|"
    r"top|main|content|main-content|:~:.*)"
)
"""Fragments that exist in any article and do not identify one."""
_PORT = re.compile(r":(?:80|443)?$")


class CanonicalLink(NamedTuple):
    """The parts of a canonical link."""

    host: str
    path: str
    query: str
    fragment: str

    def __str__(self) -> str:
        query = f"?{self.query}" if self.query else ""
        fragment = f"#{self.fragment}" if self.fragment else ""
        return f"https://{self.host}{self.path}{query}{fragment}"

    @property
    def page(self) -> CanonicalLink:
        """The link without its fragment."""
        return self._replace(fragment="")

    @property
    def key(self) -> CanonicalLink:
        """What spellings of one page's URL have in common on nearly all sites."""
        parts = sorted(self.query.split("&"))
        host = self.host.removeprefix("www.")
        return CanonicalLink(host, self.path.rstrip("/"), "&".join(parts), self.fragment)


def canonical_link(link: str | None) -> CanonicalLink | None:
    """The link without what changes from visit to visit; None if it is not an HTTP URL.

    >>> str(canonical_link("http://A.example:80/b?utm_source=x&id=3&fbclid=y#comments"))
    'https://a.example/b?id=3'
    >>> str(canonical_link("https://a.example/log#v2")), canonical_link("b.html")
    ('https://a.example/log#v2', None)
    """
    found = http_url(link)
    if found is None:
        return None
    try:
        parts = urlsplit(found)
    except ValueError:  # "http://[" and the like
        return None
    host = _PORT.sub("", parts.netloc.rpartition("@")[2].lower())
    path = without_session(requote(parts.path)) or "/"
    fragment = "" if _PLACE.fullmatch(parts.fragment) else _telling(parts.fragment)
    return CanonicalLink(host, path, _telling(parts.query), requote(fragment))


def _telling(query: str) -> str:
    return "&".join(page_parameters(query))


_SEPARATOR = "\x1f"
"""Counts as white space, so no field contains it once white space is collapsed."""
Name = tuple[str, ...]


def item_ids(page: str, items: Sequence[Item]) -> tuple[str, ...]:
    """The ids of a page's items, all different."""
    here = canonical_link(page)
    names = [_names(item, here, page) for item in items]
    level = [0] * len(names)
    while crowded := _crowded([several[at] for several, at in zip(names, level)]):
        # All items that share a name get a longer one: none of them has a better claim to it.
        deeper = [i for i in crowded if level[i] + 1 < len(names[i])]
        if not deeper:
            break
        for i in deeper:
            level[i] += 1
    before: Counter[Name] = Counter()
    found = []
    for several, at in zip(names, level):
        name = several[at]
        found.append(_id(name) if not before[name] else hash_id(*name, str(before[name])))
        before[name] += 1
    return tuple(found)


def hash_id(*fields: str) -> str:
    """An id from several texts; white space is collapsed."""
    joined = _SEPARATOR.join(map(_collapsed, fields))
    digest = blake2b(joined.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return uuid.UUID(bytes=digest).urn


def item_url(link: str | None, here: CanonicalLink | None) -> CanonicalLink | None:
    """The canonical link of an item; None if it has none or if it is `here`, the list page
    itself."""
    found = canonical_link(link)
    return None if found is None or (here and found.key == here.page.key) else found


def comparison_key(text: str) -> str:
    """A text for comparison: width, case and white space are normalised.

    >>> comparison_key(" Ｂoats\\n FLOAT")
    'boats float'
    """
    return " ".join(normal_form("NFKC", text).casefold().split())


def day(published: str | None) -> str:
    """The day of a date: the hour may be computed from "3 hours ago" and differ every time."""
    return _collapsed(published).partition("T")[0]


def _collapsed(text: str | None) -> str:
    return " ".join((text or "").split())


def _names(item: Item, here: CanonicalLink | None, page: str) -> list[Name]:
    """Names of an item, increasingly precise."""
    title, summary, date = (
        comparison_key(item.title),
        comparison_key(item.summary or ""),
        day(item.published),
    )
    rest = [*map(_collapsed, (item.published, item.author, item.image)), summary]
    address = item_url(item.link, here)
    if address is not None:
        link = str(address)
        return [(link,), (link, title), (link, title, date), (link, title, *rest)]
    # Links that are not HTTP URLs (files, telephone numbers) distinguish items, too.
    link = _collapsed(item.link) if canonical_link(item.link) is None else ""
    if link:
        return [("", link), ("", link, title), ("", link, title, *rest)]
    place = str(here.page if here else page)
    return [(place, title, date or summary), (place, title, *rest)]


def _crowded(names: Sequence[Name]) -> list[int]:
    count = Counter(names)
    return [i for i, name in enumerate(names) if count[name] > 1]


def _id(name: Name) -> str:
    """A URL is used as the id itself, which most feed readers expect."""
    return name[0] if len(name) == 1 else hash_id(*name)
