"""Content inside the region: all but what is the template's, or surrounds the page's own words."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from honbun.content.explain import Reason
from honbun.content.template.verdict import is_formula, is_link_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.content.measure.outline import Outline
    from honbun.content.template.judging import Judging

_HALF = 0.5
_OFTEN = 0.3
"""Share of the pages that say what is cut off before and after the page's own words."""
_FEW = 4
"""Pages below which a thing that half of them say may still be content."""
_RUN_SIZE = 40
"""Characters of a run of repeated blocks; a shorter one may be two headings of the author's."""
_NEARLY_ALL = 0.8
_SENTENCE = 40
"""Characters of a block that is no label or heading."""
_LABEL = 40
"""Characters up to which a block is the heading of the list that follows it."""
_BOX_LABEL = 30
_CELLS = frozenset({"dd", "dt", "li", "td"})


class Region:
    """The blocks of the region that are not the template's."""

    def __init__(self, page: Judging) -> None:
        self.page = page
        self.outline = page.outline
        self.live: list[int] = []

    def blocks(self) -> list[int]:
        end, why = 0, Reason.REGION
        for block in self.page.reading.extent:
            if block < end:
                self.page.why[block] = why
                continue
            found = self._verdict(block)
            if found is None:
                if self.outline.shown[block]:
                    self.live.append(block)
                continue
            end, why = self.outline.end[block], found
            self.page.why[block] = why
            if why in (Reason.CONTENTS, Reason.LINKS):
                self._drop_heading(block, why)
        return self._with_labels()

    def _verdict(self, block: int) -> Reason | None:
        page, outline = self.page, self.outline
        reading, template = page.reading, page.template
        if outline.aside[block]:
            return Reason.ASIDE
        if block == reading.region:
            return None
        if page.title is not None and block <= page.title < outline.end[block]:
            return None
        found = template.verdicts.get(reading.place[block])
        if (
            found is Reason.LINKS
            and not template.is_fixture(reading, block)
            and not is_link_list(reading, template, block)
        ):
            found = None
        if found is None and (is_formula(reading, template, block) or self._is_notice(block)):
            return Reason.CONSTANT
        return Reason.GUTTER if _is_gutter(outline, block) else found

    def _is_own_box(self, block: int) -> bool:
        """Whether a box is the author's: not the region, and not in a fixed place."""
        reading = self.page.reading
        return block != reading.region and not self.page.template.is_fixture(reading, block)

    def _is_notice(self, block: int) -> bool:
        """Whether a block is a sentence that nearly all pages have."""
        pages, size = self.page.template.pages, self.outline.size[block]
        often = self.page.said_by(block) >= max(_FEW, _NEARLY_ALL * pages)
        return often and size >= _SENTENCE and not self.outline.is_fact(block)

    def _drop_heading(self, block: int, why: Reason) -> None:
        """Drop the heading of a list that was dropped."""
        if not self.live:
            return
        page, outline, last = self.page, self.outline, self.live[-1]
        beside = outline.parent[last] == outline.parent[block] or page.reading.is_heading(last)
        if (
            beside
            and page.said_by(last) >= 2
            and last != page.title
            and outline.size[last] < _LABEL
            and outline.tag[last] not in _CELLS
            and not outline.is_fact(last)
        ):
            page.why[self.live.pop()] = why

    def _with_labels(self) -> list[int]:
        """The live blocks, and the constant labels of boxes whose text is live ("Note")."""
        page, outline, why = self.page, self.outline, self.page.why
        labels = []
        for block, after in pairwise([b for b in page.reading.extent if outline.shown[b]]):
            box = outline.parent[block]
            if (
                why[block] is Reason.CONSTANT
                and 0 < outline.size[block] < _BOX_LABEL
                and (page.reading.is_heading(block) or self._is_own_box(box))
                and why[box] is why[after] is Reason.OUTSIDE  # as what is live is so far
                and after < outline.end[box]
            ):
                labels.append(block)
        return sorted([*self.live, *labels]) if labels else self.live


def _is_gutter(outline: Outline, block: int) -> bool:
    """Whether a cell holds nothing but the line numbers of the code beside it."""
    text = outline.text[block]
    if not text.startswith("1") or len(text) > 50_000:
        return False
    cell = block
    while outline.tag[cell] != "td":
        cell = outline.parent[cell]
        if cell < 0 or block - cell > 3:
            return False
    beside = outline.tag[outline.end[cell] : outline.end[outline.parent[cell]]]
    numbers = text.split()
    return "pre" in beside and numbers == [str(n) for n in range(1, len(numbers) + 1)]


def without_runs(page: Judging, live: Sequence[int]) -> Iterator[int]:
    """The blocks without those that come in a row and that half of the pages have.

    A heading at the end of such a row belongs to what follows it.
    """
    if page.template.pages < _FEW:
        yield from live
        return
    outline, run = page.outline, list[int]()
    for block in [*live, -1]:
        if block >= 0 and _may_run(page, block):
            run.append(block)
            continue
        heading = [run.pop()] if run and page.reading.is_heading(run[-1]) else []
        if len(run) >= 2 and sum(outline.size[b] for b in run) >= _RUN_SIZE:
            for repeated in run:
                page.why[repeated] = Reason.RUN
        else:
            yield from run
        yield from heading
        run.clear()
        if block >= 0:
            yield block


def _may_run(page: Judging, block: int) -> bool:
    return (
        page.often(block, _HALF)
        and block != page.title
        and not page.outline.is_fact(block)
        and page.outline.tag[block] not in ("dt", "th")
    )


def cut_ends(page: Judging, live: list[int]) -> None:
    """Cut off what stands after the last and before the first own words, and on many pages."""
    outline = page.outline

    def is_cut(block: int) -> bool:
        fact = outline.is_fact(block)
        return page.often(block, _OFTEN) and not fact and block != page.title

    while live and is_cut(live[-1]):
        page.why[live.pop()] = Reason.AFTER
    if page.title in live:
        first = live.index(page.title)
        live[:first] = [block for block in live[:first] if _stays_before_title(page, block)]
    else:
        while live and is_cut(live[0]):
            page.why[live.pop(0)] = Reason.BEFORE


def _stays_before_title(page: Judging, block: int) -> bool:
    outline = page.outline
    decoration = not outline.size[block] and page.said_by(block) > 1
    linked = 2 * outline.linked[block] >= outline.size[block] > 0
    if outline.is_fact(block) or not (page.often(block, _OFTEN) or linked or decoration):
        return True
    page.why[block] = Reason.BEFORE
    return False
