"""Template: what the pages of one kind have taught.

Learnt from some pages that are no twins of each other; then any page of the kind is judged by it,
in time proportional to that page. A site's memory is its templates.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from honbun.content.template.place import keys, places
from honbun.content.template.reading import Reading, words
from honbun.content.template.route import Weighed, follow, weights

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from honbun.content.duplicates import NearDuplicates
    from honbun.content.explain import Reason
    from honbun.content.measure.outline import Outline
    from honbun.content.template.place import Names
    from honbun.content.template.route import Step
    from honbun.text.dates import Order

_ONCE = 0.9
"""Of the pages that have a fixture, the share that have it once."""
_HALF = 0.5
_NAMED = 3
"""Pages that must have a named element for it to be a fixture, where half of them do not."""


@dataclass(frozen=True, slots=True)
class Slot:
    """What the pages have at one place."""

    pages: int = 0
    once: int = 0
    """How many have one block there and not more."""
    values: int = 0
    """How many different things stand there ..."""
    said: int = 0
    """... on how many pages, each counted for itself."""
    repeats: Mapping[int, int] = field(default_factory=dict)
    """Those that stand there on more than one page, by mark."""
    dates: Mapping[int, int] = field(default_factory=dict)
    """On how many pages one, two or three of the blocks there are dates."""

    @property
    def is_single(self) -> bool:
        return self.once >= _ONCE * self.pages

    def times(self, mark: int, sampled: bool) -> int:
        """On how many pages the same stands there, this one included."""
        return self.repeats.get(mark, int(sampled)) + (not sampled)


NO_SLOT = Slot()


@dataclass(frozen=True, slots=True)
class Template:
    """What is known about the pages of one kind."""

    urls: Sequence[str]
    """The pages it was learnt from."""
    names: Names
    twins: NearDuplicates
    texts: Mapping[int, int]
    """On how many of them each text stands, by mark."""
    route: Step | None
    slots: Mapping[int, Slot]
    usual: Mapping[int, frozenset[str]]
    """For elements in fixed places the words that most pages have there; by place, and by spot."""
    titles: frozenset[int]
    """What the pages have as titles, by mark."""
    title_places: Mapping[int, int]
    """On how many pages the title stands where."""
    verdicts: Mapping[int, Reason]
    """Places in the region whose elements are no content, and why."""
    order: Order | None
    """The order of the parts of numeric dates."""

    @property
    def pages(self) -> int:
        """How many pages it was learnt from."""
        return len(self.urls)

    def read(self, outline: Outline, copies: Iterable[int] = ()) -> Reading:
        """A page seen through the template that was not learnt from it.

        What the page's twins say is not counted: it would make its own words look common. So it is
        with its `copies`, of those that the template was learnt from.
        """
        texts = self.texts
        others = [texts.get(mark, 0) if mark else 0 for mark in outline.mark]
        for twin in {*self.twins.of(outline), *copies}:
            marks = self.twins.marks[twin]
            others = [n - (m in marks) for n, m in zip(others, outline.mark)]
        return read(weigh(outline, self.names, others), self.route, self.pages, None)

    def reread(self, outline: Outline, number: int) -> Reading:
        """The page of this number, of those that the template was learnt from."""
        others = others_of(outline, self.texts)
        return read(weigh(outline, self.names, others), self.route, self.pages, number)

    def saying(self, mark: int) -> Iterator[str]:
        """The pages that say the same."""
        return (url for url, marks in zip(self.urls, self.twins.marks) if mark in marks)

    def slot(self, reading: Reading, block: int) -> Slot:
        return self.slots.get(reading.place[block], NO_SLOT)

    def is_fixture(self, reading: Reading, block: int) -> bool:
        """Whether the element stands once on at least half of the pages."""
        slot = self.slot(reading, block)
        return slot.pages >= max(2, _HALF * self.pages) and slot.is_single

    def is_named_fixture(self, reading: Reading, block: int) -> bool:
        """Whether the element has a name, and stands once on the pages that have it."""
        slot = self.slot(reading, block)
        return (
            slot.pages >= min(_NAMED, max(2, self.pages))
            and slot.is_single
            and reading.named(block)
        )

    def sameness(self, where: int, text: str) -> float:
        """The share of a text that the pages usually have at a place or spot."""
        usual = self.usual.get(where)
        found = words(text) if usual else []
        whole = sum(map(len, found))
        return sum(len(word) for word in found if word in usual) / whole if whole and usual else 0.0


def others_of(outline: Outline, texts: Mapping[int, int]) -> list[int]:
    """How many other pages say what each block says, given how many pages do, this one too."""
    return [texts[mark] - 1 if mark else 0 for mark in outline.mark]


def weigh(outline: Outline, names: Names, others: list[int]) -> Weighed:
    """A page as the route sees it."""
    key, anchor = keys(outline, names)
    return Weighed(outline, key, anchor, others, weights(outline, others))


def read(page: Weighed, route: Step | None, pages: int, sampled: int | None) -> Reading:
    """A page seen through names and route alone: what a template is learnt from."""
    region = follow(page, route)
    where = places(page.outline, page.key, page.anchor, region)
    return Reading(page.outline, where, page.others, region, pages, sampled)
