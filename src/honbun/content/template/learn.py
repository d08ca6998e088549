"""Pages to Template: names, twins, route, slots, titles, verdicts, each from what came before."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from honbun.content.duplicates import NearDuplicates
from honbun.content.template import route
from honbun.content.template.place import Names
from honbun.content.template.reading import words
from honbun.content.template.template import Slot, Template, others_of, read, weigh
from honbun.content.template.title import title_of, title_places
from honbun.content.template.verdict import verdicts
from honbun.text.dates import order_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from honbun.content.measure.outline import Outline
    from honbun.content.template.reading import Reading

_COMMON = 0.6
"""Share of the pages with something at a place that must have a word there for it to be usual."""
_FIXED = 0.2
"""Share of the pages that must have an element for its words to be compared ..."""
_FIXED_SPOT = 0.5
"""... or a block at a numbered spot ..."""
_SPOT_SIZES = range(40, 401)
"""... whose text is a sentence: shorter ones are labels, and belong to what they stand beside."""
_LEAST = 5
"""Pages below which two sentences may be alike by chance."""
_SHORTEST_TITLE = 4
"""Characters of a title that is not said by chance."""
_MOST_DATES = 3
"""Dates of its own that a page has at one place: published, updated, filed."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """A template, and the pages that it was learnt from as it sees them."""

    template: Template
    readings: Sequence[Reading]


def learn(sample: Sequence[Outline], urls: Sequence[str], language: str | None) -> Learnt:
    """The template of some pages, no two of them twins, in the language that most declare."""
    names = Names.learn(sample)
    texts = Counter([mark for outline in sample for mark in set(outline.mark) if mark])
    weighed = [weigh(outline, names, others_of(outline, texts)) for outline in sample]
    way = route.learn(weighed)
    readings = [read(page, way, len(sample), number) for number, page in enumerate(weighed)]
    # What one page has where says nothing about the next.
    slots = _slots(readings) if len(readings) > 1 else {}
    where = title_places(readings)
    titles = [title_of(reading, where) for reading in readings]
    template = Template(
        urls=urls,
        names=names,
        twins=NearDuplicates.learn(sample),
        texts=texts,
        route=way,
        slots=slots,
        usual=_usual(readings, slots) if len(readings) >= _LEAST else {},
        titles=frozenset(
            reading.outline.mark[title]
            for reading, title in zip(readings, titles)
            if title is not None and reading.outline.size[title] >= _SHORTEST_TITLE
        ),
        title_places=where,
        verdicts={},
        order=order_of(_dates(readings), language),
    )
    if len(readings) > 1:
        template = replace(template, verdicts=verdicts(readings, template))
    return Learnt(template, readings)


def _slots(readings: Sequence[Reading]) -> dict[int, Slot]:
    pages: Counter[int] = Counter()
    once: Counter[int] = Counter()
    values: dict[int, Counter[int]] = defaultdict(Counter)
    dates: dict[int, Counter[int]] = defaultdict(Counter)
    for reading in readings:
        outline, place = reading.outline, reading.place
        counts = Counter(place)
        pages.update(counts.keys())
        once.update([key for key, count in counts.items() if count == 1])
        for key, mark in {(key, mark) for key, mark in zip(place, outline.mark) if mark}:
            values[key][mark] += 1
        dated = Counter([place[b] for b, n in enumerate(outline.dated) if n and outline.is_date(b)])
        for key, count in dated.items():
            if count <= _MOST_DATES:
                dates[key][count] += 1
    return {
        key: Slot(
            pages=count,
            once=once[key],
            values=len(values[key]),
            said=values[key].total(),
            repeats={mark: times for mark, times in values[key].items() if times > 1},
            dates=dict(dates[key]),
        )
        for key, count in pages.items()
    }


def _usual(readings: Sequence[Reading], slots: Mapping[int, Slot]) -> dict[int, frozenset[str]]:
    """The usual words of elements in fixed places, and of sentences at numbered spots."""
    elements: dict[int, list[str]] = defaultdict(list)
    sentences: dict[int, list[str]] = defaultdict(list)
    for reading in readings:
        outline = reading.outline
        for block, place in enumerate(reading.place):
            slot = slots[place]
            fixed = slot.is_single and slot.pages >= max(_LEAST, _FIXED * len(readings))
            if fixed and (text := reading.whole_text(block)):
                elements[place].append(text)
            if reading.spot[block] and outline.size[block] in _SPOT_SIZES:
                sentences[reading.spot[block]].append(outline.text[block])
    least = max(_LEAST, _FIXED_SPOT * len(readings))
    usual = {place: _common(said) for place, said in elements.items() if len(said) >= _LEAST}
    usual.update({spot: _common(said) for spot, said in sentences.items() if len(said) >= least})
    return {where: common for where, common in usual.items() if common}


def _common(texts: Sequence[str]) -> frozenset[str]:
    counts = Counter([word for text in texts for word in set(words(text))])
    return frozenset(word for word, count in counts.items() if count >= _COMMON * len(texts))


def _dates(readings: Iterable[Reading]) -> list[str]:
    """What stands on the pages as dates."""
    return [
        reading.outline.text[block]
        for reading in readings
        for block, dated in enumerate(reading.outline.dated)
        if dated and reading.outline.is_date(block)
    ]
