"""One site for each rule: it keeps or drops what its sentence says."""

from __future__ import annotations

import pytest

from honbun.content.model import ContentOptions
from honbun.content.why import Why
from honbun.page import Page
from tests.content.site import explained, kept, page, results, ruled, say, site, text, title

COUNT = 10
AUTHORS = ("Ada Penrose", "Bo Tregear")
BUOYS = "<p>Keep left of the red buoy.</p><p>Keep right of the green one.</p>"
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
    """The words that are a page's own, whatever stands around them."""
    return [title(number)] * title_too + [say(number, part) for part in range(3)]


def pictures(pages: list[Page]) -> list[Why]:
    return [block.why for block in explained(pages)[0] if not block.text]


def test_every_rule_has_a_sentence_of_its_own() -> None:
    assert len({why.sentence for why in Why}) == len(Why)


def test_the_content_is_the_title_and_what_its_region_holds() -> None:
    pages = site(COUNT)
    assert [kept(pages, number) for number in range(COUNT)] == [own(n) for n in range(COUNT)]


# Region: everything but the template's own stays.


def test_a_line_that_all_articles_repeat_stays_inside_them() -> None:
    pages = site(COUNT, body=lambda n: words(n, 0) + "<p>* * *</p>" + words(n, 1))
    assert ruled(pages)["* * *"] is Why.REGION


def test_a_sentence_that_half_of_the_articles_have_stays_inside_them() -> None:
    said = "<p>The keeper of the light was asked and had nothing to say about all of that.</p>"
    pages = site(COUNT, body=lambda n: words(n, 0) + said * (n % 2) + words(n, 1))
    assert said[3:-4] in kept(pages, 1)


def test_headings_that_all_articles_have_stay() -> None:
    pages = site(
        COUNT,
        body=lambda n: (
            f"{words(n, 0)}<h2>What we saw</h2>{words(n, 1)}<h2>What we heard</h2>{words(n, 2)}"
        ),
    )
    assert [text for text in kept(pages) if text.startswith("What")] == [
        "What we saw",
        "What we heard",
    ]


def test_a_list_of_links_that_the_author_wrote_stays() -> None:
    pages = site(COUNT, body=lambda n: text(n) + f"<ul>{links(n, 1, 2, 3)}</ul>" * (n == 0))
    assert {title(1), title(2), title(3)} <= {*kept(pages)}


# Title.


def test_the_title_is_content_outside_of_the_region_too() -> None:
    assert ruled(site(COUNT))[title(0)] is Why.TITLE


def test_a_box_that_holds_the_title_is_looked_into_however_much_of_it_is_the_template_s() -> None:
    pages = [
        Page(
            f"<title>{title(n)}</title><p>Notes</p><div class=text><div class=top>"
            f"<p>{ALL_PAGES_NOTICE * 3}</p><h1>{title(n)}</h1><p>{say(n, 7, 2)}</p></div>{text(n)}",
            url=f"https://harbour.example/{n}",
        )
        for n in range(COUNT)
    ]
    assert kept(pages) == [title(0), say(0, 7, 2), *own(0, title_too=False)]


# Constant: what the template says.


def test_a_notice_in_a_fixed_place_is_no_content() -> None:
    notice = "<div class=notice><p>The pier is closed</p><p>until the spring.</p></div>"
    found = ruled(site(COUNT, body=lambda n: words(n, 0) + notice + words(n, 1)))
    assert found["The pier is closed"] is found["until the spring."] is Why.CONSTANT


def test_a_notice_that_differs_in_a_word_is_no_content() -> None:
    def notice(number: int) -> str:
        return (
            f"<div class=notice>This note was read {7 * number + 13} times by the people who live "
            "and work here in the harbour.</div>"
        )

    pages = site(COUNT, body=lambda n: words(n, 0) + notice(n) + words(n, 1))
    assert kept(pages) == [title(0), say(0, 0), say(0, 1)]


def test_a_sentence_that_nearly_all_pages_have_is_no_content_wherever_it_stands() -> None:
    notice = f"<p>{ALL_PAGES_NOTICE}</p>"
    pages = site(
        COUNT,
        body=lambda n: (
            (words(n, 0) + notice + words(n, 1)) if n % 2 else words(n, 0, 1, 2) + notice
        ),
    )
    assert [ruled(pages, n)[ALL_PAGES_NOTICE] for n in (0, 1)] == [Why.CONSTANT] * 2


