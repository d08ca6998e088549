"""One site for each rule, with the blocks that it keeps or drops."""

from __future__ import annotations

import pytest

from honbun.content.explain import Reason
from honbun.content.model import ContentOptions
from honbun.page import Page
from tests.content.site import (
    content_texts,
    explained,
    page,
    results,
    ruled,
    say,
    site,
    text,
    title,
)

COUNT = 10
BUOYS = "<p>Keep left of the red buoy.</p><p>Keep right of the green one.</p>"
ALL_PAGES_NOTICE = "All notes in this paper are by the people who live and work in the harbour."


def words(number: int, *parts: int) -> str:
    return "".join(f"<p>{say(number, part)}</p>" for part in parts)


def links(number: int, *steps: int) -> str:
    """A list of links to other pages of the site."""
    others = [(number + step) % COUNT for step in steps]
    return "".join(f"<li><a href=/notes/{n}.html>{title(n)}</a>" for n in others)


def own(number: int, title_too: bool = True) -> list[str]:
    """The texts that only this page has."""
    return [title(number)] * title_too + [say(number, part) for part in range(3)]


def pictures(pages: list[Page]) -> list[Reason]:
    return [block.why for block in explained(pages)[0] if not block.text]


def test_every_rule_has_its_own_description() -> None:
    assert len({why.sentence for why in Reason}) == len(Reason)


def test_content_is_the_title_and_its_region() -> None:
    pages = site(COUNT)
    assert [content_texts(pages, number) for number in range(COUNT)] == [
        own(n) for n in range(COUNT)
    ]


# Region: everything except template text is content.


def test_line_repeated_in_all_articles_is_content_inside_the_region() -> None:
    pages = site(COUNT, body=lambda n: words(n, 0) + "<p>* * *</p>" + words(n, 1))
    assert ruled(pages)["* * *"] is Reason.REGION


def test_sentence_in_half_of_the_articles_is_content_inside_the_region() -> None:
    sentence = "<p>The keeper of the light was asked and had nothing to say about all of that.</p>"
    pages = site(COUNT, body=lambda n: words(n, 0) + sentence * (n % 2) + words(n, 1))
    assert sentence[3:-4] in content_texts(pages, 1)


def test_headings_that_all_articles_share_are_content() -> None:
    pages = site(
        COUNT,
        body=lambda n: (
            f"{words(n, 0)}<h2>What we saw</h2>{words(n, 1)}<h2>What we heard</h2>{words(n, 2)}"
        ),
    )
    assert [text for text in content_texts(pages) if text.startswith("What")] == [
        "What we saw",
        "What we heard",
    ]


def test_list_of_links_by_the_author_is_content() -> None:
    pages = site(COUNT, body=lambda n: text(n) + f"<ul>{links(n, 1, 2, 3)}</ul>" * (n == 0))
    assert {title(1), title(2), title(3)} <= {*content_texts(pages)}


# Title.


def test_title_outside_the_region_is_content() -> None:
    assert ruled(site(COUNT))[title(0)] is Reason.TITLE


def test_box_with_the_title_is_searched_even_if_most_of_it_is_template() -> None:
    pages = [
        Page(
            f"<title>{title(n)}</title><p>Notes</p><div class=text><div class=top>"
            f"<p>{ALL_PAGES_NOTICE * 3}</p><h1>{title(n)}</h1><p>{say(n, 7, 2)}</p></div>{text(n)}",
            url=f"https://harbour.example/{n}",
        )
        for n in range(COUNT)
    ]
    assert content_texts(pages) == [title(0), say(0, 7, 2), *own(0, title_too=False)]


# Constant: template text.


def test_labels_of_boxes_with_own_text_are_content() -> None:
    def note(number: int) -> str:
        return f"<div class=note><h4>Note</h4><p>{say(number, 9)}</p></div>"

    pages = site(COUNT, body=lambda n: words(n, 0) + note(n) + words(n, 1))
    assert content_texts(pages) == [title(0), say(0), "Note", say(0, 9), say(0, 1)]


def test_label_of_a_box_without_own_text_is_dropped() -> None:
    note = "<div class=note><h4>Note</h4><p>The pier is closed.</p></div>"
    pages = site(COUNT, body=lambda n: words(n, 0) + note + words(n, 1))
    assert content_texts(pages) == [title(0), say(0), say(0, 1)]


