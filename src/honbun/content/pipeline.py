"""A collection of pages in, the content of each out."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from honbun.content import collection, recall
from honbun.content.alone.judge import judge, ruling
from honbun.content.duplicates import NO_COPIES, Copies
from honbun.content.explain import Why
from honbun.content.measure.outline import Outline, lines
from honbun.content.model import Block, Content, ContentOptions, Judged, Role
from honbun.content.record import Record, Showing, measure, record, showing
from honbun.content.roles import label
from honbun.content.write.render import markdown
from honbun.errors import HonbunError, log_failure
from honbun.metadata import choose
from honbun.page import Page
from honbun.papers.content_000 import pipeline
from honbun.papers.content_000.pipeline import Collection
from honbun.papers.content_000.vectors import NO_VECTORS
from honbun.runner.pages import each
from honbun.runner.run import HERE, Run
from honbun.runner.spool import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from honbun.content.alone.model import Model
    from honbun.content.decisions import Ruling
    from honbun.content.measure.outline import Lines
    from honbun.content.memory import TemplateStore
    from honbun.content.record import Measured
    from honbun.errors import Failure
    from honbun.html.tree import Tree
    from honbun.metadata.choose import ShownBlock
    from honbun.runner.limits import Limits
    from honbun.runner.run import Journal

# Gathered: a collection that has been read and waits to be judged.


@dataclass(frozen=True, slots=True)
class Gathered:
    """The pages of a collection, and what was measured of them."""

    pages: list[Record]
    """The pages, without what lies in the vectors and on the shelves."""
    signatures: Counter[bytes]
    """On how many pages each signature stands; equal ones are held once."""
    vectors: Collection
    """Filled for the papers' method only."""
    outlines: Shelf
    showings: Shelf
    copies: Copies = NO_COPIES
    """Which pages are told to be the same."""

    def outline(self, number: int) -> Outline:
        return Outline.unpack(self.outlines[number])

    def showing(self, number: int) -> Showing:
        return Showing.unpack(self.showings[number])


@contextmanager
def gather(
    pages: Iterable[Page],
    options: ContentOptions,
    *,
    copies: Copies = NO_COPIES,
    run: Run = HERE,
) -> Iterator[Gathered]:
    """Read and measure all pages; what waits for judgement is held until the context ends."""
    with Shelf() as outlines, Shelf() as showings:
        gathered = Gathered([], Counter(), Collection(), outlines, showings, copies)
        same: dict[bytes, bytes] = {}
        for result in each(record, pages, options, run, "extract"):
            signed = same.setdefault(result.signature, result.signature)
            gathered.signatures[signed] += 1
            gathered.vectors.add(result.vectors)
            outlines.append(result.outline)
            showings.append(result.showing)
            gathered.pages.append(
                replace(result, signature=signed, vectors=NO_VECTORS, outline=b"", showing=b"")
            )
        yield gathered


# A record and its ruling to Content.


def content(page: Record | Measured, lines: Lines, showing: Showing, ruling: Ruling) -> Content:
    """The content of a page."""
    kept = [place for place, b in enumerate(showing.block) if ruling.why(b).is_content]
    numbers = [showing.block[place] for place in kept]
    roles = label(lines, numbers, ruling)
    shown = choose.about_page(
        (choose.ShownBlock(role, lines.text[b]) for role, b in zip(roles, numbers)),
        (ruling.why(b) is not Why.REGION for b in numbers),
    )
    declared = page.declared
    return Content(
        url=page.url,
        source=page.source,
        title=choose.choose_title(declared, shown),
        author=choose.choose_author(declared, shown),
        date=choose.choose_date(declared, _date_lines(lines, shown, ruling), ruling.order),
        site=declared.site,
        language=declared.language,
        image=declared.image,
        encoding=page.encoding,
        replaced=page.replaced,
        method=ruling.method,
        reason=ruling.reason,
        blocks=tuple(
            [
                Block(
                    showing.xpath[place],
                    role,
                    lines.text[block],
                    showing.markup[place] if showing.markup else (),
                    showing.frame[place] if showing.frame else (),
                )
                for place, block, role in zip(kept, numbers, roles)
            ]
        ),
        explanation=_explanation(lines, showing, ruling),
        cut=page.cut,
    )


def _date_lines(lines: Lines, shown: Sequence[ShownBlock], ruling: Ruling) -> list[str]:
    """What the page shows of its date, the best first."""
    best = [lines.text[ruling.date]] if ruling.date is not None else []
    return best + [block.text for block in shown if block.role == Role.DATE]


def _explanation(lines: Lines, showing: Showing, ruling: Ruling) -> tuple[Judged, ...]:
    return tuple(
        Judged(
            xpath=xpath,
            text=lines.text[block],
            content=ruling.why(block).is_content,
            why=ruling.why(block),
            others=evidence.others,
            pages=evidence.pages,
            place=evidence.place,
            score=evidence.score,
        )
        for block, xpath, evidence in zip(showing.block, showing.xpath, ruling.evidence or ())
    )