def test_a_sentence_that_is_nearly_the_same_at_one_spot_is_no_content() -> None:
    said = "This note was read {} times by the people who live and work here in the harbour."
    pages = site(
        COUNT,
        body=lambda n: (
            f"{text(n)}<div class=end><p>{say(n, 7, 20)}</p><p>{said.format(7 * n + 13)}</p></div>"
        ),
    )
    found = ruled(pages)
    assert found[said.format(13)] is Why.CONSTANT
    assert found[say(0, 7, 20)] is Why.REGION


def test_buttons_to_share_a_page_are_no_content() -> None:
    def share(number: int) -> str:
        return (
            f"<div class=share><a href=//x.example/?{number}>Share this</a> "
            f"<a href=//y.example/?{number}>Send this</a></div>"
        )

    inside = ruled(site(COUNT, body=lambda n: share(n) + text(n)))
    beside = ruled(site(COUNT, header=share))
    assert inside["Share this Send this"] is Why.CONSTANT
    assert beside["Share this Send this"] is Why.OUTSIDE


def test_the_labels_of_boxes_with_words_of_their_own_stay() -> None:
    def note(number: int) -> str:
        return f"<div class=note><h4>Note</h4><p>{say(number, 9)}</p></div>"

    pages = site(COUNT, body=lambda n: words(n, 0) + note(n) + words(n, 1))
    assert kept(pages) == [title(0), say(0), "Note", say(0, 9), say(0, 1)]


def test_the_label_of_a_box_that_says_nothing_of_its_own_is_dropped_with_it() -> None:
    note = "<div class=note><h4>Note</h4><p>The pier is closed.</p></div>"
    pages = site(COUNT, body=lambda n: words(n, 0) + note + words(n, 1))
    assert kept(pages) == [title(0), say(0), say(0, 1)]


def test_a_fact_is_never_constant() -> None:
    byline = "<div class=meta><p class=by>By Ada Penrose</p><p class=on>3 May 2008</p></div>"
    pages = site(COUNT, body=lambda n: byline + text(n))
    assert kept(pages)[1:3] == ["By Ada Penrose", "3 May 2008"]


# Contents.


def test_a_table_of_contents_in_a_fixed_place_is_no_content() -> None:
    pages = site(
        COUNT, body=lambda n: f"<div class=toc><p>Contents</p><ul>{contents(n)}</ul></div>{text(n)}"
    )
    found = ruled(pages)
    assert found["Contents"] is found[say(0, 60, 3)] is Why.CONTENTS
    assert kept(pages) == own(0)


def test_the_heading_of_a_table_of_contents_goes_with_it() -> None:
    pages = site(COUNT, body=lambda n: f"<p>On this page</p><ul>{contents(n)}</ul>{text(n)}")
    assert ruled(pages)["On this page"] is Why.CONTENTS


def test_a_table_of_contents_that_was_written_by_hand_stays() -> None:
    pages = site(COUNT, body=lambda n: f"<ul>{contents(n)}</ul>" * (n == 0) + text(n))
    assert ruled(pages)[say(0, 60, 3)] is Why.REGION


# Links.


@pytest.mark.parametrize(
    "box",
    [
        "<div class=related><h3>Read next</h3><ul>{}</ul></div>",
        "<h3>Read next</h3><ul>{}</ul>",
        "<section class=more><div><ul>{}</ul></div></section>",
    ],
)
def test_a_related_list_in_a_fixed_place_is_no_content(box: str) -> None:
    pages = site(COUNT, body=lambda n: text(n) + box.format(links(n, 1, 2, 3)))
    assert ruled(pages)[title(1)] is Why.LINKS
    assert kept(pages) == own(0)


def test_related_pages_with_their_dates_are_no_content() -> None:
    def related(number: int) -> str:
        rows = [
            f"<p><a href=/notes/{n}.html>{title(n)}</a></p>"
            f"<p>Posted to all of you on Saturday, {n + 1} May 2008</p>"
            for n in ((number + 1) % COUNT, (number + 2) % COUNT)
        ]
        return f"<div class=related>{''.join(rows)}</div>"

    pages = site(COUNT, body=lambda n: text(n) + related(n))
    assert [kept(pages, number) for number in (0, 5)] == [own(0), own(5)]


