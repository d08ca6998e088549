"""Group pages that share a template, by their structure and not their URLs.

A page's signature is the set of its class names and ids, and of the tag paths of its outer boxes.
Pages of one template share most of it, pages of different sites little. A page joins the most
similar group, compared with the group's first page.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING

import xxhash

from honbun.html.blocks import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

_DEPTH = 4
"""Boxes up to this depth count by their tag path, for pages without names."""
_BOXES = frozenset(
    "body div section article aside footer header main nav center form td table ul ol".split()
)
_MAX_FEATURES = 1000
"""Features of one page; hostile pages have many more."""
_MAX_NAME = 200
_DIGIT = re.compile(r"\d")


def signature(
    tags: Iterable[str], names: Iterable[Collection[str]], parents: Iterable[int]
) -> bytes:
    """The signature of a page: its features as sorted 64-bit numbers.

    The arguments are columns: tag, names and parent (or -1) of each element in document order.
    """
    features: set[str] = set()
    depth: list[int] = []
    path: list[str] = []
    for tag, named, parent in zip(tags, names, parents):
        depth.append(depth[parent] + 1 if parent >= 0 else 0)
        if depth[-1] <= _DEPTH:
            path.append(f"{path[parent]}/{tag}" if parent >= 0 else tag)
            if tag in _BOXES:
                features.add(path[-1])
        else:
            path.append("")
        if named and tag not in HEADINGS:  # names of headings are derived from their text
            features.update(named)
    # A name as long as a text belongs to one page, and would fill the cache.
    short = [feature for feature in features if len(feature) <= _MAX_NAME]
    long = [_feature_hash.__wrapped__(each) for each in features - set(short)]
    hashes = sorted(filter(None, [*map(_feature_hash, short), *long]))
    return array("Q", hashes[:_MAX_FEATURES]).tobytes()


@lru_cache(maxsize=1 << 14)
def _feature_hash(feature: str) -> int:
    """The hash of a feature; 0 for a name with a digit, which usually belongs to one page."""
    if _DIGIT.search(feature):
        return 0
    return xxhash.xxh3_64_intdigest(feature.encode("utf-8", "surrogatepass"))


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
