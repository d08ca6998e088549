"""Random pages with things that come again, and columns of pages written in place."""

from __future__ import annotations

from hypothesis import strategies as st

from honbun.feeds.columns import NodeColumns
from honbun.html.links import base_url
from honbun.html.nodes import node_sequence
from honbun.page import Page
from tests.strategies import HTML

URL = "https://a.example/news/"

_DAYS = st.sampled_from(
    ["2010-03-04", "4 March 2010", "2010年3月4日", "3月4日", "March 2010", "2010", "04.03.2010"]
)
_TEXTS = st.sampled_from(
    [
        "Boats float",
        "A second boat was seen here",
        "犬が船に乗った",
        "Read more",
        "x",
        "3",
    ]
)
_LINKS = st.sampled_from(
    [
        "/a/1",
        "/a/2",
        "b.html",
        "?p=3",
        "#c",
        "",
        "http://b.example/",
        "mailto:x@y.example",
        "http://[",
    ]
)


@st.composite
def _item(draw: st.DrawFn) -> str:
    """What an item of a list may look like."""
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
"""Lists, whole and broken, among tag soup."""


def columns(html: str, url: str = URL) -> NodeColumns:
    """The columns of a page."""
    tree = Page(html, url=url).parse()
    return NodeColumns(node_sequence(tree), url, base_url(tree, url))


def nodes(of: NodeColumns, tag: str) -> list[int]:
    """The elements of a page with a tag."""
    return [at for at, each in enumerate(of.sequence.tag) if each == tag]