def test_related_pages_whose_titles_are_no_links_are_no_content() -> None:
    def related(number: int) -> str:
        rows = [
            f"<h4>{title(n)}</h4><p><a href=/notes/{n}.html>Read it</a></p>"
            for n in ((number + 1) % COUNT, (number + 2) % COUNT)
        ]
        return f"<div class=related>{''.join(rows)}</div>"

    assert ruled(site(COUNT, body=lambda n: text(n) + related(n)))[title(1)] is Why.LINKS


def test_links_to_the_pages_before_and_after_are_no_content() -> None:
    def pager(number: int) -> str:
        before, after = number - 1, number + 1
        return (
            f"<div class=pager><a href=/notes/{before}.html>Before: {title(before)}</a> "
            f"<a href=/notes/{after}.html>After: {title(after)}</a></div>"
        )

    pages = site(COUNT, body=lambda n: pager(n) + text(n))
    assert ruled(pages)[f"Before: {title(-1)} After: {title(1)}"] is Why.LINKS


def test_a_list_of_tags_is_no_content() -> None:
    pages = site(
        COUNT,
        body=lambda n: (
            f"{text(n)}<ul class=tags><li><a href=/boats>boats</a>"
            f"<li><a href=/tag/{n}>{say(n, 7, 2)}</a></ul>"
        ),
    )
    found = ruled(pages)
    assert found["boats"] is found[say(0, 7, 2)] is Why.LINKS


@pytest.mark.parametrize("href", ["//a.example/", "/notes/", "#note"])
def test_links_most_of_which_lead_away_are_not_the_template_s(href: str) -> None:
    def sources(number: int) -> str:
        rows = [f"<li><a href=//a.example/{number}/{n}>{say(number, n, 6)}</a>" for n in (7, 8, 9)]
        return f"<ul class=sources>{''.join(rows)}<li><a href={href}>{say(number, 6, 6)}</a></ul>"

    found = ruled(site(COUNT, body=lambda n: text(n) + sources(n)))
    assert found[say(0, 7, 6)] is found[say(0, 6, 6)] is Why.REGION


def test_a_box_of_links_that_names_the_author_stays() -> None:
    def signed(number: int) -> str:
        name = AUTHORS[number % 2]
        return f"<div class=by><p><a rel=author href=/by/{number % 2}>{name}</a></p></div>"

    assert AUTHORS[0] in kept(site(COUNT, body=lambda n: signed(n) + text(n)))


def test_an_element_with_the_name_of_a_link_list_stays_where_it_holds_words() -> None:
    def box(number: int) -> str:
        inside = words(0, 30, 31) if number == 0 else f"<ul>{links(number, 1, 2, 3)}</ul>"
        return f"<div class=box>{inside}</div>" if number < 4 else ""

    pages = site(COUNT, body=lambda n: words(n, 0) + box(n) + words(n, 1))
    assert kept(pages) == [title(0), say(0, 0), say(0, 30), say(0, 31), say(0, 1)]
    assert kept(pages, 1) == [title(1), say(1, 0), say(1, 1)]


# Aside.


def test_a_form_for_comments_is_no_content() -> None:
    pages = site(
        COUNT,
        body=lambda n: f"{text(n)}<form><p>Reply to {title(n)}</p><p>{say(n, 50)}</p></form>",
    )
    found = ruled(pages)
    assert found[f"Reply to {title(0)}"] is found[say(0, 50)] is Why.ASIDE


def test_navigation_inside_the_text_is_no_content() -> None:
    pages = site(COUNT, body=lambda n: f"{words(n, 0)}<nav>{say(n, 7, 3)}</nav>{words(n, 1)}")
    assert ruled(pages)[say(0, 7, 3)] is Why.ASIDE


def test_a_form_around_the_whole_text_is_read() -> None:
    pages = site(COUNT, body=lambda n: f"<form>{words(n, *range(16))}</form>")
    assert kept(pages) == [title(0), *(say(0, part) for part in range(16))]


# Gutter.


def test_line_numbers_beside_code_are_no_content() -> None:
    code = "<table><tr><td><pre>1\n2\n3</pre><td><pre>keel = {}\nhull = 2\nmast</pre></table>"
    found = ruled(site(COUNT, body=lambda n: words(n, 0) + code.format(n) + words(n, 1)))
    assert found["1 2 3"] is Why.GUTTER
    assert found["keel = 0 hull = 2 mast"] is Why.REGION


