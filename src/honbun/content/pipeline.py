"""Main content of pages: of a collection (`extract`), or of a page alone (`extract_page`).

1. `read_collection` decodes, parses and measures every page in worker processes (`record.py`).
2. `judge_collection` groups the pages by template, learns what each group repeats, and decides
   about every block (`collection.py`, `template/`); pages without others of their template are
   judged by a model (`alone/`). `judge_with_memory` also uses templates of earlier runs.
3. `contents` assigns roles, chooses the metadata and assembles `Content`, in input order.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from honbun.content.alone import judge as alone
from honbun.content.collection import Collection, judge_collection
from honbun.content.duplicates import NO_DUPLICATES
from honbun.content.explain import Reason
from honbun.content.measure.outline import lines
from honbun.content.measure.plan import plan
from honbun.content.model import Block, BlockDecision, Content, ContentOptions, Role
from honbun.content.record import is_frameset, parse_page, read_record, render_blocks
from honbun.content.roles import assign_roles
from honbun.metadata import choose
from honbun.runner.pages import Step, map_pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.content.alone.model import Model
    from honbun.content.decisions import Decisions
    from honbun.content.duplicates import Duplicates
    from honbun.content.measure.outline import Lines
    from honbun.content.memory import TemplateStore, TemplateUpdate
    from honbun.content.record import PageRecord, ParsedPage, RenderedBlocks
    from honbun.html.blocks import Blocks
    from honbun.metadata.choose import ShownBlock
    from honbun.metadata.declared import DeclaredMetadata
    from honbun.page import Page
    from honbun.runner.run import Run

STEP = "extract"
"""What failures report as not done."""


def extract(
    pages: Iterable[Page],
    options: ContentOptions,
    run: Run,
    *,
    duplicates: Duplicates = NO_DUPLICATES,
    memory: TemplateStore | None = None,
    update_memory: bool = True,
) -> Iterator[Content]:
    """Extract all pages as one collection, in input order.

    Nothing is yielded before the last page has been read. The memory is updated after the last
    result was taken, so that a run that is interrupted and repeated does not learn twice.
    """
    with read_collection(pages, options, run, duplicates) as collection:
        updates: list[TemplateUpdate] = []
        if memory is None:
            decisions = judge_collection(collection, options, run)
        else:
            from honbun.content.memory import judge_with_memory

            decisions, updates = judge_with_memory(
                collection, options, run, memory, update=update_memory
            )
        yield from contents(collection, sorted(decisions.items()))
        if memory is not None and updates:
            memory.save(updates)


@contextmanager
def read_collection(
    pages: Iterable[Page],
    options: ContentOptions,
    run: Run,
    duplicates: Duplicates = NO_DUPLICATES,
) -> Iterator[Collection]:
    """Decode, parse and measure all pages."""
    with Collection(duplicates) as collection:
        step = Step(read_record, options, STEP)
        for record in map_pages(step, pages, run):
            collection.add(record)
        yield collection


def contents(
    collection: Collection, decisions: Iterable[tuple[int, Decisions]]
) -> Iterator[Content]:
    """Assemble the pages of a collection, given the number of each page and its decisions."""
    for number, decided in decisions:
        outline, rendered = collection.outline(number), collection.rendered(number)
        yield assemble(collection.pages[number], outline, rendered, decided)


def extract_alone(pages: Iterable[Page], options: ContentOptions, run: Run) -> Iterator[Content]:
    """Extract each page without looking at the others, as soon as it is read."""
    step = Step(extract_page, options, STEP)
    return map_pages(step, pages, run)


def extract_page(page: Page, options: ContentOptions, model: Model | None = None) -> Content:
    """Extract one page; `model` replaces the default model for measurements."""
    parsed = parse_page(page)
    columns, decided = _judge_alone(parsed.blocks, parsed.declared, parsed.url, options, model)
    wanted = [
        block
        for block, shown in enumerate(columns.shown)
        if shown and (options.explain or decided.why(block).is_content)
    ]
    rendered = render_blocks(parsed.blocks, wanted, parsed.base, options)
    return assemble(parsed, columns, rendered, decided)


def content_nodes(blocks: Blocks, declared: DeclaredMetadata, url: str) -> frozenset[int]:
    """The elements of a page that are content blocks, judged alone."""
    _, decided = _judge_alone(blocks, declared, url, ContentOptions())
    nodes = blocks.node
    return frozenset(node for block, node in enumerate(nodes) if decided.why(block).is_content)


def _judge_alone(
    blocks: Blocks,
    declared: DeclaredMetadata,
    url: str,
    options: ContentOptions,
    model: Model | None = None,
) -> tuple[Lines, Decisions]:
    """Block columns of a page and the decisions about them.

    Dates and authors, which take longest to find, are looked for in few blocks only.
    """
    sketch = plan(blocks, declared.titles)
    judgement = alone.judge(sketch, declared, url, options, model)
    facts = judgement.looked_for_facts(sketch.text)
    columns = lines(sketch, blocks, declared.authors, facts)
    return columns, alone.ruling(judgement, columns, declared, is_frameset(blocks), options)


def assemble(
    page: PageRecord | ParsedPage, columns: Lines, rendered: RenderedBlocks, decisions: Decisions
) -> Content:
    """Build the Content of a page from the decisions about its blocks."""
    kept = [place for place, b in enumerate(rendered.block) if decisions.why(b).is_content]
    numbers = [rendered.block[place] for place in kept]
    roles = assign_roles(columns, numbers, decisions)
    shown = choose.about_page(
        (choose.ShownBlock(role, columns.text[b]) for role, b in zip(roles, numbers)),
        (decisions.why(b) is not Reason.REGION for b in numbers),
    )
    declared = page.declared
    return Content(
        url=page.url,
        source=page.source,
        title=choose.choose_title(declared, shown),
        author=choose.choose_author(declared, shown),
        date=choose.choose_date(declared, _date_texts(columns, shown, decisions), decisions.order),
        site=declared.site,
        language=declared.language,
        image=declared.image,
        encoding=page.encoding,
        replaced=page.replaced,
        method=decisions.method,
        reason=decisions.note,
        blocks=tuple(
            [
                Block(
                    rendered.xpath[place],
                    role,
                    columns.text[block],
                    rendered.markup[place] if rendered.markup else (),
                    rendered.frame[place] if rendered.frame else (),
                )
                for place, block, role in zip(kept, numbers, roles)
            ]
        ),
        explanation=_explain(columns, rendered, decisions),
        truncated=page.truncated,
    )


def _date_texts(columns: Lines, shown: Sequence[ShownBlock], decisions: Decisions) -> list[str]:
    """Texts that contain the date of the page, the best first."""
    best = [columns.text[decisions.date]] if decisions.date is not None else []
    return best + [block.text for block in shown if block.role == Role.DATE]


def _explain(
    columns: Lines, rendered: RenderedBlocks, decisions: Decisions
) -> tuple[BlockDecision, ...]:
    return tuple(
        BlockDecision(
            xpath=xpath,
            text=columns.text[block],
            content=decisions.why(block).is_content,
            why=decisions.why(block),
            others=evidence.others,
            pages=evidence.pages,
            place=evidence.place,
            score=evidence.score,
        )
        for block, xpath, evidence in zip(rendered.block, rendered.xpath, decisions.evidence or ())
    )
