"""Labels find their blocks in another version of the page, or are told to be lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.annotation.blocks import places
from honbun.annotation.match import alike, carry, longest_rise, match, resettled
from honbun.annotation.model import UNTOUCHED, Kind, Label, Place
from honbun.page import Page

ARTICLE = "<h1>Ferry</h1><p>It sails at noon.</p><p>The crew waits.</p>"


def page(html: str) -> list[Place]:
    return places(Page(html))


def column(texts: list[str]) -> list[Place]:
    """A page of paragraphs, as far as a label knows it."""
    return [Place(at, f"/html/body/p[{at}]", text) for at, text in enumerate(texts, 1)]


def labelled(before: list[Place], *texts: str) -> list[Label]:
    """The blocks with these texts, each labelled as the next kind."""
    kinds = iter(Kind)
    return [Label(place, next(kinds)) for text in texts for place in before if place.text == text]


def said(labels: tuple[Label, ...]) -> dict[str, Kind]:
    return {label.place.text: label.kind for label in labels}


def test_labels_go_where_their_texts_went() -> None:
    before = page(ARTICLE)
    after = page(f"<nav>Start</nav><main><div>New</div>{ARTICLE}</main>")
    carried = carry(labelled(before, "Ferry", "The crew waits."), after)
    assert [(label.place.number, label.place.xpath, label.kind) for label in carried.labels] == [
        (4, "/html/body/main/h1", Kind.TITLE),
        (6, "/html/body/main/p[2]", Kind.BODY),
    ]
    assert carried.lost == ()


def test_numbers_alone_do_not_matter() -> None:
    """A later version of the program may count other elements as blocks."""
    before = page(ARTICLE)
    after = [Place(place.number + 7, place.xpath, place.text) for place in before]
    carried = carry(labelled(before, "It sails at noon."), after)
    assert carried.labels == (Label(after[1], Kind.TITLE),)


def test_a_block_that_is_gone_is_lost() -> None:
    labels = labelled(page(ARTICLE), "Ferry", "The crew waits.")
    carried = carry(labels, page("<h1>Ferry</h1><p>Trams run all night.</p>"))
    assert said(carried.labels) == {"Ferry": Kind.TITLE}
    assert carried.lost == (labels[1],)


def test_a_corrected_text_keeps_its_label_in_its_place() -> None:
    labels = labelled(page("<p>It sials at noon.</p><p>Other</p>"), "It sials at noon.")
    carried = carry(labels, page("<p>It sails at noon.</p><p>Other</p>"))
    assert said(carried.labels) == {"It sails at noon.": Kind.TITLE}


def test_another_text_in_its_place_is_not_guessed_at() -> None:
    labels = labelled(page("<p>It sails at noon.</p>"), "It sails at noon.")
    assert carry(labels, page("<p>Trams run all night.</p>")).lost == tuple(labels)


def test_a_text_like_one_that_was_there_before_is_no_correction() -> None:
    before = column(["It sails at noon.", "It sails at noon!"])
    labels = [Label(before[0], Kind.BODY)]
    assert carry(labels, column(["It sails at noon!"]), before).lost == tuple(labels)


def test_a_text_that_is_still_there_was_not_corrected() -> None:
    before = column(["It sails at noon!"])
    after = column(["It sails at noon.", "It sails at noon!"])
    assert match(before, after) == {0: 1}


def test_what_moved_is_found_and_what_took_its_place_is_not_labelled() -> None:
    before = column(["one apple", "two pears", "two plums"])
    after = column(["two pears", "two plums", "one apple"])
    carried = carry([Label(before[1], Kind.BODY)], after)
    assert carried.labels == (Label(after[0], Kind.BODY),)


def test_equal_texts_keep_their_order() -> None:
    before = column(["Same", "Same"])
    labels = [Label(before[0], Kind.TITLE), Label(before[1], Kind.BODY)]
    after = column(["New", "Same", "Same"])  # the second place is not the second any more
    assert carry(labels, after).labels == (
        Label(after[1], Kind.TITLE),
        Label(after[2], Kind.BODY),
    )


def test_one_of_many_equal_texts_is_found_between_its_neighbours() -> None:
    before = column(["More", "Boats", "More", "Trams", "More"])
    after = column(["More", "New", "Boats", "More", "Trams", "More", "More"])
    labels = [Label(before[at], Kind.BODY) for at in (1, 2, 3)]
    carried = carry(labels, after)
    assert [label.place.number for label in carried.labels] == [3, 4, 5]


def test_one_of_many_equal_texts_is_lost_where_its_surroundings_moved() -> None:
    before = column(["Boats", "More", "More", "Trams"])
    after = column(["New", "Boats", "More", "More", "More", "Trams"])
    labels = [Label(before[at], Kind.BODY) for at in (0, 2, 3)]
    carried = carry(labels, after, before)
    assert said(carried.labels) == {"Boats": Kind.BODY, "Trams": Kind.BODY}
    assert carried.lost == (labels[1],)


def test_all_of_the_page_before_tells_that_a_text_was_not_the_only_one() -> None:
    before = page("<nav>Ferry</nav><h1>Ferry</h1><p>It sails.</p>")
    after = page("<nav>Ferry</nav><h1>The long way to the ferry</h1><p>It sails.</p>")
    title = Label(before[1], Kind.TITLE)
    assert carry([title], after, before).lost == (title,)


def test_a_label_that_the_page_before_does_not_have_is_lost() -> None:
    before = page(ARTICLE)
    stray = Label(Place(9, "/html/body/p[9]", "Ferry"), Kind.BODY)
    assert carry([stray], before, before).lost == (stray,)


PICTURES = "<h1>Ferry</h1><p><img src=1></p><p>Noon.</p><p><img src=2></p><p>Night.</p>"


def test_pictures_are_found_between_their_neighbours() -> None:
    before = page(PICTURES)
    labels = [Label(place, Kind.FIGURE) for place in before if not place.text]
    labels += labelled(before, "Ferry", "Noon.", "Night.")
    after = page(f"<p>An advertisement</p><p><img src=ad></p>{PICTURES}")
    carried = carry(labels, after)
    pictures = [label.place.xpath for label in carried.labels if label.kind == Kind.FIGURE]
    assert pictures == ["/html/body/p[3]", "/html/body/p[5]"]


def test_a_picture_is_found_although_texts_moved_past_it() -> None:
    before = column(["Boats", "", "Trams", "Cars", "Trains", "Planes"])
    after = column(["Planes", "Trains", "Cars", "Boats", "", "Trams"])
    assert match(before, after) == {0: 3, 1: 4, 2: 5, 3: 2, 4: 1, 5: 0}


def test_a_picture_between_other_texts_is_another() -> None:
    before, after = column(["Boats", "", "Trams"]), column(["Boats", "Trams", ""])
    assert match(before, after) == {0: 0, 2: 1}


def test_a_picture_among_more_than_before_is_lost_unless_nothing_moved() -> None:
    before = page("<p>Noon.</p><p><img src=1></p><div>Night.</div>")
    labels = [Label(before[1], Kind.FIGURE), *labelled(before, "Noon.", "Night.")]
    calm = page("<p>Noon.</p><p><img src=1></p><div>Night.</div><p><img src=2></p>")
    assert Label(calm[1], Kind.FIGURE) in carry(labels, calm).labels
    moved = page("<p>New</p><p>Noon.</p><p><img src=0></p><p><img src=1></p><div>Night.</div>")
    assert carry(labels, moved).lost == (labels[0],)


def test_a_picture_is_not_one_of_another_kind_of_place() -> None:
    before = page("<h1>Ferry</h1><figure><img src=1></figure><p>Noon.</p>")
    after = page("<h1>Ferry</h1><div><img src=ad></div><p>Noon.</p>")
    labels = [Label(place, Kind.FIGURE) for place in before]
    assert carry(labels, after).lost == (labels[1],)


def test_a_picture_is_no_correction_of_a_text() -> None:
    before, after = column(["a"]), column([""])
    assert match(before, after) == match(after, before) == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3 hours ago", "4 hours ago"),
        ("渡し船は正午に出ます。乗組員が待つ", "渡し船は正午に出る。乗組員が待つ"),
        ("word " * 100 + "one", "word " * 100 + "two"),
    ],
)
def test_versions_of_a_text_are_alike(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a", "b"),
        ("Ferry", ""),
        ("12 May 2026", "3 June 2025"),
        ("The ferry sails at noon.", "The ferry stays in port."),
    ],
)
def test_other_texts_are_not_alike(one: str, other: str) -> None:
    assert not alike(one, other)


def test_long_texts_are_alike_by_longer_pieces() -> None:
    """The same syllables in any order share their short pieces, and say different things."""
    draw, syllables = Random(1), [a + b for a in "dfgklmnprst" for b in "ao"]
    one, other = ("".join(draw.choices(syllables, k=3000)) for _ in range(2))
    assert not alike(one, other)


texts = st.lists(st.sampled_from(["", "", "More", "Ad", *"abcdefgh"]), max_size=12)


@st.composite
def some_labels(draw: st.DrawFn, before: list[Place]) -> list[Label]:
    kinds = draw(st.lists(st.none() | st.sampled_from(Kind), min_size=12, max_size=12))
    return [Label(place, kind) for place, kind in zip(before, kinds) if kind]


@given(st.data(), texts, st.booleans())
def test_on_the_same_page_nothing_changes(data: st.DataObject, all_: list[str], full: bool) -> None:
    before = column(all_)
    labels = data.draw(some_labels(before))
    carried = carry(reversed(labels), before, before if full else ())
    assert (carried.labels, carried.lost) == (tuple(labels), ())


@given(st.data(), texts, texts, st.booleans())
def test_no_label_is_doubled_or_put_on_another_text(
    data: st.DataObject, old: list[str], new: list[str], full: bool
) -> None:
    before, after = column(old), column(new)
    labels = data.draw(some_labels(before))
    carried = carry(labels, after, before if full else ())
    assert len(carried.labels) + len(carried.lost) == len(labels)
    assert len({label.place for label in carried.labels}) == len(carried.labels)
    # None of the texts is like another, so that a label never leaves its text.
    found = Counter((label.place.text, label.kind) for label in carried.labels)
    assert found <= Counter((label.place.text, label.kind) for label in labels)
    assert set(carried.lost) <= set(labels)


@given(st.data(), texts, st.booleans())
def test_what_happens_to_other_blocks_does_not_touch_a_text_that_stands_once(
    data: st.DataObject, old: list[str], full: bool
) -> None:
    fresh = (f"new {number}" for number in count())
    once = {text for text in old if old.count(text) == 1 and text}
    new = [text for text in old if text in once or data.draw(st.booleans())]
    for _ in range(data.draw(st.integers(0, 5))):
        new.insert(data.draw(st.integers(0, len(new))), next(fresh))
    if data.draw(st.booleans()):
        new = data.draw(st.permutations(new))
    before, after = column(old), column(new)
    labels = data.draw(some_labels(before))
    carried = carry(labels, after, before if full else ())
    wanted = {label.place.text: label.kind for label in labels if label.place.text in once}
    assert {text: kind for text, kind in said(carried.labels).items() if text in once} == wanted
    assert not any(label.place.text.startswith("new") for label in carried.labels)


@given(st.permutations(range(7)))
def test_no_rise_is_longer(numbers: list[int]) -> None:
    rise = [numbers[at] for at in longest_rise(numbers)]
    assert rise == sorted(set(rise))
    best = [1] * len(numbers)
    for at, number in enumerate(numbers):
        best[at] += max((best[to] for to in range(at) if numbers[to] < number), default=0)
    assert len(rise) == max(best)


def test_labels_that_stand_where_they_were_need_no_change() -> None:
    now = page(ARTICLE)
    standing = replace(UNTOUCHED, labels=tuple(labelled(now, "Ferry", "The crew waits.")))
    assert resettled(standing, now) == {}


def test_labels_of_another_version_of_the_program_move_to_where_their_blocks_are() -> None:
    now = column(["new", "one", "two", "three"])
    before = column(["one", "two", "three", "gone"])
    standing = replace(UNTOUCHED, labels=tuple(labelled(before, "one", "two", "three", "gone")))
    changes = resettled(standing, now)
    kinds = dict(zip(("one", "two", "three"), Kind))
    after = {place.xpath: kind for place, kind in changes.items()}
    assert after == {"/html/body/p[1]": None} | {
        place.xpath: kinds[place.text] for place in now[1:]
    }
