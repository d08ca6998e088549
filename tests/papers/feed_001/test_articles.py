"""The article set of a page."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from honbun.html.nodes import node_sequence
from honbun.html.parse import parse
from honbun.papers.feed_001.articles import article_set
from honbun.papers.feed_001.lines import Lines
from tests.strategies import HTML

PARTS = st.sampled_from(
    [
        "<div>",
        "</div>",
        "<p>",
        "</p>",
        "<h2>",
        "</h2>",
        "<br>",
        "Rain. ",
        "In the hills ",
        "2008-12-10 ",
    ]
)


@given(HTML | st.lists(PARTS, max_size=60).map("".join))
def test_articles_do_not_overlap_and_titles_precede_bodies(html: str) -> None:
    lines = Lines(node_sequence(parse(html)))
    found = article_set(lines).articles
    assert len(found) != 1
    for one, other in pairwise(found):
        assert lines.end[one.node] <= other.node
    for article in found:
        first, stop = lines.inside(article.node)
        assert first <= article.title.first < article.title.stop <= article.body.first
        assert article.body.first < article.body.stop <= stop


def test_dated_titles_outweigh_longer_unsupported_text() -> None:
    dated = "<div><h2>2008-12-1{0}</h2><p>It rained on this day. So it did.</p></div>"
    plain = (
        "<section><h2>Part {0}</h2><p>" + "Here is told how it came about. " * 9 + "</p></section>"
    )
    page = "".join(each.format(at) for each in (dated, plain) for at in range(4))
    lines = Lines(node_sequence(parse(page)))
    found = article_set(lines)
    titles = [lines.read(article.title) for article in found.articles]
    assert titles == ["2008-12-10", "2008-12-11", "2008-12-12", "2008-12-13"]
    assert found.worth.whole > 0


def test_innermost_of_nested_similar_subtrees_are_the_articles() -> None:
    item = (
        "<div><div><h2>Rain, {0} May 2008</h2><p>It rained all day long, and more.</p></div></div>"
    )
    lines = Lines(node_sequence(parse("".join(item.format(day) for day in (1, 2, 3)))))
    found = article_set(lines).articles
    assert len(found) == 3
    assert len({article.title for article in found}) == 3
