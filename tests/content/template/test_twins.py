from __future__ import annotations

from honbun.content.template.twins import Twins, apart
from honbun.page import Page
from tests.content.site import measured, page, say, site, text, title

URL = "https://harbour.example/copy"


def copy(number: int) -> Page:
    """The same article under another address."""
    return Page(page(number).html, url=f"https://harbour.example/?p={number}")


def printed(number: int) -> Page:
    return Page(f"<title>{title(number)}</title><h1>{title(number)}</h1>{text(number)}", url=URL)


def listing(*numbers: int) -> Page:
    """A page that holds some articles in full."""
    return page(99, body=lambda _: "".join(f"<h2>{title(n)}</h2>{text(n)}" for n in numbers))


def kept(*pages: Page) -> list[int]:
    return apart([measured(one) for one in pages])


def twins(page: Page, *of: Page) -> list[int]:
    return Twins.learn([measured(one) for one in of]).of(measured(page))


def test_pages_with_words_of_their_own_are_no_twins() -> None:
    assert kept(*site(8)) == [*range(8)]


def test_a_copy_under_another_address_is_a_twin() -> None:
    assert kept(*site(8), copy(3)) == [*range(8)]
    assert twins(copy(3), *site(8)) == [3]


def test_a_copy_that_was_edited_is_a_twin() -> None:
    edited = Page(str(page(3).html).replace(say(3, 2), say(70)), url=URL)
    assert twins(edited, *site(8)) == [3]


def test_a_print_version_is_a_twin() -> None:
    assert kept(*site(8), printed(3)) == [*range(8)]
    assert twins(printed(3), *site(8)) == [3]


def test_a_list_page_goes_before_the_articles_that_it_holds_in_full() -> None:
    assert kept(listing(1, 3, 5), *site(8)) == [*range(1, 9)]
    assert twins(listing(1, 3, 5), *site(8)) == [1, 3, 5]


def test_a_page_among_those_learnt_from_is_not_its_own_twin() -> None:
    outlines = [measured(one) for one in [*site(8), copy(3)]]
    index = Twins.learn(outlines)
    assert index.of(outlines[3], 3) == [8]
    assert index.of(outlines[3]) == [3, 8]


def test_short_pages_that_share_boilerplate_alone_are_no_twins() -> None:
    notice = "<p>This harbour notice was put up by the keeper of the northern pier.</p>"
    short = site(8, body=lambda n: f"<p>{say(n, words=3)}</p>{notice}")
    assert kept(*short) == [*range(8)]


def test_two_short_pages_alone_that_share_boilerplate_are_no_twins() -> None:
    frame = "<ul><li>Home<li>News</ul><p>{}<p>© Example"
    assert kept(Page(frame.format("First.")), Page(frame.format("Second."))) == [0, 1]


def test_a_quotation_of_another_page_makes_no_twin() -> None:
    quoting = page(9, body=lambda n: f"<blockquote>{say(3)}</blockquote>{text(n)}")
    assert kept(*site(8), quoting) == [*range(9)]


def test_long_links_are_titles_of_others_and_make_no_twins() -> None:
    def linked(number: int) -> str:
        other = number ^ 1  # in pairs, so that they are rare
        links = [f"<li><a href=/x>{say(min(number, other), part)}</a>" for part in (50, 51, 52)]
        return f"<p>{say(number)}</p><ul>{''.join(links)}</ul>"

    assert kept(*site(8, body=linked)) == [*range(8)]


def test_two_copies_without_long_text_are_twins() -> None:
    short = [Page(f"<h1>Quay {number}</h1><p>Oar {number}</p>") for number in range(6)]
    assert kept(*short, short[2]) == [*range(6)]
    assert twins(short[2], *short) == [2]


def test_of_two_pages_alone_only_copies_are_twins() -> None:
    assert kept(page(0), page(1)) == [0, 1]
    assert kept(page(0), copy(0)) == [0]
    shared = f"<p>{say(50)}</p><p>{say(51)}</p><p>{say(52)}</p>"
    assert kept(*site(2, body=lambda n: shared + f"<p>{say(n)}</p><p>{say(n, 1)}</p>")) == [0, 1]


def test_of_many_copies_one_is_kept() -> None:
    assert kept(*site(6), copy(2), copy(2), copy(2)) == [*range(6)]


def test_no_two_of_the_kept_pages_are_twins() -> None:
    pages = [listing(0, 1), copy(1), *site(15), printed(0), listing(2, 3, 4), copy(5)]
    outlines = [measured(pages[number]) for number in kept(*pages)]
    index = Twins.learn(outlines)
    assert [index.of(one, number) for number, one in enumerate(outlines)] == [[]] * 15


def test_no_pages_have_no_twins() -> None:
    assert apart([]) == []
    assert twins(page(0)) == []
