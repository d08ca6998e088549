"""Links, authors, categories, images and summaries of items; headings of lists; duplicates."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from honbun.api import feed
from honbun.page import Page
from tests.feeds.builders import (
    ARTICLE,
    DAYS,
    LINKS,
    NAMES,
    TEXTS,
    TITLES,
    URL,
    candidate_titles,
    list_items,
    listed,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


def values(field: str, form: str, url: str = URL) -> list[Any]:
    return [getattr(item, field) for item in list_items(listed(form), url=url)]


def with_more(more: str) -> str:
    """An article with something at its end."""
    return ARTICLE.replace("{more}", more)


ANCHORS = [f"{URL}#t{n}" for n in range(5)]
TEXT = "<p>{text}</p>"


@pytest.mark.parametrize(
    ("form", "links"),
    [
        (ARTICLE, LINKS),
        (
            "<base href=https://b.example/old/>" + ARTICLE,
            [f"https://b.example/old/{n}" for n in NAMES],
        ),
        (f"<h3 id=t{{n}}>{{title}} ({{day}})</h3>{TEXT}", ANCHORS),
        (f"<div id=t{{n}}><h3>{{title}}</h3>{{day}}{TEXT}</div>", ANCHORS),
        (f"<h3><a name=t{{n}}></a>{{title}} ({{day}})</h3>{TEXT}", ANCHORS),
        (f"<h3>{{title}} ({{day}})</h3>{TEXT}", [None] * 5),
        (
            f"<div><h3>{{title}}</h3>{{day}}{TEXT}<a href={{name}}#comments>{{n}} notes</a></div>",
            LINKS,
        ),
    ],
    ids=["absolute", "base", "id", "id around", "anchor name", "none", "comments lead to the page"],
)
def test_link_of_an_item_is_its_page_or_its_anchor(form: str, links: Sequence[str | None]) -> None:
    """The fragment of the page's URL is dropped."""
    assert values("link", form, f"{URL}#top") == links


def test_comments_link_replaces_a_missing_link() -> None:
    form = (
        f"<div class=i><h3>{{title}}</h3>{{day}}{TEXT}<p><a href={{name}}>Full story</a></p></div>"
    )
    html = listed(form).replace("fir>Full story", "fir#c>4 comments")
    assert [item.link for item in list_items(html)] == LINKS


def test_repeated_items_are_listed_once() -> None:
    assert candidate_titles(listed(rows=[0, 1, 2, 3, 4, 2]), "h2") == TITLES
    same_title = listed("<h2><a href={name}>A tree</a></h2>{day}")
    assert candidate_titles(same_title, "h2") == ["A tree"] * 5
    same_link = "<li>{day} <a href=/same>The tree was felled</a></li>"
    assert values("published", same_link) == DAYS


@pytest.mark.parametrize(("days", "count"), [(DAYS, 3), ([DAYS[0]] * 3, 1)])
def test_different_days_separate_titles_that_contain_each_other(
    days: list[str], count: int
) -> None:
    names = ["Tree felled", "Tree felled again", "Tree felled again today"]
    html = "".join(f"<li>{d} <a href=/same>{name}</a></li>" for d, name in zip(days, names))
    assert candidate_titles(html, "a") == names[:count]


HEADLINE = "<h2><a href=/p/lead>The bridge across the river is closed until spring</a></h2>"


@pytest.mark.parametrize(
    ("above", "heading"),
    [
        ("<h1>Trees</h1><h2>Fallen <i>trees</i></h2>", "Fallen trees"),
        (f"<h1>News</h1>{HEADLINE}", "News"),
        ("", None),
    ],
)
def test_heading_above_a_list_is_found(above: str, heading: str | None) -> None:
    """Not the headline of another article."""
    assert feed(Page(above + listed(), url=URL)).lists[0].heading == heading


def test_items_have_the_xpath_of_their_element() -> None:
    paths = values("xpath", ARTICLE)
    assert len(set(paths)) == 5
    assert all("/article" in path for path in paths)