def extract(
    pages: Iterable[Page],
    options: ContentOptions | None = None,
    *,
    identical: Iterable[tuple[str, str]] = (),
    memory: TemplateStore | None = None,
    learning: bool = True,
    jobs: int = 1,
    limits: Limits | None = None,
    journal: Journal | None = None,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Content]:
    """The content of every page, judged as one collection, in the order of the pages.

    Pages that are the same are not compared with each other: those that are found to be, and the
    `identical` ones, told as pairs of URLs, such as `honbun.similar` finds.

    With a `memory`, pages of kinds that it knows are judged by what it has learnt; what is new in
    them is added to it when the last content was taken, unless `learning` is false. With a
    `journal`, what earlier runs have made of the same pages is not made again. Nothing comes out
    before the last page was read. A page that fails is told to `on_failure`.
    """
    options = options or ContentOptions()
    if memory is not None and options.faithful:
        raise HonbunError("the papers' method compares pages with each other: it has no memory")
    run = Run(jobs, on_failure, limits, journal)
    with gather(pages, options, copies=Copies.told(identical), run=run) as gathered:
        if options.faithful:
            rulings = pipeline.rulings(gathered, options)
        elif memory is not None:
            found, lessons = recall.rulings(
                gathered, options, on_failure, memory, learning=learning
            )
            rulings = iter(sorted(found.items()))
        else:
            found = collection.rulings(gathered, options, on_failure, journal)
            rulings = iter(sorted(found.items()))
        yield from contents(gathered, rulings)
        if memory is not None and lessons:
            memory.save(lessons)


def contents(gathered: Gathered, rulings: Iterable[tuple[int, Ruling]]) -> Iterator[Content]:
    """The content of gathered pages by what was ruled on each, told by its number."""
    for number, ruled in rulings:
        outline, showing = gathered.outline(number), gathered.showing(number)
        yield content(gathered.pages[number], outline, showing, ruled)


# One page in, its content out: no other page is asked.


def extract_each(
    pages: Iterable[Page],
    options: ContentOptions | None = None,
    *,
    jobs: int = 1,
    limits: Limits | None = None,
    journal: Journal | None = None,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Content]:
    """The content of every page by itself, as soon as it is read; failures are told."""
    run = Run(jobs, on_failure, limits, journal)
    return each(_alone, pages, options or ContentOptions(), run, "extract")


def _alone(page: Page, options: ContentOptions) -> Content:
    return extract_page(page, options=options)


def extract_page(
    html: bytes | str | Page,
    url: str | None = None,
    options: ContentOptions | None = None,
    *,
    model: Model | None = None,
) -> Content:
    """The content of a page by itself, given as its bytes, its text or a `Page`.

    Where other pages of the site are at hand, `extract` knows better. Raises UnreadablePage for
    what is no web page. `model` is for measuring models other than the one that is shipped.
    """
    options = options or ContentOptions()
    if options.faithful:
        raise HonbunError("the papers' method compares pages with each other: one has nothing")
    measured = measure(_page(html, url))
    known, ruled = _judged(measured, options, model)
    wanted = [
        block
        for block, shown in enumerate(known.shown)
        if shown and (options.explain or ruled.why(block).is_content)
    ]
    found = showing(measured.blocks, wanted, measured.base, options)
    return content(measured, known, found, ruled)


def content_nodes(page: Page, tree: Tree) -> frozenset[int]:
    """The elements of a page's tree that are blocks of its content, found by itself."""
    measured = measure(page, tree)
    _, ruled = _judged(measured, ContentOptions(), None)
    nodes = measured.blocks.node
    return frozenset(node for block, node in enumerate(nodes) if ruled.why(block).is_content)


def _judged(
    measured: Measured, options: ContentOptions, model: Model | None
) -> tuple[Lines, Ruling]:
    """A page's blocks, and what was ruled on them."""
    sketch, told = measured.plan(), measured.declared
    judgement = judge(sketch, told, measured.url, options, model)
    known = lines(sketch, measured.blocks, told.authors, judgement.looked_for_facts(sketch.text))
    return known, ruling(judgement, known, told, measured.framed, options)


def page_markdown(
    html: bytes | str | Page, url: str | None = None, options: ContentOptions | None = None
) -> str:
    """The content of a page by itself, as Markdown."""
    options = replace(options or ContentOptions(), markup="markdown")
    return markdown(extract_page(html, url, options))


def _page(html: bytes | str | Page, url: str | None) -> Page:
    if isinstance(html, Page):
        return replace(html, url=url) if url else html
    if not isinstance(html, bytes | str):
        raise HonbunError(f"a page is bytes, text or a honbun.Page, not {type(html).__name__}")
    return Page(html, url=url)
