"""A page and its template to labels: for every block the rule that makes it content or not.

Inside the region everything is content, repeated lines too, but for what the template has put there
and for what stands before the first and after the last words of its own. Outside it, the title, and
between title and region what says something of its own: dates, authors, a lead, a picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.content.explain import Reason
from honbun.content.template.body import Region, cut_ends, without_runs
from honbun.content.template.header import add_dates, add_header, date_line
from honbun.content.template.judging import Judging
from honbun.content.template.title import title_of

if TYPE_CHECKING:
    from honbun.content.template.reading import Reading
    from honbun.content.template.template import Template


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a page's blocks are."""

    why: list[Reason]
    """The rule that decided, for every block."""
    title: int | None
    """The block that is the title."""
    date: int | None
    """The block that tells the page's date, content or not."""


def judge(reading: Reading, template: Template) -> Judgement:
    """For every block of a page the rule that decides about it."""
    title = title_of(reading, template.title_places)
    page = Judging(reading, template, title)
    live = Region(page).blocks()
    live = list(without_runs(page, live))
    cut_ends(page, live)
    for block in live:
        page.why[block] = Reason.REGION
    if title is not None:
        page.why[title] = Reason.TITLE
    add_header(page)
    add_dates(page)
    return Judgement(page.why, title, date_line(page))
