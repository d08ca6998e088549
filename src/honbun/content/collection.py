"""Collection: all pages of a run, judged site by site."""

from __future__ import annotations

from collections import defaultdict
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from honbun._core.evidence import MOST_PAGES
from honbun._core.layout import PageLayout
from honbun.content import scoring
from honbun.content.duplicates import NO_DUPLICATES
from honbun.content.evidence import Candidate, Pool
from honbun.content.record import unpack_codes, unpack_rows
from honbun.errors import Failure, HonbunError
from honbun.runner.resume import digest
from honbun.runner.spool import Spool
from honbun.text.dates import order_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import TracebackType
    from typing import Self

    from honbun.content.duplicates import Duplicates
    from honbun.content.evidence import Comparison
    from honbun.content.record import PageFacts, PageRecord, PageRows, ParsedPage
    from honbun.content.scoring import Codes, Floats, Model, Scores
    from honbun.text.dates import Order


_STORED = 8
"""Stored pages that are compared at least, if there are so many: they show a redesign."""


class ScoredPage(NamedTuple):
    """A page with the scores of its segments."""

    layout: PageLayout
    codes: Codes
    scores: Scores
    comparison: Comparison | None = None
    """What it was compared with."""
    order: Order | None = None
    """Order of day, month and year in the numeric dates of the site."""
    number: int = 0
    pool: Pool | None = None


class Collection:
    """The records of all pages; what is large of them is spooled to disk."""

    def __init__(self, duplicates: Duplicates = NO_DUPLICATES, model: Model | None = None) -> None:
        self.duplicates = duplicates
        self.model = model or scoring.shipped()
        self.pages: list[PageRecord] = []
        """Records without layout, codes and rows, which are in the spools."""
        self._layouts, self._codes, self._rows = Spool(), Spool(), Spool()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for spool in (self._layouts, self._codes, self._rows):
            spool.close()

    def add(self, record: PageRecord) -> None:
        self._layouts.append(record.layout)
        self._codes.append(record.codes)
        self._rows.append(record.rows)
        self.pages.append(replace(record, layout=b"", codes=b"", rows=b""))

    def facts(self, number: int) -> PageFacts:
        return self.pages[number].facts

    def rows(self, number: int) -> PageRows:
        return unpack_rows(self._rows[number])

    def codes(self, number: int) -> Codes:
        return unpack_codes(self._codes[number], self.model)

    def candidate(self, number: int) -> Candidate:
        facts = self.facts(number)
        layout = PageLayout(self._layouts[number])
        return Candidate(facts.url, layout, self.duplicates.of(facts.url))

    def digest(self, numbers: Sequence[int]) -> bytes:
        """A hash of everything that decisions about some pages depend on."""
        found = []
        for number in numbers:
            same = self.duplicates.of(self.facts(number).url)
            packed = [spool[number] for spool in (self._layouts, self._codes, self._rows)]
            found.append(digest(self.pages[number], same, packed))
        return digest(found)

    def sites(self) -> dict[str, list[int]]:
        """The pages of each site, in an order that does not depend on that of the input."""
        found: dict[str, list[int]] = defaultdict(list)
        for number, page in enumerate(self.pages):
            found[page.facts.site].append(number)
        for numbers in found.values():
            numbers.sort(key=lambda number: (self.pages[number].digest, self.facts(number).url))
        return found


def score_alone(parsed: ParsedPage, model: Model) -> ScoredPage:
    """Score a page with nothing to compare it with."""
    layout, codes = parsed.layout(), parsed.codes(model)
    return ScoredPage(layout, codes, model.scores(codes, layout, None))


def score_site(
    collection: Collection,
    numbers: Sequence[int],
    stored: Sequence[tuple[Candidate, Floats]] = (),
) -> Iterator[list[ScoredPage]]:
    """Score the pages of one site; `stored` are pages of earlier runs with their first scores.

    Pages that were drawn to be compared with come first, together, then the others, one by one.
    Pages that resemble none of those they were to be compared with are compared among themselves.
    """
    waiting = list(numbers)
    most = MOST_PAGES - min(len(stored), _STORED)
    while waiting:
        drawn, rest = waiting[:most], waiting[most:]
        pool = Pool([*map(collection.candidate, drawn)], [page for page, _ in stored])
        known = _set_first_scores(collection, pool, drawn, [scores for _, scores in stored])
        order = _date_order(collection, drawn)
        scored = []
        for place, number in enumerate(drawn):
            page = pool.candidates[place]
            first = pool.scores[place] if place in known else None
            comparison = known[place] if place in known else pool.compare(page, place)
            one = _score(collection, number, page, comparison, pool, order, first)
            pool.scores.setdefault(place, one.scores.first)
            pool.site.set_second_scores(place, one.scores.body)
            scored.append(one)
        yield [*map(_with_others, scored)]
        waiting = []
        for number in rest:
            candidate = collection.candidate(number)
            comparison = pool.compare(candidate)
            if comparison is not None and comparison.same:
                one = _score(collection, number, candidate, comparison, pool, order)
                yield [_with_others(one)]
            else:
                waiting.append(number)


def _set_first_scores(
    collection: Collection, pool: Pool, drawn: Sequence[int], stored: Sequence[Floats]
) -> dict[int, Comparison | None]:
    """Score the pages of a pool once, for the second look at the others.

    Returns what each page was compared with.
    """
    found: dict[int, Comparison | None] = {}
    members = list(pool.members())
    if len(members) < 2 and len(pool.candidates) < 2:
        return found
    for place in members:
        if place < len(drawn):
            page = pool.candidates[place]
            comparison = found[place] = pool.compare(page, place)
            codes = collection.codes(drawn[place])
            scores = collection.model.first_scores(codes, page.layout, comparison)
        else:
            scores = stored[place - len(drawn)]
        pool.set_scores(place, scores)
    return found


def _score(
    collection: Collection,
    number: int,
    page: Candidate,
    comparison: Comparison | None,
    pool: Pool,
    order: Order | None,
    first: Floats | None = None,
) -> ScoredPage:
    codes = collection.codes(number)
    scores = collection.model.scores(codes, page.layout, comparison, first)
    return ScoredPage(page.layout, codes, scores, comparison, order, number, pool)


def _with_others(page: ScoredPage) -> ScoredPage:
    """A page whose scores agree more with those of other pages at the same places."""
    if page.comparison is None:
        return page
    body = page.comparison.agreed(page.scores.body)
    return page._replace(scores=page.scores._replace(body=body))


def _date_order(collection: Collection, numbers: Sequence[int]) -> Order | None:
    """The order of day and month in the numeric dates of some pages."""
    pages = [collection.facts(number) for number in numbers]
    texts = [date.text for page in pages for date in page.candidates.dates]
    languages = [page.declared.language for page in pages if page.declared.language]
    language = max(set(languages), key=lambda one: (languages.count(one), one), default=None)
    return order_of(texts, language)


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
            page = collection.facts(number)
            message = f"{type(error).__name__}: {error}"
            on_failure(Failure(page.source, page.url, "judge", message))
