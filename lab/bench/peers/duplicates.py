"""Near-duplicates: which known pairs each tool finds, what else it finds, and how long it takes.

The other tools need text: they get the content that honbun extracts from each page alone, whose
time is reported separately. honbun gets the pages. Every turn has its own process, with some
warm-up pages; tools alternate over several rounds.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import combinations
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from honbun import HonbunError, Page, extract_page
from honbun.api import similar
from honbun.similar.model import SimilarOptions
from lab.bench.measure import apart
from lab.bench.peers.race import hush
from lab.bench.peers.tables import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lab.bench.peers.data import Known, Pairs

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


HONBUN = "honbun"

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

    def installed(self) -> bool:
        """Whether the library can be imported."""
        try:
            import_module(self.package)
        except ImportError:
            return False
        return True


class Turn(NamedTuple):
    """The pairs that a tool found, and its CPU time."""

    pairs: Pairs
    seconds: float


def _by_honbun(options: SimilarOptions, documents: Documents) -> Pairs:
    return {frozenset((pair.a, pair.b)) for pair in similar(documents.pages, options)}


def _by_datatrove(documents: Documents) -> Pairs:
    return datatrove(documents.texts)


def _by_datasketch(threshold: float, documents: Documents) -> Pairs:
    return datasketch(documents.texts, threshold)


TOOLS = (
    Tool(HONBUN, "honbun", partial(_by_honbun, SimilarOptions()), reads_pages=True),
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


def measured(
    known: Known,
    tools: Sequence[Tool],
    rounds: int,
    lanes: int,
    version: Callable[[str], str],
    say: Callable[[str], None],
) -> list[Row]:
    """A row for each tool."""
    pages = known.collection.pages
    say(f"{known.name}: taking the text of {len(pages):,} pages")
    texts, seconds = apart(taken, pages, initializer=hush)
    documents = Documents(pages, texts)
    turns: dict[str, list[Turn]] = {tool.name: [] for tool in tools}

    def turn(tool: Tool) -> tuple[str, Turn] | None:
        say(f"{known.name}: {tool.name}")
        try:
            return tool.name, apart(taking, tool, documents, initializer=hush)
        except Exception as error:
            say(f"{known.name}: {tool.name} is left out: {error!r}")
            return None

    order = [tool for first in range(rounds) for tool in (*tools[first:], *tools[:first])]
    with ThreadPoolExecutor(lanes) as lane:
        for name, done in filter(None, lane.map(turn, order)):
            turns[name].append(done)
    return [
        _row(known, tool, turns[tool.name], 0.0 if tool.reads_pages else seconds, version)
        for tool in tools
        if turns[tool.name]
    ]


def _row(
    known: Known,
    tool: Tool,
    turns: Sequence[Turn],
    text_seconds: float,
    version: Callable[[str], str],
) -> Row:
    pages, pairs = len(known.collection.pages), turns[0].pairs
    return Row(
        run=known.name,
        name=tool.name,
        version=version(tool.package),
        pages=pages,
        figures={
            name: (sum(frozenset((one.a, one.b)) in pairs for one in group), len(group))
            for name, group in known.groups().items()
        },
        milliseconds=1000 * median(turn.seconds for turn in turns) / pages,
        notes={"likely false": f"{known.false(pairs):,} of {len(pairs):,}"},
        text_milliseconds=1000 * text_seconds / pages,
    )


def taken(pages: Sequence[Page]) -> tuple[dict[str, str], float]:
    """The content of each page by URL, and the CPU time."""
    for page in pages[:_WARM_UP]:
        _text(page)
    begin = process_time()
    texts = {page.url or page.source: _text(page) for page in pages}
    return texts, process_time() - begin


def taking(tool: Tool, documents: Documents) -> Turn:
    """A tool's turn, in this process."""
    tool.find(documents.first(_WARM_UP))
    begin = process_time()
    pairs = tool.find(documents)
    return Turn(pairs, process_time() - begin)


def _text(page: Page) -> str:
    try:
        return extract_page(page).text
    except HonbunError:
        return ""
