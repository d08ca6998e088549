"""XPaths back to the numbers of elements and runs, against a plain reading of the path."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypothesis import given

from honbun.api import posts
from honbun.html.parse import parse
from honbun.html.xpath import XPaths
from honbun.page import Page
from honbun.web.inspect.overlays import Spot, Spots
from tests.strategies import HTML
from tests.web.inspect.pages import THREAD

if TYPE_CHECKING:
    from honbun.html.tree import Tree

OLD = "<title>Guests</title><body>" + "<hr>".join(
    f"{number}: <b>Toki</b> 2011/11/2{number} 07:34<br>The boat was late <!-- x --> by half an hour"
    f"<br>and the stove in the waiting room was a comfort"
    for number in range(4, 0, -1)
)


def plainly(tree: Tree, xpath: str) -> tuple[str, int]:
    """What a path leads to, step by step, as XPath defines it."""
    node, found = -1, ("", -1)
    for step in xpath.split("/")[1:]:
        name, position = re.fullmatch(r"([^\[]+)(?:\[(\d+)\])?", step).groups()  # type: ignore[union-attr]
        if name == "text()":
            among = [run for run, owner in enumerate(tree.run_owner) if owner == node]
            return "run", among[int(position) - 1]
        among = [
            child
            for child, parent in enumerate(tree.parent)
            if parent == node and name in ("*", tree.tag[child])
        ]
        assert position or len(among) == 1
        node = among[int(position or 1) - 1]
        found = "node", node
    return found


@given(HTML)
def test_every_element_is_found_by_its_own_path(html: str) -> None:
    tree = parse(html)
    paths, spots = XPaths(tree), Spots(tree)
    for node in range(len(tree)):
        assert spots.node(paths.of(node)) == node
        assert ("node", node) == plainly(tree, paths.of(node))


@given(HTML)
def test_every_text_is_found_by_its_own_path(html: str) -> None:
    tree = parse(html)
    paths, spots = XPaths(tree), Spots(tree)
    for run, owner in enumerate(tree.run_owner):
        position = tree.run_owner[: run + 1].count(owner)
        xpath = f"{paths.of(owner)}/text()[{position}]"
        assert plainly(tree, xpath) == ("run", run)
        assert spots.of([xpath]) == Spot((), (), (run,), owner)


def test_posts_of_elements_and_posts_of_texts_are_found() -> None:
    for html in (THREAD, OLD):
        page = Page(html)
        tree = page.parse()
        (thread,) = posts([page])
        assert thread.posts
        for post in thread.posts:
            spot = Spots(tree).of(post.xpaths)
            told = [plainly(tree, xpath) for xpath in post.xpaths]
            assert list(spot.nodes) == [number for kind, number in told if kind == "node"]
            assert list(spot.runs) == [number for kind, number in told if kind == "run"]
            assert spot.ends == tuple(tree.end[node] for node in spot.nodes)


def test_the_posts_of_old_pages_are_texts() -> None:
    (thread,) = posts([Page(OLD)])
    assert any("text()" in xpath for post in thread.posts for xpath in post.xpaths)


def test_a_path_that_leads_nowhere_gives_nothing() -> None:
    spots = Spots(parse("<p>a<p>b"))
    steps = ["p[3]", "p[0]", "p[x]", "p[1]/b", "div", "/"]
    wrong = ["", "/", "p", *(f"/html/body/{step}" for step in steps)]
    assert [spots.node(xpath) for xpath in wrong] == [None] * len(wrong)
    texts = ["/html/body/p[1]/text()[2]", "/html/x/text()[1]"]
    assert spots.of([*wrong, *texts]) == Spot((), (), (), None)
