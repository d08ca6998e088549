"""Collection: all pages of a run, grouped by template and judged group by group.

Pages that share a template are compared: text that differs from page to page is content, text that
repeats is boilerplate.
"""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from honbun import __version__
from honbun.content.alone import judge as alone
from honbun.content.decisions import Decisions, Evidence, packed
from honbun.content.duplicates import NO_DUPLICATES, without_duplicates
from honbun.content.explain import ONLY_PAGE, RAREST, Reason, few_pages, nothing_to_read
from honbun.content.measure.outline import Outline
from honbun.content.record import RenderedBlocks
from honbun.content.template.judge import judge
from honbun.content.template.learn import learn
from honbun.content.template.place import way
from honbun.errors import Failure, HonbunError
from honbun.html.templates import group_pages
from honbun.runner.resume import digest
from honbun.runner.spool import Spool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import TracebackType
    from typing import Self

    from honbun.content.duplicates import Duplicates
    from honbun.content.model import ContentOptions
    from honbun.content.record import PageRecord
    from honbun.content.template.learn import Learnt
    from honbun.content.template.reading import Reading
    from honbun.content.template.template import Template
    from honbun.html.templates import TemplateGroups
    from honbun.runner.run import Run

_FEW = 6
"""A result says how many pages it was judged by if they are fewer than this."""
_EXAMPLES = 3
"""Other pages that an explanation names for one block."""


class Collection:
    """The records of all pages; their block columns and rendered blocks are spooled to disk."""

    def __init__(self, duplicates: Duplicates = NO_DUPLICATES) -> None:
        self.duplicates = duplicates
        self.pages: list[PageRecord] = []
        """Records without the columns and blocks, which are in the spools."""
        self.signatures: Counter[bytes] = Counter()
        """Number of pages with each signature."""
        self._same: dict[bytes, bytes] = {}
        """Equal signatures are held once."""
        self._outlines, self._rendered = Spool(), Spool()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._outlines.close()
        self._rendered.close()

    def add(self, record: PageRecord) -> None:
        signature = self._same.setdefault(record.signature, record.signature)
        self.signatures[signature] += 1
        self._outlines.append(record.outline)
        self._rendered.append(record.rendered)
        self.pages.append(replace(record, signature=signature, outline=b"", rendered=b""))

    def outline(self, number: int) -> Outline:
        return Outline.unpack(self._outlines[number])

    def rendered(self, number: int) -> RenderedBlocks:
        return RenderedBlocks.unpack(self._rendered[number])

    def members(self, groups: TemplateGroups) -> dict[int, list[int]]:
        """The pages of each template group."""
        numbers: dict[int, list[int]] = defaultdict(list)
        for number, page in enumerate(self.pages):
            numbers[groups.of[page.signature]].append(number)
        return numbers

    def sample(self, numbers: Sequence[int], most: int) -> Sequence[int]:
        """Pages to learn a template from: at random, independent of their order, no duplicates."""
        if len(numbers) <= most:
            return numbers
        distinct: dict[int | str, int] = {}
        for number in sorted(numbers, key=lambda number: (self.pages[number].digest, number)):
            page = self.pages[number]
            same = self.duplicates.of(page.url)
            distinct.setdefault(page.digest if same is None else same, number)
        return sorted(islice(distinct.values(), most))

    def read(self, number: int, template: Template) -> Reading:
        """Compare a page with a template that was not learnt from it."""
        duplicates = self.duplicates.among(self.pages[number].url, template.urls)
        return template.read(self.outline(number), duplicates)

    def digest(self, numbers: Sequence[int]) -> bytes:
        """A hash of everything that decisions about some pages depend on."""
        found = []
        for number in numbers:
            page = self.pages[number]
            same = self.duplicates.of(page.url)
            about = (page.url, same, page.declared, page.framed, page.digest)
            found.append(digest(about, self._outlines[number]))
        return digest(found)


def judge_collection(
    collection: Collection, options: ContentOptions, run: Run
) -> dict[int, Decisions]:
    """Decide about every page, by number; a page that cannot be judged is reported and left out."""
    found: dict[int, Decisions] = {}
    # Group by group, so that one template is held at a time.
    for numbers in collection.members(group_pages(collection.signatures)).values():
        with report_errors(collection, numbers, run.on_failure):
            found |= _judge_or_resume(collection, numbers, options, run)
    return found


def _judge_or_resume(
    collection: Collection, numbers: Sequence[int], options: ContentOptions, run: Run
) -> dict[int, Decisions]:
    """Judge a template group, or take the decisions of an earlier run with the same pages."""
    if run.journal is None:
        return judge_group(collection, numbers, options, run.on_failure)
    key = digest(__version__, "judge", options, collection.digest(numbers))
    if (stored := run.journal.get(key)) is not None:
        return dict(zip(numbers, pickle.loads(stored)))
    found = judge_group(collection, numbers, options, run.on_failure)
    if len(found) == len(numbers):  # a resumed run reports failures again
        run.journal.put(key, pickle.dumps(list(found.values())))
    return found


