"""Chapters 4.2, 5 and 6 against a plain transcription: evidence, regions, measures and classes."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.api import similar_documents
from honbun.engines.duckdb import DuckDBEngine
from honbun.html.parse import parse
from honbun.papers.similar_003.standard import Document, Link, Linked, Sentence
from honbun.papers.similar_003.url import similarity
from honbun.similar.model import Extent, Relation, SimilarOptions
from honbun.similar.region import region
from tests.similar.collection import emptied
from tests.similar.test_region import cut

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(eq=False)
class Node:
    """An element with elements, or a paragraph or heading with text, the first part linked."""

    tag: str
    children: tuple[Node, ...] = ()
    linked: str = ""
    plain: str = ""

    @property
    def size(self) -> int:
        return len(self.linked + self.plain) + sum(child.size for child in self.children)

    @property
    def leaves(self) -> list[Node]:
        return [leaf for child in self.children for leaf in child.leaves] or [self]

    def html(self) -> str:
        link = f'<a href="/x">{self.linked}</a>' if self.linked else ""
        inner = "".join(child.html() for child in self.children)
        return f"<{self.tag}>{link}{self.plain}{inner}</{self.tag}>"


SIZES = st.sampled_from([0, 1, 5, 10, 11, 20])
LEAVES = st.builds(
    lambda tag, linked, plain: Node(tag, (), linked * "文", plain * "字"),
    st.sampled_from(["p", "p", "h2"]),
    SIZES,
    SIZES,
).filter(lambda leaf: leaf.size > 0)
NODES = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        Node,
        st.sampled_from(["div", "section"]),
        st.lists(inner, min_size=1, max_size=3).map(tuple),
    ),
    max_leaves=8,
)


def blocks(body: Node) -> list[list[Node]]:
    """5.1: nodes with half of the text are replaced by their children; merged by depth and tag."""
    nodes = [(1, child) for child in body.children]
    while True:
        large = [one for one in nodes if one[1].children and 2 * one[1].size >= body.size]
        if not large:
            break
        nodes = [
            part
            for depth, node in nodes
            for part in (
                [(depth + 1, child) for child in node.children]
                if (depth, node) in large
                else [(depth, node)]
            )
        ]
    merged: dict[tuple[int, str], list[Node]] = defaultdict(list)
    for depth, node in nodes:
        merged[depth, node.tag].append(node)
    return list(merged.values())


def is_content(block: list[Node]) -> bool:
    """5.2: neither half linked nor without a sentence of more than ten characters.

    Headings count in neither condition.
    """
    leaves = [leaf for node in block for leaf in node.leaves if leaf.tag != "h2"]
    if not leaves:
        return True
    linked = sum(len(leaf.linked) for leaf in leaves)
    return 2 * linked < sum(leaf.size for leaf in leaves) and max(one.size for one in leaves) > 10


@given(st.lists(NODES, min_size=1, max_size=4))
def test_regions_are_those_of_chapter_5(nodes: list[Node]) -> None:
    body = Node("body", tuple(nodes))
    content = {leaf for block in blocks(body) if is_content(block) for node in block
               for leaf in node.leaves}  # fmt: skip
    tree = parse(body.html())
    sentences = cut(tree)
    assert [one.text for one in sentences] == [leaf.linked + leaf.plain for leaf in body.leaves]
    assert region(tree, sentences) == [leaf in content for leaf in body.leaves]


@pytest.mark.parametrize(
    "heading",
    [
        "<div><h1>Economics, Technology &amp; Media</h1></div>",
        '<h2><a href="/">自動車保険</a></h2>',
    ],
)
def test_headings_of_chapter_5_are_content(heading: str) -> None:
    tree = parse(f"<body>{heading}<p>{40 * '字'}")
    assert region(tree, cut(tree)) == [True, True]


class Measured(NamedTuple):
    """What the paper says of two pages."""

    overlap: float
    containment: float
    url_similarity: float
    extent: Extent
    relation: Relation


RARE = 3
"""Pages that may have a sentence; ten in the paper."""
POOL = [str(number) * size for number, size in enumerate((19, 20, 20, 21, 35, 60, 90))]
HOSTS = ("www.a.co.jp", "mail.a.co.jp", "b.net", "c.org")


@st.composite
def collections(draw: st.DrawFn) -> list[Document]:
    """Documents of one folder each, with sentences of a pool and links among each other."""
    size = draw(st.integers(2, 7))
    urls = [
        f"http://{draw(st.sampled_from(HOSTS))}/{draw(st.sampled_from('xyz'))}/{number}.html"
        for number in range(size)
    ]
    sentences = st.lists(st.tuples(st.sampled_from(POOL), st.integers(0, 3)), max_size=6)
    links = st.lists(st.sampled_from(urls), max_size=1)
    return [
        Document(
            number,
            url,
            "utf-8",
            0,
            japanese=True,
            title=None,
            out_links=tuple(Link("x", (Linked(to, None),)) for to in draw(links) if to != url),
            in_links=(),
            sentences=tuple(
                Sentence(at, text, at, 1, japanese=True, content=place > 0)
                for at, (text, place) in enumerate(draw(sentences), 1)
            ),
        )
        for number, url in enumerate(urls, 1)
    ]


def long(document: Document, *, content: bool = False) -> set[str]:
    """S(p): the sentences of 20 characters and more, of the page or of its content region."""
    return {
        one.text
        for one in document.sentences
        if len(one.text) >= 20 and (one.content or not content)
    }


def measured(documents: list[Document]) -> dict[tuple[str, str], Measured]:
    """4.2 and chapter 6."""
    frequency = Counter(text for one in documents for text in long(one))
    found = {}
    for p1, p2 in combinations(documents, 2):
        s1, s2 = long(p1, content=True), long(p2, content=True)
        shared = sum(len(text) for text in s1 & s2 if frequency[text] <= RARE)
        if not shared:
            continue
        sizes = sum(map(len, s1)), sum(map(len, s2))
        overlap, simpson = 2 * shared / sum(sizes), shared / min(sizes)
        near = similarity(p1.url, p2.url)
        links = {
            (one.url, to.url) for one in (p1, p2) for link in one.out_links for to in link.pages
        }
        linked = bool(links & {(p1.url, p2.url), (p2.url, p1.url)})
        found[p1.url, p2.url] = Measured(
            overlap, simpson, near, *figure_16(overlap, simpson, near > 0, linked)
        )
    return found


def figure_16(
    overlap: float, simpson: float, similar: bool, linked: bool
) -> tuple[Extent, Relation]:
    """6.2."""
    if overlap > 0.6:
        return Extent.IDENTICAL, Relation.MIRROR if similar else Relation.COPY
    if simpson > 0.5:
        return Extent.CONTAINED, Relation.ARCHIVE if similar else Relation.LINK_LIST
    if similar:
        return Extent.PARTIAL, Relation.SAME_SITE
    return Extent.PARTIAL, Relation.CITATION if linked else Relation.SHARED_PASSAGE


@pytest.fixture(scope="module")
def duck() -> Iterator[DuckDBEngine]:
    with DuckDBEngine(threads=1) as engine:
        yield engine


@given(documents=collections())
@settings(max_examples=15)
def test_pairs_are_those_of_chapters_4_and_6(duck: DuckDBEngine, documents: list[Document]) -> None:
    options = SimilarOptions(faithful=True, max_pages=RARE)
    pairs = similar_documents(documents, options, engine=emptied(duck))
    found = {
        (one.a, one.b): Measured(
            one.overlap, one.containment, one.url_similarity, one.extent, one.relation
        )
        for one in pairs
    }
    expected = measured(documents)
    assert found.keys() == expected.keys()
    for pair, one in found.items():
        assert one[:3] == pytest.approx(expected[pair][:3])
        assert one[3:] == expected[pair][3:]
