"""The papers' choice: a block that no other page has is content."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun.content.duplicates import NO_DUPLICATES
from honbun.content.explain import ALL_REPEATED, ONLY_PAGE, nothing_to_read
from honbun.content.judge import Judgement
from honbun.content.model import BlockDecision, Role
from honbun.content.pipeline import STEP, assemble
from honbun.content.record import pack_rows, parse_page, unpack_rows
from honbun.metadata.choose import choose_metadata
from honbun.papers.content_000.compare import check_extra, repeated
from honbun.papers.content_000.vectors import VectorTable, vectorise
from honbun.runner.pages import Step, map_pages
from honbun.runner.spool import Spool

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.content.duplicates import Duplicates
    from honbun.content.model import Content, ContentOptions
    from honbun.content.record import PageFacts, PageRows
    from honbun.page import Page
    from honbun.papers.content_000.vectors import Vectors
    from honbun.runner.run import Run

_REPEATED = "another page has the same block"
_UNIQUE = "no other page has it"


def extract(
    pages: Iterable[Page], options: ContentOptions, run: Run, duplicates: Duplicates = NO_DUPLICATES
) -> Iterator[Content]:
    """Extract all pages by the papers' method, in input order."""
    check_extra()  # not after hours of reading
    every: list[PageFacts] = []
    table = VectorTable()
    with Spool() as spool:
        for facts, rows, vectors in map_pages(Step(_read, options, STEP), pages, run):
            every.append(facts)
            spool.append(rows)
            table.add(vectors)
        same = first_of_same((facts.url for facts in every), duplicates)
        others = repeated(table, options.threshold, same).others
        ends = np.cumsum(table.blocks_per_page)
        for number, facts in enumerate(every):
            counts = others[ends[number - 1] if number else 0 : ends[number]].tolist()
            unpacked = unpack_rows(spool[number])
            judgement = judge(facts, unpacked, counts, compared=len(set(same)) - 1, options=options)
            yield assemble(facts, unpacked, judgement, options)


def _read(page: Page, options: ContentOptions) -> tuple[PageFacts, bytes, Vectors]:
    parsed = parse_page(page)
    rows = pack_rows(parsed)
    return parsed.facts, rows, vectorise(parsed.blocks)


def first_of_same(urls: Iterable[str], duplicates: Duplicates) -> list[int]:
    """For each page the first of its duplicates; for most pages, the page itself."""
    first: dict[str, int] = {}
    return [
        number if group is None else first.setdefault(group, number)
        for number, group in enumerate(map(duplicates.of, urls))
    ]


def judge(
    facts: PageFacts,
    rows: PageRows,
    others: Sequence[int],
    *,
    compared: int,
    options: ContentOptions,
) -> Judgement:
    """The decision about a page, given how many other pages have each of its blocks."""
    kept = [row for row, block in enumerate(rows.block) if not others[block]]
    title = facts.title if facts.title in kept else None
    roles = {row: Role.TITLE if row == title else Role.BODY for row in kept}
    note = nothing_to_read(facts, rows)
    if note is None and not kept:
        note = ALL_REPEATED
    if note is None and not compared:
        note = ONLY_PAGE
    return Judgement(
        roles=roles,
        pictures=tuple(block for block, _ in rows.pictures if not others[block]),
        metadata=choose_metadata(
            facts.declared,
            facts.candidates,
            facts.url,
            title=None if title is None else rows.text[title],
            title_block=None if title is None else rows.block[title],
            content=sorted({rows.block[row] for row in kept if row != title}),
            order=None,
        ),
        kind="article" if kept else "nothing",
        confidence=0.0,  # the papers' method has none
        compared=compared,
        note=note,
        explanation=_explain(rows, roles, others) if options.explain else (),
    )


def _explain(
    rows: PageRows, roles: dict[int, Role], others: Sequence[int]
) -> tuple[BlockDecision, ...]:
    return tuple(
        BlockDecision(
            xpath=rows.xpath(block),
            text=text,
            content=row in roles,
            role=roles.get(row),
            score=float(row in roles),
            others=others[block],
            pages=(),
            why=(_UNIQUE if row in roles else _REPEATED,),
        )
        for row, (block, text) in enumerate(zip(rows.block, rows.text))
    )