@pytest.mark.parametrize(
    "table",
    [
        "<table><tr><td>1 2 3<td>boats {}</table>",  # no code beside it
        "<table><tr><td>1 2 4<td><pre>keel = {}</pre></table>",
        "<table><tr><td><pre>keel = {}</pre><td>1 2 3</table>",
    ],
)
def test_other_numbers_in_cells_stay(table: str) -> None:
    pages = site(COUNT, body=lambda n: words(n, 0) + table.format(n) * (n == 0) + words(n, 1))
    assert any(line.startswith("1 2") for line in kept(pages))


# Run, before, after.


def test_several_lines_in_a_row_that_half_of_the_pages_have_are_no_content() -> None:
    pages = site(COUNT, body=lambda n: words(n, 0) + BUOYS * (n < 6) + words(n, 1))
    assert ruled(pages)["Keep left of the red buoy."] is Why.RUN
    assert kept(pages) == [title(0), say(0), say(0, 1)]


def test_a_heading_at_the_end_of_such_a_row_belongs_to_what_follows() -> None:
    def body(number: int) -> str:
        # On the other pages two such headings, so that they stand in no fixed place.
        mid = BUOYS + "<h4>Then</h4>" if number < 6 else "<h4>One</h4><h4>Two</h4>"
        return words(number, 0) + mid + words(number, 1)

    assert kept(site(COUNT, body=body)) == [title(0), say(0), "Then", say(0, 1)]


def test_one_such_line_alone_is_no_row() -> None:
    line = "<p>Keep left of the red buoy, and right of the green.</p>"
    pages = site(COUNT, body=lambda n: words(n, 0) + line * (n < 6) + words(n, 1))
    assert ruled(pages)[line[3:-4]] is Why.REGION


def test_a_row_of_very_short_lines_may_be_the_author_s() -> None:
    lines = "<p>Aye, aye.</p><p>Nay, nay.</p>"
    pages = site(COUNT, body=lambda n: words(n, 0) + lines * (n < 6) + words(n, 1))
    assert ruled(pages)["Aye, aye."] is Why.REGION


def test_lines_in_a_row_that_few_pages_have_stay() -> None:
    pages = site(COUNT, body=lambda n: words(n, 0) + BUOYS * (n < 4) + words(n, 1))
    assert ruled(pages)["Keep left of the red buoy."] is Why.REGION


def test_what_many_pages_have_after_their_last_words_is_no_content() -> None:
    pages = site(COUNT, body=lambda n: text(n) + "<p>Fair winds to you all.</p>" * (n < 4))
    assert ruled(pages)["Fair winds to you all."] is Why.AFTER


def test_what_two_pages_in_ten_have_after_their_last_words_stays() -> None:
    pages = site(COUNT, body=lambda n: text(n) + "<p>Fair winds to you all.</p>" * (n < 2))
    assert ruled(pages)["Fair winds to you all."] is Why.REGION


def untitled(number: int, before: str) -> Page:
    return Page(f"<p>Notes</p><div class=text>{before}{text(number)}</div>", url=f"x/{number}")


def test_what_many_pages_have_before_their_first_words_is_no_content() -> None:
    pages = [untitled(n, "<p>Fair winds to you all.</p>" * (n < 4)) for n in range(COUNT)]
    assert ruled(pages)["Fair winds to you all."] is Why.BEFORE
    few = [untitled(n, "<p>Fair winds to you all.</p>" * (n < 2)) for n in range(COUNT)]
    assert ruled(few)["Fair winds to you all."] is Why.REGION


def test_before_the_title_own_words_and_dates_stay_and_links_do_not() -> None:
    pages = [
        Page(
            f"<title>{title(n)}</title><p>Notes</p><div class=text>"
            f"{'<p>Fair winds to you all.</p>' * (n < 4)}<p>{say(n, 8, 4)}</p>"
            f"<p><a href=/x>{say(n, 9, 4)}</a></p><p>{n + 1} May 2008</p>"
            f"{'<div><img src=line.png></div>' * (n < 2)}<h1>{title(n)}</h1>{text(n)}</div>",
            url=f"https://harbour.example/{n}",
        )
        for n in range(COUNT)
    ]
    found = ruled(pages)
    assert found["Fair winds to you all."] is found[say(0, 9, 4)] is Why.BEFORE
    assert found[say(0, 8, 4)] is found["1 May 2008"] is Why.REGION
    assert pictures(pages) == [Why.BEFORE]


