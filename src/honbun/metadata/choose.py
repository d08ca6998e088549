"""Choose the title, author and date of a page: what it declares, checked against what it shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.metadata.author import choose_authors
from honbun.metadata.date import choose_date
from honbun.metadata.place import header_place, is_late
from honbun.metadata.title import choose_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.metadata.declared import DeclaredMetadata
    from honbun.metadata.visible import VisibleCandidates
    from honbun.text.dates import Order


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
    date_blocks: tuple[int, ...] = ()
    """The blocks that show the date."""
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
    if title_block is not None and is_late(title_block, content):
        title = title_block = None
    place = header_place(title_block, content)
    chosen = choose_date(declared, candidates, url, place, order)
    authors, author_blocks = choose_authors(declared, candidates, place)
    return Metadata(
        title=choose_title(declared, title, url),
        authors=authors,
        date=chosen.published,
        modified=chosen.modified,
        site=declared.site,
        language=declared.language,
        description=declared.description,
        tags=declared.tags,
        image=declared.image,
        canonical=declared.canonical,
        date_blocks=chosen.blocks,
        author_blocks=author_blocks,
    )
