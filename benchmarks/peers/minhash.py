"""Tools that find duplicates by MinHash, asked for the pairs they find among some texts.

Texts are cut into words, or characters in Japanese, and 5-grams of them. datatrove is run as it
comes (14 buckets of 8 hashes) and clusters: two pages of one cluster are taken as found. datasketch
gets the same 5-grams, and 128 permutations.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    Pairs = set[frozenset[str]]

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|\w+")
_GRAM = 5
_PERMUTATIONS = 128


def datasketch(texts: Mapping[str, str], threshold: float) -> Pairs:
    """The pairs that come out of its index at a threshold, by URL."""
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
    os.environ.update(LOGURU_LEVEL="ERROR", TQDM_DISABLE="1")  # it reads them when imported
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

    if not path.is_file():  # it has found none
        return set()
    clusters: dict[int, list[str]] = defaultdict(list)
    for document, cluster in np.fromfile(path, "<u4").reshape(-1, 2).tolist():
        clusters[cluster].append(urls[document])
    return {frozenset(pair) for pages in clusters.values() for pair in combinations(pages, 2)}


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
