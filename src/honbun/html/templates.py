"""Kinds: pages grouped by their structure, whatever their addresses.

A page's signature is the set of names its elements have, and of the ways to its outer boxes. Pages
of one site share most of it, pages of different sites little: on 28 sites mixed no group held two.
A page joins the group whose first page it resembles most, if it does so enough.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import xxhash

from honbun.html.blocks import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

_hash = xxhash.xxh3_64_intdigest
MIN_SIMILARITY = 0.3
"""Share of the features of two pages of a kind that both have. Between 0.3 and 0.4 the groups are
exactly the 28 sites; from 0.5 on, sites whose pages differ much fall apart."""
_DEPTH = 4
"""Boxes up to this depth count by their way of tags, for pages without names."""
_BOXES = frozenset(
    "body div section article aside footer header main nav center form td table ul ol".split()
)
"""Their names are made from what they say."""
_MOST = 1000
"""Features of one page that are kept; hostile ones have more names than words."""
_DIGIT = re.compile(r"\d")


def signature(
    tags: Iterable[str], names: Iterable[Collection[str]], parents: Iterable[int]
) -> bytes:
    """What a page is grouped by: features as sorted 64-bit numbers.

    Of each element in document order its tag, its names, and the number of its parent or -1.
    """
    features: set[str] = set()
    depth: list[int] = []
    way: list[str] = []
    for tag, named, parent in zip(tags, names, parents):
        depth.append(depth[parent] + 1 if parent >= 0 else 0)
        if depth[-1] <= _DEPTH:
            way.append(f"{way[parent]}/{tag}" if parent >= 0 else tag)
            if tag in _BOXES:
                features.add(way[-1])
        else:
            way.append("")
        if named and tag not in HEADINGS:
            features.update(named)
    # A name with a number is a page's own more often than not.
    kept = [f.encode("utf-8", "surrogatepass") for f in features if not _DIGIT.search(f)]
    hashes = sorted(map(_hash, kept))
    return array("Q", hashes[:_MOST]).tobytes()


def signature_features(signed: bytes) -> frozenset[int]:
    """The features of a signature."""
    return frozenset(array("Q", signed))


@dataclass(frozen=True, slots=True)
class TemplateGroups:
    """Pages grouped by signature."""

    of: Mapping[bytes, int]
    """The kind of each signature."""
    features: Sequence[frozenset[int]]
    """What each kind is recognised by."""


def group_pages(
    signatures: Mapping[bytes, int],
    known: Sequence[frozenset[int]] = (),
    *,
    alike: float = MIN_SIMILARITY,
) -> TemplateGroups:
    """The kinds of some signatures, given how many pages have each.

    Kinds are numbered from 0; those that are known already come first. Two pages of a kind share
    features as far as `alike` says.
    """
    count: Counter[int] = Counter()
    for signed, pages in signatures.items():
        count.update(dict.fromkeys(signature_features(signed), pages))
    for leader in known:
        count.update(leader)
    leaders: list[frozenset[int]] = []
    holders: dict[int, list[int]] = defaultdict(list)

    def lead(own: frozenset[int]) -> int:
        for feature in own:
            holders[feature].append(len(leaders))
        leaders.append(own)
        return len(leaders) - 1

    for leader in known:
        lead(leader)
    kinds: dict[bytes, int] = {}
    # The most common first: it is what its kind looks like, and the odd ones are compared with it.
    for signed in sorted(signatures, key=lambda signed: (-signatures[signed], signed)):
        # What one page alone has tells nothing of its kind.
        own = frozenset(
            f for f in signature_features(signed) if count[f] > 1
        ) or signature_features(signed)
        shared = Counter([leader for feature in own for leader in holders[feature]])
        best, closest = -1, 0.0
        for number, both in sorted(shared.items()):
            share = both / (len(own) + len(leaders[number]) - both)
            if share > closest:
                best, closest = number, share
        kinds[signed] = best if closest >= alike else lead(own)
    return TemplateGroups(kinds, leaders)
