"""One page in, its content out: no other page is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from honbun.content.alone.judge import judge, ruling
from honbun.content.measure.outline import lines
from honbun.content.model import ContentOptions
from honbun.content.record import measure, showing
from honbun.content.result import content
from honbun.content.write.render import markdown
from honbun.errors import HonbunError
from honbun.failure import log_failure
from honbun.guard import each
from honbun.page import Page
from honbun.run import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.content.alone.model import Model
    from honbun.content.measure.outline import Lines
    from honbun.content.model import Content
    from honbun.content.record import Measured
    from honbun.content.ruling import Ruling
    from honbun.failure import Failure
    from honbun.parallel.limits import Limits
    from honbun.run import Journal
    from honbun.tree.tree import Tree


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
