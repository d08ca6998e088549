"""Node sequences and segmentations of pages written in place, and random pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

from honbun.evaluation.truth.threads import Group, TruePage, TruePost
from honbun.html.nodes import NodeSequence, node_sequence
from honbun.html.parse import parse
from honbun.posts.fields import build_posts
from honbun.posts.fields.cells import Cell, cells
from honbun.posts.fields.date import dated_nodes
from honbun.posts.keys import NodeKeys
from honbun.posts.segmentation import Boundary, Segmentation
from tests import golden
from tests.strategies import PIECES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from random import Random

    from honbun.html.tree import Tree
    from honbun.posts.model import Post

THREADS = [slug for slug in golden.slugs("posts.json") if any(golden.expected(slug, "posts.json"))]
"""The golden pages with posts."""
FIRST = {slug: golden.pages(slug)[0].decode().text for slug in THREADS}
"""The first page of each."""

_MORE = st.sampled_from(
    [
        *("2010-03-04 10:20", "Name: Ann", "12: ", "■", "\x00", "\u200b", " two  words ", "3 "),
        *("<hr>", "<br>", "<img src=a.gif>", "<li class='post odd'>", "<div class=post>", "</div>"),
        *("<h2>", "<tr bgcolor=red>", "<td class=x>", "<dt>", "<dd>", "<noscript>", "<p id=a>"),
        "A sentence that is long enough to be the message of a post and not its header. ",
    ]
)
HTML = st.lists(PIECES | _MORE, max_size=40).map("".join)
"""Tag soup with parts of posts."""


@st.composite
def _broken(draw: st.DrawFn) -> str:
    html = draw(st.sampled_from([*FIRST.values()]))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(html)))
        stop = min(start + draw(st.sampled_from([0, 1, 30, 400])), len(html))
        html = html[:start] + draw(_MORE | PIECES | st.just(html[start:stop] * 2)) + html[stop:]
    return html


BROKEN = _broken()
"""Thread pages, some with parts missing or repeated."""

_SUBJECTS = ("tide", "kettle", "bridge", "second gear", "library", "old map", "neighbour's goat")
_VERBS = ("was gone again", "has been mended", "came back", "made a noise", "had to wait", "fell")
_TIMES = ("before the snow", "on Sunday", "without a word", "for three days", "at the slipway")


def sentences(chance: Random, count: int) -> str:
    """Running text."""
    parts = ((chance.choice(words) for words in (_SUBJECTS, _VERBS, _TIMES)) for _ in range(count))
    return " ".join(f"The {' '.join(words)}, as {chance.randint(2, 99)} saw." for words in parts)


def group(slug: str, *numbers: int) -> Group:
    """Golden pages of one template with their true posts, as evaluation and training read them."""
    pages, posts = golden.pages(slug), golden.expected(slug, "posts.json")
    true = [
        TruePage(
            pages[number - 1],
            "body",
            tuple(
                TruePost(p["text"].format(body=p["body"]), p["body"], p["author"], p["date"])
                for p in posts[number - 1]
            ),
        )
        for number in numbers
    ]
    return Group(slug, "structured", "en", tuple(true))


def row_of(html: str) -> NodeSequence:
    return node_sequence(parse(html))


def keys_of(html: str) -> NodeKeys:
    row = row_of(html)
    return NodeKeys(row, dated_nodes(row))


def segmentation_of(
    spans: Sequence[Sequence[tuple[int, int]]],
    kind: Boundary = Boundary.ELEMENT,
    container: int = 0,
) -> Segmentation:
    """The segmentation with these ranges."""
    rows = sorted((start, stop, n) for n, post in enumerate(spans) for start, stop in post)
    start, stop, post = np.array(rows, dtype=np.int64).T
    return Segmentation(kind, [f"{kind} made"], start, stop, post, container)


def elements(keys: NodeKeys, tag: str) -> list[list[tuple[int, int]]]:
    """The ranges of the elements with a tag."""
    row = keys.sequence
    return [[(at, int(row.end[at]))] for at, each in enumerate(row.tag) if each == tag]


_STEP = re.compile(r"/(\*|text\(\)|[A-Za-z_][\w.-]*)(?:\[(\d+)\])?")


def texts(tree: Tree, path: str) -> list[int]:
    """The visible text runs that an XPath selects, resolved step by step."""
    assert _STEP.sub("", path) == ""
    node = -1
    for name, position in _STEP.findall(path):
        if name == "text()":
            own = [run for run, owner in enumerate(tree.run_owner) if owner == node]
            return [own[int(position) - 1]]
        children = [
            kid
            for kid, parent in enumerate(tree.parent)
            if parent == node and name in ("*", tree.tag[kid])
        ]
        assert position or len(children) == 1
        node = children[int(position or 1) - 1]
    seen = {*node_sequence(tree).node.tolist()}
    return [
        run
        for run, owner in enumerate(tree.run_owner)
        if node <= owner < tree.end[node] and owner in seen
    ]


# Posts of pages written in place, segmented as the test says, so that only fields are tested.

URL = "https://board.example/t?id=5"
LONG = "a message of many words that is much too long for the header of a post, as they all are"


def items(*inner: str) -> str:
    return "<ul>" + "".join(f"<li>{each}</li>" for each in inner) + "</ul>"


def cells_of(*inner: str) -> list[list[Cell]]:
    """The cells of posts that are items of a list."""
    keys = keys_of(items(*inner))
    return [cells(keys, spans) for spans in elements(keys, "li")]


def fields_of(
    html: str | Sequence[str],
    tag: str = "li",
    *,
    language: str | None = "en",
    now: datetime | None = None,
) -> tuple[Post, ...]:
    """The posts of a page that are the elements with a tag."""
    keys = keys_of(html if isinstance(html, str) else items(*html))
    return build_posts(keys, elements(keys, tag), URL, language, now)