def test_comment_form_is_not_content() -> None:
    pages = site(
        COUNT,
        body=lambda n: f"{text(n)}<form><p>Reply to {title(n)}</p><p>{say(n, 50)}</p></form>",
    )
    found = ruled(pages)
    assert found[f"Reply to {title(0)}"] is found[say(0, 50)] is Reason.ASIDE


def test_navigation_inside_the_text_is_not_content() -> None:
    pages = site(COUNT, body=lambda n: f"{words(n, 0)}<nav>{say(n, 7, 3)}</nav>{words(n, 1)}")
    assert ruled(pages)[say(0, 7, 3)] is Reason.ASIDE


def test_form_around_the_whole_text_is_content() -> None:
    pages = site(COUNT, body=lambda n: f"<form>{words(n, *range(16))}</form>")
    assert content_texts(pages) == [title(0), *(say(0, part) for part in range(16))]


# Gutter.


def test_line_numbers_beside_code_are_not_content() -> None:
    code = "<table><tr><td><pre>1\n2\n3</pre><td><pre>keel = {}\nhull = 2\nmast</pre></table>"
    found = ruled(site(COUNT, body=lambda n: words(n, 0) + code.format(n) + words(n, 1)))
    assert found["1 2 3"] is Reason.GUTTER
    assert found["keel = 0 hull = 2 mast"] is Reason.REGION


@pytest.mark.parametrize(
    "table",
    [
        "<table><tr><td>1 2 3<td>boats {}</table>",  # no code beside it
        "<table><tr><td>1 2 4<td><pre>keel = {}</pre></table>",
        "<table><tr><td><pre>keel = {}</pre><td>1 2 3</table>",
    ],
)
def test_other_numbers_in_cells_are_content(table: str) -> None:
    pages = site(COUNT, body=lambda n: words(n, 0) + table.format(n) * (n == 0) + words(n, 1))
    assert any(line.startswith("1 2") for line in content_texts(pages))


# Run, before, after.


def test_consecutive_lines_on_half_of_the_pages_are_not_content() -> None:
    pages = site(COUNT, body=lambda n: words(n, 0) + BUOYS * (n < 6) + words(n, 1))
    assert ruled(pages)["Keep left of the red buoy."] is Reason.RUN
    assert content_texts(pages) == [title(0), say(0), say(0, 1)]


def test_heading_after_consecutive_shared_lines_belongs_to_the_next_text() -> None:
    def body(number: int) -> str:
        # Other pages have two such headings, so that these have no fixed position.
        mid = BUOYS + "<h4>Then</h4>" if number < 6 else "<h4>One</h4><h4>Two</h4>"
        return words(number, 0) + mid + words(number, 1)

    assert content_texts(site(COUNT, body=body)) == [title(0), say(0), "Then", say(0, 1)]


def test_single_shared_line_is_content() -> None:
    line = "<p>Keep left of the red buoy, and right of the green.</p>"
    pages = site(COUNT, body=lambda n: words(n, 0) + line * (n < 6) + words(n, 1))
    assert ruled(pages)[line[3:-4]] is Reason.REGION


def test_consecutive_very_short_shared_lines_are_content() -> None:
    lines = "<p>Aye, aye.</p><p>Nay, nay.</p>"
    pages = site(COUNT, body=lambda n: words(n, 0) + lines * (n < 6) + words(n, 1))
    assert ruled(pages)["Aye, aye."] is Reason.REGION


def test_consecutive_lines_on_few_pages_are_content() -> None:
    pages = site(COUNT, body=lambda n: words(n, 0) + BUOYS * (n < 4) + words(n, 1))
    assert ruled(pages)["Keep left of the red buoy."] is Reason.REGION


def test_shared_text_after_the_last_own_text_is_not_content() -> None:
    pages = site(COUNT, body=lambda n: text(n) + "<p>Fair winds to you all.</p>" * (n < 4))
    assert ruled(pages)["Fair winds to you all."] is Reason.AFTER


def test_text_on_two_of_ten_pages_after_the_last_own_text_is_content() -> None:
    pages = site(COUNT, body=lambda n: text(n) + "<p>Fair winds to you all.</p>" * (n < 2))
    assert ruled(pages)["Fair winds to you all."] is Reason.REGION


def untitled(number: int, before: str) -> Page:
    return Page(f"<p>Notes</p><div class=text>{before}{text(number)}</div>", url=f"x/{number}")


