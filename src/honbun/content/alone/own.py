"""What each row is by itself, and what the page is as a whole."""

from __future__ import annotations

from math import log1p
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from honbun.content.alone.letters import closed
from honbun.content.alone.sheet import OTHER, TAGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.content.alone.sheet import Family, Named, Sheet

_ROW_TAGS = range(TAGS.index("main") + 1)
"""The tags that blocks with text have; the rest only stand around them."""
_LONGEST_WORD = 30
_FLAGS = tuple([f"is {TAGS[code]}" for code in _ROW_TAGS])
_VEILS = ("hidden", "noscript", "silent")
_COUNTED = ("article", "main", "form", "section", "li", "pre", "table")
_COUNTED_CODES = np.array([TAGS.index(tag) for tag in _COUNTED])
_COUNTED_NAMES = tuple([f"page {tag}" for tag in _COUNTED])


def features(sheet: Sheet) -> Iterator[Named | Family]:
    """What each row is by itself."""
    rows = sheet.row
    size = sheet.size[rows]
    words, sentences, letters, commas, questions, digits, capitals, money, signs = sheet.letters.T
    least = np.maximum(size, 1)
    yield "size", np.log1p(size)
    yield "links", sheet.linked[rows] / least
    yield "words", np.log1p(words)
    yield "word length", np.minimum(size / np.maximum(words, 1), _LONGEST_WORD)
    yield "sentences", np.log1p(sentences)
    yield "commas", np.log1p(commas)
    yield "questions", questions > 0
    yield "digits", digits / least
    yield "capitals", capitals / least
    yield "letters", letters / least
    yield "money", money > 0
    yield "signs", signs > 0
    yield "closed", closed(sheet.texts)
    yield "pressed", sheet.pressed[rows] / least
    tag = sheet.tag[rows]
    yield "tag", np.where(tag < _ROW_TAGS.stop, tag, OTHER)
    yield _FLAGS, tag == np.arange(len(_FLAGS))[:, None]
    yield _VEILS, sheet.veiled >> np.arange(len(_VEILS))[:, None] & 1
    yield "aside", np.array(sheet.plan.aside)[rows]


def whole(sheet: Sheet) -> Iterator[Named | Family]:
    """What the page is, the same for every row."""
    rows = sheet.row
    size, tag, long = sheet.size[rows], sheet.tag[rows], sheet.long[rows]
    total = sheet.total
    yield "page texts", log1p(len(sheet))
    yield "page size", log1p(total[0])
    yield "page links", total[1] / total[0]
    yield "page paragraphs", total[3] / total[0]
    yield "page long", total[4] / total[0]
    yield "page longs", log1p(np.count_nonzero(long))
    yield "page longest", log1p((size * long).max())
    yield "page median", log1p(median(size.tolist()))
    yield "page headings", total[6] / len(sheet)
    yield "page items", total[7] / len(sheet)
    yield "page cells", float(size[tag == TAGS.index("td")].sum() / total[0])
    yield "page pressed", total[8] / total[0]
    yield "page money", float(np.mean(sheet.letters[:, 7] > 0))
    yield "page hidden", float(size[(sheet.veiled & 1) > 0].sum() / total[0])
    count = np.bincount(sheet.tag, minlength=len(TAGS))
    yield _COUNTED_NAMES, np.log1p(count[_COUNTED_CODES])[:, None]
