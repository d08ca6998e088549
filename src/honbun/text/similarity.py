"""Similarity of texts: sentence keys, n-gram overlap, and MinHash bands.

Two sentences are the same if their keys are equal. A key omits what copying changes without anybody
noticing: width, case, white space, the kind of quotation mark, dash and Japanese comma, and the
punctuation around the sentence. Texts that were edited are compared by their character n-grams.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import is_normalized

import numpy as np
import xxhash

from honbun.text.unicode import normal_form

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    Words = NDArray[np.uint64]

_FORMS = {
    '"': "“”„‟«»″〝〞〟",
    "'": "‘’‚‛‹›′`´",
    "-": "‐‑‒–—―−﹘⁃─━",
    "~": "〜∼∽",
    "": "\u00ad\u200b\u200c\u200d\u2060\ufeff",
}
_UNIFIED = str.maketrans({form: plain for plain, forms in _FORMS.items() for form in forms})
_VARIANT = re.compile(f"[{''.join(map(''.join, _FORMS.values()))}]")
_EDGE = "\"'「」『』《》〈〉【】〔〕()[]{}<>.,:;!?-~*・•·"
"""Punctuation around a sentence that is quoted or an item of a list."""
_SIGN = 1 << 63


def sentence_key(text: str) -> str:
    """The form by which sentences are compared.

    >>> sentence_key("“Ｗｅｂ” — it’s 今日、 OK") == sentence_key('"web" - It\\'s 今日，ok')
    True
    >>> sentence_key("「本文です。」") == sentence_key("・本文です")
    True
    """
    if text.isascii():
        bare = "".join(text.lower().replace("`", "'").split())
        return bare.strip(_EDGE) or bare
    text = normal_form("NFKC", text).replace("、", ",").replace("。", ".")
    text = text.translate(_UNIFIED) if _VARIANT.search(text) else text
    text = "".join(text.casefold().split())
    # Case folding decomposes a few letters, and accents may follow where a space was removed.
    bare = text if is_normalized("NFKC", text) else normal_form("NFKC", text)
    return bare.strip(_EDGE) or bare


def key_number(key: str) -> int:
    """A key as a signed 64-bit number, the same on every machine."""
    digest = xxhash.xxh3_64_intdigest(key.encode("utf-8", "surrogatepass"))
    return digest - 2 * _SIGN if digest >= _SIGN else digest


def fingerprint(text: str) -> int:
    """The number of a sentence's key.

    >>> fingerprint("a b") == fingerprint("A  B"), -(2**63) <= fingerprint("c") < 2**63
    (True, True)
    """
    return key_number(sentence_key(text))


NEAR_DUPLICATE = 0.5
"""Share of trigrams in common from which one sentence is an edited copy of the other."""
_GRAM = 3


def ngrams(text: str, size: int = _GRAM) -> frozenset[str]:
    """The character n-grams of a text; a shorter text is one n-gram.

    >>> sorted(ngrams("boats"))
    ['ats', 'boa', 'oat']
    """
    return frozenset(text[at : at + size] for at in range(max(1, len(text) - size + 1)))


def dice(one: AbstractSet[str], other: AbstractSet[str]) -> float:
    """Dice's coefficient of two sets, from 0 to 1.

    >>> dice(ngrams("boats"), ngrams("boats")), dice(ngrams("boats"), ngrams("goats"))
    (1.0, 0.6666666666666666)
    """
    return 2 * len(one & other) / (len(one) + len(other))


def trigram_similarity(one: str, other: str) -> float:
    """The share of trigrams that the keys of two sentences have in common (Jaccard), from 0 to 1.

    >>> trigram_similarity("昨日はみんなで海へ行きました", "昨日はみんなで海に行きました")
    0.6
    """
    first, second = ngrams(sentence_key(one)), ngrams(sentence_key(other))
    common = len(first & second)
    return common / (len(first) + len(second) - common)


BANDS = 6
"""98% of the edited sentences in our data share a band with their original; with four bands 95%."""
_ROWS = 2
_WIDE, _NARROW = 4, 5
"""Characters of an n-gram in scripts with many characters, and in alphabets. Shorter ones are
shared by chance too often; of longer ones a single changed word breaks too many."""
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_LAST = np.uint64(0xFFFFFFFFFFFFFFFF)
_MIX = np.uint64(0xBF58476D1CE4E5B9)


def _orders(count: int) -> Words:
    """Odd factors, one per order of n-grams; stores hold their results, so they never change."""
    seed = np.arange(1, count + 1, dtype=np.uint64) * _FACTOR
    return _mixed(seed) | np.uint64(1)


def bands(keys: Sequence[str], wide: Sequence[bool]) -> list[list[int]]:
    """The bands of each sentence, given its key and whether its script has many characters.

    Two sentences share the minimum of their n-grams' hashes as often as their sets overlap
    (MinHash). A band is the hash of two such minima, so it is rarely shared by chance; there are
    several bands, so near-duplicates rarely share none. Sentences that share one are compared in
    full later. Bands are signed 64-bit integers.

    >>> first, second = bands(["thequickbrownfoxjumpsover", "aquickbrownfoxjumpsover"], [False] * 2)
    >>> len(first), len(set(first) & set(second)) > 0
    (6, True)
    """
    found: list[list[int]] = [[] for _ in keys]
    for script, size in ((True, _WIDE), (False, _NARROW)):
        chosen = [i for i, flag in enumerate(wide) if flag == script and len(keys[i]) >= size]
        if chosen:
            for i, row in zip(chosen, _bands([keys[i] for i in chosen], size).tolist()):
                found[i] = row
    return found


def _bands(keys: Sequence[str], size: int) -> NDArray[np.int64]:
    """A row of bands for each text; none is shorter than an n-gram."""
    codes = np.frombuffer("".join(keys).encode("utf-32-le"), dtype=np.uint32).astype(np.uint64)
    ends = np.cumsum([len(key) for key in keys])
    starts = ends - [len(key) for key in keys]
    grams = np.zeros(len(codes), dtype=np.uint64)
    for offset in range(size):
        grams[: len(codes) - offset] += codes[offset:] * _power(offset)
    grams = _mixed(grams)
    for offset in range(1, size):  # n-grams that reach into the next text
        grams[ends - offset] = _LAST
    crossing = grams == _LAST
    rows = np.empty((len(keys), BANDS * _ROWS), dtype=np.uint64)
    for order, factor in enumerate(_ORDERS):
        ranks = grams * factor
        ranks ^= ranks >> np.uint64(32)
        ranks[crossing] = _LAST
        rows[:, order] = np.minimum.reduceat(ranks, starts)
    joined = np.zeros((len(keys), BANDS), dtype=np.uint64)
    joined += np.arange(1, BANDS + 1, dtype=np.uint64)  # a band equals only the same band of others
    for row in range(_ROWS):
        joined = _mixed(joined * _FACTOR + rows[:, row::_ROWS])
    return joined.view(np.int64)


def _power(exponent: int) -> np.uint64:
    return np.uint64(pow(int(_FACTOR), exponent + 1, 1 << 64))


def _mixed(words: Words) -> Words:
    """Spread every bit of each word over all of it (the finaliser of SplitMix64)."""
    words = words ^ (words >> np.uint64(31))
    words = words * _MIX
    return words ^ (words >> np.uint64(29))


_ORDERS = _orders(BANDS * _ROWS)
