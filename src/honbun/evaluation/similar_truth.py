"""Pages that share text, with what they are known to be to each other.

A folder holds `pages.jsonl.gz`, a line for each page (`url`, `html`), and `truth.jsonl`, a line for
each known pair (`a`, `b`, `extent`, `relation`, and `edited` where sentences were reworded). Other
pairs may be true as well: what is known of a pair that is not listed is told in `unlisted`.
"""

from __future__ import annotations

import gzip
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from honbun.errors import TruthError
from honbun.page import Page
from honbun.similar.model import Extent, Relation

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_PAGES, _TRUTH = "pages.jsonl.gz", "truth.jsonl"


@dataclass(frozen=True, slots=True)
class TruePair:
    """Two pages that share text, and what they are to each other."""

    a: str
    b: str
    extent: Extent
    relation: Relation
    reworded: bool = False
    """The sentences of the one are those of the other with changes."""


@dataclass(frozen=True, slots=True)
class TrueCollection:
    """Pages, and the pairs among them that are known."""

    pages: tuple[Page, ...]
    pairs: tuple[TruePair, ...]
    origins: Mapping[str, frozenset[str]] | None = None
    """What each page was made from, by URLs, its own for a real one; None where nobody knows."""


def read_similar(folder: Path) -> TrueCollection:
    """The collection of a folder; raises TruthError where it has none."""
    missing = [name for name in (_PAGES, _TRUTH) if not (folder / name).is_file()]
    if missing:
        raise TruthError(f"{folder} has no {' and no '.join(missing)}: see docs/evaluation.md")
    pages, pairs = _pages(folder / _PAGES), _pairs(folder / _TRUTH)
    if not pairs:
        raise TruthError(f"{folder / _TRUTH} lists no pair")
    known = {page.url for page in pages}
    for pair in pairs:
        for url in (pair.a, pair.b):
            if url not in known:
                raise TruthError(f"{folder / _TRUTH} names a page that is not there: {url}")
    return TrueCollection(pages, pairs)


def _pages(path: Path) -> tuple[Page, ...]:
    try:
        with gzip.open(path) as lines:
            rows = [orjson.loads(line) for line in lines]
        return tuple(Page(row["html"], row["url"], source=row["url"]) for row in rows)
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError) as error:
        raise TruthError(f"{path} cannot be read as pages: {error!r}") from error


def _pairs(path: Path) -> tuple[TruePair, ...]:
    try:
        return tuple(map(_pair, path.read_bytes().splitlines()))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TruthError(f"{path} cannot be read as pairs: {error!r}") from error


def _pair(line: bytes) -> TruePair:
    row = orjson.loads(line)
    extent, relation = Extent(row["extent"]), Relation(row["relation"])
    return TruePair(row["a"], row["b"], extent, relation, bool(row.get("edited")))
