"""Duplicates: URLs that the caller knows to be the same page.

Near-duplicates are no evidence against each other: the same article under two URLs would look like
boilerplate. `content/evidence.py` finds most of them. `honbun similar` compares sentences and
finds more: copies that are divided into other blocks, or that have another template.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.errors import HonbunError
from honbun.union_find import UnionFind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


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
        groups = UnionFind[str]()
        for pair in pairs:
            if not _is_pair(pair):
                raise HonbunError(f"duplicates are pairs of URLs, not {pair!r:.80}")
            groups.join(*pair)
        return cls({url: min(urls) for urls in groups for url in urls})

    def of(self, url: str) -> str | None:
        """The group of a page, or None."""
        return self.group.get(url)


def _is_pair(pair: object) -> bool:
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        return False
    return all(isinstance(url, str) for url in pair)


NO_DUPLICATES = Duplicates({})
