from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.content.explain import Reason
from honbun.content.template.learn import Learnt, learn
from honbun.page import Page
from honbun.text.dates import Order
from tests.content.site import measured, page, say, site, text, title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.template.reading import Reading
    from honbun.content.template.template import Slot, Template


def lesson(pages: Sequence[Page], language: str | None = None) -> Learnt:
    return learn([measured(one) for one in pages], [one.url or "" for one in pages], language)


def taught(pages: Sequence[Page], language: str | None = None) -> Template:
    return lesson(pages, language).template


def read(template: Template, given: Page) -> Reading:
    return template.read(measured(given))


def block(reading: Reading, said: str) -> int:
    """The block of a page that says something."""
    return reading.outline.text.index(said)


def slot(pages: Sequence[Page], said: str) -> Slot:
    """What the pages have where the first says something."""
    learnt = lesson(pages)
    reading = learnt.readings[0]
    return learnt.template.slot(reading, block(reading, said))


def test_a_template_knows_how_many_pages_it_was_learnt_from() -> None:
    assert taught(site(7)).pages == 7


def test_a_page_is_read_with_how_many_others_say_the_same() -> None:
    pages = site(8, body=lambda n: text(n) + "<p>Fair winds.</p>" * (n < 3))
    readings = lesson(pages).readings
    first, last = readings[0], readings[7]
    assert first.others[block(first, "Fair winds.")] == 2
    assert first.others[block(first, "Home")] == last.others[block(last, "Home")] == 7
    assert first.others[block(first, say(0))] == 0
    assert (first.sampled, first.outline.tag[first.region]) == (0, "div")


def test_a_page_that_was_not_learnt_from_is_read_with_how_many_pages_say_the_same() -> None:
    reading = read(taught(site(8)), page(20))
    assert reading.others[block(reading, "Home")] == 8
    assert reading.others[block(reading, say(20))] == 0
    assert reading.outline.names[reading.region] == (".text",)
    assert reading.sampled is None


def test_what_a_page_s_twin_says_is_not_counted() -> None:
    reading = read(taught(site(8)), Page(page(3).html, url="https://harbour.example/copy"))
    assert reading.others[block(reading, say(3))] == 0
    assert reading.others[block(reading, "Home")] == 7


def test_a_slot_tells_what_stands_at_one_place() -> None:
    days = slot(site(8, header=lambda n: f"<p class=on>{1 + n // 2} May 2008</p>"), "1 May 2008")
    assert (days.pages, days.once, days.values, days.said) == (8, 8, 4, 8)
    assert sorted(days.repeats.values()) == [2, 2, 2, 2]
    assert days.dates == {1: 8}


def test_a_slot_is_single_where_pages_have_one_block_there() -> None:
    assert slot(site(8), title(0)).is_single
    assert not slot(site(8), say(0)).is_single


def test_a_slot_counts_a_page_that_says_something_twice_once() -> None:
    pages = site(8, body=lambda n: text(n) + "<p>Fair winds.</p><p>Fair winds.</p>")
    found = slot(pages, "Fair winds.")
    assert [*found.repeats.values()] == [8]


def test_a_place_with_many_dates_on_a_page_has_no_dates_of_its_own() -> None:
    found = slot(site(8, below=lambda n: "<p class=on>3 May 2008</p>" * 4), "3 May 2008")
    assert found.dates == {}


def test_times_count_the_page_itself_whether_learnt_from_or_not() -> None:
    pages = site(8, header=lambda n: f"<p class=on>{1 + n // 2} May 2008</p>")
    found = slot(pages, "1 May 2008")
    (mark, *_) = found.repeats
    assert found.times(mark, sampled=True) == 2
    assert found.times(mark, sampled=False) == 3
    assert found.times(0, sampled=True) == found.times(0, sampled=False) == 1


def test_a_fixture_stands_once_on_half_of_the_pages() -> None:
    pages = site(8, below=lambda n: "<ul><li>x</ul>" * (n < 4) + "<ol><li>y</ol>" * (n < 3))
    template = taught(pages)
    reading = read(template, pages[0])
    tags = reading.outline.tag
    assert template.is_fixture(reading, len(tags) - tags[::-1].index("ul") - 1)
    assert not template.is_fixture(reading, tags.index("ol"))
    assert not template.is_fixture(reading, block(reading, say(0)))


