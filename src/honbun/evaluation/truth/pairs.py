"""Pages that share text, with the known pairs among them.

A folder has `pages.jsonl.gz`, a line per page (`url`, `html`), and `truth.jsonl`, a line per known
pair (`a`, `b`, `extent`, `relation`, and `edited` if sentences were reworded). Other pairs may be
true as well: see `evaluation.similar.sort_unlisted`.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from honbun.errors import TruthError
from honbun.evaluation.truth import truth_errors
from honbun.page import Page
from honbun.similar.model import Extent, Relation

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_PAGES, _TRUTH = "pages.jsonl.gz", "truth.jsonl"


@dataclass(frozen=True, slots=True)
class TruePair:
    """Two pages that share text, and their relation."""

    a: str
    b: str
    extent: Extent
    relation: Relation
    reworded: bool = False
    """Whether the shared sentences were changed."""


@dataclass(frozen=True, slots=True)
class TrueCollection:
    """Pages, and the known pairs among them."""

    pages: tuple[Page, ...]
    pairs: tuple[TruePair, ...]
    origins: Mapping[str, frozenset[str]] | None = None
    """The URLs of the pages that each page was made from, by its URL; None if unknown."""


def read_pairs(folder: Path) -> TrueCollection:
    """The collection in a folder; raises TruthError if there is none."""
    missing = [name for name in (_PAGES, _TRUTH) if not (folder / name).is_file()]
    if missing:
        raise TruthError(
            f"{folder} has no {' and no '.join(missing)}: see docs/guide/evaluation.md"
        )
    with truth_errors(folder / _PAGES), gzip.open(folder / _PAGES) as lines:
        rows = [orjson.loads(line) for line in lines]
        pages = tuple(Page(row["html"], row["url"], source=row["url"]) for row in rows)
    with truth_errors(folder / _TRUTH):
        pairs = tuple(map(_pair, (folder / _TRUTH).read_bytes().splitlines()))
    if not pairs:
        raise TruthError(f"{folder / _TRUTH} lists no pair")
    known = {page.url for page in pages}
    if unknown := {url for pair in pairs for url in (pair.a, pair.b)} - known:
        raise TruthError(f"{folder / _TRUTH} names a page that is not there: {min(unknown)}")
    return TrueCollection(pages, pairs)


def _pair(line: bytes) -> TruePair:
    row = orjson.loads(line)
    extent, relation = Extent(row["extent"]), Relation(row["relation"])
    return TruePair(row["a"], row["b"], extent, relation, bool(row.get("edited")))
