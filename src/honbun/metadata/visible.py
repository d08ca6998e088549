"""Where a page shows a date or a byline: candidates for its metadata, and lines of facts.

Only short blocks are searched. The candidates are found while the tree exists; `choose` reads them
when it is known which blocks are title and content, and how the site writes its dates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from honbun.text import dates
from honbun.text.phrases import announces_author, announces_name, announces_update, is_copyright
from honbun.text.unicode import collapse, fold_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
_LIKE_DATE = re.compile(
    # A year, a number with a sign of the calendar, numbers in a row, a number beside a word.
    r"[12]\d{3}|[年月日년월일]|\d[./-]\s?\d{1,2}[./-]"
    r"|[^\W\d_]{3}[.,]?\s?\d{1,2}(?!\d)|\d\S{0,2}\s(?:d[ei]l?\s|of\s)?[^\W\d_]{3}|\d\s?[^\W\d_a-z]"
)
"""Dates of a line of facts. Others count as text: a day and a time without a year (04/10 07:43),
"yesterday at 9:10"."""
_REMEMBERED = 4096
"""Short texts whose reading is kept: menus and counts come again on every page of a site."""
_AUTHOR_PATH = re.compile(
    r"/(?:authors?|autor(?:en|e|es)?|auteurs?|autori|profiles?|people|person|staff|contributors?"
    r"|writers?|journalists?|reporters?|columnists?|by|byline|users?)/[^/?#]+",
    re.IGNORECASE,
)


class ShownDate(NamedTuple):
    """A date expression in a short block."""

    block: int
    text: str
    """As written, or the `datetime` attribute of its element."""
    kind: str
    """`published` if nothing else is said, `modified`, or `copyright`."""


class ShownName(NamedTuple):
    """What may be a byline."""

    block: int
    text: str
    kind: str
    """`marked` as the author, after a `label` such as "By", a `declared` name, or a `link` to an
    author's page."""


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

    def pack(self) -> tuple[object, ...]:
        """The candidates as plain tuples and dicts, for marshal."""
        shown = [tuple(date) for date in self.dates], [tuple(name) for name in self.names]
        return (self.dated, self.signed, *shown)

    @classmethod
    def unpack(cls, packed: Sequence[Iterable[Sequence[object]]]) -> VisibleCandidates:
        dated, signed, shown, names = packed
        return cls(
            dict(dated),  # type: ignore[arg-type]
            dict(signed),  # type: ignore[arg-type]
            tuple(ShownDate(*date) for date in shown),  # type: ignore[arg-type]
            tuple(ShownName(*name) for name in names),  # type: ignore[arg-type]
        )


def visible_candidates(blocks: Blocks, declared: DeclaredMetadata) -> VisibleCandidates:
    """The dates and bylines in the short blocks of a page."""
    texts = blocks.texts()
    search = _Search(blocks, texts, declared.authors)
    short = [0 < len(text) <= LONGEST for text in texts]
    for block, owner, run in blocks.runs_in(short):
        search.read(block, owner, run)
    search.read_pieces()
    return search.found()