def test_a_named_fixture_stands_once_on_three_pages() -> None:
    pages = site(
        12, body=lambda n: text(n) + "<p class=a>x</p>" * (n < 3) + "<p class=b>y</p>" * (n < 2)
    )
    template = taught(pages)
    reading = read(template, pages[0])
    assert template.is_named_fixture(reading, block(reading, "x"))
    assert not template.is_named_fixture(reading, block(reading, "y"))
    assert not template.is_fixture(reading, block(reading, "x"))


def test_a_text_is_compared_with_the_usual_words_of_its_place() -> None:
    pages = site(8, below=lambda n: f"<p class=seen>Read {n + 13} times so far</p>")
    template = taught(pages)
    reading = read(template, pages[0])
    place = reading.place[block(reading, "Read 13 times so far")]
    assert template.sameness(place, "READ 99 times so far") == 14 / 16
    assert template.sameness(place, "Something else") == 0
    assert template.sameness(place, "") == 0
    assert template.sameness(0, "Read 13 times so far") == 0


def test_four_pages_have_no_usual_words() -> None:
    pages = site(4, below=lambda n: f"<p class=seen>Read {n + 13} times so far</p>")
    assert taught(pages).usual == {}


def test_the_titles_of_all_pages_are_known() -> None:
    template = taught(site(8))
    reading = read(template, page(5))
    assert reading.outline.mark[block(reading, title(5))] in template.titles
    assert len(template.titles) == 8
    assert [*template.title_places.values()] == [8]


def test_a_title_of_a_word_is_not_known_as_one() -> None:
    short = [
        Page(f"<title>{word}</title><h1>{word}</h1><div>{text(n)}</div>", url=f"x/{n}")
        for n, word in enumerate(["Net", "Oar", "Sea", "Boat", "Quay"])
    ]
    assert len(taught(short).titles) == 2


@pytest.mark.parametrize(
    ("box", "why"),
    [
        ("<div class=box><a href=#{0}>{1}</a></div>", Reason.CONTENTS),
        ("<div class=box><a href=/{0}>{1}</a></div>", Reason.LINKS),
        ("<div class=box>The same for all</div>", Reason.CONSTANT),
        ("<div class=box>{1}</div>", None),
        ("<div class=box><a href=//away.example/{0}>{1}</a></div>", None),
    ],
)
def test_the_pages_vote_on_what_an_element_is(box: str, why: Reason | None) -> None:
    # One page in eight has something else there.
    pages = site(
        8, body=lambda n: text(n) + (box if n else "<div class=box>x</div>").format(n, say(n, 9))
    )
    template = taught(pages)
    reading = read(template, pages[0])
    assert template.verdicts.get(reading.place[block(reading, "x")]) is why


def test_an_element_that_few_pages_have_is_not_voted_on() -> None:
    pages = site(8, body=lambda n: text(n) + "<div class=box>The same</div>" * (n < 2))
    assert taught(pages).verdicts == {}


def test_the_order_of_numeric_dates_is_decided_by_those_that_can_be_read_in_one_way() -> None:
    def dated(first: str) -> list[Page]:
        return site(6, header=lambda n: f"<p class=on>{first if n == 3 else '03/04/2008'}</p>")

    assert taught(dated("25/04/2008"), "en").order is Order.DMY
    assert taught(dated("04/25/2008"), "en-GB").order is Order.MDY


def test_the_order_of_numeric_dates_is_else_that_of_the_language() -> None:
    pages = site(6, header=lambda n: "<p class=on>03/04/2008</p>")
    assert taught(pages, "en-GB").order is Order.DMY
    assert taught(pages, "en-US").order is Order.MDY
    assert taught(pages).order is None


def test_a_date_inside_a_long_text_decides_nothing() -> None:
    long = "It was on the 25/04/2008 that the harbour closed. " + "Nobody came any more. " * 6
    pages = site(6, body=lambda n: f"{text(n)}<p>{long}</p>")
    assert taught(pages, "en").order is Order.MDY


def test_one_page_teaches_little() -> None:
    template = taught(site(1))
    assert (template.pages, template.usual, template.verdicts) == (1, {}, {})


def test_a_page_that_was_learnt_from_is_seen_again_as_it_was_then() -> None:
    pages = site(6, above=lambda n: f"<p class=shelf>{say(300 + n // 2, words=3)}</p>")
    learnt = lesson(pages)
    again = [learnt.template.reread(measured(one), number) for number, one in enumerate(pages)]
    assert again == learnt.readings
