"""Decisions about the blocks of one page, small enough to keep for every page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from honbun.content.explain import Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.text.dates import Order

_REASONS = list(Reason)
_CODES = {reason: code for code, reason in enumerate(_REASONS)}


class Evidence(NamedTuple):
    """What other pages say about a block."""

    others: int
    """Number of other pages with the same text."""
    pages: tuple[str, ...]
    """URLs of some of them."""
    place: str | None
    """Position in the template."""
    score: float | None = None
    """Probability of being content, if the page was judged alone."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """The reason for each block of a page, and how the page was judged."""

    reasons: bytes
    """One byte per block."""
    evidence: Sequence[Evidence] | None
    """For each visible block; only with `ContentOptions.explain`."""
    title: int | None
    """The block that is the title."""
    date: int | None
    """The block that contains the date of the page, content or not."""
    method: str
    note: str | None
    """Why the content is empty, or was judged with little evidence."""
    order: Order | None
    """Order of day, month and year in the numeric dates of the template group."""

    def why(self, block: int) -> Reason:
        return _REASONS[self.reasons[block]]


def packed(reasons: Iterable[Reason]) -> bytes:
    """Encode reasons, one byte each."""
    return bytes([_CODES[reason] for reason in reasons])
