"""Ruling: what was decided about one page, in a form that is small enough to wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from honbun.content.explain import Why

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.text.dates import Order

_RULES = list(Why)
_CODES = {why: code for code, why in enumerate(_RULES)}


class Evidence(NamedTuple):
    """What is known about a block from other pages."""

    others: int
    """How many other pages say the same."""
    pages: tuple[str, ...]
    """Some of them."""
    place: str | None
    """Where it stands in the template."""
    score: float | None = None
    """How likely it is content to the model of pages alone."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The rule that decided about each block of a page, and what it was judged by."""

    rules: bytes
    """One byte for each block."""
    evidence: Sequence[Evidence] | None
    """For each block that shows something; only where an explanation was asked for."""
    title: int | None
    """The block that is the title."""
    date: int | None
    """The block that tells the page's date, content or not."""
    method: str
    reason: str | None
    order: Order | None
    """The order of the parts of numeric dates, as the page's kind writes them."""

    def why(self, block: int) -> Why:
        return _RULES[self.rules[block]]


def packed(rules: Iterable[Why]) -> bytes:
    return bytes([_CODES[why] for why in rules])
