"""Items with all their fields: links, headings and duplicates."""

from __future__ import annotations

import honbun
from honbun.api import feed
from honbun.page import Page
from tests.feeds.builders import (
    NAMES,
    URL,
    article,
    candidate_titles,
    day,
    link,
    list_items,
    page,
    paragraph,
    title,
)


def links(html: str, url: str = URL) -> list[str | None]:
    return [item.link for item in list_items(html, url=url)]


def test_links_are_absolute() -> None:
    assert links(page(article)) == [link(n) for n in range(5)]


def test_base_element_changes_links() -> None:
    html = "<base href=https://b.example/old/>" + page(article)
    assert links(html) == [f"https://b.example/old/{name}" for name in NAMES]


def test_item_without_a_link_has_the_url_of_its_id() -> None:
    html = page(lambda n: f"<h3 id=t{n}>{title(n)} ({day(n)})</h3><p>{paragraph(n)}</p>")
    assert links(html) == [f"{URL}#t{n}" for n in range(5)]


def test_id_around_an_item_is_used() -> None:
    html = page(lambda n: f"<div id=t{n}><h3>{title(n)}</h3>{day(n)}<p>{paragraph(n)}</p></div>")
    assert links(html) == [f"{URL}#t{n}" for n in range(5)]


def test_anchor_name_is_used() -> None:
    html = page(lambda n: f"<h3><a name=t{n}></a>{title(n)} ({day(n)})</h3><p>{paragraph(n)}</p>")
    assert links(html) == [f"{URL}#t{n}" for n in range(5)]


def test_fragment_of_the_page_url_is_dropped() -> None:
    html = page(lambda n: f"<h3 id=t{n}>{title(n)} ({day(n)})</h3><p>{paragraph(n)}</p>")
    assert links(html, f"{URL}#top") == [f"{URL}#t{n}" for n in range(5)]


def test_item_without_link_and_anchor_has_no_link() -> None:
    html = page(lambda n: f"<h3>{title(n)} ({day(n)})</h3><p>{paragraph(n)}</p>")
    assert links(html) == [None] * 5


def test_comments_link_leads_to_the_article() -> None:
    def row(n: int) -> str:
        comments = f"<a href={NAMES[n]}#comments>{n + 2} comments</a>"
        return (
            f"<div class=p><h3>{title(n)}</h3><i>{day(n)}</i><p>{paragraph(n)}</p>{comments}</div>"
        )

    assert links(page(row)) == [link(n) for n in range(5)]


def test_repeated_item_is_listed_once() -> None:
    again = page(article, [0, 1, 2, 3, 4, 2])
    assert candidate_titles(again, "h2") == [title(n) for n in range(5)]


def test_items_with_one_title_and_different_links_are_several() -> None:
    html = page(lambda n: f"<h2><a href={NAMES[n]}>A tree</a></h2>{day(n)}")
    assert candidate_titles(html, "h2") == ["A tree"] * 5


def test_items_with_one_link_and_different_days_are_several() -> None:
    html = page(lambda n: f"<li>{day(n)} <a href=/same>The tree was felled</a></li>")
    assert [item.published for item in list_items(html)] == [day(n) for n in range(5)]


def test_different_days_separate_titles_that_contain_each_other() -> None:
    names = ["Tree felled", "Tree felled again", "Tree felled again today"]

    def rows(*days: str) -> str:
        each = zip(days, names, strict=True)
        return "".join(f"<li>{date} <a href=/same>{name}</a></li>" for date, name in each)

    assert candidate_titles(rows("2010-03-04", "2010-03-03", "2010-03-02"), "a") == names
    assert candidate_titles(rows("2010-03-04", "2010-03-04", "2010-03-04"), "a") == names[:1]


def test_comments_link_replaces_a_missing_link() -> None:
    def row(n: int) -> str:
        whole = f"<a href={NAMES[n]}#c>{n} comments</a>"
        more = f"<a href={NAMES[n]}>Full story</a>" if n < 4 else whole
        return f"<div class=i><h3>{title(n)}</h3>{day(n)}<p>{paragraph(n)}</p><p>{more}</p></div>"

    assert links(page(row)) == [link(n) for n in range(5)]


def test_heading_above_a_list_is_found() -> None:
    html = "<h1>Trees</h1><h2>Fallen <i>trees</i></h2>" + page(article)
    assert feed(Page(html, url=URL)).lists[0].heading == "Fallen trees"


def test_list_without_a_heading_has_none() -> None:
    assert feed(Page(page(article), url=URL)).lists[0].heading is None


