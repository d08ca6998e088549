"""Duplicates: URLs that the caller knows to be the same page.

Near-duplicates within a template group are found by comparing blocks. Comparing sentences, as
`honbun similar` does, finds more: a copy that is split into other blocks, or that has another
template. Duplicates are not counted as evidence against each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.errors import HonbunError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Duplicates:
    """Groups of URLs, each of one page."""

    group: Mapping[str, str]
    """The first URL, in sort order, of each URL's group."""

    @classmethod
    def from_pairs(cls, pairs: Iterable[tuple[str, str]]) -> Duplicates:
        """Group pairs of URLs; a duplicate of a duplicate is in the same group.

        >>> duplicates = Duplicates.from_pairs([("c", "b"), ("b", "a"), ("x", "y")])
        >>> [duplicates.of(url) for url in "abcxyz"]
        ['a', 'a', 'a', 'x', 'x', None]
        """
        parent: dict[str, str] = {}
        for pair in pairs:
            if not _is_pair(pair):
                raise HonbunError(f"duplicates are pairs of URLs, not {pair!r:.80}")
            first, second = sorted(_root(parent, url) for url in pair)
            parent[second] = first
        return cls({url: _root(parent, url) for url in list(parent)})

    def of(self, url: str) -> str | None:
        """The group of a page, or None."""
        return self.group.get(url)

    def among(self, url: str, urls: Sequence[str]) -> list[int]:
        """Indexes of the URLs that are duplicates of a page, or the page itself."""
        own = self.of(url)
        if own is None:
            return []
        return [place for place, other in enumerate(urls) if self.of(other) == own]


def _is_pair(pair: object) -> bool:
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        return False
    return all(isinstance(url, str) for url in pair)


def _root(parent: dict[str, str], url: str) -> str:
    """The first URL of a group; halves the path on the way."""
    while (before := parent.setdefault(url, url)) != url:
        parent[url] = parent.setdefault(before, before)
        url = parent[url]
    return url


NO_DUPLICATES = Duplicates({})
