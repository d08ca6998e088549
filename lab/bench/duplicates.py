"""Near-duplicates: which known pairs each tool finds, what else it finds, and how long it takes.

The other tools need text: they get the content that honbun extracts from each page alone, whose
time is reported separately. honbun gets the pages. Every tool has its own process, with some
warm-up pages. The other tools belong to the extra `peers`; those not installed are left out.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from honbun import HonbunError, Page, extract_page
from honbun.api import similar
from honbun.evaluation.report import table
from honbun.evaluation.similar import planted_pages, site_of
from honbun.evaluation.truth.pairs import TrueCollection, TruePair, read_pairs
from honbun.similar.model import Extent, Relation, SimilarOptions
from lab.bench.measure import apart
from lab.bench.pages import copies, pages

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Pairs = set[frozenset[str]]
    """By the URLs of the pages."""

# Tools that find duplicates by MinHash, and the pairs they find among texts.
#
# Texts are split into words, or characters in Japanese, and their 5-grams. datatrove runs with its
# defaults (14 buckets of 8 hashes) and clusters: two pages of one cluster count as a pair.
# datasketch gets the same 5-grams, and 128 permutations.

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|\w+")
_GRAM = 5
_PERMUTATIONS = 128


def datasketch(texts: Mapping[str, str], threshold: float) -> Pairs:
    """The pairs of its index at a threshold, by URL."""
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=threshold, num_perm=_PERMUTATIONS)
    pairs: Pairs = set()
    for url, text in texts.items():
        words = _words(text)
        grams = {" ".join(words[i : i + _GRAM]).encode() for i in range(len(words) - _GRAM + 1)}
        if grams:
            sketch = MinHash(num_perm=_PERMUTATIONS)
            sketch.update_batch(list(grams))
            pairs.update(frozenset((url, other)) for other in index.query(sketch))
            index.insert(url, sketch, check_duplication=False)
    return pairs


def datatrove(texts: Mapping[str, str]) -> Pairs:
    """The pairs of its clusters, by URL."""
    os.environ.update(LOGURU_LEVEL="ERROR", TQDM_DISABLE="1")  # read on import
    from datatrove.data import Document
    from datatrove.pipeline.dedup import (
        MinhashConfig,
        MinhashDedupBuckets,
        MinhashDedupCluster,
        MinhashDedupSignature,
    )
    from datatrove.utils.word_tokenizers import WordTokenizer

    class Words(WordTokenizer):  # type: ignore[misc]
        """Words as for the other tools; its own tokenizers need a language model."""

        def word_tokenize(self, text: str) -> list[str]:
            return _words(text)

        def sent_tokenize(self, text: str) -> list[str]:
            return [text]

        def span_tokenize(self, text: str) -> list[tuple[int, int]]:
            return [(0, len(text))]

    config = MinhashConfig()
    with tempfile.TemporaryDirectory() as folder:
        signatures, buckets, clusters = (f"{folder}/{name}" for name in "sbc")
        documents = (Document(text=text, id=url) for url, text in texts.items())
        MinhashDedupSignature(signatures, config, Words()).run(documents)
        for rank in range(config.num_buckets):
            MinhashDedupBuckets(signatures, buckets, config=config).run(
                rank=rank, world_size=config.num_buckets
            )
        MinhashDedupCluster(buckets, clusters, config, save_cluster_id=True).run()
        return _of_clusters(Path(clusters) / "000000.clusters", list(texts))


def _of_clusters(path: Path, urls: list[str]) -> Pairs:
    import numpy as np

    if not path.is_file():  # no pairs were found
        return set()
    clusters: dict[int, list[str]] = defaultdict(list)
    for document, cluster in np.fromfile(path, "<u4").reshape(-1, 2).tolist():
        clusters[cluster].append(urls[document])
    return {frozenset(pair) for pages in clusters.values() for pair in combinations(pages, 2)}


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


_WARM_UP = 20
"""Warm-up pages of a tool."""


class Documents(NamedTuple):
    """The input of tools: pages, or their texts, by URL."""

    pages: Sequence[Page]
    texts: Mapping[str, str]

    def first(self, count: int) -> Documents:
        return Documents(self.pages[:count], dict(list(self.texts.items())[:count]))


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that finds pairs of pages; it can be pickled."""

    name: str
    package: str
    find: Callable[[Documents], Pairs]
    reads_pages: bool = False
    """Otherwise the text must be extracted first."""


