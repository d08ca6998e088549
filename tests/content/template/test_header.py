"""Content outside the region, beside the title."""

from __future__ import annotations

import pytest

from honbun.content.explain import Reason
from honbun.page import Page
from tests.content.site import (
    HOST,
    content_texts,
    explained,
    results,
    ruled,
    say,
    site,
    text,
    title,
)

COUNT = 10
AUTHORS = ("Ada Penrose", "Bo Tregear")


def words(number: int, *parts: int) -> str:
    return "".join(f"<p>{say(number, part)}</p>" for part in parts)


def own(number: int, title_too: bool = True) -> list[str]:
    """The texts that only this page has."""
    return [title(number)] * title_too + [say(number, part) for part in range(3)]


def hero(number: int, picture: str) -> str:
    caption = f"<figcaption>{say(number, 41, 5)}</figcaption>"
    return f"<figure class=hero><img src={picture}>{caption}</figure>"


def pictures(pages: list[Page]) -> list[Reason]:
    return [block.why for block in explained(pages)[0] if not block.text]


@pytest.mark.parametrize(
    "byline",
    [
        "<p class=by><a rel=author href=/by>{}</a></p>",
        "<p class=by>By {}</p>",
        "<p class=by>Written by <a href=/by>{}</a></p>",
        "<p class=by><span itemprop=author>{}</span></p>",
        "<div><p class=by>文：{}</p></div>",
    ],
)
@pytest.mark.parametrize("authors", [AUTHORS, AUTHORS[:1]])
def test_the_author_under_the_title_is_content(byline: str, authors: tuple[str, ...]) -> None:
    pages = site(COUNT, header=lambda n: byline.format(authors[n % len(authors)]))
    line = next(text for text in content_texts(pages) if AUTHORS[0] in text)
    assert ruled(pages)[line] is Reason.AUTHOR


def test_the_author_that_the_page_declares_is_content() -> None:
    linked = '{"@type": "Article", "author": {"name": "Ada Penrose"}}'
    pages = site(
        COUNT,
        head=lambda n: f'<script type="application/ld+json">{linked}</script>',
        header=lambda n: "<p class=by>Ada Penrose</p>",
    )
    assert ruled(pages)["Ada Penrose"] is Reason.AUTHOR
    assert (
        ruled(site(COUNT, header=lambda n: "<p>Ada Penrose</p>"))["Ada Penrose"] is Reason.OUTSIDE
    )


# Date.


@pytest.mark.parametrize("days", [10, 2, 1])
def test_date_under_the_title_is_content_on_few_pages(days: int) -> None:
    pages = site(COUNT, header=lambda n: f"<p class=on>Posted on {1 + n % days} May 2008</p>")
    assert ruled(pages)["Posted on 1 May 2008"] is Reason.DATE


def test_a_date_above_the_title_is_content() -> None:
    pages = site(COUNT, above=lambda n: f"<p class=on>{1 + n} May 2008</p>")
    assert ruled(pages)["1 May 2008"] is Reason.DATE


def test_date_elsewhere_is_content_if_it_varies() -> None:
    pages = site(
        COUNT,
        below=lambda n: f"<p class=on>Changed on {1 + n} May 2008</p><p class=at>9 June 2010</p>",
    )
    found = ruled(pages)
    assert found["Changed on 1 May 2008"] is Reason.DATE
    assert found["9 June 2010"] is Reason.OUTSIDE


def test_month_elsewhere_is_not_the_date_of_the_page() -> None:
    months = "January February March April May June July August September October".split()
    pages = site(COUNT, below=lambda n: f"<p class=on>{months[n]} 2008</p>")
    assert ruled(pages)["January 2008"] is Reason.OUTSIDE


def test_dates_elsewhere_are_content_except_those_of_linked_items() -> None:
    def dates(number: int) -> str:
        return f"<div class=on><p>{1 + number} May 2008</p><p>{1 + number} June 2008</p></div>"

    def items(number: int) -> str:
        rows = [
            f"<li><a href=/{month}>{say(number, 7, 3)}</a><p>{1 + number} {month} 2008</p>"
            for month in ("May", "June")
        ]
        return f"<ul class=new>{''.join(rows)}</ul>"

    own, linked = ruled(site(COUNT, below=dates)), ruled(site(COUNT, below=items))
    assert own["1 May 2008"] is own["1 June 2008"] is Reason.DATE
    assert linked["1 May 2008"] is linked["1 June 2008"] is Reason.OUTSIDE


