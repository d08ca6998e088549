"""The judge: from the scores of a page's segments to what is kept, and in which role.

The threshold is chosen for each page: the one with the highest F1 to be expected if the scores are
true. Dates and bylines of the page are kept where the metadata finds them.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from honbun._core import choice
from honbun._core.segments import FIGURE
from honbun.content.explain import explain, nothing_to_read
from honbun.content.kind import choose_kind
from honbun.content.model import Role
from honbun.content.slots import NO_SLOTS, Ballot, Slots, line_numbers
from honbun.metadata.choose import choose_metadata
from honbun.metadata.title import choose_title_block
from honbun.text.phrases import announces_credit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from honbun._core.layout import PageLayout
    from honbun.content.collection import ScoredPage
    from honbun.content.model import BlockDecision, ContentOptions, Favor, Kind
    from honbun.content.record import PageFacts, PageRows
    from honbun.content.scoring import Floats, Model
    from honbun.metadata.choose import Metadata

_BETA = {None: 1.0, "precision": 0.5, "recall": 2.0}
"""How many times as much recall counts as precision."""
_BOUNDS = {None: (0.15, 0.6), "precision": (0.3, 0.9), "recall": (0.05, 0.4)}
"""Scores below which a segment is never kept, and from which it always is."""
_DOUBTFUL, _LIKELY = 0.15, 0.5
"""Scores with dates, authors and captions from which a date that other pages do not have there, and
a heading that is no declared title, are content."""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BESIDE_PICTURES = (Role.CAPTION, Role.CREDIT)
_REGION = 0.7
"""Share of the kept text in the innermost element that pictures are kept in."""
_SITE_NAME = 0.5
"""Share of the other pages that have a text which is the site's name, not a title, ..."""
_SOME_PAGES = 2
"""... and how many there must be to know."""
_EVERYWHERE = 0.9
"""Share of the other pages that have a line of authors which is the site's."""
_SHORT = 130
"""Characters, white space aside, of the longest line of date, author or credit."""


class Choice(NamedTuple):
    """The segments to keep, and the F1 to be expected."""

    kept: NDArray[np.bool_]
    expected: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """The decision about one page."""

    roles: dict[int, Role]
    """The role of each segment that is kept, in order."""
    pictures: tuple[int, ...]
    """The blocks with pictures that are kept."""
    metadata: Metadata
    kind: Kind
    confidence: float
    """The F1 that pages with such scores reach."""
    compared: int
    """Number of pages it was compared with."""
    note: str | None
    """Why nothing is kept."""
    explanation: tuple[BlockDecision, ...]
    """The decision about every segment, if it was asked for."""
    site_record: tuple[str, ...] = ()
    """What the template says on most pages of the site, if it was asked for; on one page only."""


def choose(scores: Floats, sizes: Floats, favor: Favor | None = None) -> Choice:
    """The segments to keep, given the score and size of each."""
    # The best segment is kept whatever its score: a page that has text has some content.
    return Choice(*choice.choose(scores, sizes, _BETA[favor], *_BOUNDS[favor]))


@dataclass(frozen=True, slots=True)
class Draft:
    """What is found on a page before the pages of its site vote."""

    page: ScoredPage
    sizes: Floats
    body: Choice
    texts: Sequence[int]
    """The segments that belong to its text."""
    title: int | None
    metadata: Metadata
    shown: dict[int, Role]
    """The segments that show the date and the authors."""
    modified: Sequence[int]
    """The segments that show when the page was changed."""

    def ballot(self, rows: PageRows) -> Ballot:
        """What the page says of its places."""
        return Ballot(
            places=self.page.layout.places().tolist(),
            printed=self.page.scores.printed,
            title=self.title,
            shown=self.shown,
            modified=self.modified,
            numbered=line_numbers(rows.text),
            pictures={key for key in rows.addresses if key},
        )


def draft(facts: PageFacts, rows: PageRows, page: ScoredPage, options: ContentOptions) -> Draft:
    """Choose the text, title, date and authors of a page."""
    sizes = page.layout.chars_of()
    body = choose(page.scores.body, sizes, options.favor)
    body.kept[list(facts.required)] = True
    texts = np.flatnonzero(body.kept).tolist()
    title = choose_title(facts, rows, page, sizes)
    if title is None:
        title = _first_heading(rows, page.scores.printed, texts, sizes)
    metadata = _metadata(facts, rows, page, texts, title)
    chars = sizes.tolist()
    shown = _shown_metadata(facts, metadata, rows, chars, texts)
    changed = {date.block for date in facts.candidates.dates if date.kind == "modified"}
    modified = [
        row
        for row, block in enumerate(rows.block)
        if block in changed and chars[row] <= min(_SHORT, 2 * facts.candidates.dated.get(block, 0))
    ]
    return Draft(page, sizes, body, texts, title, metadata, shown, modified)


