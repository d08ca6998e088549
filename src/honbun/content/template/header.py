"""What is content outside of the region: facts, lead and picture beside the title, and dates."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from honbun.content.explain import Reason
from honbun.content.measure.facts import LONGEST, states_day
from honbun.content.measure.link import Lead
from honbun.content.template.template import NO_SLOT
from honbun.text.unicode import fold_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.measure.outline import Outline
    from honbun.content.template.judging import Judging
    from honbun.content.template.reading import Reading
    from honbun.content.template.template import Slot

_HALF = 0.5
_SENTENCE = 40
"""Characters of a block that is no label or heading."""
_COUNTER = re.compile(r"\d+\D{0,14}|\D{0,14}\d+")
"""A number with a word: comments, views, minutes to read."""
_DIGIT = re.compile(r"\d")
_SAME = 0.6
_OWN = 0.1
"""Share of the pages that may say a text between title and body for it to be the page's own."""
_MANY_VALUES = 0.04
"""Different values, as a share of the pages, of a place that says something about its page."""
_DOMINANT = 0.75
"""Share of the pages up to which one value may stand at such a place."""
_MOST_PICTURES = 0.8
"""Of the pictures at a place, the share that stand on one page only, unless it is decoration."""
_FEW = 4
"""Pages below which a date that most of them show may still be the page's."""
_DATES = 0.75
"""Share of the pages that have the same number of dates at a place that is not beside the title."""


def add_header(page: Judging) -> None:
    """Add what stands between the title and the region and says something of its own."""
    outline = page.outline
    for block in _beside_title(page):
        if outline.shown[block] and not outline.aside[block] and block != page.title:
            why = _header(page, block)
            if why is not None:
                page.why[block] = why


def _beside_title(page: Judging) -> range:
    """The blocks from where the element around title and region begins, up to the region."""
    outline, region = page.outline, page.reading.region
    if page.title is None or page.title >= region:
        return range(region, region)
    around = region
    while not around <= page.title < outline.end[around]:
        around = outline.parent[around]
    return range(around, region)


def _header(page: Judging, block: int) -> Reason | None:
    """What a block beside the title is, where it is content."""
    outline = page.outline
    if not outline.size[block] or outline.tag[block] == "figcaption":
        return Reason.PICTURE if _is_own_picture(page, block) else None
    if outline.dated[block]:
        is_date = outline.is_fact(block) and outline.size[block] <= LONGEST
        return Reason.DATE if is_date else None
    plain = outline.size[block] - max(0, outline.linked[block] - outline.signed[block])
    if 2 * plain <= outline.size[block]:
        return None
    if outline.signed[block]:
        return Reason.AUTHOR
    return Reason.LEAD if _is_lead(page, block) else None


def _is_own_picture(page: Judging, block: int) -> bool:
    """Whether a picture, or its caption, is of this page."""
    outline, slot = page.outline, page.template.slot(page.reading, block)
    times = slot.times(outline.mark[block], page.reading.sampled is not None)
    if outline.size[block]:
        return times < _SAME * page.template.pages
    own = slot.values >= _MOST_PICTURES * slot.said
    return own and times == 1 and outline.mark[block] != 0


def _is_lead(page: Judging, block: int) -> bool:
    """Whether a plain text beside the title says something of this page."""
    outline, pages = page.outline, page.template.pages
    text = outline.text[block].replace(" ", "")
    if len(text) < 2 or _COUNTER.fullmatch(text) or _is_usual(page, block):
        return False
    if page.title is not None and outline.linked[block] and _says(outline, block, page.title):
        return False  # the end of a trail
    if (
        page.title is not None
        and block > page.title
        and page.said_by(block) <= max(1, _OWN * pages)
    ):
        return True
    slot = page.template.slot(page.reading, block)
    return _varies(slot, slot.times(outline.mark[block], page.reading.sampled is not None), pages)


def _says(outline: Outline, block: int, title: int) -> bool:
    return fold_text(outline.text[title]) in fold_text(outline.text[block])


def _is_usual(page: Judging, block: int) -> bool:
    """Whether a sentence, or a number with words, is nearly the same on most pages.

    Not so a word or two: a place that says "function" here and "function template" there varies.
    """
    text = page.reading.whole_text(block)
    if len(text) < _SENTENCE and not _DIGIT.search(text):
        return False
    return page.template.sameness(page.reading.place[block], text) >= _SAME


def _varies(slot: Slot, times: int, pages: int) -> bool:
    """Whether a place says something else on every few pages."""
    return (
        slot.pages >= 0.4 * pages
        and slot.is_single
        and slot.values >= max(3, _MANY_VALUES * pages)
        and times < _DOMINANT * slot.pages
    )


def add_dates(page: Judging) -> None:
    """Add dates that stand elsewhere, where the template has them and they vary."""
    outline, reading, template = page.outline, page.reading, page.template
    elsewhere: dict[int, list[int]] = defaultdict(list)
    for block, dated in enumerate(outline.dated):
        if dated and outline.is_date(block):
            elsewhere[reading.place[block]].append(block)
    for place, blocks in elsewhere.items():
        slot = template.slots.get(place, NO_SLOT)
        count, pages = max(slot.dates.items(), key=lambda item: item[1], default=(0, 0))
        share = _HALF if count == 1 else _DATES
        if (
            pages < max(2, share * template.pages)
            or slot.values < min(3, template.pages)
            or (count > 1 and not _are_of_page(reading, blocks, count))
        ):
            continue
        for block in blocks:
            if _is_own_date(page, block):
                page.why[block] = Reason.DATE


def _is_own_date(page: Judging, block: int) -> bool:
    """Whether a date outside of the region is of no other page, and not one that most show."""
    outline = page.outline
    return (
        page.why[block] is Reason.OUTSIDE
        and block not in page.reading.extent
        and not outline.aside[block]
        and not outline.links[block][Lead.SITE]
        and not (page.template.pages >= _FEW and page.often(block, _DATES))
        and states_day(outline.text[block])
    )


def _are_of_page(reading: Reading, dates: Sequence[int], count: int) -> bool:
    """Whether several dates at one place are the page's, and not each of a linked item's."""
    if len(dates) != count:
        return False
    outline, leads = reading.outline, reading.leads
    around = outline.parent[dates[0]]
    while outline.end[around] <= dates[-1]:
        around = outline.parent[around]
    items = [child for child in outline.children(around) if _holds(outline, child, dates)]
    return not all(leads.site(item) + leads.away(item) for item in items)


def _holds(outline: Outline, block: int, others: Sequence[int]) -> bool:
    return any(block <= other < outline.end[block] for other in others)


def date_line(page: Judging) -> int | None:
    """The block that tells when the page was written, content or not.

    A date that is content, else one beside the title, else one where most pages have one.
    """
    outline, reading, template = page.outline, page.reading, page.template
    dated = [b for b, size in enumerate(outline.dated) if size and not outline.aside[b]]
    beside = _beside_title(page)

    def is_usual(block: int) -> bool:
        return template.slot(reading, block).dates.get(1, 0) >= max(2, _HALF * template.pages)

    ranked = (
        *(b for b in dated if page.why[b] is Reason.DATE),
        *(b for b in dated if b in beside),
        *(b for b in dated if is_usual(b)),
    )
    return next((b for b in ranked if states_day(outline.text[b])), None)
