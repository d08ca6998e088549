"""Lexicon: what the names of elements tell, learnt from pages whose content is known.

Sites call their elements what they are, in class and id: "comment-list", "productDescription". Each
name is cut into its words, and each word has a weight: how much more often what stands in elements
of that name is content than not. Nobody writes these words down; the lexicon holds their hashes.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain, takewhile
from typing import TYPE_CHECKING

import numpy as np
import xxhash

from honbun._core.surroundings import inherited

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from honbun.content.alone.sheet import Named, Sheet

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\n")
"""Or the end of a name."""
_SHORTEST = 2
_REMEMBERED = 1 << 15
"""Names whose words are kept: the same ones come again all over the web."""


class Lexicon:
    """The weight of each word, by its hash."""

    def __init__(self, weights: Mapping[int, float]) -> None:
        self.weights = weights
        self._weight = lru_cache(_REMEMBERED)(self._look_up)
        self._known: dict[str, dict[str, float]] = {}
        """For each name that was read its words that have a weight."""

    def __reduce__(self) -> tuple[type[Lexicon], tuple[Mapping[int, float]]]:
        return Lexicon, (self.weights,)  # what is remembered stays behind

    def features(self, sheet: Sheet) -> Iterator[Named]:
        """What the names of each row's element and of those around it weigh."""
        different, of = sheet.named
        known = self._read(set(chain.from_iterable(different)))
        weights = [_weigh([known[name] for name in names]) for names in different]
        own = np.array(weights, dtype=np.float32)[of]
        own[0] = 0  # the outermost is the page, and its own parent: it tells nothing of its parts
        parent, rows = sheet.parent, sheet.row
        around = parent[rows]
        yield "name", own[rows]
        yield "name of 1", own[around]
        yield "name of 2", own[parent[around]]
        total, best, worst = inherited(parent, own)
        yield "names in all", total[rows]
        yield "best name", best[rows]
        yield "worst name", worst[rows]

    def _read(self, names: set[str]) -> dict[str, dict[str, float]]:
        """For some names at least, their words that have a weight."""
        if len(self._known) > _REMEMBERED:
            self._known = {}  # a new one: another thread may still use the old
        known, look_up = self._known, self._weight
        for name, words in _parted(names.difference(known)):
            known[name] = {word: weight for word in words if (weight := look_up(word)) is not None}
        return known

    def _look_up(self, word: str) -> float | None:
        return self.weights.get(_hash(word))


def _weigh(words: Iterable[Mapping[str, float]]) -> float:
    """What the words of an element's names weigh, each counted once."""
    found: dict[str, float] = {}
    for known in words:
        found.update(known)
    if not found:
        return 0.0
    weights = found.values()
    return (max(max(weights), min(weights), key=abs) + sum(weights) / len(weights)) / 2


def _parted(names: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Each name with its words, in lower case and after the sign of a class or of an id.

    All names are searched at once: one by one, those of a page took twice as long.
    """
    names = list(names)
    found = iter(_WORD.findall("".join([name.replace("\n", " ") + "\n" for name in names])))
    for name in names:
        kind, own = name[0], takewhile("\n".__ne__, found)
        yield name, [kind + word.lower() for word in own if len(word) >= _SHORTEST]


def _hash(word: str) -> int:
    return xxhash.xxh32_intdigest(word.encode())


@lru_cache(_REMEMBERED)
def _words(name: str) -> tuple[int, ...]:
    return tuple([_hash(word) for _, words in _parted([name]) for word in words])


def words(names: Iterable[str]) -> set[int]:
    """The words of an element's names, as hashes."""
    return {word for name in names for word in _words(name)}


def pack(lexicon: Lexicon) -> dict[str, NDArray[np.generic]]:
    hashes = sorted(lexicon.weights)
    return {
        "names": np.array(hashes, dtype=np.uint32),
        "name_weights": np.array([lexicon.weights[word] for word in hashes], dtype=np.float16),
    }


def unpack(arrays: Mapping[str, NDArray[np.generic]]) -> Lexicon:
    return Lexicon(dict(zip(arrays["names"].tolist(), arrays["name_weights"].tolist())))
