"""The papers' choice: a block that no other page has is content."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from honbun.content.collection import Collection
from honbun.content.decisions import Decisions, Evidence, packed
from honbun.content.duplicates import NO_DUPLICATES
from honbun.content.explain import ALL_REPEATED, ONLY_PAGE, Reason, nothing_to_read
from honbun.content.pipeline import STEP, contents
from honbun.content.record import parse_page, record_of
from honbun.papers.content_000.compare import repeated
from honbun.papers.content_000.vectors import Vectors, ranges, vectorise
from honbun.runner.pages import Step, map_pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from honbun.content.duplicates import Duplicates
    from honbun.content.measure.outline import Outline
    from honbun.content.model import Content, ContentOptions
    from honbun.content.record import PageRecord
    from honbun.page import Page
    from honbun.runner.run import Run


def extract(
    pages: Iterable[Page], options: ContentOptions, run: Run, duplicates: Duplicates = NO_DUPLICATES
) -> Iterator[Content]:
    """Extract all pages by the papers' method, in input order."""
    with read_collection(pages, options, run, duplicates) as (collection, vectors):
        yield from contents(collection, decisions(collection, vectors, options))


@contextmanager
def read_collection(
    pages: Iterable[Page],
    options: ContentOptions,
    run: Run,
    duplicates: Duplicates = NO_DUPLICATES,
) -> Iterator[tuple[Collection, VectorTable]]:
    """Decode, parse and measure all pages."""
    with Collection(duplicates) as collection:
        table = VectorTable()
        step = Step(_read, options, STEP)
        for record, vectors in map_pages(step, pages, run):
            collection.add(record)
            table.add(vectors)
        yield collection, table


def _read(page: Page, options: ContentOptions) -> tuple[PageRecord, Vectors]:
    parsed = parse_page(page)
    return record_of(parsed, options), vectorise(parsed.blocks)


def decisions(
    collection: Collection, vectors: VectorTable, options: ContentOptions
) -> Iterator[tuple[int, Decisions]]:
    """The decisions about every page, with its number, in order."""
    same = _same(collection)
    others = repeated(vectors, options.threshold, same).others
    ends = np.cumsum(vectors.blocks_per_page)
    for number, page in enumerate(collection.pages):
        outline = collection.outline(number)
        counts = others[ends[number - 1] if number else 0 : ends[number]].tolist()
        kept = [shown and not count for shown, count in zip(outline.shown, counts)]
        note = nothing_to_read(outline, page.framed)
        if note is None and not any(t for t, keep in zip(outline.text, kept) if keep):
            note = ALL_REPEATED
        if note is None and not any(same):
            note = ONLY_PAGE
        yield (
            number,
            Decisions(
                reasons=packed(Reason.UNIQUE if keep else Reason.REPEATED for keep in kept),
                evidence=_evidence(outline, counts) if options.explain else None,
                title=None,
                date=None,
                method="collection",
                note=note,
                order=None,
            ),
        )


def _same(collection: Collection) -> list[int]:
    """For each page the first of its duplicates; for most pages, the page itself."""
    first: dict[str, int] = {}
    groups = (collection.duplicates.of(page.url) for page in collection.pages)
    return [
        number if group is None else first.setdefault(group, number)
        for number, group in enumerate(groups)
    ]


def _evidence(outline: Outline, counts: Sequence[int]) -> list[Evidence]:
    return [Evidence(count, (), None) for count, shown in zip(counts, outline.shown) if shown]


_PENDING = 1 << 20
"""Blocks that may wait to be merged: a page's menu is then held once, not once per page."""


class VectorTable:
    """The vectors of all pages, each distinct vector once."""

    def __init__(self) -> None:
        self._identity: list[NDArray[np.uint64]] = []
        self._merged: list[Vectors] = []
        self._pending = 0

    def add(self, page: Vectors) -> None:
        """Take in the next page's blocks."""
        self._identity.append(page.identity)
        self._merged.append(page)
        self._pending += len(page)
        # Merging sorts all that is held, so it waits until as much again has come.
        if self._pending > max(_PENDING, len(self._merged[0])):
            self._merged = [_distinct(self._merged)]
            self._pending = 0

    @property
    def blocks_per_page(self) -> NDArray[np.int64]:
        return np.array([len(identity) for identity in self._identity], dtype=np.int64)

    def vectors(self) -> Vectors:
        """Each different vector once, ordered by identity."""
        self._merged = [_distinct(self._merged)]
        self._pending = 0
        return self._merged[0]

    def identities(self) -> NDArray[np.uint64]:
        """The identity of every block of every page."""
        return np.concatenate([np.zeros(0, dtype=np.uint64), *self._identity])


def _distinct(parts: Sequence[Vectors]) -> Vectors:
    identity = np.concatenate([np.zeros(0, dtype=np.uint64), *(part.identity for part in parts)])
    lengths = np.concatenate([np.zeros(0, dtype=np.int64), *(np.diff(p.offset) for p in parts)])
    feature = np.concatenate([np.zeros(0, dtype=np.uint64), *(part.feature for part in parts)])
    starts = np.cumsum(lengths) - lengths
    identity, first = np.unique(identity, return_index=True)
    lengths = lengths[first]
    offset = np.append(0, np.cumsum(lengths))
    return Vectors(feature[ranges(starts[first], lengths)], offset, identity)
