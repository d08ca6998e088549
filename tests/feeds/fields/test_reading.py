"""What readers of feeds complained of: one small page each."""

from __future__ import annotations

import honbun

HERE = "https://harbour.example/news/"
NAMES = ("boats", "fish", "trains", "buses", "roads")


def items(body: str) -> tuple[honbun.Item, ...]:
    return honbun.feed(honbun.Page(f"<title>News</title><body>{body}", url=HERE)).items


def test_a_day_above_several_items_dates_all_of_them() -> None:
    def day(date: str, *names: str) -> str:
        each = (
            f"<div class=item><h3>A long title of the day about {name}</h3>"
            f"<p>Some words about {name} and the harbour, as they are today.</p></div>"
            for name in names
        )
        return f"<h2>{date}</h2>{''.join(each)}"

    found = items(day("3 March 2026", *NAMES[:2]) + day("1 March 2026", *NAMES[2:4]))
    assert [item.published for item in found] == ["2026-03-03"] * 2 + ["2026-03-01"] * 2


def test_the_first_words_of_a_diary_stay_in_it() -> None:
    openings = ["Rain again.", "No wind.", "Rain again.", "Fog all day.", "No wind."]
    body = "".join(
        f"<h3>{31 - n} May 2024</h3><p>{first}</p>"
        f"<p>We stayed in for most of the morning and wrote letters to {name}.</p>"
        for n, (first, name) in enumerate(zip(openings, NAMES, strict=True))
    )
    found = items(body)
    assert [item.categories for item in found] == [()] * 5
    assert [(item.summary or "").split(".")[0] + "." for item in found] == openings


def listed(each: str) -> str:
    """Five items, `{}` being their names and `{n}` their numbers."""
    return "".join(
        f"<article><h2><a href='/p/{n}'>How we moved all of our {name} to the attic</a></h2>"
        + each.format(name, n=n)
        + "</article>"
        for n, name in enumerate(NAMES)
    )


def test_links_to_other_items_are_no_categories() -> None:
    found = items(listed("<p><a href='/p/0'>our first post</a> <a href=/tag/moves>Moves</a></p>"))
    assert len(found) == 5
    assert {name for item in found for name in item.categories} == set()


def test_links_in_running_text_are_no_categories() -> None:
    text = "<p>It took us a week, as <a href=/about>the family</a> told everybody who asked.</p>"
    assert [item.categories for item in items(listed(text))] == [()] * 5


def test_a_mark_inside_of_a_title_stays_there() -> None:
    body = "".join(
        f"<h2>[<span class=paid>$</span>] The relicensing of the {name} library</h2>"
        f"<p>It was written a long time ago.</p><p><a href=/a/{n}>Full story</a></p>"
        for n, name in enumerate(NAMES)
    )
    assert [item.title for item in items(body)] == [
        f"[$] The relicensing of the {name} library" for name in NAMES
    ]


def test_no_bracket_of_an_author_stays_open() -> None:
    found = items(listed("<p>by Ida Holm (page images at Harbour Trust)</p>"))
    assert [item.author for item in found] == ["Ida Holm"] * 5


def test_a_byline_below_a_long_text_is_found() -> None:
    long = "".join(f"<p>Paragraph {n} of a text that goes on and on.</p>" for n in range(40))
    found = items(listed(f"{long}<p>Posted by Ann Wood</p>"))
    assert [item.author for item in found] == ["Ann Wood"] * 5


def test_a_badge_is_no_summary() -> None:
    assert [item.summary for item in items(listed("<p>NEW</p>"))] == [None] * 5


def test_a_saved_page_that_names_no_address_has_a_list_all_the_same() -> None:
    page = "<title>News</title>" + listed("<p>It took a week.</p>").replace(
        "'/p/", "'https://harbour.example/p/"
    )
    assert len(honbun.feed(honbun.Page(page)).items) == 5


def test_the_headline_of_another_article_is_no_heading_of_a_list() -> None:
    title_node = "<h2><a href=/p/lead>The bridge across the river is closed until spring</a></h2>"
    found = honbun.feed(
        honbun.Page(f"<h1>News</h1>{title_node}<div>{listed('<p>A week.</p>')}</div>", url=HERE)
    )
    assert found.lists[0].heading == "News"


def test_a_picture_is_found_wherever_its_page_keeps_the_address() -> None:
    found = items(
        listed("<img srcset='/{n}.jpg 1x, /{n}-large.jpg 2x' alt=''><p>It took a week.</p>")
    )
    assert [item.image for item in found] == [f"https://harbour.example/{n}.jpg" for n in range(5)]
