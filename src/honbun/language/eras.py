"""Japanese eras: how they are written and the year before their first."""

from __future__ import annotations

_BEFORE = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_SHORT = {"平": "平成", "昭": "昭和", "令": "令和", "㍾": "明治", "㍽": "大正"} | {
    "㍼": "昭和",
    "㍻": "平成",
    "㋿": "令和",
}
_LETTER = {"r": "令和", "h": "平成", "s": "昭和"}
"""M and T are left out: pages write those eras in full, and M1.2.3 is a version."""
_LONGEST = 64
"""Shōwa, the longest era, ended in its 64th year."""

NAME = "|".join((*_BEFORE, *_SHORT))
LETTER = "[" + "".join(_LETTER) + "]"


def year(era: str, count: int) -> int:
    """The Western year of an era's year; 0 where no era lasted that long.

    >>> year("平成", 20), year("r", 6), year("昭和", 90)
    (2008, 2024, 0)
    """
    name = _LETTER.get(era) or _SHORT.get(era) or era
    # Papers go on counting: plans for 平成35年 were printed, and are dates.
    return _BEFORE[name] + count if 1 <= count <= _LONGEST else 0