@pytest.mark.parametrize(
    "byline",
    [
        "<a rel=author href=/who>Ann Lee</a>",
        "<span itemprop=author>Ann Lee</span>",
        "<p>by Ann Lee</p>",
        "<p>Posted by Ann Lee</p>",
        "<p>Von Ann Lee</p>",
        "<p>文：Ann Lee</p>",
        "<p>By <a href=/who>Ann Lee</a></p>",
        "<p>By Ann Lee on 4 March 2010</p>",
        "<p>By Ann Lee | Comments</p>",
        "<p>by Ann Lee (page images at Harbour Trust)</p>",
        "<p>by the editors</p><a rel=author href=/who>Ann Lee</a>",
        "<p>A text that goes on and on.</p>" * 40 + "<p>Posted by Ann Lee</p>",
    ],
)
def test_byline_names_the_author(byline: str) -> None:
    assert values("author", with_more(byline)) == ["Ann Lee"] * 5


def test_other_lines_name_no_author() -> None:
    assert values("author", with_more("<p>Ann Lee saw it from the window.</p>")) == [None] * 5
    single = listed().replace(TEXTS[2], "By the river")
    assert [item.author for item in list_items(single)] == [None] * 5


TAGS = ["Wood", "Trees", "Wood", "Trees", "Wood"]
FIRST, SECOND = "<a rel=tag href=/t/{name}>{name}</a>", "<a rel=tag href=/t/TAG>TAG</a>"


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        (SECOND, [(tag,) for tag in TAGS]),
        ("<a rel=tag href=/tag/TAG>#TAG</a>", [(tag,) for tag in TAGS]),
        ("<a href=/topic/TAG>TAG</a>", [(tag,) for tag in TAGS]),
        (f"{FIRST} {SECOND} {FIRST}", list(zip(NAMES, TAGS))),
        ("<a href=/print>Print</a> <a href={name}>Read more</a>", [()] * 5),
        ("<a href=http://b.example/TAG>{name} there</a>", [()] * 5),
        ("<a href=ash>our first post</a> <a href=/tag/moves>Moves</a>", [()] * 5),
        ("It took us a week, as <a href=/about>the family</a> has written since then.", [()] * 5),
    ],
    ids=["marked", "symbol", "shared", "distinct", "labels", "sites", "other items", "text"],
)
def test_categories_are_marked_or_shared_links(more: str, wanted: list[tuple[str, ...]]) -> None:
    html = listed(with_more(f"<div>{more}</div>"))
    first, *parts = html.split("<article>")
    html = first + "".join(f"<article>{p.replace('TAG', t)}" for p, t in zip(parts, TAGS))
    assert [item.categories for item in list_items(html)] == wanted


@pytest.mark.parametrize(
    ("image", "found"),
    [
        ("<img src={name}.jpg>", True),
        ("<picture><source srcset=x.webp><img src={name}.jpg></picture>", True),
        ("<img src=wait.gif data-src={name}.jpg>", True),
        ("<img srcset='{name}.jpg 1x, {name}-large.jpg 2x' alt=''>", True),
        ("<img src=logo.png><img src={name}.jpg>", True),
        ("<img src=dot.gif width=1 height=1><img src={name}.jpg width=300>", True),
        ("<img src='data:image/gif;base64,R0lGODlhAQ'><img src={name}.jpg>", True),
        ("", False),
        ("<img>", False),
        ("<img src=''>", False),
        ("<img src=logo.png>", False),
        ("<img src=data:,x>", False),
        ("<img src={name} width=16>", False),
    ],
)
def test_image_is_neither_an_icon_nor_shared(image: str, *, found: bool) -> None:
    wanted = [f"{link}.jpg" if found else None for link in LINKS]
    assert values("image", with_more(image)) == wanted


MORE = "In the end the wood was given to the school, and the stump to the beetles."


