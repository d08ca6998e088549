"""Copies: pages that are told to be the same page, by their addresses.

The room finds twins by itself where they share most of their text in blocks of their own. Whoever
compares sentences finds more: a copy that is cut into other blocks, or framed by another template.
What is a copy of a copy is one too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.errors import HonbunError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Copies:
    """Addresses in groups, each of one page under several."""

    group: Mapping[str, str]
    """The first address, as text is sorted, of each one's group."""

    @classmethod
    def told(cls, pairs: Iterable[tuple[str, str]]) -> Copies:
        """The groups that pairs of addresses make.

        >>> copies = Copies.told([("c", "b"), ("b", "a"), ("x", "y")])
        >>> [copies.of(url) for url in "abcxyz"]
        ['a', 'a', 'a', 'x', 'x', None]
        """
        first: dict[str, str] = {}
        for pair in pairs:
            if not _is_pair(pair):
                raise HonbunError(f"identical pages are told as pairs of URLs, not {pair!r:.80}")
            one, other = sorted(_root(first, url) for url in pair)
            first[other] = one
        return cls({url: _root(first, url) for url in list(first)})

    def of(self, url: str) -> str | None:
        """The group of a page, None for one that nothing is told of."""
        return self.group.get(url)

    def among(self, url: str, urls: Sequence[str]) -> list[int]:
        """Which of some pages are copies of one, or are itself."""
        own = self.of(url)
        if own is None:
            return []
        return [place for place, other in enumerate(urls) if self.of(other) == own]


def _is_pair(pair: object) -> bool:
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        return False
    return all(isinstance(url, str) for url in pair)


def _root(first: dict[str, str], url: str) -> str:
    """The first address of a group, found by going from one to one before it."""
    while (before := first.setdefault(url, url)) != url:
        first[url] = first.setdefault(before, before)  # so that the next one goes half the way
        url = first[url]
    return url


NO_COPIES = Copies({})
