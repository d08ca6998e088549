"""Item spans: what belongs to each item."""

from __future__ import annotations

import pytest
from hypothesis import example, given

from honbun.feeds.groups import group_titles
from honbun.feeds.items import item_spans
from tests.feeds.builders import LISTS, columns, tagged, titles_of


@given(LISTS)
@example("<li><a href=/1>x</a></li>" * 7 + "<code><a href=/2>x</code>x")  # a line around an item
def test_titles_are_inside_their_items_and_items_are_ordered(html: str) -> None:
    titles = titles_of(html)
    of, grouped = titles.columns, group_titles(titles)
    if not grouped:
        return
    found = item_spans(of, grouped)
    assert found.title_node.tolist() == [at for group in grouped for at in group.tolist()]
    assert found.counts.tolist() == [len(group) for group in grouped]
    assert (found.start <= found.title_node).all()
    assert (found.title_node < found.stop).all()
    assert (found.start <= found.element).all()
    for number in range(len(grouped)):
        part = slice(int(found.first[number]), int(found.first[number + 1]))
        start, stop = found.start[part], found.stop[part]
        assert (found.group[part] == number).all()
        assert (start < stop).all()
        assert (stop <= len(of)).all()
        assert (start[1:] > start[:-1]).all()


LAST = "<div>Then came <ul><li><b>Four</b></ul></div>"


@pytest.mark.parametrize(
    ("html", "tag", "wanted"),
    [
        ("<ul><li><b>One</b> x<li><b>Two</b> y</ul>", "b", ["One x", "Two y"]),
        (
            f"<ul><li><b>One</b> x<li><b>Two</b> y<li><b>Three</b> z</ul>{LAST}",
            "b",
            ["One x", "Two y", "Three z", "Four"],
        ),
        (
            "<h3>One</h3><p>a</p><p>b</p><h3>Two</h3><p>c</p><h3>Three</h3><p>d</p>",
            "h3",
            ["One a b", "Two c", "Three d"],
        ),
        (
            "<h3>One</h3><p>a</p><h3>Two</h3><p>b</p><p>not of it</p><p>nor this</p>",
            "h3",
            ["One a", "Two b"],
        ),
        (
            "<p>1 May <a href=/1>One</a><br>2 May <a href=/2>Two</a> new<br></p>",
            "a",
            ["1 May One", "2 May Two new"],
        ),
        (
            "<dl><dt>1 May<dd><a href=/1>One</a><dt>2 May<dd><a href=/2>Two</a></dl>",
            "a",
            ["1 May One", "2 May Two"],
        ),
    ],
    ids=[
        "the highest element with one title",
        "no higher than usual",
        "to the next title",
        "the last is no longer than the one before",
        "from the start of the line",
        "with the day before it",
    ],
)
def test_item_extends_around_its_title(html: str, tag: str, wanted: list[str]) -> None:
    of = columns(html)
    found = item_spans(of, [tagged(of, tag)])
    spans = zip(found.start.tolist(), found.stop.tolist())
    assert [of.sequence.read([span]) for span in spans] == wanted


def test_groups_are_independent() -> None:
    of = columns("<h3>One</h3><p>a</p><h3>Two</h3><p>b</p>")
    both = [tagged(of, tag) for tag in ("h3", "p")]
    together = item_spans(of, both)
    for number, group in enumerate(both):
        alone = item_spans(of, [group])
        part = slice(int(together.first[number]), int(together.first[number + 1]))
        assert together.start[part].tolist() == alone.start.tolist()
        assert together.stop[part].tolist() == alone.stop.tolist()
