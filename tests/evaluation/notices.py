"""A few pages that share text, and their relations."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import orjson

from honbun.evaluation.truth.pairs import TrueCollection, TruePair
from honbun.page import Page
from honbun.similar.model import Extent, Linked, Pair, Relation

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TOWN = [f"http://town.example/{name}" for name in ("boats", "wells", "roads", "bells", "mills")]
ARCHIVE = "http://town.example/2019/"
MIRROR = "http://old.town.example/boats"
THIEF = "http://thief.example/x"
QUOTER = "http://quoter.example/y"
LIAR = "http://liar.example/z"
PORT = [f"http://port.example/{name}" for name in ("ships", "ropes", "sails", "masts")]

PAIRS = (
    TruePair(TOWN[0], MIRROR, Extent.IDENTICAL, Relation.MIRROR),
    TruePair(ARCHIVE, TOWN[1], Extent.CONTAINED, Relation.ARCHIVE),
    TruePair(ARCHIVE, TOWN[2], Extent.CONTAINED, Relation.ARCHIVE),
    TruePair(QUOTER, TOWN[3], Extent.PARTIAL, Relation.CITATION),
    TruePair(THIEF, TOWN[4], Extent.PARTIAL, Relation.PLAGIARISM),
    TruePair(LIAR, PORT[0], Extent.PARTIAL, Relation.PLAGIARISM, reworded=True),
)
URLS = (*TOWN, ARCHIVE, MIRROR, THIEF, QUOTER, LIAR, *PORT)
COLLECTION = TrueCollection(tuple(Page("", url, source=url) for url in URLS), PAIRS)


def pair(
    a: str,
    b: str,
    extent: Extent = Extent.PARTIAL,
    relation: Relation = Relation.PLAGIARISM,
    *,
    overlap: float = 0.1,
    containment: float = 0.2,
    url_similarity: float = 0.0,
    linked: Linked | None = None,
) -> Pair:
    """A pair as a method finds it."""
    return Pair(
        a=a,
        b=b,
        overlap=overlap,
        containment=containment,
        overlap_all=overlap,
        url_similarity=url_similarity,
        linked=linked,
        extent=extent,
        relation=relation,
        because=("it was said",),
        direction=None,
        shared=(),
    )


def as_known(true: TruePair) -> Pair:
    """The result of a method without errors."""
    return pair(true.a, true.b, true.extent, true.relation)


def write(folder: Path, pages: Sequence[Page], pairs: Sequence[TruePair]) -> Path:
    """Write pages and pairs as a folder that evaluation reads."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [orjson.dumps({"url": page.url, "html": page.html}) for page in pages]
    (folder / "pages.jsonl.gz").write_bytes(gzip.compress(b"\n".join(rows)))
    lines = [
        orjson.dumps(
            {
                "a": true.a,
                "b": true.b,
                "extent": true.extent,
                "relation": true.relation,
                "edited": true.reworded,
            }
        )
        for true in pairs
    ]
    (folder / "truth.jsonl").write_bytes(b"\n".join(lines))
    return folder