class _Search:
    """The state of a search: what the runs of the current block have said so far."""

    def __init__(self, blocks: Blocks, texts: Sequence[str], authors: Sequence[str]) -> None:
        self._texts = texts
        self._sizes = blocks.sizes()
        self._marks = _Marks(blocks)
        self._names = [fold_text(name) for name in authors]
        self._dated: dict[int, int] = {}
        self._signed: dict[int, int] = {}
        self._dates: list[ShownDate] = []
        self._shown: list[ShownName] = []
        self._numbered: dict[int, None] = {}
        self._block = -1
        self._label = ""
        """What precedes in the block: it may announce the kind of a date."""
        self._announced = -1
        """The block in which a byline continues."""
        self._awaited = False
        """A label of a byline fills the block before."""

    def read(self, block: int, owner: int, run: str) -> None:
        if block != self._block:
            awaited = self._block >= 0 and announces_name(self._texts[self._block])
            self._block, self._label, self._awaited = block, "", awaited
        has_digit = _DIGIT.search(run) is not None
        if has_digit:
            self._numbered[block] = None
        if owner in self._marks.times:
            self._add_time(block, owner, run)
        elif has_digit and _is_date_line(run):
            self._add_dates(block, run)
        else:
            self._read_name(block, owner, run)
            self._label = run
            return
        _add(self._dated, block, len(fold_text(run)))
        self._announced = -1

    def _add_time(self, block: int, owner: int, run: str) -> None:
        value = self._marks.times[owner]
        if _DIGIT.search(value):
            self._dates.append(ShownDate(block, value, _date_kind(f"{self._label} {run}")))
        else:
            self._add_dates(block, run)

    def _add_dates(self, block: int, run: str) -> None:
        stop = 0
        for found in _dates(run):
            if found.value and len(self._dates) < _MAX_CANDIDATES:
                kind = _date_kind(f"{self._label} {run[stop : found.start]}")
                if kind == "published" and is_copyright(self._texts[block]):
                    kind = "copyright"
                self._dates.append(ShownDate(block, run[found.start : found.stop], kind))
            stop, self._label = found.stop, ""

    def _read_name(self, block: int, owner: int, run: str) -> None:
        label = _announces_author(run.strip())
        first = block not in self._dated and block not in self._signed
        kind = None
        if owner in self._marks.authors:
            kind = "marked"
        elif self._announced == block or (label and first):
            kind = "label"
        elif self._names and _names_one(fold_text(run), self._names):
            kind = "declared"
        if kind:
            _add(self._signed, block, len(fold_text(run)))
        elif self._awaited:
            kind = "label"
        elif owner in self._marks.links:
            kind = "link"
        if kind and len(self._shown) < _MAX_CANDIDATES:
            self._add_name(block, run, kind)
        self._awaited = False
        self._announced = block if label else -1

    def _add_name(self, block: int, run: str, kind: str) -> None:
        last = self._shown[-1] if self._shown else None
        if last and last.block == block and announces_name(last.text):
            # "By" and the name are in two elements.
            self._shown[-1] = ShownName(block, f"{last.text.strip()} {run}", kind)
        else:
            self._shown.append(ShownName(block, run, kind))

    def read_pieces(self) -> None:
        """Dates of which day, month and year are in elements of their own."""
        for block in self._numbered:
            text = self._texts[block]
            if block in self._dated or not _dates(text) or not _LIKE_DATE.search(text):
                continue
            share = dates.share(text)
            if share >= _MOSTLY:
                self._dated[block] = round(share * self._sizes[block])
                self._label = ""
                self._add_dates(block, text)

    def found(self) -> VisibleCandidates:
        sizes = self._sizes
        return VisibleCandidates(
            {block: min(size, sizes[block]) for block, size in self._dated.items()},
            {block: min(size, sizes[block]) for block, size in self._signed.items()},
            tuple(sorted(self._dates)),
            tuple(ShownName(b, collapse(text), kind) for b, text, kind in self._shown),
        )


class _Marks:
    """The elements that a page marks as date or author, and its links to authors."""

    def __init__(self, blocks: Blocks) -> None:
        tree, of = blocks.tree, blocks.of
        self.times: dict[int, str] = {}
        """The elements inside `<time>`, with its `datetime`."""
        self.authors: set[int] = set()
        self.links: set[int] = set()
        times = tree.find("time")
        for node, value in zip(times, tree.values(times, "datetime")):
            self.times.update(dict.fromkeys(range(node, tree.end[node]), value or ""))
        for node, _, value in tree.find_attributes("rel", "itemprop", containing="author"):
            if of[node] >= 0 and "author" in value.lower().split():
                self.authors.update(range(node, tree.end[node]))
        links = blocks.links()
        for node, value in zip(links, tree.values(links, "href")):
            if value and _AUTHOR_PATH.search(value):
                self.links.update(range(node, tree.end[node]))


def _add(sizes: dict[int, int], block: int, size: int) -> None:
    sizes[block] = sizes.get(block, 0) + size


_announces_author = lru_cache(maxsize=_REMEMBERED)(announces_author)


@lru_cache(maxsize=_REMEMBERED)
def _dates(text: str) -> tuple[dates.Found, ...]:
    return tuple(dates.find(text, now=_SOME_DAY))


def _date_kind(label: str) -> str:
    if announces_update(label):
        return "modified"
    return "copyright" if is_copyright(label) else "published"


def _is_date_line(run: str) -> bool:
    """Whether a text is about a date: it holds one, a month at least, and little else.

    A sentence that mentions a day is not; a time of day is no date.
    """
    found = [run[each.start : each.stop] for each in _dates(run) if each.value]
    if not found or not _LIKE_DATE.search(run):
        return False
    return sum(len(fold_text(each)) for each in found) > _PART * len(fold_text(run))


def _names_one(bare: str, names: Sequence[str]) -> bool:
    """Whether a folded text is the name of an author for a good part of it."""
    return any(name in bare and 3 * len(name) > len(bare) for name in names)
