"""The number of each post, where the page shows one: at one place, and going one way."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from typing import TYPE_CHECKING

from honbun.thread.dated import has_digit
from honbun.thread.fields.piece import pieces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.thread.fields.cell import Cell, Place

_NUMBER = re.compile(
    r"\s*(?:(?:post|msg|message|reply|comment|no|nr|№|レス)\s*[.:：#]?\s*|[#＃\[【(>]+\s*)?(\d{1,10})"
    r"(?:\s*[\]】):：.]|\s+[-–—|]\s|\s*$|(?=\s))",
    re.IGNORECASE,
)
"""A number alone, or one that opens a line: `#12`, `No. 3`, `12: name`, `[4]`."""
_LEAST = 0.8
"""Share of posts that must show a number for it to be theirs."""


def find(posts: Sequence[Sequence[Cell]]) -> list[tuple[str, int] | None]:
    """The number of each post and the node that shows it, None where posts have none."""
    places: dict[Place, dict[int, tuple[str, int]]] = defaultdict(dict)
    for number, post in enumerate(posts):
        for cell in post:
            if cell.declared or not has_digit(cell.text):
                continue
            for order, piece in enumerate([cell.text, *pieces(cell.text, dated=cell.dated)]):
                if cell.dated and not order:
                    continue  # it may begin with its date
                if match := _NUMBER.match(piece):
                    for place in cell.places:
                        places[*place, order].setdefault(number, (match[1], cell.at))
    best: dict[int, tuple[str, int]] = {}
    for found in places.values():
        if len(found) >= max(_LEAST * len(posts), 2, len(best) + 1) and _goes_one_way(
            [int(value) for _, (value, _) in sorted(found.items())]
        ):
            best = found
    return [best.get(number) for number in range(len(posts))]


def _goes_one_way(values: Sequence[int]) -> bool:
    steps = [later - earlier for earlier, later in itertools.pairwise(values)]
    return all(step > 0 for step in steps) or all(step < 0 for step in steps)
