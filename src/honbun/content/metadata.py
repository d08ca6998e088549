"""Title, author and date of a page: what it declares, checked against what it shows."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from honbun.content.measure.facts import squeeze
from honbun.content.model import Role
from honbun.text import dates
from honbun.text.phrases import announces_author, without_label

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.metadata.declared import DeclaredMetadata
    from honbun.text.dates import Order

_DAY = len("2008-12-10")
_LONGEST_NAME = 80
_PARAGRAPH = 40
_AROUND = " ,.;:|·•/()[]–—-"
"""What parts a name from what stands beside it."""


_ANCHORS = " ¶§\N{LINK SYMBOL}"
"""What stands at the end of a heading as a link to itself."""


class Shown(NamedTuple):
    """A content block as far as it tells of the page as a whole."""

    role: Role
    text: str


def about_page(shown: Iterable[Shown], beside: Iterable[bool]) -> list[Shown]:
    """Those that are about the page: all before its first paragraph, later ones if `beside` it.

    A date further down in the text is the date of something else.
    """
    kept = []
    before = True
    for block, is_beside in zip(shown, beside):
        before = before and not (block.role is Role.BODY and len(block.text) >= _PARAGRAPH)
        if before or is_beside:
            kept.append(block)
    return kept


def title(declared: DeclaredMetadata, shown: Iterable[Shown]) -> str | None:
    """The title as it is shown; the declared one often has the site's name with it."""
    own = next((block.text for block in shown if block.role is Role.TITLE), "")
    return own.rstrip(_ANCHORS) or next(iter(declared.titles), None)


def author(declared: DeclaredMetadata, shown: Sequence[Shown]) -> str | None:
    """The declared author that the page shows, else the declared one, else the one shown."""
    lines = [block.text for block in shown if block.role in (Role.AUTHOR, Role.DATE)]
    seen = [squeeze(line) for line in lines]
    for name in declared.authors:
        if any(squeeze(name) in line for line in seen):
            return name
    if declared.authors:
        return declared.authors[0]
    named = (block for block in shown if block.role is Role.AUTHOR)
    # "By Hanako Yamada, 3 May 2008" is one line, and a date by its role.
    dated = (b for b in shown if b.role is Role.DATE and announces_author(b.text))
    line = next(chain(named, dated), None)
    return _name(line.text) if line else None


def _name(line: str) -> str | None:
    """The name in a line about the author.

    >>> _name("By Hanako Yamada, 3 May 2008")
    'Hanako Yamada'
    """
    found = dates.find(line)
    name = without_label(line[: found[0].start] if found else line).strip(_AROUND)
    return name if 0 < len(name) <= _LONGEST_NAME else None


def date(declared: DeclaredMetadata, lines: Sequence[str], order: Order | None) -> str | None:
    """The date of the page, in ISO 8601, given the lines in which it shows one.

    The declared one is more precise, but some generators declare the day they ran: where the page
    shows another day, that is its date.
    """
    language = declared.language
    values = [dates.read(line, order=order, language=language) for line in lines]
    days = [value for value in values if value and value[:1].isdigit() and len(value) >= _DAY]
    for told in (declared.published, declared.modified):
        if told and (not days or any(day[:_DAY] == told[:_DAY] for day in days)):
            return told
    return days[0] if days else declared.published
