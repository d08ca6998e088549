"""The paper's method from a page to its list."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import pytest

from honbun.errors import MissingExtra
from honbun.html.parse import parse
from honbun.papers.feed_001.pipeline import lists

if TYPE_CHECKING:
    from honbun.feeds.model import Item

URL = "https://blog.example/top"
MENU = "<ul><li><a href=/a>Home</a><li><a href=/b>About</a><li><a href=/c>Archive</a></ul>"


def items(html: str) -> tuple[Item, ...]:
    found = lists(parse(html), URL)
    return found[0].items if found else ()


def titles(html: str) -> list[str]:
    return [item.title for item in items(html)]


def article(number: int, title: str, body: str) -> str:
    return f"<div><h2><a href=/post/{number}>{title}</a></h2><p>{body}</p></div>"


SEA = "Sun over the sea"
RAIN = article(1, "Rain in the hills", "All day long rain fell in the green hills around us.")
SUN = article(2, SEA, "The sun stood over the sea, and nobody went home.")
WIND = article(3, "Wind in the trees", "At night the wind was in the trees, and no one slept.")


def test_articles_have_title_body_and_link() -> None:
    found = items(MENU + RAIN + SUN + WIND)
    assert [item.title for item in found] == [
        "Rain in the hills",
        "Sun over the sea",
        "Wind in the trees",
    ]
    assert found[1].summary == "The sun stood over the sea, and nobody went home."
    assert found[1].link == "https://blog.example/post/2"
    assert found[1].xpath == "/html/body/div[2]/h2/a"
    assert {item.published for item in found} == {None}


def test_diary_without_links_is_found() -> None:
    days = "".join(
        f"<div><h3 id=d{day}>2008年12月{day}日</h3><p>今日は{day}回も雨が降った。寒い一日だった。"
        "</p></div>"
        for day in (10, 11, 12)
    )
    found = items(f"<h1>日記</h1>{days}")
    assert [item.title for item in found] == ["2008年12月10日", "2008年12月11日", "2008年12月12日"]
    assert [item.published for item in found] == ["2008-12-10", "2008-12-11", "2008-12-12"]
    assert found[0].link == "https://blog.example/top#d10"


def test_article_missed_by_its_cluster_is_recovered() -> None:
    # The fourth article has extra elements: it is far from the others, but has a title and a body.
    odd = WIND.replace(
        "</div>", "<ul>" + "<li>leaf <b>by</b> <i>leaf</i></li>" * 8 + "</ul><hr><hr></div>"
    )
    assert titles(RAIN + odd + SUN) == [
        "Rain in the hills",
        "Wind in the trees",
        "Sun over the sea",
    ]


def test_subtree_without_a_body_does_not_affect_other_articles() -> None:
    assert titles("<div><h2>Weather</h2></div>" + RAIN + SUN) == [
        "Rain in the hills",
        "Sun over the sea",
    ]


def test_wrapped_article_is_found_at_its_corresponding_place() -> None:
    wrapped = WIND.replace("<h2>", "<header><h2>").replace("</h2>", "</h2></header>")
    assert titles(RAIN + SUN + wrapped) == ["Rain in the hills", SEA, "Wind in the trees"]


def test_link_beside_the_body_belongs_to_the_article() -> None:
    days = "".join(
        f"<div><h2>Rain of 1{day} May 2008</h2><p>It rained on <a href=//far.example/>this</a> "
        f"day, long and hard.</p><a href=/day/{day}>permalink</a></div>"
        for day in range(3)
    )
    assert [item.link for item in items(days)] == [
        f"https://blog.example/day/{day}" for day in range(3)
    ]


def test_anchor_of_an_article_comes_before_the_links_of_its_body() -> None:
    page = "".join(
        f"<div id=d{day}><h2>Rain of 1{day} May 2008</h2><p>It rained on <a href=/far>this</a> "
        "day, long and hard.</p></div>"
        for day in range(2)
    )
    assert [item.link for item in items(page)] == [f"{URL}#d0", f"{URL}#d1"]


def test_link_of_the_title_comes_before_any_other() -> None:
    page = (RAIN + SUN + WIND).replace("<div>", "<div><a href=/tag><img></a>")
    assert [item.link for item in items(page)] == [
        f"https://blog.example/post/{at}" for at in (1, 2, 3)
    ]


def test_links_are_relative_to_the_base_element() -> None:
    page = '<base href="https://other.example/">' + RAIN + SUN
    assert items(page)[0].link == "https://other.example/post/1"


def test_date_beside_the_title_belongs_to_the_article() -> None:
    page = (RAIN + SUN).replace("</div>", "<p>posted on 5 May 2008</p></div>")
    assert {item.published for item in items(page)} == {"2008-05-05"}


def test_url_that_is_not_a_page_is_not_a_link() -> None:
    page = (RAIN + SUN + WIND).replace("/post/", "mailto:me@a.example?")
    assert {item.link for item in items(page)} == {None}


def test_page_without_repetition_has_no_list() -> None:
    assert items("<h1>Rain</h1><div>It rained.</div>") == ()
    assert items("") == ()


def test_list_is_found_if_bodies_do_not_repeat_their_titles() -> None:
    page = MENU + "".join(
        article(at, f"{name} news", "Nothing of that is told in here. Read on.")
        for at, name in enumerate(["Old", "New", "Good"])
    )
    assert titles(page) == ["Old news", "New news", "Good news"]


def test_missing_scipy_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.cluster.hierarchy", None)
    with pytest.raises(MissingExtra, match=r"honbun\[faithful\]"):
        items(RAIN + SUN)


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 3000 + "x",
        "<div><p>a b.</p>" * 1000,
        "<ul><li>a<li>b" * 700,
        "<p>a</p>" * 4_000,
        "<table>" + "<tr><td>2020-01-01<td><a href=x>Rain</a>" * 1000,
        "".join(f"<div><{tag}>a<br>b {n}" for n in range(700) for tag in ("p", "b", "ul")),
    ],
    ids=["deep", "nested", "lists", "flat", "table", "mixed"],
)
def test_hostile_page_takes_bounded_time(html: str) -> None:
    start = time.process_time()
    items(html)
    assert time.process_time() - start < 3