def judge(
    facts: PageFacts,
    rows: PageRows,
    drafted: Draft,
    slots: Slots = NO_SLOTS,
    *,
    model: Model,
    options: ContentOptions,
) -> Judgement:
    """Decide about a page, given what the pages of its site decided about their places."""
    page, sizes = drafted.page, drafted.sizes
    if slots.pages:
        drafted = _outvoted(facts, rows, drafted, slots)
    texts, chars = drafted.texts, sizes.tolist()
    places = page.layout.places().tolist() if slots.pages else []
    scores = slots.agreed(page.scores.printed, places) if slots.pages else page.scores.printed
    printed = choose(scores, sizes, options.favor)
    roles = dict.fromkeys(texts, Role.BODY)
    begin = _begin(texts, chars)
    for row in np.flatnonzero(printed.kept | drafted.body.kept).tolist():
        if chars[row] > _SHORT and rows.tag[row] != "figcaption":
            continue
        role = _short_role(facts, rows, row, chars[row])
        # Further down, a line of date or author belongs to the text: a post, an entry of a list.
        if role is not None and (row <= begin or role in _BESIDE_PICTURES or row not in roles):
            roles[row] = role
    for row, place in enumerate(places):
        if place in slots.gutters and row not in facts.required:
            roles.pop(row, None)
    for row, role in drafted.shown.items():
        likely = row in roles or scores[row] >= _DOUBTFUL
        if likely or not (places and _is_of_site(drafted, slots, row, places[row], role)):
            roles[row] = role
    roles |= {
        row: Role.DATE for row in drafted.modified if places and places[row] in slots.modified
    }
    if drafted.title is not None:
        roles[drafted.title] = Role.TITLE
    roles = dict(sorted(roles.items()))
    shape = np.frombuffer(facts.shape, np.float32)
    return Judgement(
        roles=roles,
        pictures=_pictures(facts, rows, page.layout, roles, slots),
        metadata=drafted.metadata,
        kind=choose_kind(model.kind_bins, model.kinds, shape, sizes, drafted.body.kept),
        confidence=model.calibrated(drafted.body.expected),
        compared=page.comparison.pages if page.comparison else 0,
        note=nothing_to_read(facts, rows),
        explanation=explain(rows, page, roles, model, facts.required) if options.explain else (),
    )


def _is_of_site(drafted: Draft, slots: Slots, row: int, place: int, role: Role) -> bool:
    """Whether a date or a line of authors belongs to other pages or to the whole site."""
    if role is Role.DATE:
        # Where few pages have theirs, it is that of a comment or of another page.
        return place not in slots.dates
    # Below the text, a line that all pages have names who writes the site.
    comparison, last = drafted.page.comparison, max(drafted.texts, default=row)
    return (
        comparison is not None and row > last and comparison.share_with_text()[row] >= _EVERYWHERE
    )


def _outvoted(facts: PageFacts, rows: PageRows, drafted: Draft, slots: Slots) -> Draft:
    """The draft with the title and the authors at the places where other pages have theirs."""
    page, places = drafted.page, drafted.page.layout.places().tolist()
    is_own = [True] * len(places)
    if page.comparison is not None:
        is_own = (page.comparison.share_with_text() < _SITE_NAME).tolist()
    title = slots.choose_title(drafted.title, places, is_own)
    sizes = drafted.sizes.tolist()
    metadata, shown = drafted.metadata, drafted.shown
    if title != drafted.title:
        metadata = _metadata(facts, rows, page, drafted.texts, title)
        shown = _shown_metadata(facts, metadata, rows, sizes, drafted.texts)
    authors = {
        row: Role.AUTHOR
        for row, place in enumerate(places)
        if place in slots.authors and sizes[row] <= _SHORT
    }
    return replace(drafted, title=title, metadata=metadata, shown=authors | shown)


def _metadata(
    facts: PageFacts, rows: PageRows, page: ScoredPage, texts: Sequence[int], title: int | None
) -> Metadata:
    return choose_metadata(
        facts.declared,
        facts.candidates,
        facts.url,
        title=None if title is None else rows.text[title],
        title_block=None if title is None else rows.block[title],
        content=sorted({rows.block[row] for row in texts if row != title}),
        order=page.order,
    )


