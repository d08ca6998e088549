"""What is wrong with the items of a page, in a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.failure import one_line
from honbun.tree.block import collapse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.eval.feed import Comparison
    from honbun.eval.lists import TrueItem
    from honbun.listing.model import Item

_MOST = 8
"""Lines of one sort for a page: more of them tell the same."""
_LONGEST = 60
"""Characters of a title or link that tell a person which one it is."""


def error_lines(page: Comparison) -> list[str]:
    """Items missed, items that are none, and matched ones with another title or day."""
    titles = [f"{_short(true)!r} is called {_short(item)!r}" for item, true in page.mistitled]
    days = [
        f"{_short(true)!r} of {true.published} has {item.published}" for item, true in page.misdated
    ]
    return [
        *_some("missed", [f"{_short(true)} <{_cut(true.link)}>" for true in page.missed]),
        *_some("extra", [f"{_short(item)} <{_cut(item.link)}>" for item in page.extra]),
        *_some("title", titles),
        *_some("date", days),
    ]


def _some(name: str, lines: Sequence[str]) -> list[str]:
    shown = [f"  {name}: {line}" for line in lines[:_MOST]]
    more = len(lines) - _MOST
    return [*shown, f"  {name}: and {more} more"] if more > 0 else shown


def _short(item: Item | TrueItem) -> str:
    # Of held-out data no more than the digest of a title is known.
    return _cut(item.title if item.title is not None else f"#{item.digest}")


def _cut(text: str | None) -> str:
    whole = one_line(collapse(text or "-"))
    return whole if len(whole) <= _LONGEST else whole[: _LONGEST - 1] + "…"
