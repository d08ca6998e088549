"""Labels on another version of a page.

Blocks are the same if their texts are. If several blocks have the same text, their order decides,
provided there are as many before as after: on the whole page, or between two anchors. Anchors are
blocks whose text occurs once in both versions and in the same order (`difflib`). Pictures have no
text; they are compared by the tags on their path, always between anchors. If that leaves a doubt, a
block is the same if it has the same XPath and so have the anchors around it. Finally, a text that
is gone may have been corrected: a block with the same XPath and nearly the same text. A label whose
block is not found is reported as lost, never guessed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import PurePath
from typing import TYPE_CHECKING

from honbun.annotation.model import Label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.annotation.model import BlockRef, Decision, PageLabels

    Anchors = list[tuple[int, int]]
    """Indices of the same block in both versions, in order."""

_SIMILAR = 0.75
"""Share of n-grams that two versions of a text have in common at least."""
_SHORT, _NGRAM, _LONG_NGRAM = 300, 3, 6
"""Letters in a short text, and letters per n-gram of short texts and of longer ones. In a short
text a typo costs three n-grams: it is forgiven from ten letters on. Long texts of one language
share many trigrams (0.64 at 5,000 characters of our docs), but few 6-grams (0.31)."""
_POSITION = re.compile(r"\[\d+\]")


@dataclass(frozen=True, slots=True)
class MatchedLabels:
    """Labels on the blocks of another version."""

    labels: tuple[Label, ...]
    """In the order of the page."""
    lost: tuple[Label, ...]
    """Those whose block was not found, in the order of the page they were made on."""


def match_labels(
    labels: Iterable[Label], blocks: Sequence[BlockRef], before: Sequence[BlockRef] = ()
) -> MatchedLabels:
    """Labels on a page with these blocks.

    Pass all blocks of the page that the labels were made on as `before` if it is at hand: then it
    is known which texts occurred more than once without being labelled.
    """
    ordered = sorted(labels, key=lambda label: label.block.number)
    old = before or [label.block for label in ordered]
    found = match(old, blocks)
    index_of = {(block.xpath, block.text): index for index, block in enumerate(old)}
    matched, lost = [], []
    for label in ordered:
        index = found.get(index_of.get((label.block.xpath, label.block.text), -1))
        if index is None:
            lost.append(label)
        else:
            matched.append(Label(blocks[index], label.kind))
    return MatchedLabels(tuple(sorted(matched, key=lambda label: label.block.number)), tuple(lost))


def relocated_labels(
    page: PageLabels, blocks: Sequence[BlockRef]
) -> dict[BlockRef, Decision | None]:
    """The changes that move labels made by another version of the program to these blocks.

    Empty if all labels are in place. Labels without a block are left alone: a later version may
    find them again.
    """
    known = {(block.xpath, block.text) for block in blocks}
    stale = [label for label in page.labels if (label.block.xpath, label.block.text) not in known]
    if not stale:
        return {}
    matched = match_labels(page.labels, blocks)
    changes: dict[BlockRef, Decision | None] = {
        label.block: None for label in stale if label not in matched.lost
    }
    # Added after the removals: the XPath that one label leaves may be the target of another.
    return changes | {label.block: label.kind for label in matched.labels}


def match(before: Sequence[BlockRef], after: Sequence[BlockRef]) -> dict[int, int]:
    """For each block of one version that is found, its index in the other version.

    Both are in the order of the page. No two blocks are found in the same place.
    """
    old, new = _indices_by_key(before), _indices_by_key(after)
    anchors = _anchors(before, after, old, new)
    found: dict[int, int] = {}
    for key, mine in old.items():
        theirs = new.get(key, [])
        if key[0] and len(mine) == len(theirs):
            found.update(zip(mine, theirs))
        elif theirs:
            found.update(_match_between(before, after, mine, theirs, anchors))
    found.update(_corrected(before, after))
    return found


def _indices_by_key(blocks: Sequence[BlockRef]) -> dict[tuple[str, str], list[int]]:
    """The indices of blocks that look the same: by text, or by the tags above a picture."""
    found: dict[tuple[str, str], list[int]] = {}
    for index, block in enumerate(blocks):
        tags = "" if block.text else _POSITION.sub("", block.xpath)
        found.setdefault((block.text, tags), []).append(index)
    return found


def _anchors(
    before: Sequence[BlockRef],
    after: Sequence[BlockRef],
    old: dict[tuple[str, str], list[int]],
    new: dict[tuple[str, str], list[int]],
) -> Anchors:
    pairs = {
        mine[0]: new[key][0]
        for key, mine in old.items()
        if key[0] and len(mine) == len(new.get(key, ())) == 1
    }
    mine, theirs = sorted(pairs), sorted(pairs.values())
    matcher = SequenceMatcher(
        None, [before[i].text for i in mine], [after[j].text for j in theirs], autojunk=False
    )
    return [
        (mine[block.a + step], theirs[block.b + step])
        for block in matcher.get_matching_blocks()
        for step in range(block.size)
    ]


def _match_between(
    before: Sequence[BlockRef],
    after: Sequence[BlockRef],
    mine: Sequence[int],
    theirs: Sequence[int],
    anchors: Anchors,
) -> Iterator[tuple[int, int]]:
    """Of blocks that look the same, those that are the same between anchors."""
    here = _by_gap(mine, [i for i, _ in anchors])
    there = _by_gap(theirs, [j for _, j in anchors])
    for gap, ours in here.items():
        others = there.get(gap, [])
        if len(ours) == len(others):
            yield from zip(ours, others)
        elif all(before[i].xpath == after[j].xpath for i, j in anchors[max(gap - 1, 0) : gap + 1]):
            by_path = {after[index].xpath: index for index in others}
            for index in ours:
                if before[index].xpath in by_path:
                    yield index, by_path[before[index].xpath]


def _by_gap(indices: Iterable[int], anchors: Sequence[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for index in indices:
        found.setdefault(bisect_left(anchors, index), []).append(index)
    return found


def _corrected(before: Sequence[BlockRef], after: Sequence[BlockRef]) -> dict[int, int]:
    """Blocks with the same XPath and similar texts that only one version has."""
    old = {block.text for block in before}
    new = {block.text for block in after}
    free = {block.xpath: index for index, block in enumerate(after) if block.text not in old}
    return {
        index: free[block.xpath]
        for index, block in enumerate(before)
        if block.text not in new
        and block.xpath in free
        and similar_texts(block.text, after[free[block.xpath]].text)
    }


def similar_texts(one: str, other: str) -> bool:
    """Whether two texts are versions of one.

    >>> similar_texts("The ferry sails at noon.", "The fery sails at noon.")
    True
    >>> similar_texts("Ferry", "Buses")
    False
    """
    size = _NGRAM if max(len(one), len(other)) <= _SHORT else _LONG_NGRAM
    ours, theirs = _ngrams(one, size), _ngrams(other, size)
    return 2 * (ours & theirs).total() >= _SIMILAR * (ours.total() + theirs.total())


def _ngrams(text: str, size: int) -> Counter[str]:
    padded = text.center(len(text) + 2 * size - 2)
    return Counter(padded[at : at + size] for at in range(len(padded) - size + 1))


_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_RECORD = re.compile(r"[@#:]\d[^/\\]*$")
"""The end of a source that is a part of a file: of an archive, a table, or JSON Lines."""


def is_url(address: str) -> bool:
    """Whether an address is a URL, not a path.

    >>> is_url("https://a.example/b"), is_url("news/index.html?from=https://a.example/")
    (True, False)
    """
    return _URL.match(address) is not None


def page_identity(url: str, source: str) -> tuple[str, str]:
    """What the versions of one page have in common.

    The URL alone is not enough for a page from a file: its URL comes from its canonical link, which
    some sites put on several pages, such as a list and its second page. There the file name has to
    be the same too. A page without a URL is identified by its source.

    >>> page_identity("https://a.example/", "a.warc@0")
    ('https://a.example/', '')
    >>> page_identity("https://a.example/", "a/1.html")
    ('https://a.example/', '1.html')
    >>> page_identity("index.html", "a/index.html"), page_identity("index.html", "b/index.html")
    (('', 'a/index.html'), ('', 'b/index.html'))
    """
    if not is_url(url):
        return "", source or url
    is_file = not is_url(source) and not _RECORD.search(source)
    return url, PurePath(source).name if is_file else ""