def test_items_have_the_xpath_of_their_element() -> None:
    paths = [item.xpath for item in list_items(page(article))]
    assert len(set(paths)) == 5
    assert all("/article" in path for path in paths)


# Pages that were reported to go wrong, reduced to the essential.

HERE = "https://harbour.example/news/"
SUBJECTS = ("boats", "fish", "trains", "buses", "roads")


def items(body: str) -> tuple[honbun.Item, ...]:
    return honbun.feed(honbun.Page(f"<title>News</title><body>{body}", url=HERE)).items


def test_day_above_several_items_dates_all() -> None:
    def day(date: str, *names: str) -> str:
        each = (
            f"<div class=item><h3>A long title of the day about {name}</h3>"
            f"<p>Some words about {name} and the harbour, as they are today.</p></div>"
            for name in names
        )
        return f"<h2>{date}</h2>{''.join(each)}"

    found = items(day("3 March 2026", *SUBJECTS[:2]) + day("1 March 2026", *SUBJECTS[2:4]))
    assert [item.published for item in found] == ["2026-03-03"] * 2 + ["2026-03-01"] * 2


def test_first_words_of_a_diary_entry_stay() -> None:
    openings = ["Rain again.", "No wind.", "Rain again.", "Fog all day.", "No wind."]
    body = "".join(
        f"<h3>{31 - n} May 2024</h3><p>{first}</p>"
        f"<p>We stayed in for most of the morning and wrote letters to {name}.</p>"
        for n, (first, name) in enumerate(zip(openings, SUBJECTS, strict=True))
    )
    found = items(body)
    assert [item.categories for item in found] == [()] * 5
    assert [(item.summary or "").split(".")[0] + "." for item in found] == openings


def listed(each: str) -> str:
    """Five items; `{}` is the name and `{n}` the number."""
    return "".join(
        f"<article><h2><a href='/p/{n}'>How we moved all of our {name} to the attic</a></h2>"
        + each.format(name, n=n)
        + "</article>"
        for n, name in enumerate(SUBJECTS)
    )


def test_links_to_other_items_are_no_categories() -> None:
    found = items(listed("<p><a href='/p/0'>our first post</a> <a href=/tag/moves>Moves</a></p>"))
    assert len(found) == 5
    assert {name for item in found for name in item.categories} == set()


def test_links_in_running_text_are_no_categories() -> None:
    text = "<p>It took us a week, as <a href=/about>the family</a> told everybody who asked.</p>"
    assert [item.categories for item in items(listed(text))] == [()] * 5


def test_label_inside_a_title_stays() -> None:
    body = "".join(
        f"<h2>[<span class=paid>$</span>] The relicensing of the {name} library</h2>"
        f"<p>It was written a long time ago.</p><p><a href=/a/{n}>Full story</a></p>"
        for n, name in enumerate(SUBJECTS)
    )
    assert [item.title for item in items(body)] == [
        f"[$] The relicensing of the {name} library" for name in SUBJECTS
    ]


def test_unclosed_bracket_is_removed_from_an_author() -> None:
    found = items(listed("<p>by Ida Holm (page images at Harbour Trust)</p>"))
    assert [item.author for item in found] == ["Ida Holm"] * 5


def test_byline_below_a_long_text_is_found() -> None:
    long = "".join(f"<p>Paragraph {n} of a text that goes on and on.</p>" for n in range(40))
    found = items(listed(f"{long}<p>Posted by Ann Wood</p>"))
    assert [item.author for item in found] == ["Ann Wood"] * 5


def test_badge_is_no_summary() -> None:
    assert [item.summary for item in items(listed("<p>NEW</p>"))] == [None] * 5


def test_saved_page_without_a_url_has_a_list() -> None:
    page = "<title>News</title>" + listed("<p>It took a week.</p>").replace(
        "'/p/", "'https://harbour.example/p/"
    )
    assert len(honbun.feed(honbun.Page(page)).items) == 5


def test_headline_of_another_article_is_no_list_heading() -> None:
    title_node = "<h2><a href=/p/lead>The bridge across the river is closed until spring</a></h2>"
    found = honbun.feed(
        honbun.Page(f"<h1>News</h1>{title_node}<div>{listed('<p>A week.</p>')}</div>", url=HERE)
    )
    assert found.lists[0].heading == "News"


def test_lazy_loaded_image_is_found() -> None:
    found = items(
        listed("<img srcset='/{n}.jpg 1x, /{n}-large.jpg 2x' alt=''><p>It took a week.</p>")
    )
    assert [item.image for item in found] == [f"https://harbour.example/{n}.jpg" for n in range(5)]