def test_a_trail_of_links_before_the_title_is_no_content() -> None:
    def trail(number: int) -> str:
        return f"<p class=trail><a href=/>Home</a> › <a href=/{number}>{say(number, 7, 2)}</a></p>"

    pages = site(COUNT, above=trail)
    assert kept(pages) == own(0)


# Author.


def test_what_stands_around_the_region_is_no_content() -> None:
    pages = site(COUNT, below=lambda n: f"<p class=more>{say(n, 7, 5)}</p>")
    found = ruled(pages)
    assert found["Harbour Notes"] is found["Home"] is found[say(0, 7, 5)] is Why.OUTSIDE


# Rarest, unique and repeated.


def test_of_a_page_that_says_nothing_of_its_own_the_rarest_blocks_are_kept() -> None:
    others = [untitled(n, "<p>A word for many.</p>" * (n < 5)) for n in range(9)]
    empty = Page("<p>Notes</p><div class=text><p>A word for many.</p></div>", url="x")
    found = ruled([empty, *others])
    assert found == {"Notes": Why.REPEATED, "A word for many.": Why.RAREST}


def test_the_papers_method_knows_two_rules_only() -> None:
    options = ContentOptions(faithful=True, explain=True)
    pages = site(COUNT, body=lambda n: words(n, 0) + "<p>* * *</p>" + words(n, 1))
    found = {block.text: block.why for block in results(pages, options)[0].explanation}
    assert found["* * *"] is found["Home"] is Why.REPEATED
    assert found[title(0)] is found[say(0)] is Why.UNIQUE
    assert set(found.values()) == {Why.REPEATED, Why.UNIQUE}


# Pages of a certain age.


def test_pages_of_bare_lines_and_breaks_are_read() -> None:
    pages = [
        Page(
            f"<title>{title(n)}</title><body><b>Harbour Notes</b><hr><a href=/>Home</a>"
            f"<p><b>{title(n)}</b><br><br>{say(n)}<br><br>{say(n, 1)}<hr>© Harbour",
            url=f"https://harbour.example/{n}",
        )
        for n in range(COUNT)
    ]
    assert kept(pages) == [f"{title(0)} {say(0)} {say(0, 1)}"]


def test_pages_laid_out_by_a_table_are_read() -> None:
    pages = [
        Page(
            f"<title>{title(n)}</title><table><tr><td width=90>Home<br>About us<td><h2>{title(n)}"
            f"</h2><font>{say(n)}<br><br>{say(n, 1)}</font></table><p>© Harbour",
            url=f"https://harbour.example/{n}",
        )
        for n in range(COUNT)
    ]
    assert {*kept(pages)} == {title(0), f"{say(0)} {say(0, 1)}"}


def test_a_page_that_lacks_what_the_others_have_is_judged_all_the_same() -> None:
    bare = Page(
        f"<title>{title(77)}</title><div class=page><div class=text>{text(77)}</div></div>",
        url="https://harbour.example/bare",
    )
    assert kept([*site(COUNT), bare], COUNT) == own(77, title_too=False)


def test_a_page_with_more_of_the_template_than_of_itself_keeps_its_own() -> None:
    short = page(50, body=lambda n: "<p>Closed today.</p>")
    assert kept([*site(COUNT), short], COUNT) == [title(50), "Closed today."]


def test_a_heading_that_all_pages_have_stays_with_the_text_after_it() -> None:
    pages = site(COUNT, body=lambda n: f"<p>{say(n)}</p><h2>What we saw</h2><p>{say(n, 1)}</p>")
    assert ruled(pages)["What we saw"] is Why.REGION


def test_a_line_of_tags_is_no_content() -> None:
    line = "<p class=tags>Tags: <a href=/t/{0}>{1}</a>, <a href=/t/boat>boat</a></p>"
    pages = site(COUNT, body=lambda n: text(n) + line.format(n, say(n, 9, 2)))
    assert ruled(pages)[f"Tags: {say(0, 9, 2)}, boat"] is Why.LINKS