# Lead.


def test_a_paragraph_between_title_and_text_is_content() -> None:
    pages = site(COUNT, header=lambda n: f"<p class=lead>{say(n, 40)}</p>")
    assert ruled(pages)[say(0, 40)] is Reason.LEAD


def test_paragraph_above_the_text_on_one_page_only_is_content() -> None:
    pages = site(COUNT, header=lambda n: f"<p>{say(n, 40)}</p>" * (n == 0))
    assert ruled(pages)[say(0, 40)] is Reason.LEAD


def test_a_short_line_above_the_title_that_varies_is_content() -> None:
    subjects = ("Boats", "Nets", "Ropes", "Sails")
    pages = site(COUNT, above=lambda n: f"<p class=subject>{subjects[n % 4]}</p>")
    assert ruled(pages)["Boats"] is Reason.LEAD


@pytest.mark.parametrize(
    "line",
    [
        "<p class=line>From the keeper of the harbour and of its old northern pier.</p>",
        "<p class=line>{} views</p>",
        "<p class=line>{}{}{}{} views</p>",
        "<p class=line>Read {}</p>",
        "<p class=line><a href=/boats/{}>All about boat {}</a></p>",
        "<p class=line>The keeper of the old northern pier has seen {} ships here</p>",
    ],
)
def test_notices_counters_and_categories_under_the_title_are_not_content(line: str) -> None:
    pages = site(COUNT, header=lambda n: line.replace("{}", str(7 * n + 13)))
    assert content_texts(pages) == own(0)


# Picture.


def test_a_picture_between_title_and_text_is_content_with_its_caption() -> None:
    pages = site(COUNT, header=lambda n: hero(n, f"/{n}.jpg"))
    assert pictures(pages) == [Reason.PICTURE]
    assert ruled(pages)[say(0, 41, 5)] is Reason.PICTURE


def test_picture_shared_with_other_pages_is_decoration() -> None:
    assert pictures(site(COUNT, header=lambda n: "<div><img src=line.png></div>")) == [
        Reason.OUTSIDE
    ]
    assert pictures(site(COUNT, header=lambda n: hero(n, f"/{n // 2}.jpg"))) == [Reason.OUTSIDE]


def test_picture_on_two_pages_is_not_content() -> None:
    pages = site(COUNT, header=lambda n: hero(n, f"/{max(1, n)}.jpg"))
    assert pictures(pages) == [Reason.OUTSIDE]
    assert pictures(pages[2:] + pages[:2]) == [Reason.PICTURE]


def test_position_where_most_pages_share_a_picture_is_decoration() -> None:
    pages = site(COUNT, header=lambda n: hero(n, "/own.jpg" if n == 0 else "/line.png"))
    assert pictures(pages) == [Reason.OUTSIDE]


def test_caption_on_most_pages_is_decoration() -> None:
    caption = "<figure><img src={}.jpg><figcaption>Photo of the day</figcaption></figure>"
    pages = site(COUNT, header=caption.format)
    assert ruled(pages)["Photo of the day"] is Reason.OUTSIDE


# Outside.


def test_main_heading_is_the_title_if_a_page_has_none() -> None:
    pages = [
        Page(
            f"<title>Notes</title><p>Notes</p><h1>{title(n)}</h1><p class=by>By Ada Penrose</p>"
            f"<p class=on>{n + 1} May 2008</p><div class=text>{text(n)}</div>",
            url=f"{HOST}/{n}",
        )
        for n in range(COUNT)
    ]
    content = results(pages)[0]
    assert (content.title, content.author) == (title(0), "Ada Penrose")
    assert content.date == "2008-05-01"


def test_breadcrumbs_that_end_in_the_title_are_not_a_lead() -> None:
    trail = "<p class=trail><a href=/>Home</a> › <a href=/notes>Notes</a> › {}</p>"
    pages = site(COUNT, above=lambda n: trail.format(title(n)))
    assert ruled(pages)[f"Home › Notes › {title(0)}"] is Reason.OUTSIDE


def test_date_of_another_page_beside_the_text_is_not_the_date() -> None:
    entry = "<ul class=recent><li><a href=/x>Boats sail on 1 June 2019</a><li>Others</ul>"
    pages = site(COUNT, below=lambda n: entry)
    assert ruled(pages)["Boats sail on 1 June 2019"] is Reason.OUTSIDE
