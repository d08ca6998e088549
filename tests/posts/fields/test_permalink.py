from __future__ import annotations

from honbun.posts.fields.permalink import anchor_names, without_common_prefix
from tests.posts.builders import URL, elements, fields_of, keys_of


def named(html: str, tag: str = "li") -> list[str | None]:
    keys = keys_of(html)
    return anchor_names(keys, elements(keys, tag))


def links(html: str) -> list[str | None]:
    return [post.permalink for post in fields_of(html)]


def test_post_is_named_by_its_id_or_anchor() -> None:
    assert named("<ul><li id=a>x<li><a name=b></a>y<li>z</ul>") == ["a", "b", None]


def test_element_around_a_post_names_it() -> None:
    assert named("<div id=a><p>x</p></div><div id=b><p>y</p></div>", "p") == ["a", "b"]


def test_element_around_several_posts_names_none() -> None:
    assert named("<div id=a><p>x</p><p>y</p></div>", "p") == [None, None]


def test_repeated_anchor_names_are_ignored() -> None:
    assert named("<ul><li id=a>x<li id=a>y</ul>") == [None, None]


def test_common_prefix_of_names_is_removed() -> None:
    assert without_common_prefix(["post-7", "post-8", None]) == ["7", "8", None]
    assert without_common_prefix(["p17", "p18"]) == ["17", "18"]
    assert without_common_prefix(["only-1"]) == ["only-1"]
    assert without_common_prefix([]) == []


def test_post_with_an_anchor_has_a_permalink() -> None:
    html = "<ul><li id=a>x said<li id=b>y said</ul>"
    assert links(html) == [f"{URL}#a", f"{URL}#b"]


def test_link_at_the_date_is_the_permalink() -> None:
    html = "<ul>" + "".join(
        f"<li id=c{n}><b>Ann</b> <a href=/post/c{n}>2010-03-0{n}</a> <a href=/re/{n}>Reply</a> x"
        for n in (1, 2, 3)
    )
    assert links(html) == [f"https://board.example/post/c{n}" for n in (1, 2, 3)]


def test_link_at_the_date_needs_no_anchor() -> None:
    html = "<ul>" + "".join(
        f"<li><b>Ann</b> <a href=/post/{n}>2010-03-0{n}</a> <a href=/re/{n}>Reply</a> x"
        for n in (1, 2, 3)
    )
    assert links(html) == [f"https://board.example/post/{n}" for n in (1, 2, 3)]


def test_one_link_for_all_posts_is_no_permalink() -> None:
    html = "<ul>" + "".join(f"<li><a href=/faq>2010-03-0{n}</a> x" for n in (1, 2, 3))
    assert links(html) == [None] * 3


def test_scripts_are_no_permalinks() -> None:
    html = "<ul>" + "".join(f"<li><a href=javascript:x({n})>2010-03-0{n}</a> x" for n in (1, 2))
    assert links(html) == [None] * 2
