"""Pages for the benchmark of similar, generated directly as rows of the page table.

The text of a page depends only on its number, so that any page can be copied without storing it. A
sentence is 14 words of three characters. Of every hundred pages three are copies, three are part of
another page, and five contain a fifth of another, three of those with a changed word in each
sentence. The others have their own text, with the boilerplate of their site, formulas with one
variable word, and phrases with a Zipf distribution.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from honbun.page import Page
from honbun.similar import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
    Words = NDArray[np.uint64]

SENTENCES = 20
"""Sentences of a page, on average."""
_WORDS = 14
_BANDS, _ROWS = 6, 2
_VOCABULARY = 1 << 20
_PHRASES = 1_000_000
_SLOTS = 64
"""Range of the sentence numbers of one page."""
_FRAME = 3
"""Sentences of boilerplate on each page of a site."""
_LINKS = 10
_SITE = 100
"""Pages of a site, on average."""
_BATCH = 10_000
_COPY, _PART, _TAKER, _REWORDED = 3, 6, 11, 8
"""Limits, of a hundred pages, of copies, parts, partial copies, and changed partial copies."""
_OWN, _BOILERPLATE, _FORMULA, _PHRASE = (np.uint64(kind << 60) for kind in range(4))


def batches(pages: int) -> Iterator[pa.RecordBatch]:
    """So many pages."""
    return (_batch(numbers, pages) for numbers in _numbers(pages))


def html_pages(pages: int) -> Iterator[Page]:
    """So many pages as HTML: a paragraph per sentence, and the links of the page."""
    for batch in batches(pages):
        numbers, urls = batch["page"].to_pylist(), batch["url"].to_pylist()
        for number, url, rows in zip(numbers, urls, batch["sentences"]):
            body = "".join(f"<p>{row['text'].as_py()}.</p>\n" for row in rows)
            links = "".join(
                f'<li><a href="/articles/{number + step}.html">{number + step}</a></li>'
                for step in range(1, _LINKS + 1)
            )
            yield Page(f"<title>{number}</title><ul>{links}</ul><article>{body}</article>", url)


def crowd(twins: int, others: int) -> Iterator[pa.RecordBatch]:
    """A page at this many URLs, and others that share one sentence.

    The others also have a sentence of their own.
    """
    for pages in _numbers(twins + others):
        twin = pages < np.uint64(twins)
        counts = np.where(twin, SENTENCES, 2)
        slot = _within(counts)
        base = np.repeat(np.where(twin, np.uint64(0), pages), counts) * np.uint64(_SLOTS) + slot
        base[np.repeat(~twin, counts) & (slot == 0)] = _PHRASE
        yield _rows(pages, pages, pages, counts, base, np.zeros_like(base))


def _numbers(pages: int) -> Iterator[Words]:
    for first in range(0, pages, _BATCH):
        yield np.arange(first, min(pages, first + _BATCH), dtype=np.uint64)


def _batch(pages: Words, total: int) -> pa.RecordBatch:
    kind = (pages % np.uint64(100)).astype(np.int64)
    site = _site(pages, total)
    source = _source(pages, total)
    counts = np.where(kind < _COPY, _count(source), _count(pages))
    counts = np.where((kind >= _COPY) & (kind < _PART), _FRAME + 5, counts)
    page, origin, owner = (np.repeat(column, counts) for column in (pages, source, site))
    kinds, slot = np.repeat(kind, counts), _within(counts)
    chance = _mixed(page * np.uint64(_SLOTS) + slot + np.uint64(1 << 50))
    taken = (kinds < _PART) | ((kinds < _TAKER) & (chance % np.uint64(5) == 0))
    said = np.where(taken, origin, page)
    base = said * np.uint64(_SLOTS) + slot
    # Copied sentences are the source's own text, never common phrases.
    draw = np.where(taken, np.uint64(99), chance % np.uint64(100))
    variant = np.where(taken & (kinds >= _REWORDED), page + np.uint64(1), np.uint64(0))
    formula = draw < 15
    base = np.where(formula, _FORMULA + owner * np.uint64(16) + chance % np.uint64(16), base)
    variant = np.where(formula, chance | np.uint64(1), variant)
    base = np.where(draw < 5, _PHRASE + _ranks(chance, _PHRASES), base)
    frame = slot < _FRAME
    base = np.where(frame, _BOILERPLATE + owner * np.uint64(_FRAME) + slot, base)
    variant = np.where(frame | (draw < 5), np.uint64(0), variant)
    return _rows(pages, site, source, counts, base, variant)


def _count(pages: Words) -> Numbers:
    """The number of sentences of a page."""
    least = 5
    return least + (_mixed(pages) % np.uint64(2 * (SENTENCES - least) + 1)).astype(np.int64)


def _site(pages: Words, total: int) -> Words:
    """Few large sites and many small ones."""
    share = (_mixed(pages + np.uint64(1 << 51)) >> np.uint64(40)) / 2.0**24
    return (share**2 * max(1, total // _SITE)).astype(np.uint64)


def _source(pages: Words, total: int) -> Words:
    """For each page a source that has only its own text."""
    chance = _mixed(pages + np.uint64(1 << 52))
    hundred = chance % np.uint64(max(1, total // 100)) * np.uint64(100)
    return hundred + _TAKER + (chance >> np.uint64(32)) % np.uint64(100 - _TAKER)


def _within(counts: Numbers) -> Words:
    ends = np.cumsum(counts)
    return (np.arange(ends[-1]) - np.repeat(ends - counts, counts)).astype(np.uint64)


def _rows(
    pages: Words, site: Words, source: Words, counts: Numbers, base: Words, variant: Words
) -> pa.RecordBatch:
    types = tables.reading().to_pyarrow()
    words = _words(base, variant)
    numbers = _mixed(base ^ _mixed(variant)).view(np.int64)
    offsets = np.concatenate(([0], np.cumsum(counts)))
    sentences = {
        "sentence": numbers,
        "width": np.full(len(base), 6 * _WORDS),
        "start": 3 * _WORDS * _within(counts).astype(np.int64),
        "quoted": np.zeros(len(base), dtype=bool),
        "code": np.zeros(len(base), dtype=bool),
        "content": np.ones(len(base), dtype=bool),
        "text": _texts(words),
        **dict(zip(tables.BANDS, _bands(words).T)),
    }
    sites = [f"site{number}.example" for number in site.tolist()]
    paths = [["articles", f"{number}.html"] for number in pages.tolist()]
    digest = np.add.reduceat(_mixed(numbers.view(np.uint64)), offsets[:-1]).view(np.int64)
    columns = {
        "page": pages.astype(np.int64),
        "url": [f"https://{host}/articles/{path[1]}" for host, path in zip(sites, paths)],
        "source": [""] * len(pages),
        "address": _mixed(pages).view(np.int64),
        "site": _mixed(site + np.uint64(1)).view(np.int64),
        "owner": _mixed(site + np.uint64(1)).view(np.int64),
        "host": [[host.partition(".")[0]] for host in sites],
        "path": paths,
        "date": pa.nulls(len(pages), pa.string()),
        "title": np.zeros(len(pages), dtype=np.int64),
        "digest": digest,
        "sentences": _nested(sentences, offsets, types.field("sentences").type),
        "links": _links(pages, source, types.field("links").type),
        "step": pa.nulls(len(pages), pa.string()),
        "trouble": pa.nulls(len(pages), pa.string()),
    }
    arrays = [pa.array(columns[field.name], field.type) for field in types]
    return pa.RecordBatch.from_arrays(arrays, schema=types)


def _links(pages: Words, source: Words, kind: pa.DataType) -> pa.Array:
    """Links to neighbours, and from every fourth page to its possible source."""
    near: Words = np.add.outer(pages, np.arange(1, _LINKS + 1, dtype=np.uint64))
    copies = pages % np.uint64(4) == 0
    near[copies, 0] = source[copies]
    targets = _mixed(near.ravel()).view(np.int64)
    offsets = np.arange(len(pages) + 1) * _LINKS
    return _nested({"target": targets, "start": np.zeros(len(targets), np.int64)}, offsets, kind)


def _nested(columns: dict[str, object], offsets: Numbers, kind: pa.DataType) -> pa.Array:
    fields = [kind.value_type.field(i) for i in range(kind.value_type.num_fields)]
    arrays = [pa.array(columns[field.name], field.type) for field in fields]
    structures = pa.StructArray.from_arrays(arrays, fields=fields)
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), structures)


def _words(base: Words, variant: Words) -> Words:
    """The words of each sentence; a variant has one different word."""
    places = np.arange(_WORDS, dtype=np.uint64)
    words = _ranks(_mixed(base[:, None] * np.uint64(_WORDS) + places), _VOCABULARY)
    rows = np.flatnonzero(variant)
    chance = _mixed(variant[rows])
    words[rows, (chance % np.uint64(_WORDS)).astype(np.int64)] = _ranks(chance, _VOCABULARY)
    return words


def _ranks(chance: Words, most: int) -> Words:
    """Numbers below a maximum, with a Zipf distribution."""
    share = (chance >> np.uint64(40)).astype(np.float64) / 2**24
    ranks: Words = np.exp2(share * np.log2(most)).astype(np.uint64)
    return ranks


def _texts(words: Words) -> pa.Array:
    offsets = np.arange(len(words) + 1, dtype=np.int32) * (9 * _WORDS)
    data = pa.py_buffer(_vocabulary()[words])
    return pa.StringArray.from_buffers(len(words), pa.py_buffer(offsets), data)


@cache
def _vocabulary() -> NDArray[np.void]:
    """Words of three characters, each of three bytes."""
    codes = 0x4E00 + _mixed(np.arange(3 * _VOCABULARY, dtype=np.uint64)) % np.uint64(2000)
    return np.frombuffer("".join(map(chr, codes.tolist())).encode(), dtype=np.dtype("V9"))


def _bands(words: Words) -> Numbers:
    """Bands as in `honbun.similar`, over pairs of words instead of n-grams."""
    grams = _mixed(words[:, :-1] * np.uint64(_VOCABULARY) + words[:, 1:])
    firsts = np.empty((len(words), _BANDS * _ROWS), dtype=np.uint64)
    factors = _mixed(np.arange(1, _BANDS * _ROWS + 1, dtype=np.uint64)) | np.uint64(1)
    for order, factor in enumerate(factors):
        ranks = grams * factor
        firsts[:, order] = (ranks ^ (ranks >> np.uint64(32))).min(axis=1)
    joined = _mixed(np.add(firsts[:, ::2], np.arange(_BANDS, dtype=np.uint64)))
    return _mixed(np.add(joined, firsts[:, 1::2])).view(np.int64)


def _mixed(words: Words) -> Words:
    """The bits of each word mixed (the finalizer of SplitMix64)."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
