"""The main list of a page written in place, whatever the gate would say of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun.api import feed
from honbun.feeds.candidates import TitleCandidates, title_candidates
from honbun.feeds.choose import Candidates, default_weights
from honbun.feeds.fields import build_items
from honbun.feeds.fields.date import PageDates
from honbun.feeds.items import item_spans
from honbun.feeds.links import LinkColumns
from honbun.feeds.measure.items import CandidateItems
from honbun.feeds.measure.page import PageColumns
from honbun.feeds.model import FeedOptions, Weights
from honbun.page import Page
from tests.feeds.soup import columns, nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from honbun.feeds.model import Item

URL = "https://a.example/news/"
NAMES = ("ash", "birch", "cedar", "elm", "fir")


def listed(html: str, when: datetime | None = None, url: str = URL) -> tuple[Item, ...]:
    """The items of a page's main list."""
    open_gate = FeedOptions(weights=Weights(default_weights().rank, {"bias": 1.0}))
    return feed(Page(html, url=url, fetched_at=when), open_gate).items


def called(html: str, tag: str) -> list[str]:
    """The titles of the items whose leads are all elements with a tag."""
    of = columns(html)
    page = PageColumns(
        of, TitleCandidates(of, title_candidates(of)), LinkColumns(of), PageDates(of, None, None)
    )
    group = item_spans(of, [np.array(nodes(of, tag), dtype=np.int64)])
    found = Candidates(CandidateItems(page, group), {}, np.zeros(1))
    return [item.title for item in build_items(found.items_of(0))]


def day(number: int) -> str:
    """The day of an item, the newest first."""
    return f"2010-03-{20 - number:02}"


def title(number: int) -> str:
    return f"The old {NAMES[number]} tree was felled"


def link(number: int) -> str:
    return f"{URL}{NAMES[number]}"


def said(number: int) -> str:
    """A paragraph of an item."""
    return f"Nobody had counted the rings of the {NAMES[number]}, and there were {number + 71}."


def page(row: Callable[[int], str], rows: Sequence[int] = range(5)) -> str:
    """A page with a menu and a list of five."""
    menu = "<ul><li><a href=/>Home</a><li><a href=/about>About</a></ul>"
    return f"{menu}<div>{''.join(map(row, rows))}</div>"


def article(number: int, inside: str = "", *, shown: str | None = None) -> str:
    """An item: heading, day, paragraph, and what else is given."""
    date = day(number) if shown is None else shown
    head = f"<h2><a href={NAMES[number]}>{title(number)}</a></h2>"
    return f"<article>{head}<p class=d>{date}</p><p>{said(number)}</p>{inside}</article>"
