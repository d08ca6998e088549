"""Titles: what items are called."""

from __future__ import annotations

from tests.feeds.fields.listed import NAMES, article, called, day, listed, page, said, title

ALL = [title(number) for number in range(5)]


def titles(html: str) -> list[str]:
    return [item.title for item in listed(html)]


def test_a_heading_is_a_title() -> None:
    assert titles(page(article)) == ALL


def test_items_that_lead_on_by_the_same_words_are_called_by_their_headings() -> None:
    def row(n: int) -> str:
        more = f"<a href={NAMES[n]}>Read more</a>"
        return f"<div class=i><h3>{title(n)}</h3><p>{day(n)}</p><p>{said(n)}</p>{more}</div>"

    assert titles(page(row)) == ALL


def test_leads_that_all_say_the_same_are_no_titles() -> None:
    def row(n: int) -> str:
        more = f"<a href={NAMES[n]}>Read more</a>"
        return f"<div class=i><h3>{title(n)}</h3><p>{said(n)}</p>{more}</div>"

    assert called("".join(map(row, range(5))), "a") == ALL


def test_a_card_that_is_one_link_is_called_by_its_heading() -> None:
    def row(n: int) -> str:
        inside = f"<img src={n}.jpg><p>Trees</p><h3>{title(n)}</h3><p>{said(n)}</p>"
        return f"<a class=card href={NAMES[n]}>{inside}</a>"

    assert titles(page(row)) == ALL


def test_a_card_without_a_heading_is_called_by_the_line_that_tells_it_apart() -> None:
    def row(n: int) -> str:
        lines = f"<p class=l>NEW</p><p class=n>{title(n)}</p><p class=p>{n + 1},000 yen</p>"
        return f"<li><a href=/item/{n}><img src={n}.jpg>{lines}</a></li>"

    assert titles(page(row)) == ALL


def test_a_day_in_an_element_of_its_own_is_no_part_of_a_title() -> None:
    def row(n: int) -> str:
        return f"<li><a href={NAMES[n]}><span>{day(n)}</span> {title(n)}</a></li>"

    assert titles(page(row)) == ALL


def test_what_most_titles_begin_with_in_an_element_of_its_own_is_no_part_of_them() -> None:
    def row(n: int) -> str:
        return f"<li>{day(n)} <a href={NAMES[n]}><b>News</b> {title(n)}</a></li>"

    assert titles(page(row)) == ALL


def test_a_day_in_the_text_of_a_title_stays() -> None:
    def row(n: int) -> str:
        return f"<li><a href={NAMES[n]}>Minutes of {day(n)} about the {NAMES[n]}</a></li>"

    assert titles(page(row)) == [f"Minutes of {day(n)} about the {NAMES[n]}" for n in range(5)]


def test_days_are_the_titles_of_a_diary() -> None:
    def row(n: int) -> str:
        return f"<h3>{day(n)}</h3><p>{said(n)}</p><p>It rained on the {NAMES[n]} later.</p>"

    assert titles(page(row)) == [day(n) for n in range(5)]


def test_days_above_headings_are_not_what_items_are_called_by() -> None:
    def row(n: int) -> str:
        return f"<div><h2>{day(n)}</h2><h3><a href={NAMES[n]}>{title(n)}</a></h3>{said(n)}</div>"

    assert titles(page(row)) == ALL


def test_white_space_in_a_title_is_one_space() -> None:
    html = page(article).replace("tree was", "\n tree\t  was ")
    assert titles(html) == ALL
