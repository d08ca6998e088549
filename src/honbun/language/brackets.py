"""Brackets of a paragraph: what stands in a short pair of them is not split."""

from __future__ import annotations

import re

LONGEST_QUOTED = 100
"""Characters up to which brackets hold together what they enclose: one speech of a few short
sentences, a remark. A longer quotation has sentences of its own."""

_CLOSED_BY = dict(zip("「『（(【〈《〔［", "」』）)】〉》〕］"))
_BRACKET = re.compile(f"[{''.join(map(re.escape, [*_CLOSED_BY, *_CLOSED_BY.values()]))}]")


class Quoted:
    """The pairs of brackets of one paragraph, asked from its beginning to its end."""

    def __init__(self, opening: dict[int, int], outermost: list[tuple[int, int]]) -> None:
        self.opening = opening
        """For each closing bracket the place of the one that it closes."""
        self._outermost = outermost
        self._next = 0

    def hold(self, start: int, stop: int) -> bool:
        """Whether a short pair has this range inside it."""
        pairs, at = self._outermost, self._next
        while at < len(pairs) and pairs[at][1] < start:
            at += 1
        self._next = at
        return at < len(pairs) and pairs[at][0] < start and stop <= pairs[at][1]


def quoted(text: str) -> Quoted:
    """The brackets of a paragraph. One that is never closed, or by another kind, holds nothing."""
    opening: dict[int, int] = {}
    outermost: list[tuple[int, int]] = []
    unclosed: list[tuple[int, str]] = []
    for bracket in _BRACKET.finditer(text):
        at = bracket.start()
        if closing := _CLOSED_BY.get(bracket[0]):
            unclosed.append((at, closing))
        elif unclosed and unclosed[-1][1] == bracket[0]:
            start, _ = unclosed.pop()
            opening[at] = start
            if at - start <= LONGEST_QUOTED:
                while outermost and outermost[-1][0] > start:
                    outermost.pop()
                outermost.append((start, at))
    return Quoted(opening, outermost)
