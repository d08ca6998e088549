"""The title of an item."""

from __future__ import annotations

import pytest

from tests.feeds.builders import ARTICLE, DAYS, NAMES, TITLES, candidate_titles, list_items, listed

MINUTES = "Minutes of {day} about the {name}"


@pytest.mark.parametrize(
    "form",
    [
        ARTICLE,
        ARTICLE.replace("{title}", "\n {title}\t "),
        "<div class=i><h3>{title}</h3><p>{day}</p>{text}<a href={name}>Read more</a></div>",
        "<a class=card href={name}><img src={n}.jpg><p>Trees</p><h3>{title}</h3><p>{text}</p></a>",
        "<li><a href=/i/{n}><p class=l>NEW</p><p class=n>{title}</p><p class=p>{n},000 yen</p></a>",
        "<li><a href={name}><span>{day}</span> {title}</a></li>",
        "<li>{day} <a href={name}><b>News</b> {title}</a></li>",
        "<div><h2>{day}</h2><h3><a href={name}>{title}</a></h3>{text}</div>",
        "<h3><span><b><a href={name}>{title}</a></b></span></h3><p>{day}</p><p>{text}</p>",
    ],
    ids=[
        "a heading",
        "white space is collapsed",
        "a heading if links are the same",
        "the heading of a card",
        "the line of a card that differs",
        "a day in an element of its own is removed",
        "a shared start in an element of its own is removed",
        "days above headings are no titles",
        "elements around all of it",
    ],
)
def test_text_that_distinguishes_items_is_their_title(form: str) -> None:
    assert [item.title for item in list_items(listed(form))] == TITLES


def test_short_link_in_a_heading_is_its_title_unless_there_are_other_words() -> None:
    form = "<h3>{day} <a href={name}>{name}</a></h3><p>{text}</p>"
    assert [item.title for item in list_items(listed(form))] == list(NAMES)
    form = "<h3>{title} (<a href={name}>link</a>)</h3><p>{day}</p><p>{text}</p>"
    assert [item.title for item in list_items(listed(form))] == [f"{t} (link)" for t in TITLES]


def test_days_may_be_titles_or_part_of_them() -> None:
    diary = "<h3>{day}</h3><p>{text}</p><p>It rained on the {name} later.</p>"
    assert [item.title for item in list_items(listed(diary))] == DAYS
    minutes = listed(f"<li><a href={{name}}>{MINUTES}</a></li>")
    assert [item.title for item in list_items(minutes)] == [
        MINUTES.format(day=day, name=name) for day, name in zip(DAYS, NAMES)
    ]


# The limits of the title rules: one value at the limit, one beyond it.

CARD = "<a href=/{{n}}><p class=a>{0}{{n}}</p><p class=b>A longer line about {{n}}</p></a>"
BOLD = "<div><b>{0}{{n}}</b><p><a href=/{{n}}>Read more</a></p></div>"


@pytest.mark.parametrize(
    ("form", "tag", "title"),
    [
        ("<p>see <a href=/{n}>abc{n}</a> there</p>", "p", "abc{n}"),
        ("<p>see <a href=/{n}>ab{n}</a> there</p>", "p", "see ab{n} there"),
        (CARD.format("abcdefg"), "a", "abcdefg{n}"),
        (CARD.format("abcdef"), "a", "A longer line about {n}"),
        (BOLD.format("abcde"), "a", "abcde{n}"),
        (BOLD.format("abcd"), "a", "Read more"),
    ],
    ids=["link, width 4", "3", "line of a card, width 8", "7", "other text, width 6", "5"],
)
def test_titles_have_a_least_width(form: str, tag: str, title: str) -> None:
    html = "".join(form.format(n=n) for n in range(5))
    assert candidate_titles(html, tag) == [title.format(n=n) for n in range(5)]


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


@pytest.mark.parametrize(("equal", "replaced"), [(3, True), (2, False)])
def test_titles_are_replaced_if_more_than_half_are_equal(equal: int, *, replaced: bool) -> None:
    texts = ["Read more"] * equal + ["Read story 2", "Read story 3"]
    html = "".join(
        f"<div><h3>{TITLES[n]}</h3><a href=/{n}>{text}</a></div>" for n, text in enumerate(texts)
    )
    assert (candidate_titles(html, "a")[0] == TITLES[0]) is replaced
