"""The number of each post, where the page shows one: at the same position, and monotonic."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from typing import TYPE_CHECKING

from honbun.posts.fields.cells import Shown
from honbun.posts.fields.date import has_digit
from honbun.posts.fields.names import header_parts
from honbun.text.phrases import announces_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.posts.fields.cells import Cell, Position

_NUMBER = re.compile(
    r"\s*(?:(?:post|msg|message|reply|comment|no|nr|№|レス)\s*[.:：#]?\s*|[#＃\[【(>]+\s*)?(\d{1,10})"
    r"(?:\s*[\]】):：.]|\s+[-–—|]\s|\s*$|(?=\s))",
    re.IGNORECASE,
)
"""A number alone, or at the start of a line: `#12`, `No. 3`, `12: name`, `[4]`."""
_MANY = 6
"""Minimum count of monotonic numbers that are not consecutive; fewer may be chance."""
_LEAST = 0.8
"""Minimum share of posts that show a number."""


def find_numbers(posts: Sequence[Sequence[Cell]]) -> list[Shown | None]:
    """The number of each post; None where posts have none."""
    positions: dict[Position, dict[int, tuple[Shown, bool]]] = defaultdict(dict)
    for number, post in enumerate(posts):
        for cell in post:
            if cell.declared or not has_digit(cell.text) or announces_count(cell.preceding):
                continue
            for order, piece in enumerate([cell.text, *header_parts(cell.text, dated=cell.dated)]):
                if cell.dated and not order:
                    continue  # it may start with its date
                if match := _NUMBER.match(piece):
                    # Marks such as `#` or a colon are typical of post numbers.
                    found = Shown(match[1], cell.at), match.group().strip() != match[1]
                    for position in cell.positions:
                        positions[*position, order].setdefault(number, found)
    best: dict[int, tuple[Shown, bool]] = {}
    for numbers in positions.values():
        if len(numbers) >= max(_LEAST * len(posts), 2, len(best) + 1) and _count_posts(
            [numbers[number] for number in sorted(numbers)]
        ):
            best = numbers
    return [best[number][0] if number in best else None for number in range(len(posts))]


def _count_posts(numbers: Sequence[tuple[Shown, bool]]) -> bool:
    """Whether numbers are monotonic, and are marked, consecutive or many; votes may be monotonic by
    chance."""
    values = [int(shown.text) for shown, _ in numbers]
    steps = [later - earlier for earlier, later in itertools.pairwise(values)]
    if not (all(step > 0 for step in steps) or all(step < 0 for step in steps)):
        return False
    marked, counts = all(mark for _, mark in numbers), all(abs(step) == 1 for step in steps)
    return marked or counts or len(values) >= _MANY
