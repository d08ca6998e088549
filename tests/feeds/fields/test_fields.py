"""Items with all their fields: where they lead, what stands above them, each once."""

from __future__ import annotations

from honbun.api import feed
from honbun.page import Page
from tests.feeds.fields.listed import (
    NAMES,
    URL,
    article,
    called,
    day,
    link,
    listed,
    page,
    said,
    title,
)


def links(html: str, url: str = URL) -> list[str | None]:
    return [item.link for item in listed(html, url=url)]


def test_links_are_absolute() -> None:
    assert links(page(article)) == [link(n) for n in range(5)]


def test_a_base_moves_links() -> None:
    html = "<base href=https://b.example/old/>" + page(article)
    assert links(html) == [f"https://b.example/old/{name}" for name in NAMES]


def test_an_item_without_a_link_leads_to_its_id() -> None:
    html = page(lambda n: f"<h3 id=t{n}>{title(n)} ({day(n)})</h3><p>{said(n)}</p>")
    assert links(html) == [f"{URL}#t{n}" for n in range(5)]


def test_an_id_around_an_item_will_do() -> None:
    html = page(lambda n: f"<div id=t{n}><h3>{title(n)}</h3>{day(n)}<p>{said(n)}</p></div>")
    assert links(html) == [f"{URL}#t{n}" for n in range(5)]


def test_the_name_of_an_anchor_is_a_place() -> None:
    html = page(lambda n: f"<h3><a name=t{n}></a>{title(n)} ({day(n)})</h3><p>{said(n)}</p>")
    assert links(html) == [f"{URL}#t{n}" for n in range(5)]


def test_the_fragment_of_the_page_itself_is_left() -> None:
    html = page(lambda n: f"<h3 id=t{n}>{title(n)} ({day(n)})</h3><p>{said(n)}</p>")
    assert links(html, f"{URL}#top") == [f"{URL}#t{n}" for n in range(5)]


def test_an_item_with_neither_link_nor_place_leads_nowhere() -> None:
    html = page(lambda n: f"<h3>{title(n)} ({day(n)})</h3><p>{said(n)}</p>")
    assert links(html) == [None] * 5


def test_comments_of_an_article_lead_to_the_article() -> None:
    def row(n: int) -> str:
        comments = f"<a href={NAMES[n]}#comments>{n + 2} comments</a>"
        return f"<div class=p><h3>{title(n)}</h3><i>{day(n)}</i><p>{said(n)}</p>{comments}</div>"

    assert links(page(row)) == [link(n) for n in range(5)]


def test_an_item_that_comes_again_is_told_once() -> None:
    again = page(article, [0, 1, 2, 3, 4, 2])
    assert called(again, "h2") == [title(n) for n in range(5)]


def test_items_with_one_title_and_other_links_are_several() -> None:
    html = page(lambda n: f"<h2><a href={NAMES[n]}>A tree</a></h2>{day(n)}")
    assert called(html, "h2") == ["A tree"] * 5


def test_two_items_of_one_address_with_days_of_their_own_are_two() -> None:
    html = page(lambda n: f"<li>{day(n)} <a href=/same>The tree was felled</a></li>")
    assert [item.published for item in listed(html)] == [day(n) for n in range(5)]


def test_days_of_their_own_make_several_of_titles_that_hold_each_other() -> None:
    names = ["Tree felled", "Tree felled again", "Tree felled again today"]

    def rows(*days: str) -> str:
        each = zip(days, names, strict=True)
        return "".join(f"<li>{date} <a href=/same>{name}</a></li>" for date, name in each)

    assert called(rows("2010-03-04", "2010-03-03", "2010-03-02"), "a") == names
    assert called(rows("2010-03-04", "2010-03-04", "2010-03-04"), "a") == names[:1]


def test_comments_lead_to_the_articles_that_are_not_cut_short() -> None:
    def row(n: int) -> str:
        whole = f"<a href={NAMES[n]}#c>{n} comments</a>"
        more = f"<a href={NAMES[n]}>Full story</a>" if n < 4 else whole
        return f"<div class=i><h3>{title(n)}</h3>{day(n)}<p>{said(n)}</p><p>{more}</p></div>"

    assert links(page(row)) == [link(n) for n in range(5)]


def test_the_heading_above_a_list_is_called() -> None:
    html = "<h1>Trees</h1><h2>Fallen <i>trees</i></h2>" + page(article)
    assert feed(Page(html, url=URL)).lists[0].heading == "Fallen trees"


def test_a_list_without_a_heading_has_none() -> None:
    assert feed(Page(page(article), url=URL)).lists[0].heading is None


def test_items_know_their_elements() -> None:
    paths = [item.xpath for item in listed(page(article))]
    assert len(set(paths)) == 5
    assert all("/article" in path for path in paths)
