"""Likeness: how much two texts have in common, in any script."""

from __future__ import annotations

_RUN = 3
"""Characters that are compared at once: as many as tell texts apart where words have no spaces."""


def runs(text: str) -> frozenset[str]:
    """The runs of characters that a text is made of.

    >>> sorted(runs("boats"))
    ['ats', 'boa', 'oat']
    """
    return frozenset(text[i : i + _RUN] for i in range(max(1, len(text) - _RUN + 1)))


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of runs that two texts have in common (Dice), from 0 to 1.

    >>> likeness(runs("boats"), runs("boats")), likeness(runs("boats"), runs("goats"))
    (1.0, 0.6666666666666666)
    """
    return 2 * len(one & other) / (len(one) + len(other))
