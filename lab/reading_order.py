"""Whether texts are whole and in order: by the truth beside other extractors, and by the page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SHORTEST = 20
"""Letters of a paragraph: the same short line may be in several places."""
_MARKS = re.compile(r"[\s>|-]*(?:[0-9]+[.)] )?")
"""What a line of text begins with in lists and quotations."""
_WORD = re.compile(r"[^\W_]+")
_GAP = 500
"""Letters of a page between two words of a line: a control, or what explains a word."""
_NEAR = 2000
"""Letters after which a line may be one that the page repeats."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Counts of the paragraphs of the truth that a text contains."""

    found: int = 0
    whole: int = 0
    """Those that are a paragraph or line of their own."""
    pairs: int = 0
    """Neighbours that were both found."""
    ordered: int = 0
    placed: int = 0
    """Neighbours of which the page has each once, so that it decides their order."""
    as_page: int = 0
    """Those in the order of the page, whatever the order of the truth."""

    def __add__(self, other: Reading) -> Reading:
        return Reading(
            self.found + other.found,
            self.whole + other.whole,
            self.pairs + other.pairs,
            self.ordered + other.ordered,
            self.placed + other.placed,
            self.as_page + other.as_page,
        )

    def row(self, name: str) -> list[object]:
        return [
            name,
            self.found,
            round(self.whole / max(self.found, 1), 4),
            round(self.ordered / max(self.pairs, 1), 4),
            round(self.as_page / max(self.placed, 1), 4),
        ]


HEADER = ("extractor", "paragraphs found", "whole", "in the truth's order", "in the page's order")


def compare(paragraphs: Sequence[str], text: str, page: str = "") -> Reading:
    """Look for the paragraphs of a page in a text; `page` is all text of the page.

    The truth of some pages is in another order than the page, and a sentence that a page repeats
    may be kept in one of its places only: neighbours without such doubts have the page's order.

    >>> compare(["The first paragraph, long enough.", "And another one, also long."],
    ...         "The first paragraph, long enough.\\n\\nAnd another one, also long.")
    Reading(found=2, whole=2, pairs=1, ordered=1, placed=0, as_page=0)
    """
    letters, lines = _letters(text), {_letters(line) for line in text.split("\n")}
    lines |= {_letters(part) for part in re.split(r"\n\s*\n", text)}
    wanted = [one for one in map(_letters, paragraphs) if len(one) >= _SHORTEST]
    places, end = [], 0
    for one in wanted:
        # What is said twice is looked for after the paragraph before it first.
        place = letters.find(one, end)
        places.append(place if place >= 0 else letters.find(one))
        end = places[-1] + len(one) if places[-1] >= 0 else end
    met = [(place, one) for one, place in zip(wanted, places) if place >= 0]
    pairs = [(first[0], second[0]) for first, second in pairwise(met)]
    on_page = _letters(page)
    certain = [(letters.find(one), on_page.find(one)) for _, one in met if on_page.count(one) == 1]
    places_of = list(pairwise(certain))
    return Reading(
        found=len(met),
        whole=sum(one in lines for one, place in zip(wanted, places) if place >= 0),
        pairs=len(pairs),
        ordered=sum(first < second for first, second in pairs),
        placed=len(places_of),
        as_page=sum((a[0] < b[0]) == (a[1] < b[1]) for a, b in places_of),
    )


@dataclass(frozen=True, slots=True)
class LineOrder:
    """How the lines of a text follow the page."""

    lines: int = 0
    parted: int = 0
    """Lines that the page has with something between their words, such as a control."""
    misplaced: tuple[str, ...] = ()
    """Lines that the page has only before where the line before ends."""
    unknown: tuple[str, ...] = ()
    """Lines that are not text of the page."""


def line_order(text: str, page: str) -> LineOrder:
    """Follow the lines of a text through all text of its page.

    >>> line_order("One line\\nand another", "One line, and another.")
    LineOrder(lines=2, parted=0, misplaced=(), unknown=())
    >>> line_order("and another\\nOne line", "One line, and another.").misplaced
    ('One line',)
    """
    letters, end, lines, parted = _letters(page), 0, 0, 0
    misplaced: list[str] = []
    unknown: list[str] = []
    for line in text.split("\n"):
        words = list(map(str.casefold, _WORD.findall(_MARKS.sub("", line, count=1))))
        if not (bare := "".join(words)):
            continue
        lines += 1
        place = letters.find(bare, end)
        after = None if end <= place < end + _NEAR else _after_words(words, letters, end)
        if place >= 0 and (after is None or place + len(bare) <= after):
            end = place + len(bare)
        elif after is not None:
            parted, end = parted + 1, after
        elif bare in letters:
            misplaced.append(line)
        else:
            unknown.append(line)
    return LineOrder(lines, parted, tuple(misplaced), tuple(unknown))


def _after_words(words: Sequence[str], letters: str, end: int) -> int | None:
    """Where words that are near each other end, if they come after `end`; None if they do not."""
    start = letters.find(words[0], end)
    while start >= 0:
        stop = start + len(words[0])
        for word in words[1:]:
            place = letters.find(word, stop, stop + _GAP + len(word))
            if place < 0:
                break
            stop = place + len(word)
        else:
            return stop
        start = letters.find(words[0], start + 1)
    return None


def total(readings: Iterable[Reading]) -> Reading:
    return sum(readings, Reading())


def _letters(text: str) -> str:
    # A capital sigma has another small letter at the end of a word, but is folded to the same.
    return re.sub(r"[\W_]+", "", text).casefold()
