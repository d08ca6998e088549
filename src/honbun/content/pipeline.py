"""Main content of pages: of a collection (`extract`), or of a page alone (`extract_page`).

1. `read_record` decodes, parses and measures every page in worker processes (`record.py`).
2. `score_site` compares the pages of each site and scores their segments (`collection.py`).
3. `draft` chooses a page's text, title, date and authors (`judge.py`); the pages of the site vote
   on the places of these (`slots.py`).
4. `judge` decides what is kept and in which role.

A page alone is a collection of one page: the same model with nothing to compare.
"""

from __future__ import annotations

import pickle
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

from honbun import __version__
from honbun.content import scoring
from honbun.content.collection import Collection, report_errors, score_alone, score_site
from honbun.content.duplicates import NO_DUPLICATES
from honbun.content.judge import draft, judge
from honbun.content.memory import Recollection
from honbun.content.model import Block, Content, ContentOptions, Role
from honbun.content.record import check_depth, divide, parse_page, read_record
from honbun.content.site_record import SiteRecord
from honbun.content.slots import NO_SLOTS, elect
from honbun.document.build import build
from honbun.document.flow import NO_ROW
from honbun.runner.pages import Step, map_pages
from honbun.runner.resume import digest
from honbun.runner.spool import Spool

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence

    from honbun.content.duplicates import Duplicates
    from honbun.content.evidence import Pool
    from honbun.content.judge import Judgement
    from honbun.content.memory import MemoryStore
    from honbun.content.record import PageFacts, PageRecord, PageRows
    from honbun.content.scoring import Model
    from honbun.document.model import Document, DocumentOptions
    from honbun.errors import Failure
    from honbun.html.blocks import Blocks
    from honbun.metadata.declared import DeclaredMetadata
    from honbun.page import Page
    from honbun.runner.run import Run

    _Kept = tuple[int, int, int, Role]
    """Where in the text of the page a segment or a picture is, its row, block and role."""

STEP = "extract"
"""What failures report as not done."""


def extract(
    pages: Iterable[Page],
    options: ContentOptions,
    run: Run,
    *,
    duplicates: Duplicates = NO_DUPLICATES,
    memory: MemoryStore | None = None,
    update_memory: bool = True,
    model: Model | None = None,
) -> Iterator[Content]:
    """Extract all pages as one collection, in input order.

    Nothing is yielded before the last page has been read. The memory is updated after the last
    result was taken, so that a run that is interrupted and repeated does not learn twice.
    """
    with read_collection(pages, options, run, duplicates, model) as collection, Spool() as judged:
        place: dict[int, int] = {}
        known = Recollection(memory) if memory is not None else None
        for site, numbers in collection.sites().items():
            for number, judgement in _judge_or_resume(
                collection, site, numbers, options, run, known
            ):
                place[number] = len(place)
                judged.append(pickle.dumps(judgement))
        for number in sorted(place):
            judgement = pickle.loads(judged[place[number]])
            yield assemble(collection.facts(number), collection.rows(number), judgement, options)
        if known is not None and update_memory:
            known.save()


@contextmanager
def read_collection(
    pages: Iterable[Page],
    options: ContentOptions,
    run: Run,
    duplicates: Duplicates = NO_DUPLICATES,
    model: Model | None = None,
) -> Iterator[Collection]:
    """Decode, parse and measure all pages."""
    with Collection(duplicates, model) as collection:
        for record in map_pages(Step(RecordReader(model), options, STEP), pages, run):
            collection.add(record)
        yield collection


def _judge_or_resume(
    collection: Collection,
    site: str,
    numbers: Sequence[int],
    options: ContentOptions,
    run: Run,
    known: Recollection | None,
) -> Iterator[tuple[int, Judgement]]:
    """Judge the pages of a site, or take the decisions of an earlier run with the same pages."""
    if run.journal is None or known is not None:
        yield from judge_site(collection, site, numbers, options, run.on_failure, known)
        return
    key = digest(__version__, "judge", options, collection.digest(numbers))
    if (stored := run.journal.get(key)) is not None:
        yield from zip(numbers, pickle.loads(stored))
        return
    found = dict(judge_site(collection, site, numbers, options, run.on_failure))
    if len(found) == len(numbers):  # a resumed run reports failures again
        # In the order of the site's pages: a run with more pages numbers them differently.
        run.journal.put(key, pickle.dumps([found[number] for number in numbers]))
    yield from found.items()


