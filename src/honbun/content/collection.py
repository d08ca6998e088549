"""A gathered collection judged: kinds of pages, a template for each, a ruling on every page."""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from honbun import __version__
from honbun.content.alone import judge as alone
from honbun.content.decisions import Evidence, Ruling, packed
from honbun.content.explain import ONLY_PAGE, RAREST, Why, few_pages, nothing_to_read
from honbun.content.template.judge import judge
from honbun.content.template.learn import learn
from honbun.content.template.place import way
from honbun.content.template.twins import apart
from honbun.errors import Failure, HonbunError
from honbun.html.templates import group_pages
from honbun.runner.journal import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from honbun.content.duplicates import Copies
    from honbun.content.measure.outline import Outline
    from honbun.content.model import ContentOptions
    from honbun.content.pipeline import Gathered
    from honbun.content.record import Record
    from honbun.content.template.learn import Learnt
    from honbun.content.template.reading import Reading
    from honbun.content.template.template import Template
    from honbun.html.templates import TemplateGroups
    from honbun.runner.run import Journal

_FEW = 6
"""Pages below which a result says how few it was judged by."""


def rulings(
    gathered: Gathered,
    options: ContentOptions,
    on_failure: Callable[[Failure], None],
    journal: Journal | None = None,
) -> dict[int, Ruling]:
    """The ruling on every page, by its number; one that cannot be judged is told and left out."""
    found: dict[int, Ruling] = {}
    # Kind by kind, so that one template is held at a time.
    for numbers in members(gathered, group_pages(gathered.signatures)).values():
        with telling(gathered, numbers, on_failure):
            judged = _Judged(gathered, numbers, options, on_failure)
            found |= judged.rulings() if journal is None else judged.resumed(journal)
    return found


@dataclass(frozen=True, slots=True)
class _Judged:
    """The pages of one kind, and how they are judged."""

    gathered: Gathered
    numbers: Sequence[int]
    options: ContentOptions
    on_failure: Callable[[Failure], None]

    def rulings(self) -> dict[int, Ruling]:
        gathered, found = self.gathered, {}
        template, readings = _learn(gathered, self.numbers, self.options)
        for number in self.numbers:
            with telling(gathered, [number], self.on_failure):
                reading = readings.get(number) or read(gathered, number, template)
                found[number] = rule(gathered.pages[number], reading, template, self.options)
        return found

    def resumed(self, journal: Journal) -> dict[int, Ruling]:
        """As an earlier run has ruled, where it had the same pages of the kind."""
        key = self._key()
        if (kept := journal.get(key)) is not None:
            return dict(zip(self.numbers, pickle.loads(kept)))
        found = self.rulings()
        if len(found) == len(self.numbers):  # failures are to be told again
            journal.put(key, pickle.dumps(list(found.values())))
        return found

    def _key(self) -> bytes:
        """A digest of all that the rulings depend on."""
        gathered, pages = self.gathered, []
        for number in self.numbers:
            page = gathered.pages[number]
            told = (page.url, gathered.copies.of(page.url), page.declared, page.framed, page.digest)
            pages.append(digest(told, gathered.outlines[number]))
        return digest(__version__, "judge", self.options, pages)


@contextmanager
def telling(
    gathered: Gathered, numbers: Iterable[int], on_failure: Callable[[Failure], None]
) -> Iterator[None]:
    """Turn what breaks the judging of some pages into failures: the other pages go on."""
    try:
        yield
    except HonbunError:
        raise  # not of the pages: a memory that cannot be read
    except Exception as error:
        for number in numbers:
            page = gathered.pages[number]
            message = f"{type(error).__name__}: {error}"
            on_failure(Failure(page.source, page.url, "judge", message))


def members(gathered: Gathered, kinds: TemplateGroups) -> dict[int, list[int]]:
    """The pages of each kind."""
    numbers: dict[int, list[int]] = defaultdict(list)
    for number, page in enumerate(gathered.pages):
        numbers[kinds.of[page.signature]].append(number)
    return numbers


