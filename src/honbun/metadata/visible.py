"""Where a page shows a date or a byline: candidates for its metadata, and lines of facts.

Only short blocks are searched. The candidates are found while the tree exists; `choose` reads them
when it is known which blocks are title and content, and how the site writes its dates.
"""

from __future__ import annotations

import marshal
import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from honbun._core.lines import LineScanner
from honbun.metadata.marks import MarkedElements
from honbun.metadata.names import begins_with_joint, ends_with_joint
from honbun.text import dates
from honbun.text.dates import names, relative
from honbun.text.phrases import (
    BYLINE_LABELS,
    BYLINE_VERBS,
    announces_author,
    announces_publication,
    announces_update,
    is_copyright,
    is_update_label,
    without_label,
)
from honbun.text.unicode import collapse, fold_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.html.blocks import Blocks
    from honbun.metadata.declared import DeclaredMetadata
    from honbun.text.dates import Order

LONGEST = 160
"""Longer texts are not searched: a line of facts is short."""
_PART = 0.16
"""Share of a line about a date that the date is: "Published in issue 141 of a paper, May 2008"."""
_MOSTLY = 0.5
"""A date in pieces, or a month without a day, counts where it is the greater part of the text."""
_MAX_CANDIDATES = 200
"""Dates and names of one page that are kept; archives and lists have more."""
_SOME_DAY = datetime(2000, 1, 1)
"""Gives "3 hours ago" a value: that it has one is all that is asked here."""
_DIGIT = re.compile(r"\d")
_LETTERS = r"[^\W\d_]{3}"
_LIKE_DATE = re.compile(
    # A year, a number with a sign of the calendar, numbers in a row, a number beside a word. What
    # precedes a digit is looked for from there: most texts have few.
    r"[年月日년월일]|\d(?:(?<=[12])\d{3}|[./-]\s?\d{1,2}[./-]"
    rf"|\S{{0,2}}\s(?:d[ei]l?\s|of\s)?{_LETTERS}|\s?[^\W\d_a-z]"
    rf"|(?:(?<={_LETTERS}\d)|(?<={_LETTERS}[.,\s]\d)|(?<={_LETTERS}[.,]\s\d))\d?(?!\d))"
)
"""Dates of a line of facts. Others count as text: a day and a time without a year (04/10 07:43),
"yesterday at 9:10"."""
_DAY = len("2008-12-10")
_REMEMBERED = 4096
"""Short texts whose reading is kept: menus and counts come again on every page of a site."""
_OPENINGS = 6
"""Blocks around the title of which long ones are searched too."""
_MAX_LABEL = 40
"""Characters of the longest label that announces a byline."""
_SEPARATORS = " ,.;:|·•/()[]–—-"
_SCANNER = LineScanner(
    labels=BYLINE_LABELS,
    verbs=BYLINE_VERBS,
    months=names.MONTH,
    units=relative.SPACED_UNITS,
    around=relative.AROUND,
)


class ShownDate(NamedTuple):
    """A date expression in a short block."""

    block: int
    text: str
    """As written, or the `datetime` attribute of its element."""
    kind: str
    """`published` if nothing else is said, `announced` by a label, `modified`, or `copyright`."""
    value: str | None = None
    """In ISO 8601, where nothing else of the page or its site can change what is read."""


class ShownName(NamedTuple):
    """What may be a byline."""

    block: int
    text: str
    kind: str
    """`marked` as the author, after a `label` such as "By", a `declared` name, `named` by a class
    of authors, or a `link` to an author's page."""


@dataclass(frozen=True, slots=True)
class VisibleCandidates:
    """The dates and bylines that a page shows, by block."""

    dated: dict[int, int]
    """Characters of each block that state a date, white space aside; no entry for none."""
    signed: dict[int, int]
    """Characters of each block that name an author, likewise."""
    dates: tuple[ShownDate, ...] = ()
    names: tuple[ShownName, ...] = ()

    def order(self, language: str | None) -> Order | None:
        """The order of day and month in the page's numeric dates."""
        return dates.order_of([date.text for date in self.dates], language)

    def pack(self) -> bytes:
        # marshal is the fastest; it is unsafe for foreign bytes, but these never leave the run.
        dates = [tuple(date) for date in self.dates]
        names = [tuple(name) for name in self.names]
        return marshal.dumps((self.dated, self.signed, dates, names))

    @classmethod
    def unpack(cls, data: bytes) -> VisibleCandidates:
        dated, signed, dates, names = marshal.loads(data)
        return cls(
            dated,
            signed,
            tuple(ShownDate(*date) for date in dates),
            tuple(ShownName(*name) for name in names),
        )


