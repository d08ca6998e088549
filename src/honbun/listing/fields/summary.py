"""Summaries: what the list says of each item beside its title."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.listing.fields.title import is_date

if TYPE_CHECKING:
    from honbun.listing.fields.roll import Place, Roll
    from honbun.listing.fields.title import Title

LONGEST = 5000
"""Characters of a summary; diaries have whole entries in their list."""


def summary(roll: Roll, place: Place, title: Title) -> str | None:
    """The text of an item without its title; None where nothing but a date is left."""
    strand = roll.sheet.strand
    spans = [(place.start, max(title.start, place.start)), (title.stop, place.stop)]
    text = strand.read([(start, stop) for start, stop in spans if stop > start])
    if not text or text == title.text or is_date(text):
        return None
    return text if len(text) <= LONGEST else text[:LONGEST].rsplit(" ", 1)[0] + " …"