def judge_site(
    collection: Collection,
    site: str,
    numbers: Sequence[int],
    options: ContentOptions,
    on_failure: Callable[[Failure], None],
    known: Recollection | None = None,
) -> Iterator[tuple[int, Judgement]]:
    """Decide about the pages of one site, by number; the first page has the site's record."""
    stored = known.pages(site, collection.duplicates) if known else ()
    record = SiteRecord() if options.site_record else None
    first: tuple[int, Judgement] | None = None
    pools: list[Pool] = []
    slots = NO_SLOTS
    with report_errors(collection, numbers, on_failure):
        for scored in score_site(collection, numbers, stored):
            pages = [(collection.facts(one.number), collection.rows(one.number)) for one in scored]
            drafts = [draft(*page, one, options) for page, one in zip(pages, scored)]
            if scored[0].pool is not None and scored[0].pool not in pools:
                pools.append(scored[0].pool)
                slots = elect([one.ballot(rows) for one, (_, rows) in zip(drafts, pages)])
            for one, page, drafted in zip(scored, pages, drafts):
                found = judge(*page, drafted, slots, model=collection.model, options=options)
                if record is None:
                    yield one.number, found
                    continue
                record.add(page[1], found.roles)
                if first is not None:
                    yield max(first, (one.number, found), key=itemgetter(0))
                first = min(first or (one.number, found), (one.number, found), key=itemgetter(0))
    if record is not None and first is not None:
        yield first[0], replace(first[1], site_record=record.texts())
    if known and pools:
        known.learn(site, pools[0], len(numbers))


def extract_alone(
    pages: Iterable[Page], options: ContentOptions, run: Run, model: Model | None = None
) -> Iterator[Content]:
    """Extract each page without looking at the others, as soon as it is read."""
    return map_pages(Step(PageExtractor(model), options, STEP), pages, run)


def extract_page(page: Page, options: ContentOptions, model: Model | None = None) -> Content:
    """Extract one page; `model` replaces the default model for measurements."""
    parsed = parse_page(page, options.keep, options.drop)
    model = model or scoring.shipped()
    rows = parsed.rows
    check_depth(rows, parsed.blocks)
    drafted = draft(parsed.facts, rows, score_alone(parsed, model), options)
    judgement = judge(parsed.facts, rows, drafted, model=model, options=options)
    return assemble(parsed.facts, rows, judgement, options)


def content_nodes(blocks: Blocks, declared: DeclaredMetadata, url: str) -> frozenset[int]:
    """The elements of a page that are content blocks, judged alone."""
    parsed = divide(blocks, declared, url)
    model, options = scoring.shipped(), ContentOptions()
    rows = parsed.rows
    drafted = draft(parsed.facts, rows, score_alone(parsed, model), options)
    found = judge(parsed.facts, rows, drafted, model=model, options=options)
    kept = {*found.pictures, *(rows.block[row] for row in found.roles)}
    return frozenset(blocks.node[block] for block in kept)


@dataclass(frozen=True, slots=True)
class RecordReader:
    """Reads records with a model; an object, so that worker processes can receive it."""

    model: Model | None

    def __call__(self, page: Page, options: ContentOptions) -> PageRecord:
        return read_record(page, options, self.model or scoring.shipped())


@dataclass(frozen=True, slots=True)
class PageExtractor:
    """Extracts pages alone with a model."""

    model: Model | None

    def __call__(self, page: Page, options: ContentOptions) -> Content:
        # A list of results that build their documents later would hold all pages.
        return extract_page(page, options, self.model).with_document()


def assemble(
    facts: PageFacts, rows: PageRows, judgement: Judgement, options: ContentOptions
) -> Content:
    """Build the Content of a page from the decisions about its segments."""
    metadata = judgement.metadata
    kept = _kept(rows, judgement, options.wanted_roles)
    blocks = [
        Block(rows.xpath(block), role, rows.text[row] if row != NO_ROW else "")
        for _, row, block, role in kept
    ]
    return Content(
        url=facts.url,
        source=facts.source,
        title=metadata.title,
        authors=metadata.authors,
        date=metadata.date,
        site=metadata.site,
        declared_language=metadata.language,
        description=metadata.description,
        tags=metadata.tags,
        canonical=metadata.canonical,
        image=metadata.image,
        encoding=facts.encoding,
        replaced=facts.replaced,
        kind=judgement.kind,
        confidence=judgement.confidence,
        compared=judgement.compared,
        reason=judgement.note,
        blocks=tuple(blocks),
        explanation=judgement.explanation,
        truncated=facts.truncated,
        site_record=judgement.site_record,
        input=facts.input,
        build_document=partial(_document, rows, kept, options.document),
    )


def _kept(rows: PageRows, judgement: Judgement, wanted: Container[Role]) -> list[_Kept]:
    """The segments and pictures that are kept, in reading order."""
    kept = [
        (rows.offset[row], row, rows.block[row], role)
        for row, role in judgement.roles.items()
        if role in wanted
    ]
    if judgement.pictures and Role.FIGURE in wanted:
        following = dict(rows.pictures)
        ends = [*rows.offset, rows.offset[-1] + 1 if rows.offset else 0]
        kept += [
            (ends[following[block]] - 1, NO_ROW, block, Role.FIGURE) for block in judgement.pictures
        ]
    kept.sort(key=itemgetter(0))
    return kept


def _document(rows: PageRows, kept: Sequence[_Kept], options: DocumentOptions) -> Document:
    """The document that some segments and pictures form."""
    chosen = {row: place for place, (_, row, _, _) in enumerate(kept) if row != NO_ROW}
    pictures = {block: place for place, (_, row, block, _) in enumerate(kept) if row == NO_ROW}
    title = next((row for _, row, _, role in kept if role is Role.TITLE), None)
    return build(rows.flow(chosen, pictures), chosen, pictures, title, options)
