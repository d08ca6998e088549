"""Memory: pages of each site that are kept between runs, as evidence for new ones.

A memory stores the layouts of some pages of each site, with their first scores. New pages of the
site are compared with them and with each other. The file is `honbun.stores.site_memory`.
"""

from __future__ import annotations

import pickle
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from honbun._core.layout import PageLayout
from honbun.content.evidence import Candidate
from honbun.runner.spool import Spool

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.content.duplicates import Duplicates
    from honbun.content.evidence import Pool
    from honbun.content.scoring import Floats

_REDESIGN = 3
"""New pages, none of which resembles a stored one, that show that a site was redesigned."""


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A page in the memory."""

    url: str
    layout: bytes
    scores: bytes
    """The first score of each segment, 255 for 1."""


@dataclass(frozen=True, slots=True)
class SiteUpdate:
    """What a run changes in the memory about one site."""

    site: str
    pages: Sequence[StoredPage]
    """The pages to keep, instead of those that were stored."""
    seen: int
    """Pages of the site in this run."""
    redesigned: bool
    """Whether the stored pages no longer resemble the site."""


class MemoryStore(Protocol):
    """A memory on disk."""

    def pages(self, site: str) -> list[StoredPage]: ...
    def save(self, updates: Iterable[SiteUpdate]) -> None: ...


class Recollection:
    """A memory during one run."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._updates = Spool()

    def pages(self, site: str, duplicates: Duplicates) -> list[tuple[Candidate, Floats]]:
        """The stored pages of a site, with their scores; damaged ones are left out."""
        found = []
        for page in self._store.pages(site):
            with suppress(ValueError):
                found.append(_unpack(page, duplicates.of(page.url)))
        return found

    def learn(self, site: str, pool: Pool, seen: int) -> None:
        """Keep the pages of a pool; the stored ones of a redesigned site are dropped.

        `seen` is the number of the site's pages in this run.
        """
        redesigned = _is_redesigned(pool)
        kept = [
            _pack(pool.candidates[number], pool.scores[number])
            for number in pool.members()
            if number in pool.scores and not (redesigned and number >= pool.new)
        ]
        self._updates.append(pickle.dumps(SiteUpdate(site, kept, seen, redesigned)))

    def save(self) -> None:
        """Store what the run has learnt."""
        every = range(len(self._updates))
        self._store.save(pickle.loads(self._updates[number]) for number in every)


def _is_redesigned(pool: Pool) -> bool:
    """Whether there are stored pages, and none of several new ones resembles one of them."""
    stored = (1 << len(pool.candidates)) - (1 << pool.new)
    new = [page.layout for page in pool.candidates[: pool.new]]
    if not stored or len(new) < _REDESIGN:
        return False
    return not any(pool.site.comparable(layout, stored)[1] for layout in new)


def _pack(page: Candidate, scores: Floats) -> StoredPage:
    return StoredPage(page.url, page.layout.data, np.rint(scores * 255).astype(np.uint8).tobytes())


def _unpack(page: StoredPage, duplicates: str | None) -> tuple[Candidate, Floats]:
    layout = PageLayout(page.layout)
    scores: Floats = np.frombuffer(page.scores, dtype=np.uint8).astype(np.float32) / np.float32(255)
    if len(scores) != layout.rows:
        raise ValueError(f"{page.url}: {len(scores)} scores of {layout.rows} segments")
    return Candidate(page.url, layout, duplicates), scores
