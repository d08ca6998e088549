"""The summary of an item."""

from __future__ import annotations

from tests.feeds.builders import NAMES, article, day, list_items, page, paragraph, title


def summaries(html: str) -> list[str | None]:
    return [item.summary for item in list_items(html)]


SAID = [paragraph(number) for number in range(5)]


def test_text_of_an_item_is_its_summary() -> None:
    assert summaries(page(article)) == SAID


def test_item_with_only_title_and_day_has_no_summary() -> None:
    html = page(lambda n: f"<li>{day(n)} <a href={NAMES[n]}>{title(n)}</a></li>")
    assert summaries(html) == [None] * 5


def test_links_to_continue_are_no_summary() -> None:
    assert summaries(page(lambda n: article(n, f"<p><a href={NAMES[n]}>Read more</a></p>"))) == SAID


def test_summary_has_all_paragraphs() -> None:
    more = "In the end the wood was given to the school, and the stump to the beetles."
    assert summaries(page(lambda n: article(n, f"<p>{more} {n}</p>"))) == [
        f"{text} {more} {n}" for n, text in enumerate(SAID)
    ]


def test_long_summary_is_cut_at_a_word() -> None:
    found = summaries(page(lambda n: article(n, f"<p>{n} {'timber ' * 3000}</p>")))
    assert all(text and len(text) <= 5010 and text.endswith("timber …") for text in found)
