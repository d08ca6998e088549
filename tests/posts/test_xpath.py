"""XPaths of posts select their texts."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

from honbun.api import posts
from honbun.html.xpath import RangeXPaths
from honbun.page import Page
from honbun.text.unicode import strip_control
from tests.posts.builders import BROKEN, FIRST, row_of, texts


@pytest.mark.parametrize(
    ("html", "start", "end", "paths"),
    [
        ("<div><p>one</p><p>two <b>three</b></p></div><hr>", 0, 0, ["/html/body"]),
        (
            "<div><p>one</p><p>two <b>three</b></p></div><hr>",
            2,
            1,
            ["/html/body/div/p[1]", "/html/body/div/p[2]"],
        ),
        (
            "one<br>two<br><b>three</b> four<br>",
            3,
            1,
            ["/html/body/text()[2]", "/html/body/b", "/html/body/text()[3]"],
        ),
        ("<p></p><hr>one<p> </p><p>two</p>", 1, 0, ["/html/body/text()[1]", "/html/body/p[3]"]),
    ],
    ids=["whole", "outermost elements", "bare texts", "empty nodes"],
)
def test_range_has_the_xpaths_of_its_nodes(
    html: str, start: int, end: int, paths: list[str]
) -> None:
    row = row_of(html)
    assert list(RangeXPaths(row).of([(start, len(row) - end)])) == paths


def squash(text: str) -> str:
    return "".join(strip_control(text).replace("\u200b", "").split())


def assert_paths_lead_to_posts(html: str) -> None:
    page = Page(html, url="https://a.example/")
    (thread,) = posts([page])
    tree = page.parse()
    seen: set[int] = set()
    for post in thread.posts:
        runs = [run for path in post.xpaths for run in texts(tree, path)]
        assert squash("".join(tree.run[run] for run in runs)) == squash(post.text)
        shown = [run for run in runs if tree.run[run].strip()]
        assert len(set(shown)) == len(shown)
        assert seen.isdisjoint(shown)
        seen.update(shown)


@pytest.mark.parametrize("slug", [slug for slug in FIRST if slug != "comments-nested"])
def test_xpaths_lead_to_the_text_of_each_post_and_to_nothing_twice(slug: str) -> None:
    """Except in nested threads: there, a reply is inside the element of its parent."""
    assert_paths_lead_to_posts(FIRST[slug])


@settings(max_examples=25)
@given(BROKEN)
def test_xpaths_lead_to_posts_on_broken_pages(html: str) -> None:
    row = row_of(html)
    shown = {*row.node.tolist()}
    runs = [text for text, owner in zip(row.tree.run, row.tree.run_owner) if owner in shown]
    # A text that is interrupted by a comment or a script has several runs; its XPath selects the
    # first.
    assume(sum(bool(squash(text)) for text in runs) == sum(map(bool, row.text)))
    assert_paths_lead_to_posts(html)
