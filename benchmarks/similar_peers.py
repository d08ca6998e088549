"""Similar beside tools that find duplicates by MinHash: which of the known pairs each finds.

The peers are given the content that honbun takes from each page alone, and cut it into words, or
characters in Japanese. datatrove is run as it comes (5-grams, 14 buckets of 8 hashes) and clusters:
two pages of one cluster are taken as found. datasketch gets the same 5-grams.
"""

from __future__ import annotations

import os
import re
import tempfile
import time
from functools import partial
from typing import TYPE_CHECKING

from honbun import extract_page
from honbun.eval.similar_truth import read_similar
from honbun.eval.table import table
from honbun.pairs import similar
from honbun.relation.model import Extent, SimilarOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from honbun.eval.similar_truth import TrueCollection, TruePair

    Found = Callable[[str, str], bool]

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|\w+")
_GRAM = 5
_PERMUTATIONS = 128


def report(folder: Path) -> str:
    """A row for each tool."""
    truth = read_similar(folder)
    started = time.process_time()
    texts = [extract_page(page).text for page in truth.pages]
    extracting = time.process_time() - started
    urls = [page.url or "" for page in truth.pages]
    works: dict[str, Callable[[], Found]] = {
        "honbun, from HTML": partial(_honbun, truth, SimilarOptions()),
        "the same, unchanged sentences alone": partial(
            _honbun, truth, SimilarOptions(changed=False)
        ),
        "datatrove 14 × 8": partial(_datatrove, urls, texts),
        "datasketch, threshold 0.8": partial(_datasketch, urls, texts, 0.8),
        "datasketch, threshold 0.7": partial(_datasketch, urls, texts, 0.7),
        "datasketch, threshold 0.5": partial(_datasketch, urls, texts, 0.5),
    }
    rows = []
    for name, work in works.items():
        started = time.process_time()
        found = work()
        speed = len(texts) / (time.process_time() - started)
        rows.append((name, f"{speed:,.0f}", *_recalls(truth.pairs, found)))
    header = ("tool", "documents a second", *(f"{extent} found" for extent in Extent), "reworded")
    told = f"Taking the content: {len(texts) / extracting:,.0f} documents a second, not counted."
    return table(header, rows) + "\n\n" + told


def _recalls(pairs: Sequence[TruePair], found: Found) -> list[str]:
    groups = [[p for p in pairs if p.extent == e and not p.reworded] for e in Extent]
    groups.append([p for p in pairs if p.reworded])
    return [
        f"{sum(found(p.a, p.b) for p in group)} of {len(group)}" if group else ""
        for group in groups
    ]


def _honbun(truth: TrueCollection, options: SimilarOptions) -> Found:
    pairs = {frozenset((pair.a, pair.b)) for pair in similar(truth.pages, options)}
    return lambda a, b: frozenset((a, b)) in pairs


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _datasketch(urls: Sequence[str], texts: Sequence[str], threshold: float) -> Found:
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=threshold, num_perm=_PERMUTATIONS)
    pairs: set[frozenset[str]] = set()
    for url, text in zip(urls, texts):
        words = _words(text)
        grams = {" ".join(words[i : i + _GRAM]).encode() for i in range(len(words) - _GRAM + 1)}
        if grams:
            sketch = MinHash(num_perm=_PERMUTATIONS)
            sketch.update_batch(list(grams))
            pairs.update(frozenset((url, other)) for other in index.query(sketch))
            index.insert(url, sketch, check_duplication=False)
    return lambda a, b: frozenset((a, b)) in pairs


def _datatrove(urls: Sequence[str], texts: Sequence[str]) -> Found:
    os.environ.setdefault("LOGURU_LEVEL", "ERROR")
    from datatrove.data import Document
    from datatrove.pipeline.dedup import (
        MinhashConfig,
        MinhashDedupBuckets,
        MinhashDedupCluster,
        MinhashDedupSignature,
    )
    from datatrove.utils.word_tokenizers import WordTokenizer

    class Words(WordTokenizer):  # type: ignore[misc]
        """Words as the other tools get them: its own tokenizers want a model of a language."""

        def word_tokenize(self, text: str) -> list[str]:
            return _words(text)

        def sent_tokenize(self, text: str) -> list[str]:
            return [text]

        def span_tokenize(self, text: str) -> list[tuple[int, int]]:
            return [(0, len(text))]

    config = MinhashConfig()
    with tempfile.TemporaryDirectory() as folder:
        signatures, buckets, clusters = (f"{folder}/{name}" for name in "sbc")
        documents = (Document(text=text, id=url) for url, text in zip(urls, texts))
        MinhashDedupSignature(signatures, config, Words()).run(documents)
        for rank in range(config.num_buckets):
            MinhashDedupBuckets(signatures, buckets, config=config).run(
                rank=rank, world_size=config.num_buckets
            )
        MinhashDedupCluster(buckets, clusters, config, save_cluster_id=True).run()
        cluster = _clusters(f"{clusters}/000000.clusters", urls)
    return lambda a, b: a in cluster and cluster.get(a) == cluster.get(b)


def _clusters(path: str, urls: Sequence[str]) -> dict[str, int]:
    import numpy as np

    rows: Iterable[list[int]] = np.fromfile(path, "<u4").reshape(-1, 2).tolist()
    return {urls[document]: cluster for document, cluster in rows}