def sample(gathered: Gathered, numbers: Sequence[int], most: int) -> Sequence[int]:
    """Some of the pages: by chance, the same whatever the order, no copy beside its original."""
    if len(numbers) <= most:
        return numbers
    distinct: dict[int | str, int] = {}
    for number in sorted(numbers, key=lambda number: (gathered.pages[number].digest, number)):
        page = gathered.pages[number]
        group = gathered.copies.of(page.url)
        distinct.setdefault(page.digest if group is None else group, number)
    return sorted(islice(distinct.values(), most))


def _learn(
    gathered: Gathered, numbers: Sequence[int], options: ContentOptions
) -> tuple[Template, dict[int, Reading]]:
    """The template of some pages, and as it sees them those that it was learnt from."""
    numbers = sample(gathered, numbers, options.sample)
    outlines = [gathered.outline(number) for number in numbers]
    pages = [gathered.pages[number] for number in numbers]
    told = [(page.url, page.declared.language) for page in pages]
    kept, learnt = learn_apart(outlines, told, gathered.copies)
    return learnt.template, {numbers[i]: seen for i, seen in zip(kept, learnt.readings)}


def learn_apart(
    outlines: Sequence[Outline], told: Sequence[tuple[str, str | None]], copies: Copies
) -> tuple[list[int], Learnt]:
    """What is learnt from some pages, and from which of them: no two are twins.

    Of each page its address and the language that it declares.
    """
    kept = apart(outlines, [copies.of(url) for url, _ in told])
    language = _most_common([told[i][1] for i in kept])
    return kept, learn([outlines[i] for i in kept], [told[i][0] for i in kept], language)


def read(gathered: Gathered, number: int, template: Template) -> Reading:
    """A page seen through a template that was not learnt from it."""
    copies = gathered.copies.among(gathered.pages[number].url, template.urls)
    return template.read(gathered.outline(number), copies)


def _most_common(languages: Iterable[str | None]) -> str | None:
    """The language that most pages declare, whatever their order."""
    counts = Counter(filter(None, languages))
    return max(counts, key=lambda language: (counts[language], language), default=None)


def rule(
    page: Record,
    reading: Reading,
    template: Template,
    options: ContentOptions,
    method: str = "collection",
) -> Ruling:
    """The ruling on one page by its template."""
    outline = reading.outline
    if template.pages == 1:
        return rule_alone(page, outline, options)
    judgement = judge(reading, template)
    why, reason = judgement.why, nothing_to_read(outline, page.framed)
    if reason is None:
        if not any(text for text, w in zip(outline.text, why) if w.is_content):
            why, reason = _rarest(reading), RAREST
        elif template.pages < _FEW:
            reason = few_pages(template.pages)
    return Ruling(
        rules=packed(why),
        evidence=_evidence(page, reading, template) if options.explain else None,
        title=judgement.title,
        date=judgement.date,
        method=method,
        reason=reason,
        order=template.order,
    )


def rule_alone(page: Record, outline: Outline, options: ContentOptions) -> Ruling:
    """The ruling on a page with no other of its kind."""
    judgement = alone.judge(outline, page.declared, page.url, options)
    ruled = alone.ruling(judgement, outline, page.declared, page.framed, options)
    return replace(ruled, reason=ruled.reason or ONLY_PAGE)


_EXAMPLES = 3
"""Other pages that an explanation names for one block."""


def _evidence(page: Record, reading: Reading, template: Template) -> list[Evidence]:
    """What is known about each block that shows something."""
    outline, found = reading.outline, []
    for block, mark in enumerate(outline.mark):
        if outline.shown[block]:
            others = reading.others[block]
            saying = template.saying(mark) if others else ()
            # A memory may know the page itself, from an earlier day.
            pages = islice((url for url in saying if url != page.url), _EXAMPLES)
            place = way(outline, reading.places, reading.region, block)
            found.append(Evidence(others, tuple(pages), place))
    return found


def _rarest(reading: Reading) -> list[Why]:
    """The blocks that the fewest other pages have (papers 000 and 002, further work)."""
    outline = reading.outline
    texts = [block for block, text in enumerate(outline.text) if text]
    texts = [block for block in texts if not outline.aside[block]] or texts
    fewest = min(reading.others[block] for block in texts)
    rarest = {block for block in texts if reading.others[block] <= fewest}
    return [Why.RAREST if b in rarest else Why.REPEATED for b in range(len(outline))]