def test_shared_text_before_the_first_own_text_is_not_content() -> None:
    pages = [untitled(n, "<p>Fair winds to you all.</p>" * (n < 4)) for n in range(COUNT)]
    assert ruled(pages)["Fair winds to you all."] is Reason.BEFORE
    few = [untitled(n, "<p>Fair winds to you all.</p>" * (n < 2)) for n in range(COUNT)]
    assert ruled(few)["Fair winds to you all."] is Reason.REGION


def test_own_text_and_dates_before_the_title_are_content_and_links_are_not() -> None:
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
    assert found["Fair winds to you all."] is found[say(0, 9, 4)] is Reason.BEFORE
    assert found[say(0, 8, 4)] is found["1 May 2008"] is Reason.REGION
    assert pictures(pages) == [Reason.BEFORE]


def test_breadcrumbs_before_the_title_are_not_content() -> None:
    def trail(number: int) -> str:
        return f"<p class=trail><a href=/>Home</a> › <a href=/{number}>{say(number, 7, 2)}</a></p>"

    pages = site(COUNT, above=trail)
    assert content_texts(pages) == own(0)


# Author.


def test_text_around_the_region_is_not_content() -> None:
    pages = site(COUNT, below=lambda n: f"<p class=more>{say(n, 7, 5)}</p>")
    found = ruled(pages)
    assert found["Harbour Notes"] is found["Home"] is found[say(0, 7, 5)] is Reason.OUTSIDE


# Rarest, unique and repeated.


def test_page_without_own_text_keeps_its_rarest_blocks() -> None:
    others = [untitled(n, "<p>A word for many.</p>" * (n < 5)) for n in range(9)]
    empty = Page("<p>Notes</p><div class=text><p>A word for many.</p></div>", url="x")
    found = ruled([empty, *others])
    assert found == {"Notes": Reason.REPEATED, "A word for many.": Reason.RAREST}


def test_faithful_mode_has_two_rules() -> None:
    options = ContentOptions(faithful=True, explain=True)
    pages = site(COUNT, body=lambda n: words(n, 0) + "<p>* * *</p>" + words(n, 1))
    found = {block.text: block.why for block in results(pages, options)[0].explanation}
    assert found["* * *"] is found["Home"] is Reason.REPEATED
    assert found[title(0)] is found[say(0)] is Reason.UNIQUE
    assert set(found.values()) == {Reason.REPEATED, Reason.UNIQUE}


# Old-fashioned markup.


def test_pages_of_bare_lines_and_breaks_are_extracted() -> None:
    pages = [
        Page(
            f"<title>{title(n)}</title><body><b>Harbour Notes</b><hr><a href=/>Home</a>"
            f"<p><b>{title(n)}</b><br><br>{say(n)}<br><br>{say(n, 1)}<hr>© Harbour",
            url=f"https://harbour.example/{n}",
        )
        for n in range(COUNT)
    ]
    assert content_texts(pages) == [f"{title(0)} {say(0)} {say(0, 1)}"]


def test_pages_with_a_layout_table_are_extracted() -> None:
    pages = [
        Page(
            f"<title>{title(n)}</title><table><tr><td width=90>Home<br>About us<td><h2>{title(n)}"
            f"</h2><font>{say(n)}<br><br>{say(n, 1)}</font></table><p>© Harbour",
            url=f"https://harbour.example/{n}",
        )
        for n in range(COUNT)
    ]
    assert {*content_texts(pages)} == {title(0), f"{say(0)} {say(0, 1)}"}


def test_page_without_the_structure_of_the_others_is_judged() -> None:
    bare = Page(
        f"<title>{title(77)}</title><div class=page><div class=text>{text(77)}</div></div>",
        url="https://harbour.example/bare",
    )
    assert content_texts([*site(COUNT), bare], COUNT) == own(77, title_too=False)


def test_short_page_keeps_its_own_text() -> None:
    short = page(50, body=lambda n: "<p>Closed today.</p>")
    assert content_texts([*site(COUNT), short], COUNT) == [title(50), "Closed today."]


def test_shared_heading_before_own_text_is_content() -> None:
    pages = site(COUNT, body=lambda n: f"<p>{say(n)}</p><h2>What we saw</h2><p>{say(n, 1)}</p>")
    assert ruled(pages)["What we saw"] is Reason.REGION