def _by_honbun(options: SimilarOptions, documents: Documents) -> Pairs:
    return {frozenset((pair.a, pair.b)) for pair in similar(documents.pages, options)}


def _by_datatrove(documents: Documents) -> Pairs:
    return datatrove(documents.texts)


def _by_datasketch(threshold: float, documents: Documents) -> Pairs:
    return datasketch(documents.texts, threshold)


TOOLS = (
    Tool("honbun", "honbun", partial(_by_honbun, SimilarOptions()), reads_pages=True),
    Tool(
        "honbun, unchanged sentences alone",
        "honbun",
        partial(_by_honbun, SimilarOptions(near=False)),
        reads_pages=True,
    ),
    Tool("datatrove, 14 × 8", "datatrove", _by_datatrove),
    *(
        Tool(f"datasketch, from {threshold} on", "datasketch", partial(_by_datasketch, threshold))
        for threshold in (0.8, 0.7, 0.5)
    ),
)


@dataclass(frozen=True, slots=True)
class Known:
    """Pages and the pairs among them that are known."""

    collection: TrueCollection
    is_false: Callable[[str, str], bool]
    """Whether a pair that is not listed is likely false."""

    def groups(self) -> dict[str, list[TruePair]]:
        """The known pairs by extent; reworded ones are separate."""
        pairs = self.collection.pairs
        groups = {
            extent.value: [one for one in pairs if one.extent is extent and not one.reworded]
            for extent in Extent
        }
        groups["reworded"] = [one for one in pairs if one.reworded]
        return {name: group for name, group in groups.items() if group}

    def false(self, pairs: Pairs) -> int:
        """The number of pairs that are likely false."""
        listed = {frozenset((one.a, one.b)) for one in self.collection.pairs}
        return sum(self.is_false(*pair) for pair in pairs - listed)


def planted(folder: Path) -> Known:
    """The pages of a folder with their truth, in the format of `honbun eval similar`."""
    collection = read_pairs(folder)
    plants = planted_pages(collection)
    return Known(collection, lambda a, b: _elsewhere(a, b) and not plants & {a, b})


def generated(count: int) -> Known:
    """Generated pages, some of which repeat an article with a changed paragraph."""
    pairs = [TruePair(old, new, Extent.IDENTICAL, Relation.COPY) for new, old in copies(count)]
    # Pages of one site mention each other's articles; those of two sites share nothing.
    return Known(TrueCollection(tuple(pages(count)), tuple(pairs)), _elsewhere)


def _elsewhere(a: str, b: str) -> bool:
    """Whether two pages are of two sites."""
    return site_of(a) != site_of(b)


def report(known: Known, tools: Sequence[Tool] = TOOLS) -> str:
    """A table with a row for each tool that is installed."""
    pages = known.collection.pages
    texts, text_seconds = apart(taken, pages)
    rows = []
    for tool in tools:
        try:
            pairs, seconds = apart(taking, tool, Documents(pages, texts))
        except ImportError as error:
            print(f"bench: {tool.name} is left out: {error}", file=sys.stderr)
            continue
        found = [
            f"{sum(frozenset((one.a, one.b)) in pairs for one in group)} of {len(group)}"
            for group in known.groups().values()
        ]
        false = f"{known.false(pairs):,} of {len(pairs):,}"
        milliseconds = [
            f"{1000 * spent / len(pages):.1f}"
            for spent in (seconds, 0.0 if tool.reads_pages else text_seconds)
        ]
        rows.append([tool.name, *found, false, *milliseconds])
    return table(["tool", *known.groups(), "likely false", "ms a page", "taking text"], rows)


def taken(pages: Sequence[Page]) -> tuple[dict[str, str], float]:
    """The content of each page by URL, and the CPU time."""
    for page in pages[:_WARM_UP]:
        _text(page)
    begin = process_time()
    texts = {page.url or page.source: _text(page) for page in pages}
    return texts, process_time() - begin


def taking(tool: Tool, documents: Documents) -> tuple[Pairs, float]:
    """The pairs that a tool finds, and its CPU time, in this process."""
    tool.find(documents.first(_WARM_UP))
    begin = process_time()
    pairs = tool.find(documents)
    return pairs, process_time() - begin


def _text(page: Page) -> str:
    try:
        return extract_page(page).text
    except HonbunError:
        return ""
