"""A collection of pages in, their documents out.

Three passes, of which only the first parses. The first makes a draft of every page and puts it on
a shelf. The second goes along the shelf, once all pages are known: it notes the links among them,
and counts what neighbouring links say together in the sentences of the collection. The third
completes the drafts. No pass holds more than a few pages in memory.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from honbun.errors import HonbunError
from honbun.failure import Failure, log_failure
from honbun.guard import each, outcomes, told
from honbun.parallel.ordered import ordered_map
from honbun.run import Run
from honbun.sentence.compound import CompoundCounts, Compounds
from honbun.shelf import Shelf
from honbun.standard.analyser import analyser, annotated
from honbun.standard.draft import Draft, read, reread
from honbun.standard.links import Links
from honbun.standard.model import Document, StandardOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.page import Page
    from honbun.parallel.limits import Limits
    from honbun.run import Journal
    from honbun.standard.model import Link

_STEP = "convert"
_REMEMBERED = 200_000
"""Sentences that are not counted again when they come again, as those of a site's frame do on each
of its pages: they would make no difference, and looking at them takes time."""
_PART = 20_000
"""Sentences counted at once: to tell a process what to look for takes as long as some hundred."""


def documents(
    pages: Iterable[Page],
    options: StandardOptions | None = None,
    *,
    jobs: int = 1,
    limits: Limits | None = None,
    journal: Journal | None = None,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Document]:
    """Every page in the standard format, in the order of the pages.

    A document's number is that of its page, whether or not pages before it failed or were left
    out. Nothing comes out before the last page was read. A page that fails is told to `on_failure`,
    and so is one with sentences that an analyser failed on.
    """
    options = options or StandardOptions()
    if not isinstance(options, StandardOptions):
        raise HonbunError(f"options are StandardOptions, not {type(options).__name__}")
    for name in options.annotate:
        analyser(name)  # one that is missing is told now, not after hours of reading
    return _documents(pages, options, Run(jobs, on_failure, limits, journal))


def _documents(
    pages: Iterable[Page],
    options: StandardOptions,
    run: Run,
) -> Iterator[Document]:
    with Shelf() as shelf, Links() as links:
        numbers, asked = _shelve(pages, options, run, shelf, links)
        prose = _prose(shelf, numbers, links)
        compounds = _written_together(prose, CompoundCounts(asked, options.together), run.jobs)
        works = _works(shelf, numbers, links, compounds, options)
        # To complete a draft takes less than to send it to another process, unless there is much,
        # and without parsing it again, or native code of others, there is nothing to limit.
        if not options.annotate and not compounds.names:
            run = replace(run, jobs=1, limits=None)
        for document, failure in told(outcomes(_complete, works, options, run, _STEP), run):
            if failure is not None:
                run.on_failure(failure)
            yield document


def _shelve(
    pages: Iterable[Page],
    options: StandardOptions,
    run: Run,
    shelf: Shelf,
    links: Links,
) -> tuple[list[int], frozenset[str]]:
    """Put the draft of every page on the shelf; the numbers of those pages, and what they ask."""
    failures = 0

    def failed(failure: Failure) -> None:
        nonlocal failures
        failures += 1
        run.on_failure(failure)

    numbers: list[int] = []
    asked: set[str] = set()
    drafts = each(read, pages, options, replace(run, on_failure=failed), _STEP)
    for number, draft in enumerate(drafts, 1):
        if draft is not None:
            numbers.append(number + failures)
            links.add_page(numbers[-1], draft.address, draft.url)
            shelf.append(pickle.dumps(draft))
            asked |= draft.asked
    return numbers, frozenset(asked)


def _prose(shelf: Shelf, numbers: list[int], links: Links) -> Iterator[list[str]]:
    """The sentences of the collection that are no rows of links, many at a time.

    The links among the pages are noted on the way.
    """
    seen: set[str] = set()
    part: list[str] = []
    for place, number in enumerate(numbers):
        draft = _draft(shelf, place)
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


def _written_together(prose: Iterable[list[str]], counts: CompoundCounts, jobs: int) -> Compounds:
    """What is written in one, of all that neighbouring links say together."""
    counting = _Counting(counts.candidates, counts.least)
    for part in ordered_map(counting, prose, jobs, chunk=1, alone=1):
        counts.merge(part)
    return counts.compounds()


@dataclass(frozen=True, slots=True)
class _Counting:
    """Counts a part of the sentences, in whatever process."""

    candidates: frozenset[str]
    least: int

    def __call__(self, sentences: list[str]) -> CompoundCounts:
        counts = CompoundCounts(self.candidates, self.least)
        for sentence in sentences if self.candidates else ():
            counts.count(sentence)
        # What was looked for is known where this is going.
        return CompoundCounts(frozenset(), self.least, counts.seen)


class _Work(NamedTuple):
    """A draft with what the collection has to say about it."""

    number: int
    draft: Draft
    compounds: Compounds
    """Those that the page asked for."""
    out_links: tuple[Link, ...]
    in_links: tuple[Link, ...]

    @property
    def source(self) -> str:
        return self.draft.source

    @property
    def url(self) -> str | None:
        return self.draft.url


def _works(
    shelf: Shelf,
    numbers: list[int],
    links: Links,
    compounds: Compounds,
    options: StandardOptions,
) -> Iterator[_Work]:
    for place, number in enumerate(numbers):
        draft = _draft(shelf, place)
        yield _Work(
            number,
            draft,
            Compounds(draft.asked & compounds.names),
            links.outgoing(draft.anchors),
            links.incoming(number, options.in_links),
        )


def _complete(work: _Work, options: StandardOptions) -> tuple[Document, Failure | None]:
    """Make a document of a draft; some of its sentences may have failed."""
    number, draft, compounds, out_links, in_links = work
    sentences = reread(draft.page, compounds) if compounds.names else draft.sentences
    failure = None
    if options.annotate:
        analysers = [analyser(name) for name in options.annotate]
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
    )
    return document, failure


def _draft(shelf: Shelf, place: int) -> Draft:
    draft: Draft = pickle.loads(shelf[place])
    return draft
