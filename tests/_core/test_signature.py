"""Pages have equal signatures exactly where the plain definition finds equal features."""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from honbun._core.signature import signature
from honbun.html.parse import parse
from tests._core.soup import SOUP

if TYPE_CHECKING:
    from honbun.html.tree import Tree

BOXES = frozenset(
    "body div section article aside footer header main nav center form td table ul ol".split()
)
HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())


def features(tree: Tree) -> set[str]:
    """The plain definition: names without digits, and the paths of boxes four deep."""
    found: set[str] = set()
    bodies = tree.find("body", "frameset")
    if not bodies:
        return found
    body = bodies[0]
    for node in range(body, tree.end[body]):
        path = [tree.tag[node]]
        above = node
        while above != body:
            above = tree.parent[above]
            path.append(tree.tag[above])
        if len(path) <= 5 and path[0] in BOXES:
            found.add("/".join(name if "-" not in name else "?" for name in path))
        if path[0] not in HEADINGS:
            for name in ("class", "id", "bgcolor"):
                words = re.split("[\0-\x20]+", tree.attribute(node, name) or "")
                found |= {f".{word}" for word in words if word and not re.search("[0-9]", word)}
    return found


def count(tree: Tree) -> int:
    return len(array("Q", signature(tree)))


@given(SOUP, SOUP)
def test_signatures_are_equal_where_features_are(one: str, other: str) -> None:
    first, second = parse(one), parse(other)
    assert count(first) == len(features(first))
    assert (signature(first) == signature(second)) == (features(first) == features(second))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<div class=post id=post-17>x", "<div class=post id=post-18>x"),
        ("<div class='post page-17'>x", "<div class='post page-18'>x"),
        ("<div class=post><h2 class=a>x</h2>", "<div class=post><h2 class=b>x</h2>"),
        ("<div class=post>x", "<div class=post>y<p>z"),
        ("<div class=a></div><div class=b>", "<div class=b></div><div class=a>"),
        ("<x-one><div>x</x-one>", "<x-two><div>x</x-two>"),
    ],
)
def test_features_of_one_page_are_left_out(one: str, other: str) -> None:
    assert signature(parse(one)) == signature(parse(other))


def test_a_signature_has_names_and_paths_of_outer_boxes() -> None:
    def features_of(html: str) -> int:
        return count(parse(html))

    assert features_of("<p>x") == 1  # the body
    assert features_of("<div>x") == 2
    assert features_of("<div class=a><p class='b c'>x") == 5
    assert features_of("<table bgcolor=red><tr bgcolor=navy>") == 4
    assert features_of("<div><div><div><div><div><div>x") == 5  # four boxes deep and not deeper


def test_a_signature_has_at_most_1000_features() -> None:
    html = "".join(f"<p class={'ab'[i % 2]}{'x' * i}>" for i in range(1100))
    assert count(parse(html)) == 1000
