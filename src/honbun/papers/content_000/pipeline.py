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
from honbun.papers.content_000.compare import check_extra, repeated
from honbun.papers.content_000.vectors import VectorTable, vectorise
from honbun.runner.pages import Step, map_pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.content.duplicates import Duplicates
    from honbun.content.measure.outline import Outline
    from honbun.content.model import Content, ContentOptions
    from honbun.content.record import PageRecord
    from honbun.page import Page
    from honbun.papers.content_000.vectors import Vectors
    from honbun.runner.run import Run


def extract(
    pages: Iterable[Page], options: ContentOptions, run: Run, duplicates: Duplicates = NO_DUPLICATES
) -> Iterator[Content]:
    """Extract all pages by the papers' method, in input order."""
    check_extra()  # not after hours of reading
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
