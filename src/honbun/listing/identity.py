"""Identity: an id for every item of a list, from what the page shows and nothing else.

Readers of feeds go by ids: one that changes shows an old item again, and one that two items share
hides the second. An item is known by where it leads. Several that lead to one place are told apart
by what they are called, and those that lead nowhere by that and their day; only what is the same
in all of this is counted. No id depends on the order of the items, so a list may be sorted anew.

A corrected title, or a link that moved, is beyond this: it takes a memory (see `reunion`).
"""

from __future__ import annotations

import uuid
from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING

from honbun.language.normal import normal
from honbun.listing.canonical import canonical

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.listing.canonical import Address
    from honbun.listing.model import Item

_SEPARATOR = "\x1f"
"""Counts as white space, so that no field holds it once its white space is collapsed."""
Name = tuple[str, ...]


def identities(page: str, items: Sequence[Item]) -> tuple[str, ...]:
    """The ids of the items of a page, all different."""
    here = canonical(page)
    names = [_names(item, here, page) for item in items]
    level = [0] * len(names)
    while crowded := _crowded([several[at] for several, at in zip(names, level)]):
        # All that share a name give it up: none of them has more right to it than the others.
        deeper = [i for i in crowded if level[i] + 1 < len(names[i])]
        if not deeper:
            break
        for i in deeper:
            level[i] += 1
    before: Counter[Name] = Counter()
    found = []
    for several, at in zip(names, level):
        name = several[at]
        found.append(_id(name) if not before[name] else hashed(*name, str(before[name])))
        before[name] += 1
    return tuple(found)


def hashed(*fields: str) -> str:
    """An id made from some texts, whatever their white space."""
    joined = _SEPARATOR.join(map(_collapsed, fields))
    digest = blake2b(joined.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return uuid.UUID(bytes=digest).urn


def own_address(link: str | None, here: Address | None) -> Address | None:
    """Where an item leads; None where that is nowhere, or `here`, the page that it stands on."""
    found = canonical(link)
    return None if found is None or (here and found.key == here.page.key) else found


def spelled(text: str) -> str:
    """A text as it is compared: width, case and white space do not count.

    >>> spelled(" Ｂoats\\n FLOAT")
    'boats float'
    """
    return " ".join(normal("NFKC", text).casefold().split())


def day(published: str | None) -> str:
    """The day of a date: the hour may be reckoned from "3 hours ago", and differ every time."""
    return _collapsed(published).partition("T")[0]


def _collapsed(text: str | None) -> str:
    return " ".join((text or "").split())


def _names(item: Item, here: Address | None, page: str) -> list[Name]:
    """What an item may be known by, ever more precisely."""
    title, summary, date = spelled(item.title), spelled(item.summary or ""), day(item.published)
    rest = [*map(_collapsed, (item.published, item.author, item.image)), summary]
    address = own_address(item.link, here)
    if address is not None:
        link = str(address)
        return [(link,), (link, title), (link, title, date), (link, title, *rest)]
    # What is no address of the web (a file's, a telephone's) tells items apart all the same.
    link = _collapsed(item.link) if canonical(item.link) is None else ""
    if link:
        return [("", link), ("", link, title), ("", link, title, *rest)]
    place = str(here.page if here else page)
    return [(place, title, date or summary), (place, title, *rest)]


def _crowded(names: Sequence[Name]) -> list[int]:
    count = Counter(names)
    return [i for i, name in enumerate(names) if count[name] > 1]


def _id(name: Name) -> str:
    """An address is an id as it is; it is what most readers expect."""
    return name[0] if len(name) == 1 else hashed(*name)
