"""Every element has a unique XPath that finds it again."""

from __future__ import annotations

from xml.etree import ElementTree

import turbohtml
from hypothesis import given

from honbun.html.parse import MAX_DEPTH, parse
from tests.strategies import HTML


@given(HTML)
def test_paths_equal_those_of_the_parser(html: str) -> None:
    tree = parse(html)
    elements = turbohtml.parse(html).iter_elements()
    assert [tree.xpath(node) for node in range(len(tree))] == [e.xpath_path() for e in elements]


@given(HTML)
def test_no_two_elements_share_a_path(html: str) -> None:
    tree = parse(html)
    assert len({tree.xpath(node) for node in range(len(tree))}) == len(tree)


def test_tag_that_is_not_an_xpath_name_is_counted_among_all_siblings() -> None:
    tree = parse("<p>a</p><a:b>c</a:b><p>d</p>")
    assert [tree.xpath(node) for node in (3, 4, 5)] == [
        "/html/body/p[1]",
        "/html/body/*[2]",
        "/html/body/p[2]",
    ]


def test_path_stays_short_with_100_000_levels() -> None:
    tree = parse("<div>" * 100_000 + "x")
    assert len(tree.xpath(len(tree) - 1)) < MAX_DEPTH * len("/div[99999]")


def test_path_finds_its_element_in_another_library() -> None:
    html = "<html><head></head><body><div><p>a</p><p>b<b>c</b></p></div><hr></body></html>"
    tree = parse(html)
    document = ElementTree.fromstring(html.replace("<hr>", "<hr/>"))
    for node in range(1, len(tree)):
        found = document.findall("." + tree.xpath(node).removeprefix("/html"))
        assert [element.tag for element in found] == [tree.tag[node]]
