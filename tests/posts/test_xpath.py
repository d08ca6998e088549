"""XPaths of posts select their texts."""

from __future__ import annotations

from hypothesis import assume, given, settings

from honbun.api import posts
from honbun.html.xpath import RangeXPaths
from honbun.page import Page
from honbun.text.unicode import strip_control
from tests.posts.builders import BROKEN, row_of, texts
from tests.posts.pages.formats import FORMATS, PLAIN


def test_xpaths_are_those_of_the_outermost_elements() -> None:
    row = row_of("<div><p>one</p><p>two <b>three</b></p></div><hr>")
    paths = RangeXPaths(row)
    assert paths.of([(0, len(row))]) == ("/html/body",)
    assert paths.of([(2, len(row) - 1)]) == ("/html/body/div/p[1]", "/html/body/div/p[2]")


def test_bare_texts_have_xpaths() -> None:
    row = row_of("one<br>two<br><b>three</b> four<br>")
    assert RangeXPaths(row).of([(3, len(row) - 1)]) == (
        "/html/body/text()[2]",
        "/html/body/b",
        "/html/body/text()[3]",
    )


def test_empty_nodes_have_no_xpath() -> None:
    row = row_of("<p></p><hr>one<p> </p><p>two</p>")
    assert RangeXPaths(row).of([(1, len(row))]) == ("/html/body/text()[1]", "/html/body/p[3]")


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
        shown = {run for run in runs if tree.run[run].strip()}
        assert len(shown) == len([run for run in runs if tree.run[run].strip()])
        assert not shown & seen
        seen |= shown


def test_xpaths_lead_to_the_text_of_each_post_and_to_nothing_twice() -> None:
    for tag_class in FORMATS.values():
        if tag_class.__name__ != "lists":  # a reply is inside the element of its parent
            assert_paths_lead_to_posts(tag_class(2, PLAIN).html)


@settings(max_examples=25)
@given(BROKEN)
def test_xpaths_lead_to_posts_on_broken_pages(html: str) -> None:
    row = row_of(html)
    kept = {*row.node.tolist()}
    runs = [text for text, owner in zip(row.tree.run, row.tree.run_owner) if owner in kept]
    # A text that is interrupted by a comment or a script has several runs; its XPath selects the
    # first.
    assume(sum(bool(squash(text)) for text in runs) == sum(map(bool, row.text)))
    assert_paths_lead_to_posts(html)
