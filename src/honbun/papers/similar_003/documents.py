"""A collection of pages to documents in the standard format, in three passes.

Only the first pass parses: it spools a draft of every page. The second pass records the links among
the pages, and counts the joined texts of neighbouring links in the sentences of the collection. The
third pass completes the drafts. No pass has more than a few pages in memory.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from honbun.errors import Failure, HonbunError
from honbun.papers.similar_003.analysers import analyser, annotated
from honbun.papers.similar_003.compounds import CompoundCounts, Compounds
from honbun.papers.similar_003.drafts import Draft, read, reread
from honbun.papers.similar_003.links import Links
from honbun.papers.similar_003.standard import (
    Document,
    Link,
    Linked,
    StandardOptions,
)
from honbun.runner.map import ordered_map
from honbun.runner.pages import Step, map_pages, map_results, report_failures
from honbun.runner.run import DEFAULT_RUN, Run
from honbun.runner.spool import Spool

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.page import Page

_STEP = "convert"
_REMEMBERED = 200_000
"""Number of sentences remembered, so that a site's boilerplate is not counted on every page."""
_PART = 20_000
"""Sentences counted at once: sending the candidates to a process takes as long as some hundred."""


def documents(
    pages: Iterable[Page],
    options: StandardOptions | None = None,
    *,
    run: Run = DEFAULT_RUN,
) -> Iterator[Document]:
    """Every page in the standard format, in input order.

    A document's number is that of its page, even if pages before it failed or were left out.
    Nothing is yielded before the last page is read. Failed pages, and pages with sentences on which
    an analyser failed, are reported to `run.on_failure`.
    """
    options = options or StandardOptions()
    if not isinstance(options, StandardOptions):
        raise HonbunError(f"options are StandardOptions, not {type(options).__name__}")
    for name in options.analysers:
        analyser(name)  # report a missing analyser now, not after hours of reading
    return _documents(pages, options, run)


def document_of(page: Page) -> Document:
    """A page by itself in the standard format: no links lead to it, and none form a name."""
    draft = read(page, StandardOptions())
    assert draft is not None  # pages in all languages are read
    links = tuple(Link(one.text, (Linked(one.url, None),)) for one in draft.anchors)
    document, _ = _complete(_Work(1, draft, Compounds(frozenset()), links, ()), StandardOptions())
    return document


def _documents(
    pages: Iterable[Page],
    options: StandardOptions,
    run: Run,
) -> Iterator[Document]:
    with Spool() as spool, Links() as links:
        numbers, candidates = _spool_drafts(pages, options, run, spool, links)
        prose = _prose(spool, numbers, links)
        compounds = _compounds(prose, CompoundCounts(candidates, options.together), run.jobs)
        works = _works(spool, numbers, links, compounds, options)
        # Completing a draft is faster than sending it to another process, unless it is parsed again
        # or analysed; and without that there is nothing to limit.
        if not options.analysers and not compounds.names:
            run = replace(run, jobs=1, limits=None)
        completed = map_results(Step(_complete, options, _STEP), works, run)
        for document, failure in report_failures(completed, run):
            if failure is not None:
                run.on_failure(failure)
            yield document


def _spool_drafts(
    pages: Iterable[Page],
    options: StandardOptions,
    run: Run,
    spool: Spool,
    links: Links,
) -> tuple[list[int], frozenset[str]]:
    """Spool the draft of every page; return the page numbers and the candidates of all."""
    failures = 0

    report = run.on_failure

    def failed(failure: Failure) -> None:
        nonlocal failures
        failures += 1
        report(failure)

    numbers: list[int] = []
    candidates: set[str] = set()
    run = replace(run, on_failure=failed)
    drafts = map_pages(Step(read, options, _STEP), pages, run)
    for number, draft in enumerate(drafts, 1):
        if draft is not None:
            numbers.append(number + failures)
            links.add_page(numbers[-1], draft.address, draft.url)
            spool.append(pickle.dumps(draft))
            candidates |= draft.candidates
    return numbers, frozenset(candidates)


def _prose(spool: Spool, numbers: list[int], links: Links) -> Iterator[list[str]]:
    """Yield the sentences of the collection in parts, without rows of links; record the links."""
    seen: set[str] = set()
    part: list[str] = []
    for place, number in enumerate(numbers):
        draft = _draft(spool, place)
        links.add_links(number, draft.anchors)
        for at, sentence in enumerate(draft.sentences):
            if at not in draft.in_rows and sentence.text not in seen:
                seen.add(sentence.text)
                part.append(sentence.text)
        if len(part) > _PART:
            yield part
            part = []
        if len(seen) > _REMEMBERED:
            seen.clear()
    yield part


def _compounds(prose: Iterable[list[str]], counts: CompoundCounts, jobs: int) -> Compounds:
    """The candidates that are written together in enough sentences."""
    counting = _Counting(counts.candidates, counts.least)
    for part in ordered_map(counting, prose, jobs, chunk=1, local=1):
        counts.merge(part)
    return counts.compounds()


@dataclass(frozen=True, slots=True)
class _Counting:
    """Counts a part of the sentences; picklable."""

    candidates: frozenset[str]
    least: int

    def __call__(self, sentences: list[str]) -> CompoundCounts:
        counts = CompoundCounts(self.candidates, self.least)
        for sentence in sentences if self.candidates else ():
            counts.count(sentence)
        # The receiver knows the candidates: they are not sent back.
        return CompoundCounts(frozenset(), self.least, counts.seen)


class _Work(NamedTuple):
    """A draft with what it needs from the collection."""

    number: int
    draft: Draft
    compounds: Compounds
    """The names among the page's candidates."""
    out_links: tuple[Link, ...]
    in_links: tuple[Link, ...]

    @property
    def source(self) -> str:
        return self.draft.source

    @property
    def url(self) -> str | None:
        return self.draft.url


def _works(
    spool: Spool,
    numbers: list[int],
    links: Links,
    compounds: Compounds,
    options: StandardOptions,
) -> Iterator[_Work]:
    for place, number in enumerate(numbers):
        draft = _draft(spool, place)
        yield _Work(
            number,
            draft,
            Compounds(draft.candidates & compounds.names),
            links.outgoing(draft.anchors),
            links.incoming(number, options.in_links),
        )


def _complete(work: _Work, options: StandardOptions) -> tuple[Document, Failure | None]:
    """Complete a draft; some of its sentences may have failed."""
    number, draft, compounds, out_links, in_links = work
    sentences = reread(draft.page, compounds) if compounds.names else draft.sentences
    if options.content_only:
        sentences = tuple(sentence for sentence in sentences if sentence.content)
    failure = None
    if options.analysers:
        analysers = [analyser(name) for name in options.analysers]
        sentences, message = annotated(sentences, analysers)
        if message:
            failure = Failure(draft.source, draft.url, "annotate", message)
    document = Document(
        id=number,
        url=draft.url,
        encoding=draft.encoding,
        replaced=draft.replaced,
        japanese=draft.japanese,
        title=draft.title,
        out_links=out_links,
        in_links=in_links,
        sentences=sentences,
        cut=draft.cut,
        date=draft.date,
    )
    return document, failure


def _draft(spool: Spool, place: int) -> Draft:
    draft: Draft = pickle.loads(spool[place])
    return draft
