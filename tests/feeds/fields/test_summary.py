"""Summaries: what a list says of an item beside its title."""

from __future__ import annotations

from tests.feeds.fields.listed import NAMES, article, day, listed, page, said, title


def summaries(html: str) -> list[str | None]:
    return [item.summary for item in listed(html)]


SAID = [said(number) for number in range(5)]


def test_the_text_of_an_item_is_its_summary() -> None:
    assert summaries(page(article)) == SAID


def test_an_item_that_is_a_title_and_a_day_has_no_summary() -> None:
    html = page(lambda n: f"<li>{day(n)} <a href={NAMES[n]}>{title(n)}</a></li>")
    assert summaries(html) == [None] * 5


def test_links_to_go_on_are_no_summary() -> None:
    assert summaries(page(lambda n: article(n, f"<p><a href={NAMES[n]}>Read more</a></p>"))) == SAID


def test_all_paragraphs_are_summed_up() -> None:
    more = "In the end the wood was given to the school, and the stump to the beetles."
    assert summaries(page(lambda n: article(n, f"<p>{more} {n}</p>"))) == [
        f"{text} {more} {n}" for n, text in enumerate(SAID)
    ]


def test_a_long_text_is_cut_at_a_word() -> None:
    found = summaries(page(lambda n: article(n, f"<p>{n} {'timber ' * 3000}</p>")))
    assert all(text and len(text) <= 5010 and text.endswith("timber …") for text in found)
