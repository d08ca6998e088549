"""How elements in fixed positions inside the region are judged."""

from __future__ import annotations

import pytest

from honbun.content.explain import Reason
from tests.content.site import content_texts, ruled, say, site, text, title

COUNT = 10
AUTHORS = ("Ada Penrose", "Bo Tregear")
ALL_PAGES_NOTICE = "All notes in this paper are by the people who live and work in the harbour."


def words(number: int, *parts: int) -> str:
    return "".join(f"<p>{say(number, part)}</p>" for part in parts)


def links(number: int, *steps: int) -> str:
    """A list of links to other pages of the site."""
    others = [(number + step) % COUNT for step in steps]
    return "".join(f"<li><a href=/notes/{n}.html>{title(n)}</a>" for n in others)


def contents(number: int) -> str:
    """A list of links to places on the same page."""
    return "".join(f"<li><a href=#s{part}>{say(number, part, 3)}</a>" for part in range(60, 63))


def own(number: int, title_too: bool = True) -> list[str]:
    """The texts that only this page has."""
    return [title(number)] * title_too + [say(number, part) for part in range(3)]


def test_notice_in_a_fixed_place_is_not_content() -> None:
    notice = "<div class=notice><p>The pier is closed</p><p>until the spring.</p></div>"
    found = ruled(site(COUNT, body=lambda n: words(n, 0) + notice + words(n, 1)))
    assert found["The pier is closed"] is found["until the spring."] is Reason.CONSTANT


def test_notice_that_differs_in_a_word_is_not_content() -> None:
    def notice(number: int) -> str:
        return (
            f"<div class=notice>This note was read {7 * number + 13} times by the people who live "
            "and work here in the harbour.</div>"
        )

    pages = site(COUNT, body=lambda n: words(n, 0) + notice(n) + words(n, 1))
    assert content_texts(pages) == [title(0), say(0, 0), say(0, 1)]


def test_sentence_on_nearly_all_pages_is_not_content_anywhere() -> None:
    notice = f"<p>{ALL_PAGES_NOTICE}</p>"
    pages = site(
        COUNT,
        body=lambda n: (
            (words(n, 0) + notice + words(n, 1)) if n % 2 else words(n, 0, 1, 2) + notice
        ),
    )
    assert [ruled(pages, n)[ALL_PAGES_NOTICE] for n in (0, 1)] == [Reason.CONSTANT] * 2


def test_nearly_equal_sentence_in_one_place_is_not_content() -> None:
    note = "This note was read {} times by the people who live and work here in the harbour."
    pages = site(
        COUNT,
        body=lambda n: (
            f"{text(n)}<div class=end><p>{say(n, 7, 20)}</p><p>{note.format(7 * n + 13)}</p></div>"
        ),
    )
    found = ruled(pages)
    assert found[note.format(13)] is Reason.CONSTANT
    assert found[say(0, 7, 20)] is Reason.REGION


def test_share_buttons_are_not_content() -> None:
    def share(number: int) -> str:
        return (
            f"<div class=share><a href=//x.example/?{number}>Share this</a> "
            f"<a href=//y.example/?{number}>Send this</a></div>"
        )

    inside = ruled(site(COUNT, body=lambda n: share(n) + text(n)))
    beside = ruled(site(COUNT, header=share))
    assert inside["Share this Send this"] is Reason.CONSTANT
    assert beside["Share this Send this"] is Reason.OUTSIDE


def test_a_fact_is_never_constant() -> None:
    byline = "<div class=meta><p class=by>By Ada Penrose</p><p class=on>3 May 2008</p></div>"
    pages = site(COUNT, body=lambda n: byline + text(n))
    assert content_texts(pages)[1:3] == ["By Ada Penrose", "3 May 2008"]


# Contents.


def test_table_of_contents_in_a_fixed_place_is_not_content() -> None:
    pages = site(
        COUNT, body=lambda n: f"<div class=toc><p>Contents</p><ul>{contents(n)}</ul></div>{text(n)}"
    )
    found = ruled(pages)
    assert found["Contents"] is found[say(0, 60, 3)] is Reason.CONTENTS
    assert content_texts(pages) == own(0)


def test_heading_of_a_table_of_contents_is_dropped_with_it() -> None:
    pages = site(COUNT, body=lambda n: f"<p>On this page</p><ul>{contents(n)}</ul>{text(n)}")
    assert ruled(pages)["On this page"] is Reason.CONTENTS


def test_hand_written_table_of_contents_is_content() -> None:
    pages = site(COUNT, body=lambda n: f"<ul>{contents(n)}</ul>" * (n == 0) + text(n))
    assert ruled(pages)[say(0, 60, 3)] is Reason.REGION


