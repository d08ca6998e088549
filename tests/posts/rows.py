"""Strands and cuts of pages written in place, and random pages to take them from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

from honbun.html.nodes import NodeSequence, node_sequence
from honbun.html.parse import parse
from honbun.posts.fields.date import dated_nodes
from honbun.posts.keys import NodeKeys
from honbun.posts.segmentation import Boundary, Segmentation
from tests.posts.pages.formats import FORMATS, PLAIN
from tests.strategies import PIECES

if TYPE_CHECKING:
    from collections.abc import Sequence

_MORE = st.sampled_from(
    [
        *("2010-03-04 10:20", "Name: Ann", "12: ", "■", "\x00", "\u200b", " two  words ", "3 "),
        *("<hr>", "<br>", "<img src=a.gif>", "<li class='post odd'>", "<div class=post>", "</div>"),
        *("<h2>", "<tr bgcolor=red>", "<td class=x>", "<dt>", "<dd>", "<noscript>", "<p id=a>"),
        "A sentence that is long enough to be the message of a post and not its header. ",
    ]
)
HTML = st.lists(PIECES | _MORE, max_size=40).map("".join)
"""Tag soup with something of posts in it."""


@st.composite
def _broken(draw: st.DrawFn) -> str:
    html = draw(st.sampled_from([*FORMATS.values()]))(draw(st.integers(0, 3)), PLAIN).html
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(html)))
        stop = min(start + draw(st.sampled_from([0, 1, 30, 400])), len(html))
        html = html[:start] + draw(_MORE | PIECES | st.just(html[start:stop] * 2)) + html[stop:]
    return html


BROKEN = _broken()
"""Thread pages, some of which have lost something or have too much of it."""


def row_of(html: str) -> NodeSequence:
    return node_sequence(parse(html))


def keys_of(html: str) -> NodeKeys:
    row = row_of(html)
    return NodeKeys(row, dated_nodes(row))


def cut_of(
    spans: Sequence[Sequence[tuple[int, int]]],
    kind: Boundary = Boundary.ELEMENT,
    container: int = 0,
) -> Segmentation:
    """The cut with these ranges for its posts."""
    rows = sorted((start, stop, n) for n, post in enumerate(spans) for start, stop in post)
    start, stop, post = np.array(rows, dtype=np.int64).T
    return Segmentation(kind, [f"{kind} made"], start, stop, post, container)


def elements(keys: NodeKeys, tag: str) -> list[list[tuple[int, int]]]:
    """The ranges of the elements with a tag."""
    row = keys.sequence
    return [[(at, int(row.end[at]))] for at, each in enumerate(row.tag) if each == tag]