def visible_candidates(
    blocks: Blocks, declared: DeclaredMetadata, title: int | None = None
) -> VisibleCandidates:
    """The dates and bylines in the short blocks of a page, and in lines after its title block."""
    search = _Search(blocks, declared.authors)
    if title is not None:
        for block, _, run in blocks.runs_in(search.openings(title)):
            search.read_line(block, run)
    runs: dict[int, list[tuple[int, str]]] = {}
    for block, owner, run in blocks.runs_in(search.blocks()):
        runs.setdefault(block, []).append((owner, run))
    for block, pieces in runs.items():
        search.read(block, pieces)
    return search.found()


class _Search:
    """A search for dates and bylines: what was found so far."""

    def __init__(self, blocks: Blocks, authors: Sequence[str]) -> None:
        self._blocks = blocks
        self._marks = MarkedElements(blocks)
        self._shown_authors = authors
        self._authors = [fold_text(name) for name in authors]
        self._dated: dict[int, int] = {}
        self._signed: dict[int, int] = {}
        self._dates: list[ShownDate] = []
        self._names: list[ShownName] = []
        self._after_label: set[int] = set()
        """Blocks after one that is the label of a byline."""

    def blocks(self) -> set[int]:
        """The short blocks that may show a date or a byline."""
        found = set(_SCANNER.find(self._blocks, LONGEST))
        self._after_label = {
            self._blocks.beside(block, 1) for block in found if self._is_label(block)
        }
        others = self._marks.blocks | self._after_label
        for name in self._shown_authors:
            for spelling in {name, name.upper()}:
                others.update(self._blocks.find_text(spelling))
        found.update(block for block in others if 0 < len(self._blocks.text(block)) <= LONGEST)
        return found

    def openings(self, title: int) -> set[int]:
        """The long blocks at the title, whose first lines may be short."""
        around = range(max(0, title - _OPENINGS), min(len(self._blocks), title + _OPENINGS))
        return {block for block in around if self._blocks.size_of(block) > LONGEST}

    def read_line(self, block: int, run: str) -> None:
        """Read the date of a line of a long block; as a line of its own it is no block."""
        if len(run) <= LONGEST and _is_date_line(run):
            self._add_dates(block, "", run)

    def _is_label(self, block: int) -> bool:
        return self._blocks.size_of(block) <= _MAX_LABEL and _is_label(self._blocks.text(block))

    def read(self, block: int, runs: Sequence[tuple[int, str]]) -> None:
        """Read the text runs of a block, each with its element."""
        before: str | None = None  # what precedes may say which date follows
        byline: _Byline | None = None
        times = self._marks.times
        for owner, run in runs:
            if owner not in times and not _is_date_line(run):
                byline = self._read_name(block, owner, run, byline)
                before = run
                continue
            if before is None:
                before = self._label_before(block)
            if owner in times:
                self._add_time(block, owner, before, run)
            else:
                self._add_dates(block, before, run)
            byline = self._dated_byline(block, run)
            _add(self._dated, block, _size(run))
            before = ""
        if len(runs) > 1 and block not in self._dated:
            self._read_pieces(block, self._blocks.text(block))

    def _label_before(self, block: int) -> str:
        """The text of the block before, if it is only the label of a date."""
        block = self._blocks.beside(block, -1)
        if not 0 < self._blocks.size_of(block) <= _MAX_LABEL:
            return ""
        text = self._blocks.text(block)
        return text if _is_date_label(text) else ""

    def _add_time(self, block: int, owner: int, before: str, run: str) -> None:
        value = self._marks.times[owner]
        if _DIGIT.search(value) and not _is_local(value, run):
            self._add_date(block, value, f"{before} {run}")
        else:
            self._add_dates(block, before, run)

    def _add_dates(self, block: int, before: str, run: str) -> None:
        stop = 0
        for found in _dates(run):
            if found.value:
                label, text = f"{before} {run[stop : found.start]}", run[found.start : found.stop]
                self._add_date(block, text, label, _certain(found, text))
            stop, before = found.stop, ""

    def _add_date(self, block: int, text: str, label: str, value: str | None = None) -> None:
        if len(self._dates) < _MAX_CANDIDATES:
            kind = "copyright" if is_copyright(self._blocks.text(block)) else _kind(label)
            self._dates.append(ShownDate(block, collapse(text), kind, value))

    def _read_pieces(self, block: int, text: str) -> None:
        """Read a date of which day, month and year are in elements of their own."""
        if _SCANNER.may_be_dated(text) and _LIKE_DATE.search(text) and _dates(text):
            share = dates.share(text)
            if share >= _MOSTLY:
                self._dated[block] = round(share * self._blocks.size_of(block))
                self._add_dates(block, "", text)

    def _dated_byline(self, block: int, run: str) -> _Byline | None:
        """The byline in a run that has a date: "By Ada Penrose, 3 May", "3 May by Ada Penrose"."""
        found = _dates(run)
        if not found:
            return None
        for part in (run[: found[0].start], run[found[-1].stop :].lstrip(_SEPARATORS)):
            if _announces_author(part.strip()):
                return self._start_byline(block, part)
        return None

    def _start_byline(self, block: int, text: str) -> _Byline:
        self._names.append(ShownName(block, text, "label"))
        return _Byline(len(self._names) - 1, block)

    def _read_name(
        self, block: int, owner: int, run: str, byline: _Byline | None
    ) -> _Byline | None:
        """Read a run that has no date; the byline that goes on with the next run, if any."""
        marks = self._marks
        if byline and (rest := self._continue(byline, run)):
            _add(self._signed, block, _size(run))
            return rest
        if owner in marks.authors:
            self._names.append(ShownName(block, run, "marked"))
        elif (line := _line(run)).announces and block not in self._signed:
            byline = self._start_byline(block, run)
            _add(self._signed, block, _size(run))
            return byline
        elif self._authors and _names_one(line.folded, self._authors):
            self._names.append(ShownName(block, run, "declared"))
        else:
            if block in self._after_label:
                self._names.append(ShownName(block, run, "label"))
                self._after_label.discard(block)
            elif owner in marks.named:
                self._names.append(ShownName(block, run, "named"))
            elif owner in marks.links:
                self._names.append(ShownName(block, run, "link"))
            return None
        _add(self._signed, block, _size(run))
        return None

    def _continue(self, byline: _Byline, run: str) -> _Byline | None:
        """The byline with another run: a name after its label, or after a comma or "and"."""
        last = self._names[byline.name]
        text = last.text.rstrip()
        if not (_is_label(text) or ends_with_joint(text) or begins_with_joint(run)):
            return None
        self._names[byline.name] = last._replace(text=f"{text} {run.strip()}")
        return byline

    def found(self) -> VisibleCandidates:
        size_of = self._blocks.size_of
        names = sorted(self._names, key=itemgetter(0))[:_MAX_CANDIDATES]
        return VisibleCandidates(
            {block: min(size, size_of(block)) for block, size in self._dated.items()},
            {block: min(size, size_of(block)) for block, size in self._signed.items()},
            tuple(sorted(self._dates, key=itemgetter(0))),
            tuple(name._replace(text=collapse(name.text)) for name in names),
        )