def _begin(texts: Sequence[int], sizes: Sequence[float]) -> int:
    """The first long text."""
    return next((row for row in texts if sizes[row] > _SHORT), len(sizes))


def _first_heading(
    rows: PageRows, scores: Floats, texts: Sequence[int], sizes: Floats
) -> int | None:
    """The first heading before the text that belongs to the page, but not to its text."""
    begin, known = _begin(texts, sizes.tolist()), set(texts)
    for row in range(min(begin + 1, len(rows.tag))):
        if rows.tag[row] in _HEADINGS and row not in known and scores[row] >= _LIKELY:
            return row
    return None


def _short_role(facts: PageFacts, rows: PageRows, row: int, size: float) -> Role | None:
    """The role of a segment that is not running text; None for others."""
    is_caption = rows.tag[row] == "figcaption"
    if size > _SHORT:
        return Role.CAPTION if is_caption else None
    block = rows.block[row]
    if 2 * facts.candidates.dated.get(block, 0) > size:
        return Role.DATE
    if 2 * facts.candidates.signed.get(block, 0) > size:
        return Role.AUTHOR
    if announces_credit(rows.text[row]):
        return Role.CREDIT
    return Role.CAPTION if is_caption or rows.marks[row] & FIGURE else None


def choose_title(facts: PageFacts, rows: PageRows, page: ScoredPage, sizes: Floats) -> int | None:
    """The segment that shows the title; one that most other pages have is the site's name."""
    if facts.title is None or page.comparison is None:
        return facts.title
    shared = page.comparison.share_with_text()
    if shared[facts.title] < _SITE_NAME or page.comparison.pages < _SOME_PAGES:
        return facts.title
    own = np.where(shared < _SITE_NAME, sizes, 0).astype(int).tolist()
    return choose_title_block(facts.declared, rows.tag, rows.text, own, [0] * len(own))


def _shown_metadata(
    facts: PageFacts,
    metadata: Metadata,
    rows: PageRows,
    sizes: Sequence[float],
    texts: Sequence[int],
) -> dict[int, Role]:
    """The segments that show the date and the authors of the page, and little else."""
    wanted = dict.fromkeys(metadata.author_blocks, Role.AUTHOR)
    wanted |= dict.fromkeys(metadata.date_blocks, Role.DATE)
    if not wanted:
        return {}
    dated, signed = facts.candidates.dated, facts.candidates.signed
    begin = _begin(texts, sizes)
    return {
        row: wanted[block]
        for row, block in enumerate(rows.block)
        if block in wanted
        and sizes[row] <= _SHORT
        and (
            2 * (dated.get(block, 0) + signed.get(block, 0)) > sizes[row]
            or (row < begin and _begins_with_name(rows.text[row], metadata.authors))
        )
    }


def _begins_with_name(text: str, names: Sequence[str]) -> bool:
    """Whether a line is a name and what its bearer is: "Ann Lee, reporter".

    >>> [_begins_with_name(text, ["Ann Lee"]) for text in ("Ann Lee | Bergen", "Ann Lee is ill")]
    [True, False]
    """
    return any(
        text.startswith(name) and not text[len(name) :].strip()[:1].isalnum() for name in names
    )


def _pictures(
    facts: PageFacts, rows: PageRows, page: PageLayout, roles: dict[int, Role], slots: Slots
) -> tuple[int, ...]:
    """The pictures beside kept segments, inside the element that holds most of these.

    Not those that most pages of the site show: they belong to the template.
    """
    required = facts.required_pictures
    if not roles or not rows.pictures:
        return tuple(sorted(required))
    kept = np.zeros(page.rows, dtype=np.float32)
    kept[[row for row, role in roles.items() if role is Role.BODY]] = 1
    chosen = [*roles]
    first, last = page.range_of(kept, _REGION)
    title = next((row for row, role in roles.items() if role is Role.TITLE), first)
    first = min(first, title + 1)
    found = set(required)
    for (block, following), address in zip(rows.pictures, rows.addresses):
        begin, end = page.around(block)
        near = bisect_left(chosen, end) - bisect_left(chosen, begin)
        beside = following in roles or following - 1 in roles or 2 * near >= end - begin
        # Below the text, one that another page shows too is that of an author or a series.
        is_of_site = address in slots.pictures or (
            following > chosen[-1] and address in slots.shared
        )
        if first <= following <= last and beside and not is_of_site:
            found.add(block)
    return tuple(sorted(found))
