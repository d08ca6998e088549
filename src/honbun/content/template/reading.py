"""Reading: a page's outline seen through its template.

Adds to the outline where each block stands and how many other pages say the same. Learning a
template and judging a page by it look at the same readings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from honbun.content.template.match import best_match
from honbun.html.blocks import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.measure.outline import Outline
    from honbun.content.template.place import Places

BOXES = frozenset(
    "ul ol div section details nav dl table article aside footer header main center fieldset "
    "figure blockquote address".split()
)
"""Elements that hold other blocks."""
_WORDS = re.compile(r"[a-z]+|[\u0400-\u04ff]+|[^\W\d_a-z]|\d+")
"""Words, where a script has spaces between them, and characters where it has none."""
_LONGEST_FIXTURE = 600
_MOST_PARTS = 12
"""Characters and blocks up to which an element is looked at as one text."""


@dataclass(frozen=True)
class Reading:
    """A page as its template sees it."""

    outline: Outline
    places: Places
    others: Sequence[int]
    """For each block how many other pages say the same, of those the template was learnt from."""
    region: int
    """The block that holds the content."""
    pages: int
    """How many pages the template was learnt from, ..."""
    sampled: int | None
    """... and the number of this one among them."""

    @property
    def place(self) -> list[int]:
        return self.places.place

    @property
    def spot(self) -> list[int]:
        return self.places.spot

    @cached_property
    def title_match(self) -> int | None:
        """The block that matches a declared title best."""
        return best_match(self)

    @cached_property
    def leads(self) -> Leads:
        return Leads(self.outline)

    @property
    def extent(self) -> range:
        """The region and all blocks in it."""
        return range(self.region, self.outline.end[self.region])

    def named(self, block: int) -> bool:
        """Whether the template has a name for the element."""
        return self.places.key[block] != self.outline.tag[block]

    def is_heading(self, block: int) -> bool:
        return self.outline.tag[block] in HEADINGS

    def whole_text(self, block: int) -> str:
        """The text of an element with all inside it, where that is short enough to be a fixture."""
        end = self.outline.end[block]
        if end - block > _MOST_PARTS:
            return ""
        text = " ".join(filter(None, self.outline.text[block:end]))
        return text if len(text) <= _LONGEST_FIXTURE else ""


class Leads:
    """Totals over every element with all inside it: its text, its links and where they lead."""

    def __init__(self, outline: Outline) -> None:
        self._end = outline.end
        # Running sums: a total is the difference of two.
        self._size = [0, *accumulate(outline.size)]
        self._linked = [0, *accumulate(outline.linked)]
        self._own = [0, *accumulate([own for own, _, _ in outline.links])]
        self._site = [0, *accumulate([site for _, site, _ in outline.links])]
        self._away = [0, *accumulate([away for _, _, away in outline.links])]

    def _total(self, sums: list[int], block: int) -> int:
        return sums[self._end[block]] - sums[block]

    def size(self, block: int) -> int:
        return self._total(self._size, block)

    def linked(self, block: int) -> int:
        return self._total(self._linked, block)

    def own(self, block: int) -> int:
        """Links to places on the page itself."""
        return self._total(self._own, block)

    def site(self, block: int) -> int:
        """Links to other pages of the site."""
        return self._total(self._site, block)

    def away(self, block: int) -> int:
        return self._total(self._away, block)

    def all(self, block: int) -> int:
        return self.own(block) + self.site(block) + self.away(block)


def words(text: str) -> list[str]:
    """The words of a text, in one case.

    >>> words("Posted 3 May, 投稿")
    ['posted', '3', 'may', '投', '稿']
    """
    return _WORDS.findall(text.casefold())
