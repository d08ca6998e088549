"""Examples: pages of which it is known how much of each row is content."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from honbun.content.alone.features import Seen
from honbun.content.alone.sheet import Sheet
from honbun.content.collection import judge_collection
from honbun.content.model import ContentOptions
from honbun.content.pipeline import read_collection
from honbun.content.record import parse_page
from honbun.errors import HonbunError
from honbun.evaluation.metrics import TOKEN
from honbun.runner.map import ordered_map
from honbun.runner.run import Run
from honbun.training.align import aligned

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.content.alone.sheet import Floats
    from honbun.evaluation.wcxb import TypedPage
    from honbun.page import Page

_POWER = 0.7
"""A row weighs its words to this power, so that long paragraphs do not drown out headings; a page
weighs the same as any other."""


_LEAST = 0.5
"""Share of a true text that must stand on its page: else it is the text of another page, or what
scripts would have loaded, and what looks like content here is none by mistake."""


@dataclass(frozen=True, slots=True)
class Example:
    """A page, and the true share of content in each of its rows."""

    seen: Seen
    domain: str
    labels: Floats

    @property
    def weights(self) -> Floats:
        """What each row weighs; 1 in all."""
        words = (self.seen.sheet.letters[:, 0] + 1) ** _POWER
        shares: Floats = words / words.sum()
        return shares


def taught(pages: Iterable[TypedPage], jobs: int = 0) -> Iterator[Example | None]:
    """Examples from pages whose true text is known; None for one that teaches nothing."""
    return ordered_map(_aligned, pages, jobs)


def _aligned(typed: TypedPage) -> Example | None:
    if not typed.text:
        return None
    try:
        measured = parse_page(typed.page)
    except HonbunError:
        return None
    sheet = Sheet(measured.plan())
    if not len(sheet):
        return None
    labels = np.array(aligned(sheet.texts, typed.text), dtype=np.float32)
    if labels @ sheet.letters[:, 0] < _LEAST * len(TOKEN.findall(typed.text)):
        return None
    return Example(Seen(sheet, measured.declared.types, measured.url), typed.domain, labels)


def self_taught(pages: Sequence[Page], domain: str, jobs: int = 0) -> Iterator[Example]:
    """Examples from the pages of a site, as the collection judges them: no truth is looked at.

    What they tell of themselves as a whole is left out: of a few sites it only tells which it is.
    """
    options = ContentOptions()
    run = Run(jobs)
    with read_collection(pages, options, run) as collection:
        for number, decided in judge_collection(collection, options, run).items():
            sheet = Sheet(collection.outline(number))
            if len(sheet) and decided.method == "collection":
                found = [decided.why(block).is_content for block in sheet.row.tolist()]
                labels = np.array(found, dtype=np.float32)
                yield Example(Seen(sheet, (), ""), domain, labels)
