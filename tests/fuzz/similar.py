"""Bytes become a page, its long sentences, and pairs in every format."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from honbun.api import similar
from honbun.content.pipeline import content_nodes
from honbun.outputs import Result, format_names, render
from honbun.papers.similar_003.rows import PaperReader
from honbun.runner.run import Run
from honbun.similar.clusters import clusters
from honbun.similar.drop_list import drops
from honbun.similar.model import Extent, Pair, Relation, Shared, SimilarOptions
from honbun.similar.reading import PageRow, Reader
from honbun.similar.results import Tally
from tests.fuzz import readback
from tests.fuzz.packages import page, pages
from tests.fuzz.target import check_failure, refusing


def reading(data: bytes) -> None:
    """The row of a page for comparison, and a pair built from it."""
    readers = (
        Reader(SimilarOptions(min_length=3), content_nodes),
        PaperReader(SimilarOptions(faithful=True, min_length=3)),
    )
    for reader in readers:
        with refusing():
            read = reader.read(page(data))
            for text in readback.strings(asdict(read)):
                text.encode()
            check([_pair(read)])


def whole(data: bytes) -> None:
    """Pairs among pages that share a template, computed by the engine."""
    check(
        list(similar(pages(data), SimilarOptions(min_length=5), run=Run(on_failure=check_failure)))
    )


def _pair(read: PageRow) -> Pair:
    """A pair as it would be found if another page had the same sentences."""
    texts = [one.text for one in read.sentences[:5]]
    shared = tuple(Shared(text, text[::-1]) for text in texts)
    return Pair(
        a=read.url,
        b=read.source,
        overlap=0.5,
        containment=1.0,
        overlap_all=0.5,
        url_similarity=0.0,
        linked=None,
        extent=Extent.IDENTICAL,
        relation=Relation.MIRROR,
        because=tuple(texts[:1]),
        direction=None,
        shared=shared,
        date_a=read.date,
    )


def check(found: list[Pair]) -> None:
    """Pairs and the results derived from them, in every format."""
    tally = Tally()
    pairs = list(tally.counted(found))
    results: dict[Result, list[Any]] = {
        "pairs": pairs,
        "clusters": list(clusters(pairs)),
        "drop-list": list(drops(pairs)),
        "counts": list(tally.counts()),
    }
    for result, items in results.items():
        rows = {
            name: readback.READ[name](render(result, name, items)) for name in format_names(result)
        }
        assert len(rows["jsonl"]) == len(rows["csv"]) == len(rows["parquet"]) == len(items)
