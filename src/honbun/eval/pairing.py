"""Which found item is which true one: by link where it is one item's alone, else by title."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import unquote_to_bytes, urlsplit

from honbun.eval.lists import title_digest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from honbun.eval.lists import ListPage
    from honbun.listing.model import Item

Value = TypeVar("Value")
Key = tuple[bytes, ...]
"""The parts of an address, its fragment last."""

_PORTS = {"http": 80, "https": 443}


def pairs(found: Sequence[Item], truth: ListPage) -> list[tuple[int, int]]:
    """Which found item is which true one, by their places, each at most once.

    A true item whose link no other has is known by that link, others by their title. One that is
    an anchor of the page itself is known by its title too, where the found item has no link.
    """
    true = [(link_key(item.link), item.digest) for item in truth.items]
    ours = [(link_key(item.link), title_digest(item.title)) for item in found]
    shared = Counter(link for link, _ in true)
    here = link_key(truth.page.url)
    alone = {j: link for j, (link, _) in enumerate(true) if link and shared[link] == 1}
    others = {j: title for j, (_, title) in enumerate(true) if j not in alone}
    anchors = {j: true[j][1] for j, link in alone.items() if _without_fragment(link) == here}
    pairing = _Pairing()
    # What agrees in both first: of several found items with one link, the one with the title.
    pairing.match(dict(enumerate(ours)), dict(enumerate(true)))
    pairing.match({i: link for i, (link, _) in enumerate(ours) if link}, alone)
    pairing.match({i: title for i, (_, title) in enumerate(ours)}, others)
    pairing.match({i: title for i, (link, title) in enumerate(ours) if not link}, anchors)
    return sorted((i, j) for j, i in pairing.of.items())


class _Pairing:
    """Which found item each true one is, as far as it is known."""

    def __init__(self) -> None:
        self.of: dict[int, int] = {}

    def match(self, found: Mapping[int, Value], true: Mapping[int, Value]) -> None:
        """Pair what is equal and still alone, by their places, in the order of the page."""
        taken = set(self.of.values())
        free: defaultdict[Value, list[int]] = defaultdict(list)
        for i in sorted(found.keys() - taken, reverse=True):
            free[found[i]].append(i)
        for j, value in true.items():
            if j not in self.of and free[value]:
                self.of[j] = free[value].pop()


def link_key(link: str | None) -> Key | None:
    """What two ways to write one address have in common.

    >>> link_key("HTTP://A.example:80") == link_key("http://a.example/")
    True
    >>> link_key("http://a.example/%e3%81%82#b") == link_key("http://a.example/あ#b")
    True
    """
    if not link:
        return None
    try:
        parts = urlsplit(link.strip())
        port = parts.port
    except ValueError:  # "http://[" and the like: equal to nothing but itself
        return (link.encode(),)
    host = parts.hostname or ""
    if port not in (None, _PORTS.get(parts.scheme)):
        host += f":{port}"
    written = (parts.scheme, host, parts.path or "/", parts.query, parts.fragment)
    return tuple(map(unquote_to_bytes, written))


def _without_fragment(key: Key) -> Key:
    return (*key[:-1], b"")