# Links.


@pytest.mark.parametrize(
    "box",
    [
        "<div class=related><h3>Read next</h3><ul>{}</ul></div>",
        "<h3>Read next</h3><ul>{}</ul>",
        "<section class=more><div><ul>{}</ul></div></section>",
    ],
)
def test_related_list_in_a_fixed_place_is_not_content(box: str) -> None:
    pages = site(COUNT, body=lambda n: text(n) + box.format(links(n, 1, 2, 3)))
    assert ruled(pages)[title(1)] is Reason.LINKS
    assert content_texts(pages) == own(0)


def test_related_pages_with_dates_are_not_content() -> None:
    def related(number: int) -> str:
        rows = [
            f"<p><a href=/notes/{n}.html>{title(n)}</a></p>"
            f"<p>Posted to all of you on Saturday, {n + 1} May 2008</p>"
            for n in ((number + 1) % COUNT, (number + 2) % COUNT)
        ]
        return f"<div class=related>{''.join(rows)}</div>"

    pages = site(COUNT, body=lambda n: text(n) + related(n))
    assert [content_texts(pages, number) for number in (0, 5)] == [own(0), own(5)]


def test_related_pages_without_linked_titles_are_not_content() -> None:
    def related(number: int) -> str:
        rows = [
            f"<h4>{title(n)}</h4><p><a href=/notes/{n}.html>Read it</a></p>"
            for n in ((number + 1) % COUNT, (number + 2) % COUNT)
        ]
        return f"<div class=related>{''.join(rows)}</div>"

    assert ruled(site(COUNT, body=lambda n: text(n) + related(n)))[title(1)] is Reason.LINKS


def test_links_to_previous_and_next_page_are_not_content() -> None:
    def pager(number: int) -> str:
        before, after = number - 1, number + 1
        return (
            f"<div class=pager><a href=/notes/{before}.html>Before: {title(before)}</a> "
            f"<a href=/notes/{after}.html>After: {title(after)}</a></div>"
        )

    pages = site(COUNT, body=lambda n: pager(n) + text(n))
    assert ruled(pages)[f"Before: {title(-1)} After: {title(1)}"] is Reason.LINKS


def test_list_of_tags_is_not_content() -> None:
    pages = site(
        COUNT,
        body=lambda n: (
            f"{text(n)}<ul class=tags><li><a href=/boats>boats</a>"
            f"<li><a href=/tag/{n}>{say(n, 7, 2)}</a></ul>"
        ),
    )
    found = ruled(pages)
    assert found["boats"] is found[say(0, 7, 2)] is Reason.LINKS


@pytest.mark.parametrize("href", ["//a.example/", "/notes/", "#note"])
def test_mostly_external_links_are_content(href: str) -> None:
    def sources(number: int) -> str:
        rows = [f"<li><a href=//a.example/{number}/{n}>{say(number, n, 6)}</a>" for n in (7, 8, 9)]
        return f"<ul class=sources>{''.join(rows)}<li><a href={href}>{say(number, 6, 6)}</a></ul>"

    found = ruled(site(COUNT, body=lambda n: text(n) + sources(n)))
    assert found[say(0, 7, 6)] is found[say(0, 6, 6)] is Reason.REGION


def test_box_of_links_with_the_author_is_content() -> None:
    def signed(number: int) -> str:
        name = AUTHORS[number % 2]
        return f"<div class=by><p><a rel=author href=/by/{number % 2}>{name}</a></p></div>"

    assert AUTHORS[0] in content_texts(site(COUNT, body=lambda n: signed(n) + text(n)))


def test_element_named_like_a_link_list_is_content_if_it_has_text() -> None:
    def box(number: int) -> str:
        inside = words(0, 30, 31) if number == 0 else f"<ul>{links(number, 1, 2, 3)}</ul>"
        return f"<div class=box>{inside}</div>" if number < 4 else ""

    pages = site(COUNT, body=lambda n: words(n, 0) + box(n) + words(n, 1))
    assert content_texts(pages) == [title(0), say(0, 0), say(0, 30), say(0, 31), say(0, 1)]
    assert content_texts(pages, 1) == [title(1), say(1, 0), say(1, 1)]


# Aside.


def test_line_of_tags_is_not_content() -> None:
    line = "<p class=tags>Tags: <a href=/t/{0}>{1}</a>, <a href=/t/boat>boat</a></p>"
    pages = site(COUNT, body=lambda n: text(n) + line.format(n, say(n, 9, 2)))
    assert ruled(pages)[f"Tags: {say(0, 9, 2)}, boat"] is Reason.LINKS
