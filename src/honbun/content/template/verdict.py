"""Verdicts: places inside the region that are no content, by a vote of the pages.

An element in a fixed place belongs to the template and not to the text. What it is shows on the
pages together: a table of contents links to its own page, related articles link to others of the
site, a notice says the same everywhere. One page's element may be too small to tell; most tell.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import accumulate
from typing import TYPE_CHECKING

from honbun.content.explain import Reason
from honbun.content.template.reading import BOXES
from honbun.text.unicode import fold_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.content.template.reading import Reading
    from honbun.content.template.template import Template

_HALF = 0.5
_MOST_LINKS = 0.9
"""Share of the links of a table of contents that lead to its own page, ..."""
_LINK_TEXT = 0.75
"""... and share of its text that is link."""
_SITE_LINKS = 0.8
"""Share of the links of a list of related pages that lead to the site, ..."""
_LIST_TEXT = 0.6
"""... and share of its text that is link, date or a page's title: teasers may stand beside."""
_MOST_PARTS = 2000
"""Blocks of an element that are looked at one by one; one that holds more is no fixture."""
_SHORTEST_TITLE = 4
_SAME = 0.6
"""Share of the words that must be usual for a text to be the template's."""
_SENTENCE = 40
"""Characters from which that is said: "Serves 4" and "Serves 6" are a label with a value."""
_MOSTLY = 0.8
_SOME = 0.1
"""Share of the pages that must say a thing for it to be the template's, whatever its place."""


def verdicts(readings: Sequence[Reading], template: Template) -> dict[int, Reason]:
    """The places inside the region whose elements most pages find to be no content."""
    votes: dict[int, Counter[Reason]] = defaultdict(Counter)
    voters: Counter[int] = Counter()
    for reading in readings:
        for block in _candidates(reading, template):
            place = reading.place[block]
            voters[place] += 1
            votes[place].update(_findings(reading, template, block))
    ranked = (Reason.CONTENTS, Reason.CONSTANT, Reason.LINKS)
    return {
        place: why
        for place, count in voters.items()
        if (why := next((w for w in ranked if votes[place][w] >= _HALF * count), None))
    }


def _candidates(reading: Reading, template: Template) -> Iterator[int]:
    """Elements of the region that stand in fixed places and show something."""
    outline = reading.outline
    marks = [0, *accumulate([mark != 0 for mark in outline.mark])]
    for block in reading.extent[1:]:
        fixed = template.is_fixture(reading, block) or template.is_named_fixture(reading, block)
        if fixed and marks[outline.end[block]] > marks[block]:
            yield block


def _findings(reading: Reading, template: Template, block: int) -> Iterator[Reason]:
    if reading.outline.tag[block] in BOXES or _is_link_line(reading, block):
        if is_contents(reading, block):
            yield Reason.CONTENTS
        if is_link_list(reading, template, block) and not _names_author(reading, block):
            yield Reason.LINKS
    if _is_constant(reading, template, block):
        yield Reason.CONSTANT


def _is_link_line(reading: Reading, block: int) -> bool:
    """Whether a paragraph is a row of links: tags, or the way to the next page."""
    outline = reading.outline
    return outline.tag[block] == "p" and reading.named(block) and not outline.is_fact(block)


def is_contents(reading: Reading, block: int) -> bool:
    """Whether an element is made of links to places on its own page."""
    leads = reading.leads
    if not leads.own(block) or leads.own(block) < _MOST_LINKS * leads.all(block):
        return False
    return leads.linked(block) >= _LINK_TEXT * leads.size(block) > 0


def is_link_list(reading: Reading, template: Template, block: int) -> bool:
    """Whether an element is made of links to other pages of the site."""
    outline, leads = reading.outline, reading.leads
    if not leads.site(block) or leads.site(block) < _SITE_LINKS * leads.all(block):
        return False
    if outline.end[block] - block > _MOST_PARTS:
        return leads.linked(block) >= _LIST_TEXT * leads.size(block) > 0
    told = 0
    for part in range(block, outline.end[block]):
        size = outline.size[part]
        # Among links to pages of a series, the page itself is named without one.
        if outline.mark[part] in template.titles or _says_own_title(reading, part):
            told += size
        else:
            told += min(size, outline.linked[part] + outline.dated[part])
    return told >= _LIST_TEXT * leads.size(block) > 0


def _says_own_title(reading: Reading, block: int) -> bool:
    outline, title = reading.outline, reading.title_match
    if title is None or not _SHORTEST_TITLE <= outline.size[title] <= outline.size[block]:
        return False
    return fold_text(outline.text[title]) in fold_text(outline.text[block])


def is_formula(reading: Reading, template: Template, block: int) -> bool:
    """Whether a sentence at a numbered spot is nearly the same on most pages."""
    spot = reading.spot[block]
    text = reading.outline.text[block]
    return template.sameness(spot, text) >= _SAME and not reading.outline.is_fact(block)


def _names_author(reading: Reading, block: int) -> bool:
    outline = reading.outline
    parts = range(block, min(outline.end[block], block + _MOST_PARTS))
    return any(outline.signed[part] and outline.is_fact(part) for part in parts)


def _is_constant(reading: Reading, template: Template, block: int) -> bool:
    """Whether an element says the same, or nearly, on the pages that have it; facts never count."""
    outline = reading.outline
    parts = range(block, outline.end[block])
    if len(parts) > _MOST_PARTS:
        return False
    facts = [part for part in parts if outline.is_fact(part)]
    if not facts and _is_same(reading, template, block):
        return True
    often = max(2, _HALF * template.slot(reading, block).pages, _SOME * template.pages)
    whole = same = 0
    for part in parts:
        if outline.mark[part]:
            size = max(1, outline.size[part])
            whole += size
            if part not in facts and (
                reading.others[part] + 1 >= often or _is_same(reading, template, part)
            ):
                same += size
    return same >= _MOSTLY * whole > 0


def _is_same(reading: Reading, template: Template, block: int) -> bool:
    text = reading.outline.text[block]
    return len(text) >= _SENTENCE and template.sameness(reading.place[block], text) >= _SAME