class _Byline(NamedTuple):
    """A byline that the next text run of its block may continue."""

    name: int
    block: int


def _add(sizes: dict[int, int], block: int, size: int) -> None:
    sizes[block] = sizes.get(block, 0) + size


_announces_author = lru_cache(maxsize=_REMEMBERED)(announces_author)


class _Line(NamedTuple):
    """A text run as a byline."""

    announces: bool
    folded: str


@lru_cache(maxsize=_REMEMBERED)
def _line(run: str) -> _Line:
    return _Line(announces_author(run.strip()), fold_text(run))


@lru_cache(maxsize=_REMEMBERED)
def _kind(label: str) -> str:
    """What a label says of the date after it."""
    if announces_update(label):
        return "modified"
    return "announced" if announces_publication(label) else "published"


@lru_cache(maxsize=_REMEMBERED)
def _is_date_label(text: str) -> bool:
    """Whether a text is only the label of a date."""
    return announces_publication(text) or is_update_label(text)


def _is_label(text: str) -> bool:
    """Whether a text is a label of a byline, without a name."""
    return _announces_author(text) and not without_label(text)


@lru_cache(maxsize=_REMEMBERED)
def _dates(text: str) -> tuple[dates.Found, ...]:
    return tuple(dates.find(text, now=_SOME_DAY))


@lru_cache(maxsize=_REMEMBERED)
def _is_date_line(run: str) -> bool:
    """Whether a text is about a date: it holds one, a month at least, and little else.

    A sentence that mentions a day is not; a time of day is no date.
    """
    # Asked first: finding dates takes longer.
    if not _SCANNER.may_be_dated(run) or not _LIKE_DATE.search(run):
        return False
    found = [run[each.start : each.stop] for each in _dates(run) if each.value]
    return bool(found) and sum(map(_size, found)) > _PART * _size(run)


def _is_local(value: str, run: str) -> bool:
    """Whether a text shows the day of a moment in UTC as the calendar of its readers has it."""
    if not value.endswith(("Z", "+00:00")) or dates.depends_on_order(run):
        return False
    days = [found.value for found in _dates(run) if found.value and len(found.value) >= _DAY]
    return bool(days) and days[0][:_DAY] != value[:_DAY]


def _certain(found: dates.Found, text: str) -> str | None:
    """The value of a date in a text if it is read alike by itself, in any order and language."""
    if found.relative or collapse(text) != text or dates.depends_on_order(text):
        return None
    return found.value


def _size(text: str) -> int:
    return len(fold_text(text))


def _names_one(bare: str, names: Sequence[str]) -> bool:
    """Whether a folded text is the name of an author for a good part of it."""
    return any(name in bare and 3 * len(name) > len(bare) for name in names)
