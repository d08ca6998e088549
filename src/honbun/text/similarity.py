"""When are two sentences the same? When their keys are.

The key leaves out what copying changes without anybody noticing: width, case, white space, the kind
of quotation mark, dash and Japanese comma, and the marks around it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import is_normalized

import numpy as np
import xxhash

from honbun.text.unicode import normal_form

if TYPE_CHECKING:
    from collections.abc import Iterator

    import ibis
    import pyarrow as pa

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
"""What stands around a sentence when it is quoted, or an item of a list."""
_SIGN = 1 << 63


def sentence_key(text: str) -> str:
    """The form that sentences are compared by.

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
    # A few letters fall apart when their case goes, and accents meet where a space was.
    bare = text if is_normalized("NFKC", text) else normal_form("NFKC", text)
    return bare.strip(_EDGE) or bare


def key_number(key: str) -> int:
    """A key as a signed number of 64 bits, the same on every machine."""
    digest = xxhash.xxh3_64_intdigest(key.encode("utf-8", "surrogatepass"))
    return digest - 2 * _SIGN if digest >= _SIGN else digest


def fingerprint(text: str) -> int:
    """The number of a text's key.

    >>> fingerprint("a b") == fingerprint("A  B"), -(2**63) <= fingerprint("c") < 2**63
    (True, True)
    """
    return key_number(sentence_key(text))


# Bands: keys that sentences which were changed a little have in common.
#
# A sentence is the set of its character n-grams. Of a random order of all n-grams it has one that
# comes first; two sentences agree on it as often as their sets overlap (MinHash). A band is the
# hash of two such firsts, so that it is rarely shared by chance, and there are several bands, so
# that sentences that are nearly equal rarely share none. What shares a band is compared in full
# later.

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Words = NDArray[np.uint64]

BANDS = 6
"""Of the reworded sentences in the data, 98% share a band with their original; 95% by four."""
_ROWS = 2
_WIDE, _NARROW = 4, 5
"""Characters of an n-gram, in scripts whose characters say more and in those where they say less.
Shorter ones are shared by chance too often, longer ones are all broken by one word."""
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xBF58476D1CE4E5B9)


def _orders(count: int) -> Words:
    """Odd factors, one for each order of the n-grams: facts of the file format, never to change."""
    seed = np.arange(1, count + 1, dtype=np.uint64) * _FACTOR
    return _mixed(seed) | np.uint64(1)


def bands(keys: Sequence[str], wide: Sequence[bool]) -> list[list[int]]:
    """The bands of each sentence, given the form that it is compared by, as signed integers.

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
    """A row of bands for each text; all have n-grams."""
    codes = np.frombuffer("".join(keys).encode("utf-32-le"), dtype=np.uint32).astype(np.uint64)
    ends = np.cumsum([len(key) for key in keys])
    starts = ends - [len(key) for key in keys]
    grams = np.zeros(len(codes), dtype=np.uint64)
    for offset in range(size):
        grams[: len(codes) - offset] += codes[offset:] * _power(offset)
    grams = _mixed(grams)
    for offset in range(1, size):  # those that reach into the next text are never the first
        grams[ends - offset] = np.uint64(0xFFFFFFFFFFFFFFFF)
    stretched = grams == np.uint64(0xFFFFFFFFFFFFFFFF)
    rows = np.empty((len(keys), BANDS * _ROWS), dtype=np.uint64)
    for order, factor in enumerate(_ORDERS):
        ranks = grams * factor
        ranks ^= ranks >> np.uint64(32)
        ranks[stretched] = np.uint64(0xFFFFFFFFFFFFFFFF)
        rows[:, order] = np.minimum.reduceat(ranks, starts)
    joined = np.zeros((len(keys), BANDS), dtype=np.uint64)
    joined += np.arange(1, BANDS + 1, dtype=np.uint64)  # bands are compared with their like only
    for row in range(_ROWS):
        joined = _mixed(joined * _FACTOR + rows[:, row::_ROWS])
    return joined.view(np.int64)


def _power(exponent: int) -> np.uint64:
    return np.uint64(pow(int(_FACTOR), exponent + 1, 1 << 64))


def _mixed(words: Words) -> Words:
    """Every bit of each word spread over all of it (the finish of SplitMix64)."""
    words = words ^ (words >> np.uint64(31))
    words = words * _MIX
    return words ^ (words >> np.uint64(29))


_ORDERS = _orders(BANDS * _ROWS)

# Near: whether a sentence is another one, changed a little.

ALIKE = 0.5
"""Share of trigrams in common from which one sentence is the other, changed."""
_GRAM = 3


def schema() -> ibis.Schema:
    """Two sentences and how alike they are."""
    import ibis

    return ibis.schema({"x": "int64", "y": "int64", "likeness": "float64"})


def compared(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Candidates with how alike they are."""
    import pyarrow as pa

    for batch in batches:
        texts = zip(batch["text_x"].to_pylist(), batch["text_y"].to_pylist())
        values = pa.array([trigram_similarity(x, y) for x, y in texts], pa.float64())
        yield pa.RecordBatch.from_arrays([batch["x"], batch["y"], values], ["x", "y", "likeness"])


def trigram_similarity(x: str, y: str) -> float:
    """The share of their character trigrams that two texts have in common, from 0 to 1.

    >>> trigram_similarity("昨日はみんなで海へ行きました", "昨日はみんなで海に行きました")
    0.6
    """
    first, second = _grams(x), _grams(y)
    common = len(first & second)
    return common / (len(first) + len(second) - common) if common else 0.0


def _grams(text: str) -> set[str]:
    text = sentence_key(text)
    return {text[i : i + _GRAM] for i in range(len(text) - _GRAM + 1)}
