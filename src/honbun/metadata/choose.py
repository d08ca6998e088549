"""Choose the title, author and date of a page: what it declares, checked against what it shows."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from honbun.metadata.author import choose_authors
from honbun.metadata.date import choose_date as choose_page_date
from honbun.metadata.place import header_place
from honbun.metadata.title import choose_title as choose_page_title
from honbun.text import dates
from honbun.text.phrases import announces_author, without_label
from honbun.text.unicode import fold_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.metadata.declared import DeclaredMetadata
    from honbun.metadata.visible import VisibleCandidates
    from honbun.text.dates import Order

_DAY = len("2008-12-10")
_MAX_NAME = 80
_PARAGRAPH = 40
"""Characters from which a body block is a paragraph, not a label."""
_SEPARATORS = " ,.;:|·•/()[]–—-"
"""Punctuation between a name and the text beside it."""
_ANCHORS = " ¶§\N{LINK SYMBOL}"
"""Symbols at the end of a heading that link to itself."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known about a page; empty or None where nothing is."""

    title: str | None = None
    authors: tuple[str, ...] = ()
    """All authors in order, people rather than organizations."""
    date: str | None = None
    """ISO 8601, as precise as the page."""
    modified: str | None = None
    site: str | None = None
    language: str | None = None
    description: str | None = None
    tags: tuple[str, ...] = ()
    image: str | None = None
    canonical: str | None = None
    date_block: int | None = None
    """The block that shows the date."""
    author_blocks: tuple[int, ...] = ()
    """The blocks that show the authors."""


def choose_metadata(
    declared: DeclaredMetadata,
    candidates: VisibleCandidates,
    url: str,
    *,
    title: str | None,
    title_block: int | None,
    content: Sequence[int],
    order: Order | None,
) -> Metadata:
    """The metadata of a page, given the block that shows its title and those of its content.

    `order` is the order of day and month on the site, None where it is not known.
    """
    place = header_place(title_block, content)
    chosen = choose_page_date(declared, candidates, url, place, order)
    authors, author_blocks = choose_authors(declared, candidates, place)
    return Metadata(
        title=choose_page_title(declared, title, url),
        authors=authors,
        date=chosen.published,
        modified=chosen.modified,
        site=declared.site,
        language=declared.language,
        description=declared.description,
        tags=declared.tags,
        image=declared.image,
        canonical=declared.canonical,
        date_block=chosen.block,
        author_blocks=author_blocks,
    )


class ShownBlock(NamedTuple):
    """A content block, by its role ("title", "author", "date", "body" or another) and text."""

    role: str
    text: str


def about_page(shown: Iterable[ShownBlock], beside: Iterable[bool]) -> list[ShownBlock]:
    """The blocks that describe the page: all before its first paragraph, later ones if `beside` it.

    A date further down in the text is the date of something else.
    """
    found = []
    before = True
    for block, is_beside in zip(shown, beside):
        before = before and not (block.role == "body" and len(block.text) >= _PARAGRAPH)
        if before or is_beside:
            found.append(block)
    return found


def choose_title(declared: DeclaredMetadata, shown: Iterable[ShownBlock]) -> str | None:
    """The title that is shown, else the first declared one, which may contain the site's name."""
    title = next((block.text for block in shown if block.role == "title"), "")
    return title.rstrip(_ANCHORS) or next(iter(declared.titles), None)


def choose_author(declared: DeclaredMetadata, shown: Sequence[ShownBlock]) -> str | None:
    """The declared author that is shown, else the first declared one, else the one shown."""
    lines = [fold_text(block.text) for block in shown if block.role in ("author", "date")]
    for name in declared.authors:
        if any(fold_text(name) in line for line in lines):
            return name
    if declared.authors:
        return declared.authors[0]
    bylines = (block for block in shown if block.role == "author")
    # "By Hanako Yamada, 3 May 2008" is one line, with the role of a date.
    dated = (block for block in shown if block.role == "date" and announces_author(block.text))
    line = next(chain(bylines, dated), None)
    return _name(line.text) if line else None


def _name(line: str) -> str | None:
    """The name in a byline.

    >>> _name("By Hanako Yamada, 3 May 2008")
    'Hanako Yamada'
    """
    found = dates.find(line)
    name = without_label(line[: found[0].start] if found else line).strip(_SEPARATORS)
    return name if 0 < len(name) <= _MAX_NAME else None


def choose_date(
    declared: DeclaredMetadata, lines: Sequence[str], order: Order | None
) -> str | None:
    """The date of the page in ISO 8601, given the lines that show one.

    The declared date is more precise, but some generators declare the day they ran: if the page
    shows another day, that is its date.
    """
    language = declared.language
    values = [dates.read(line, order=order, language=language) for line in lines]
    days = [value for value in values if value and value[:1].isdigit() and len(value) >= _DAY]
    for date in (declared.published, declared.modified):
        if date and (not days or any(day[:_DAY] == date[:_DAY] for day in days)):
            return date
    return days[0] if days else declared.published
