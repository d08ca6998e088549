"""List pages for tests: random ones, and small ones written in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

from honbun.api import feed
from honbun.feeds.candidate_items import CandidateItems, PageColumns
from honbun.feeds.candidates import TitleCandidates, title_candidates
from honbun.feeds.choose import Candidates, default_weights
from honbun.feeds.columns import NodeColumns
from honbun.feeds.fields import build_items
from honbun.feeds.fields.date import PageDates
from honbun.feeds.items import item_spans
from honbun.feeds.links import LinkColumns
from honbun.feeds.model import FeedOptions, Weights
from honbun.html.links import base_url
from honbun.html.nodes import node_sequence
from honbun.page import Page
from tests.strategies import HTML

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from honbun.feeds.columns import Numbers
    from honbun.feeds.model import Item

URL = "https://a.example/news/"

_DAYS = st.sampled_from(
    ["2010-03-04", "4 March 2010", "2010年3月4日", "3月4日", "March 2010", "2010", "04.03.2010"]
)
_TEXTS = st.sampled_from(
    ["Boats float", "A second boat was seen here", "犬が船に乗った", "Read more", "x", "3"]
)
_LINKS = st.sampled_from(
    "/a/1 /a/2 b.html ?p=3 #c http://b.example/ mailto:x@y.example http://[ ".split(" ")
)


@st.composite
def _item(draw: st.DrawFn) -> str:
    """An item in one of many forms."""
    text, day, link = draw(_TEXTS), draw(_DAYS), draw(_LINKS)
    form = draw(
        st.sampled_from(
            [
                "<li><a href='{link}'>{text}</a></li>",
                "<li>{day} <a href='{link}'>{text}</a></li>",
                "<h3>{text}</h3><p>{day}</p>",
                "<h3 id=d>{day}</h3><p>{text}</p>",
                "<div class=c><a href='{link}'><img src=a.jpg><h4>{text}</h4></a>{day}</div>",
                "<dt><time datetime=2010-03-05>{day}</time><dd><a href='{link}'>{text}</a>",
                "{day} <a href='{link}'>{text}</a><br>",
                "<table><tr><td>{day}<td><a href='{link}'>{text}</a></table>",
                "<p>by {text} {day}<p><b>{text}</b>",
            ]
        )
    )
    return form.format(text=text, day=day, link=link)


_RUNS = st.tuples(_item(), st.integers(1, 5)).map(lambda run: run[0] * run[1])
LISTS = st.lists(st.one_of(_item(), _RUNS, HTML), max_size=12).map("".join)
"""Lists, complete and broken, among tag soup."""


def columns(html: str, url: str = URL) -> NodeColumns:
    """The columns of a page."""
    tree = Page(html, url=url).parse()
    return NodeColumns(node_sequence(tree), url, base_url(tree, url))


def nodes(of: NodeColumns, tag: str) -> list[int]:
    """The elements of a page with a tag."""
    return [at for at, each in enumerate(of.sequence.tag) if each == tag]


def titles_of(html: str) -> TitleCandidates:
    """The title candidates of a page."""
    of = columns(html)
    return TitleCandidates(of, title_candidates(of))


def measured_items(of: NodeColumns, groups: Sequence[Numbers]) -> CandidateItems:
    """The items of groups of titles, ready to be measured."""
    titles = TitleCandidates(of, title_candidates(of))
    page = PageColumns(of, titles, LinkColumns(of), PageDates(of, "en", None))
    return CandidateItems(page, item_spans(of, groups))


def tagged(of: NodeColumns, tag: str) -> Numbers:
    """The elements with a tag as a group of titles."""
    return np.array(nodes(of, tag), dtype=np.int64)


def list_items(html: str, when: datetime | None = None, url: str = URL) -> tuple[Item, ...]:
    """The items of a page's main list; the gate accepts any list."""
    open_gate = FeedOptions(weights=Weights(default_weights().rank, {"bias": 1.0}))
    return feed(Page(html, url=url, fetched_at=when), open_gate).items


def candidate_titles(html: str, tag: str) -> list[str]:
    """The titles of the items whose title candidates are the elements with a tag."""
    of = columns(html)
    found = Candidates(measured_items(of, [tagged(of, tag)]), {}, np.zeros(1))
    return [item.title for item in build_items(found.items_of(0))]


NAMES = ("ash", "birch", "cedar", "elm", "fir")
DAYS = [f"2010-03-{20 - n}" for n in range(5)]
TITLES = [f"The old {name} tree was felled" for name in NAMES]
LINKS = [URL + name for name in NAMES]
TEXTS = [
    f"Nobody had counted the rings of the {name}, and there were {n + 71}."
    for n, name in enumerate(NAMES)
]
ARTICLE = (
    "<article><h2><a href={name}>{title}</a></h2><p class=d>{day}</p><p>{text}</p>{more}</article>"
)


def row(form: str, n: int) -> str:
    """An item in some form."""
    fields = {"name": NAMES[n], "day": DAYS[n], "title": TITLES[n], "text": TEXTS[n]}
    return form.format(n=n, d=20 - n, more="", **fields)


def listed(form: str = ARTICLE, rows: Sequence[int] = range(5)) -> str:
    """A page with a menu and a list of five."""
    menu = "<ul><li><a href=/>Home</a><li><a href=/about>About</a></ul>"
    return f"{menu}<div>{''.join(row(form, n) for n in rows)}</div>"
