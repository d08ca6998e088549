"""Numbers as East Asian pages write them: full-width, in kanji, or both in one date."""

from __future__ import annotations

KANJI = "〇零一二三四五六七八九十"
_VALUE = (
    {sign: value for value, sign in enumerate("〇一二三四五六七八九")}
    | {sign: value for value, sign in enumerate("0123456789")}
    # The first year of an era; 十十 is no number, but some text holds it.
    | {"零": 0, "元": 1, "十": 1}
)
_PLAIN = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {
    ord("İ"): "i",  # the one character whose lower case is two characters long
    ord("‐"): "-",
    ord("‑"): "-",
    ord("−"): "-",
    ord("’"): "'",
}


def plain(text: str) -> str:
    """Text in lower case with full-width ASCII made narrow, as long as it was.

    >>> plain("２００８／１２／１０（Wed）")
    '2008/12/10(wed)'
    """
    return text.lower() if text.isascii() else text.translate(_PLAIN).lower()


def number(digits: str) -> int:
    """The number that digits, kanji digits or kanji numerals stand for.

    >>> number("10"), number("二〇〇八"), number("二十"), number("三十一"), number("十二")
    (10, 2008, 20, 31, 12)
    """
    if digits.isascii():
        return int(digits)
    tens, ten, ones = digits.rpartition("十")
    return (10 * (_positional(tens) or 1) if ten else 0) + _positional(ones)


def _positional(digits: str) -> int:
    total = 0
    for digit in digits:
        total = total * 10 + _VALUE[digit]
    return total
