"""Group pages that share a template, by their structure and not their URLs.

Pages of one template share most of their signatures, pages of different sites little. A page joins
the most similar group, compared with the group's first page.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def signature_features(signed: bytes) -> frozenset[int]:
    """The features of a signature."""
    return frozenset(array("Q", signed))


def group_pages(signatures: Mapping[bytes, int], min_similarity: float) -> dict[bytes, int]:
    """The group of each signature, from 0, given how many pages have each."""
    count: Counter[int] = Counter()
    for signed, pages in signatures.items():
        count.update(dict.fromkeys(signature_features(signed), pages))
    firsts: list[frozenset[int]] = []
    holders: dict[int, list[int]] = defaultdict(list)

    def add_group(own: frozenset[int]) -> int:
        for feature in own:
            holders[feature].append(len(firsts))
        firsts.append(own)
        return len(firsts) - 1

    groups: dict[bytes, int] = {}
    # The most common first, so that rare variants are compared with the usual page of a template.
    for signed in sorted(signatures, key=lambda signed: (-signatures[signed], signed)):
        # Features of a single page say nothing about its template.
        own = frozenset(
            f for f in signature_features(signed) if count[f] > 1
        ) or signature_features(signed)
        shared = Counter([group for feature in own for group in holders[feature]])
        best, closest = -1, 0.0
        for number, both in sorted(shared.items()):
            share = both / (len(own) + len(firsts[number]) - both)
            if share > closest:
                best, closest = number, share
        groups[signed] = best if closest >= min_similarity else add_group(own)
    return groups
