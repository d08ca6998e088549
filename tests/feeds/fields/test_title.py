"""The title of an item."""

from __future__ import annotations

import pytest

from tests.feeds.builders import (
    NAMES,
    article,
    candidate_titles,
    day,
    list_items,
    page,
    paragraph,
    title,
)

ALL = [title(number) for number in range(5)]


def titles(html: str) -> list[str]:
    return [item.title for item in list_items(html)]


def test_heading_is_the_title() -> None:
    assert titles(page(article)) == ALL


def test_heading_is_the_title_if_links_are_the_same() -> None:
    def row(n: int) -> str:
        more = f"<a href={NAMES[n]}>Read more</a>"
        return f"<div class=i><h3>{title(n)}</h3><p>{day(n)}</p><p>{paragraph(n)}</p>{more}</div>"

    assert titles(page(row)) == ALL


def test_candidates_with_the_same_text_are_no_titles() -> None:
    def row(n: int) -> str:
        more = f"<a href={NAMES[n]}>Read more</a>"
        return f"<div class=i><h3>{title(n)}</h3><p>{paragraph(n)}</p>{more}</div>"

    assert candidate_titles("".join(map(row, range(5))), "a") == ALL


def test_heading_of_a_card_is_its_title() -> None:
    def row(n: int) -> str:
        inside = f"<img src={n}.jpg><p>Trees</p><h3>{title(n)}</h3><p>{paragraph(n)}</p>"
        return f"<a class=card href={NAMES[n]}>{inside}</a>"

    assert titles(page(row)) == ALL


def test_distinguishing_line_of_a_card_is_its_title() -> None:
    def row(n: int) -> str:
        lines = f"<p class=l>NEW</p><p class=n>{title(n)}</p><p class=p>{n + 1},000 yen</p>"
        return f"<li><a href=/item/{n}><img src={n}.jpg>{lines}</a></li>"

    assert titles(page(row)) == ALL


def test_day_in_an_element_of_its_own_is_removed() -> None:
    def row(n: int) -> str:
        return f"<li><a href={NAMES[n]}><span>{day(n)}</span> {title(n)}</a></li>"

    assert titles(page(row)) == ALL


def test_shared_start_in_an_element_of_its_own_is_removed() -> None:
    def row(n: int) -> str:
        return f"<li>{day(n)} <a href={NAMES[n]}><b>News</b> {title(n)}</a></li>"

    assert titles(page(row)) == ALL


def test_day_in_the_text_of_a_title_stays() -> None:
    def row(n: int) -> str:
        return f"<li><a href={NAMES[n]}>Minutes of {day(n)} about the {NAMES[n]}</a></li>"

    assert titles(page(row)) == [f"Minutes of {day(n)} about the {NAMES[n]}" for n in range(5)]


def test_days_are_the_titles_of_a_diary() -> None:
    def row(n: int) -> str:
        return f"<h3>{day(n)}</h3><p>{paragraph(n)}</p><p>It rained on the {NAMES[n]} later.</p>"

    assert titles(page(row)) == [day(n) for n in range(5)]


def test_days_above_headings_are_no_titles() -> None:
    def row(n: int) -> str:
        return (
            f"<div><h2>{day(n)}</h2><h3><a href={NAMES[n]}>{title(n)}</a></h3>{paragraph(n)}</div>"
        )

    assert titles(page(row)) == ALL


def test_white_space_in_a_title_is_collapsed() -> None:
    html = page(article).replace("tree was", "\n tree\t  was ")
    assert titles(html) == ALL


# The limits of the title rules: one value at the limit, one beyond it.


@pytest.mark.parametrize(("text", "title"), [("abc", "abc"), ("ab", "see ab{0} there")])
def test_link_in_a_line_is_the_title_from_width_four(text: str, title: str) -> None:
    html = "".join(f"<p>see <a href=/{n}>{text}{n}</a> there</p>" for n in range(5))
    expected = f"{text}{{0}}" if title == text else title
    assert candidate_titles(html, "p") == [expected.format(n) for n in range(5)]


@pytest.mark.parametrize(("text", "is_title"), [("abcdefg", True), ("abcdef", False)])
def test_first_line_of_a_card_is_the_title_from_width_eight(text: str, *, is_title: bool) -> None:
    def card(n: int) -> str:
        return f"<a href=/{n}><p class=a>{text}{n}</p><p class=b>A longer line about {n}</p></a>"

    expected = "abcdefg{0}" if is_title else "A longer line about {0}"
    assert candidate_titles("".join(map(card, range(5))), "a") == [
        expected.format(n) for n in range(5)
    ]


@pytest.mark.parametrize(("length", "is_label"), [(24, True), (25, False)])
def test_recurring_part_of_a_title_is_a_label_up_to_24_characters(
    length: int, *, is_label: bool
) -> None:
    labels = [letter * length for letter in "abc"] * 2
    html = "".join(
        f"<h2><span class=l>{label}</span> The story about {n}</h2>"
        for n, label in enumerate(labels)
    )
    assert candidate_titles(html, "h2") == [
        f"The story about {n}" if is_label else f"{label} The story about {n}"
        for n, label in enumerate(labels)
    ]


@pytest.mark.parametrize(("text", "is_title"), [("abcde", True), ("abcd", False)])
def test_other_text_replaces_equal_titles_from_width_six(text: str, *, is_title: bool) -> None:
    html = "".join(
        f"<div><b>{text}{n}</b><p><a href=/{n}>Read more</a></p></div>" for n in range(5)
    )
    assert candidate_titles(html, "a") == [
        f"{text}{n}" if is_title else "Read more" for n in range(5)
    ]


@pytest.mark.parametrize(("equal", "replaced"), [(3, True), (2, False)])
def test_titles_are_replaced_if_more_than_half_are_equal(equal: int, *, replaced: bool) -> None:
    def row(n: int) -> str:
        text = "Read more" if n < equal else f"Read story {n}"
        return f"<div><h3>{title(n)}</h3><a href=/{n}>{text}</a></div>"

    found = candidate_titles("".join(map(row, range(4 if equal == 2 else 5))), "a")
    assert (found[0] == title(0)) is replaced
