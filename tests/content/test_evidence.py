"""What pages of a site say of each other, and what says nothing: copies, and other sites."""

from __future__ import annotations

from random import Random

import pytest

from honbun.content.scoring import shipped
from honbun.page import Page
from tests.content.models import PLAIN
from tests.content.site import HOST, page, results, say, site, text, texts, title

NOTICE = "This paper is written by all who live by the sea, and it is free of charge."


def with_notice(count: int) -> list[Page]:
    return site(count, body=lambda n: f"{text(n)}<p>{NOTICE}</p>")


def test_text_of_the_other_pages_is_not_content() -> None:
    for number, content in enumerate(results(with_notice(6))):
        assert texts(content) == [title(number), *(say(number, part) for part in range(3))]
        assert content.compared == 5


def test_one_other_page_is_evidence() -> None:
    first, second = results(with_notice(2))
    assert NOTICE not in first.text + second.text
    assert first.compared == 1


def test_a_page_alone_has_nothing_to_compare() -> None:
    (alone,) = results(with_notice(1))
    assert NOTICE in alone.text
    assert alone.compared == 0


@pytest.mark.parametrize("count", [2, 6])
def test_copies_are_no_evidence_against_each_other(count: int) -> None:
    copies = [Page(page(0).html, url=f"{HOST}/?p={number}") for number in range(3)]
    for content in [*results([*site(count), *copies])][count:]:
        assert texts(content) == [title(0), *(say(0, part) for part in range(3))]


def test_pages_of_another_site_change_nothing() -> None:
    victims = with_notice(20)
    own = [say(n, part) for n in range(20) for part in range(3)]
    # In the victim's class names, with its texts.
    hostile = [
        Page(
            page(900 + n, body=lambda _: "".join(f"<p>{one}</p>" for one in own)).html,
            url=f"https://hostile.example/{n}",
        )
        for n in range(8)
    ]
    for model in (PLAIN, shipped()):
        alone = results(victims, model=model)
        assert results([*hostile, *victims], model=model)[8:] == alone


def test_hosts_of_one_domain_are_one_site() -> None:
    pages = [
        Page(one.html, url=f"https://{'www' if n % 2 else 'm'}.harbour.example/{n}")
        for n, one in enumerate(with_notice(4))
    ]
    assert {content.compared for content in results(pages)} == {3}


def test_pages_without_an_address_are_compared_within_their_folder() -> None:
    pages = [
        Page(one.html, source=f"{folder}/{n}.html", fallback_url=f"{n}.html")
        for folder in ("a", "b")
        for n, one in enumerate(with_notice(3))
    ]
    assert {content.compared for content in results(pages)} == {2}


def test_order_of_pages_does_not_matter() -> None:
    pages = with_notice(70)  # more than are compared
    mixed = list(pages)
    Random(1).shuffle(mixed)
    found = {content.url: content for content in results(mixed)}
    assert [found[content.url] for content in results(pages)] == results(pages)


def test_pages_that_resemble_no_other_are_compared_among_themselves() -> None:
    odd = [
        Page(
            f"<table class=odd><tr><td class=cell><b>{title(600 + n)}</b><tr><td class=cell>"
            f"<center class=note>{say(600 + n)}</center><tr><td class=cell>{NOTICE}</table>",
            url=f"{HOST}/odd/{n}",
        )
        for n in range(70)
    ]
    for content in results([*with_notice(70), *odd]):
        assert NOTICE not in content.text
        assert content.compared


def test_an_explanation_names_pages_with_the_text() -> None:
    content = results(with_notice(6))[0]
    (found,) = (judged for judged in content.explanation if judged.text == NOTICE)
    assert (found.content, found.role, found.others) == (False, None, 5)
    assert len(found.pages) == 3
    assert content.url not in found.pages
    assert found.why == ("5 of 5 pages of the site have this text",)