@pytest.mark.parametrize(
    ("form", "wanted"),
    [
        (ARTICLE, TEXTS),
        (with_more("<p><a href={name}>Read more</a></p>"), TEXTS),
        (with_more(f"<p>{MORE} {{n}}</p>"), [f"{t}\n\n{MORE} {n}" for n, t in enumerate(TEXTS)]),
        ("<li>{day} <a href={name}>{title}</a></li>", [None] * 5),
        (ARTICLE.replace("{text}", "NEW"), [None] * 5),
    ],
    ids=["text", "without a link to continue", "all paragraphs", "none", "a badge is none"],
)
def test_summary_is_the_text_of_an_item(form: str, wanted: list[str | None]) -> None:
    assert values("summary", form) == wanted


def test_long_summary_is_cut_at_a_word() -> None:
    found = values("summary", with_more(f"<p>{{n}} {'timber ' * 3000}</p>"))
    assert all(text and len(text) <= 5010 and text.endswith("timber …") for text in found)


def declared(**fields: object) -> str:
    """JSON-LD about the five items; the first about each counts."""
    data = [{"url": link, "author": "Ann Lee", **fields} for link in LINKS]
    later = [{**each, "author": "Zoe"} for each in data]
    return f"<script type=application/ld+json>{json.dumps(data + later)}</script>"


@pytest.mark.parametrize(
    ("fields", "published"),
    [
        ({"datePublished": "2010-03-04T08:00"}, "2010-03-04T08:00"),
        ({"datePublished": "2010-03"}, None),
        ({"datePublished": "2010-03-04", "url": "/elsewhere"}, None),
    ],
    ids=["used", "no day", "another URL"],
)
def test_declared_values_are_used_where_nothing_is_shown(
    fields: dict[str, str], published: str | None
) -> None:
    found = list_items(declared(**fields) + listed(ARTICLE.replace("{day}", "")))
    assert [item.published for item in found] == [published] * 5
    assert {item.author for item in found} == {None if "url" in fields else "Ann Lee"}


def test_shown_values_win_over_declared_ones() -> None:
    shown = listed(with_more("<p>By Bo Ek</p><img src={n}.jpg>"))
    declaration = declared(datePublished="1999-01-01", image="/x.png", description="Declared.")
    assert list_items(declaration + shown) == list_items(shown)


# Pages that were reported to go wrong, reduced to the essential.


def test_day_above_several_items_dates_all() -> None:
    item = (
        "<div class=i><h3>A long title of the day about {0}</h3><p>Some words about {0}.</p></div>"
    )
    trees = [item.format(name) for name in NAMES]
    html = f"<h2>3 March 2026</h2>{''.join(trees[:2])}<h2>1 March 2026</h2>{''.join(trees[2:])}"
    found = feed(Page(html, url=URL)).items
    assert [item.published for item in found] == ["2026-03-03"] * 2 + ["2026-03-01"] * 3


def test_first_words_of_a_diary_entry_stay() -> None:
    openings = ["Rain again.", "No wind.", "Rain again.", "Fog all day.", "No wind."]
    html = "".join(
        f"<h3>{31 - n} May 2024</h3><p>{first}</p>"
        f"<p>We stayed in for most of the morning and wrote letters to {name}.</p>"
        for n, (first, name) in enumerate(zip(openings, NAMES, strict=True))
    )
    found = feed(Page(html, url=URL)).items
    assert [item.categories for item in found] == [()] * 5
    assert [(item.summary or "").split(".")[0] + "." for item in found] == openings


def test_label_inside_a_title_stays() -> None:
    form = "<h2>[<span class=paid>$</span>] {title}</h2>{text}<p><a href=/a/{n}>Full story</a></p>"
    assert values("title", form) == [f"[$] {title}" for title in TITLES]


def test_saved_page_without_a_url_has_a_list() -> None:
    assert len(feed(Page(listed().replace("href=", f"href={URL}"))).items) == 5