def judge_group(
    collection: Collection,
    numbers: Sequence[int],
    options: ContentOptions,
    on_failure: Callable[[Failure], None],
) -> dict[int, Decisions]:
    """Learn the template of a group of pages, and decide about each of them."""
    chosen = collection.sample(numbers, options.sample)
    outlines = [collection.outline(number) for number in chosen]
    pages = [collection.pages[number] for number in chosen]
    origins = [(page.url, page.declared.language) for page in pages]
    kept, learnt = learn_template(outlines, origins, collection.duplicates)
    readings = {chosen[i]: reading for i, reading in zip(kept, learnt.readings)}
    found = {}
    for number in numbers:
        with report_errors(collection, [number], on_failure):
            reading = readings.get(number) or collection.read(number, learnt.template)
            found[number] = decide(collection.pages[number], reading, learnt.template, options)
    return found


@contextmanager
def report_errors(
    collection: Collection, numbers: Iterable[int], on_failure: Callable[[Failure], None]
) -> Iterator[None]:
    """Turn an exception while judging some pages into their failures; other pages continue."""
    try:
        yield
    except HonbunError:
        raise  # not caused by the pages, such as a memory that cannot be read
    except Exception as error:
        for number in numbers:
            page = collection.pages[number]
            message = f"{type(error).__name__}: {error}"
            on_failure(Failure(page.source, page.url, "judge", message))


def learn_template(
    outlines: Sequence[Outline],
    origins: Sequence[tuple[str, str | None]],
    duplicates: Duplicates,
) -> tuple[list[int], Learnt]:
    """Learn a template from pages, without near-duplicates; say which pages were used.

    `origins` are the URL and the declared language of each page.
    """
    kept = without_duplicates(outlines, [duplicates.of(url) for url, _ in origins])
    language = _most_common([origins[i][1] for i in kept])
    return kept, learn([outlines[i] for i in kept], [origins[i][0] for i in kept], language)


def _most_common(languages: Iterable[str | None]) -> str | None:
    """The most frequent language, independent of the order of the pages."""
    counts = Counter(filter(None, languages))
    return max(counts, key=lambda language: (counts[language], language), default=None)


def decide(
    page: PageRecord,
    reading: Reading,
    template: Template,
    options: ContentOptions,
    method: str = "collection",
) -> Decisions:
    """Decide about one page by its template."""
    outline = reading.outline
    if template.pages == 1:
        return decide_alone(page, outline, options)
    judgement = judge(reading, template)
    reasons, note = judgement.why, nothing_to_read(outline, page.framed)
    if note is None:
        if not any(text for text, reason in zip(outline.text, reasons) if reason.is_content):
            reasons, note = _rarest(reading), RAREST
        elif template.pages < _FEW:
            note = few_pages(template.pages)
    return Decisions(
        reasons=packed(reasons),
        evidence=_evidence(page, reading, template) if options.explain else None,
        title=judgement.title,
        date=judgement.date,
        method=method,
        note=note,
        order=template.order,
    )


def decide_alone(page: PageRecord, outline: Outline, options: ContentOptions) -> Decisions:
    """Decide about a page that shares its template with no other page."""
    judgement = alone.judge(outline, page.declared, page.url, options)
    found = alone.ruling(judgement, outline, page.declared, page.framed, options)
    return replace(found, note=found.note or ONLY_PAGE)


def _evidence(page: PageRecord, reading: Reading, template: Template) -> list[Evidence]:
    """What other pages say about each visible block."""
    outline, found = reading.outline, []
    for block, mark in enumerate(outline.mark):
        if outline.shown[block]:
            others = reading.others[block]
            saying = template.saying(mark) if others else ()
            # A memory may contain an earlier version of the page itself.
            pages = islice((url for url in saying if url != page.url), _EXAMPLES)
            place = way(outline, reading.places, reading.region, block)
            found.append(Evidence(others, tuple(pages), place))
    return found


def _rarest(reading: Reading) -> list[Reason]:
    """Keep the blocks that occur on the fewest pages (papers 000 and 002, further work)."""
    outline = reading.outline
    texts = [block for block, text in enumerate(outline.text) if text]
    texts = [block for block in texts if not outline.aside[block]] or texts
    fewest = min(reading.others[block] for block in texts)
    rarest = {block for block in texts if reading.others[block] <= fewest}
    return [Reason.RAREST if b in rarest else Reason.REPEATED for b in range(len(outline))]
