"""Words and texts as reports have them."""

from __future__ import annotations

from honbun.text.unicode import collapse

_LONGEST = 240
"""Characters of a piece of text that tell what it is."""


def short(text: str) -> str:
    """A text on one line, and not too much of it.

    >>> short(" a  b ")
    'a b'
    """
    whole = collapse(text)
    return whole if len(whole) <= _LONGEST else whole[: _LONGEST - 1] + "…"


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun.

    >>> counted(1, "page"), counted(2670, "page"), counted(2, "copy", "copies")
    ('1 page', '2,670 pages', '2 copies')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def some(number: int, shown: int, one: str) -> str:
    """A number with its noun, and how many of them are shown where that is not all.

    >>> some(5, 5, "page"), some(1202, 20, "page")
    ('5 pages', '1,202 pages (20 of them here)')
    """
    whole = counted(number, one)
    return whole if shown == number else f"{whole} ({shown:,} of them here)"


def percent(share: float) -> str:
    """A share; all and nothing are said only where they are.

    >>> percent(0.934), percent(0.9996), percent(0.0002), percent(1.0)
    ('93.4 %', '>99.9 %', '<0.1 %', '100 %')
    """
    if share in (0.0, 1.0):
        return f"{share:.0%}".replace("%", " %")
    if share > 0.9995:
        return ">99.9 %"
    return f"{100 * share:.1f} %" if share >= 0.0005 else "<0.1 %"
