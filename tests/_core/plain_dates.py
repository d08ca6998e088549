"""The plain definition of the date scanner: one pattern finds every opening of a text."""

from __future__ import annotations

import re

from honbun.text.dates import clock, names, relative, scan
from honbun.text.dates.model import KANJI, Source

NARROW = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {
    ord("İ"): "i",
    ord("‐"): "-",
    ord("‑"): "-",
    ord("−"): "-",
    ord("’"): "'",
}
DIGIT = re.compile("[0-9０-９]")
WORD = re.compile(rf"\W(?:{relative.SPACED})")
SIGN = re.compile(names.alternation([*relative.HINTS, "月"]))
OPENING = re.compile(
    r"[0-9]++(?:(?=\s?(?:(?P<marked>[-–/.])|(?P<timed>:)|(?P<counted>[年月日号時时点點分秒週周天小星"
    r"个個ヶヵかカケ년월일시분초주개달]"
    r"|[0-9]{1,2}[月월],)|(?P<worded>[',]?\s?[^\W\d_]|[º°ª~]))|(?P<ended>\s{0,9}$)))?"
    rf"|(?P<sign>(?:{names.ERA})(?=\s?[0-9元{KANJI}])"
    rf"|\b{names.ERA_LETTER}(?=\.?[0-9]{{1,2}}[-/.年])|[{KANJI}]{{1,4}}(?=\s?[年月]))"
    rf"|(?P<half>(?:{clock.HALF})(?=\s?[0-9]))"
    rf"|(?P<relative>\b(?:{relative.SPACED})|{relative.UNSPACED})"
    rf"|\b(?P<month>{names.MONTH_NAME})(?=[\s.,/'-]{{0,3}}(?:(?:de|del|of)\s)?[0-9])"
)


def plain(text: str) -> str:
    return text.translate(NARROW).lower()


def may_hold_dates(text: str) -> bool:
    return bool(DIGIT.search(text) or WORD.search(" " + text.lower()) or SIGN.search(text))


def hits(text: str) -> list[scan._Hit]:
    """The date expressions of a text, read at every opening."""
    found: list[scan._Hit] = []
    if not may_hold_dates(text):
        return found
    source = Source(text, plain(text), None, None)
    stop = 0
    for opening in OPENING.finditer(source.plain):
        start, kind = opening.start(), opening.lastgroup
        if start < stop or kind is None:
            continue
        hit = scan._hit(kind, opening.end() - start, source, start, stop)
        if hit is None:
            continue
        if found and hit.day and not hit.clock and scan._precedes(found[-1], source, hit.start):
            hit.start, hit.clock = found[-1].start, found.pop().clock
        stop = hit.stop
        if hit.day or hit.clock or hit.ago:
            found.append(hit)
    return found
