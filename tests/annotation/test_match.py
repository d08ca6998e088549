"""Labels are matched to the blocks of another version of a page, or reported as lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.annotation.blocks import labellable_blocks
from honbun.annotation.match import match, match_labels, relocated_labels, similar_texts
from honbun.annotation.model import NO_LABELS, BlockRef, Kind, Label
from honbun.page import Page

ARTICLE = "<h1>Ferry</h1><p>It sails at noon.</p><p>The crew waits.</p>"


def page(html: str) -> list[BlockRef]:
    return labellable_blocks(Page(html))


def column(texts: list[str]) -> list[BlockRef]:
    """A page of paragraphs, as far as a label knows it."""
    return [BlockRef(at, f"/html/body/p[{at}]", text) for at, text in enumerate(texts, 1)]


def labelled(before: list[BlockRef], *texts: str) -> list[Label]:
    """The blocks with these texts, each labelled as the next kind."""
    kinds = iter(Kind)
    return [Label(place, next(kinds)) for text in texts for place in before if place.text == text]


def said(labels: tuple[Label, ...]) -> dict[str, Kind]:
    return {label.block.text: label.kind for label in labels}


def test_labels_follow_their_texts() -> None:
    before = page(ARTICLE)
    after = page(f"<nav>Start</nav><main><div>New</div>{ARTICLE}</main>")
    carried = match_labels(labelled(before, "Ferry", "The crew waits."), after)
    assert [(label.block.number, label.block.xpath, label.kind) for label in carried.labels] == [
        (4, "/html/body/main/h1", Kind.TITLE),
        (6, "/html/body/main/p[2]", Kind.BODY),
    ]
    assert carried.lost == ()


NOON, NIGHT = "The ferry sails at noon.", "Trams run all night."
CASES = {
    "a removed text": (["Ferry", NOON], ["Ferry", NIGHT], {0: 0}),
    "a correction": (["The fery sails at noon.", "Other"], [NOON, "Other"], {0: 0, 1: 1}),
    "another text at the same XPath": ([NOON], [NIGHT], {}),
    "a similar text that was there before": ([NOON, NOON + "!"], [NOON + "!"], {1: 0}),
    "a text that is still there": ([NOON + "!"], [NOON, NOON + "!"], {0: 1}),
    "moved texts": (
        ["one apple", "two pears", "two plums"],
        ["two pears", "two plums", "one apple"],
        {0: 2, 1: 0, 2: 1},
    ),
    "equal texts in order": (["Same", "Same"], ["New", "Same", "Same"], {0: 1, 1: 2}),
    "one of equal texts, between its neighbours": (
        ["Boats", "More", "Trams"],
        ["More", "New", "Boats", "More", "Trams", "More", "More"],
        {0: 2, 1: 3, 2: 4},
    ),
    "equal texts between anchors": (
        ["Boats", "More", "More", "Trams", "More"],
        ["More", "Boats", "More", "More", "Trams", "More"],
        {0: 1, 1: 2, 2: 3, 3: 4, 4: 5},
    ),
    "pictures between anchors": (
        ["Boats", "", "", "Trams"],
        ["New", "Boats", "", "", "Trams"],
        {0: 1, 1: 2, 2: 3, 3: 4},
    ),
    "two corrections": (
        ["The first feery sails at noon.", "The second feery stays in port."],
        ["The first ferry sails at noon.", "The second ferry stays in port."],
        {0: 0, 1: 1},
    ),
    "more equal texts than before, moved": (
        ["Boats", "More", "More", "Trams"],
        ["New", "Boats", "More", "More", "More", "Trams"],
        {0: 1, 3: 5},
    ),
    "a picture that texts moved past": (
        ["Boats", "", "Trams", "Cars", "Trains", "Planes"],
        ["Planes", "Trains", "Cars", "Boats", "", "Trams"],
        {0: 3, 1: 4, 2: 5, 3: 2, 4: 1, 5: 0},
    ),
    "a picture between other texts": (["Boats", "", "Trams"], ["Boats", "Trams", ""], {0: 0, 2: 1}),
    "a picture in place of a text": (["a"], [""], {}),
    "a text in place of a picture": ([""], ["a"], {}),
}


@pytest.mark.parametrize(("before", "after", "found"), CASES.values(), ids=CASES)
def test_blocks_are_found_by_text_order_and_place(
    before: list[str], after: list[str], found: dict[int, int]
) -> None:
    assert match(column(before), column(after)) == found
    kinds = [Kind.TITLE, Kind.BODY, Kind.DATE, Kind.CREDIT, Kind.AUTHOR, Kind.CAPTION]
    labels = [Label(block, kind) for block, kind in zip(column(before), kinds)]
    carried = match_labels(labels, column(after))
    assert {label.block.number - 1: label.kind for label in carried.labels} == {
        there: kinds[here] for here, there in found.items()
    }
    assert carried.lost == tuple(one for at, one in enumerate(labels) if at not in found)


def test_the_full_page_shows_which_blocks_there_were() -> None:
    before = page("<nav>Ferry</nav><h1>Ferry</h1><p>It sails.</p>")
    after = page("<nav>Ferry</nav><h1>The long way to the ferry</h1><p>It sails.</p>")
    title = Label(before[1], Kind.TITLE)
    assert match_labels([title], after, before).lost == (title,)  # the text occurred twice
    stray = Label(BlockRef(9, "/html/body/p[9]", "It sails."), Kind.BODY)
    assert match_labels([stray], before, before).lost == (stray,)


PICTURES = "<h1>Ferry</h1><p><img src=1></p><p>Noon.</p><p><img src=2></p><p>Night.</p>"


def test_pictures_are_found_between_their_neighbours() -> None:
    before = page(PICTURES)
    labels = [Label(place, Kind.FIGURE) for place in before if not place.text]
    labels += labelled(before, "Ferry", "Noon.", "Night.")
    after = page(f"<p>An advertisement</p><p><img src=ad></p>{PICTURES}")
    carried = match_labels(labels, after)
    pictures = [label.block.xpath for label in carried.labels if label.kind == Kind.FIGURE]
    assert pictures == ["/html/body/p[3]", "/html/body/p[5]"]


def test_a_picture_among_more_than_before_is_lost_unless_nothing_moved() -> None:
    before = page("<p>Noon.</p><p><img src=1></p><div>Night.</div>")
    labels = [Label(before[1], Kind.FIGURE), *labelled(before, "Noon.", "Night.")]
    calm = page("<p>Noon.</p><p><img src=1></p><div>Night.</div><p><img src=2></p>")
    assert Label(calm[1], Kind.FIGURE) in match_labels(labels, calm).labels
    moved = page("<p>New</p><p>Noon.</p><p><img src=0></p><p><img src=1></p><div>Night.</div>")
    assert match_labels(labels, moved).lost == (labels[0],)


def test_picture_in_another_element_is_not_the_same() -> None:
    before = page("<h1>Ferry</h1><figure><img src=1></figure><p>Noon.</p>")
    after = page("<h1>Ferry</h1><div><img src=ad></div><p>Noon.</p>")
    labels = [Label(place, Kind.FIGURE) for place in before]
    assert match_labels(labels, after).lost == (labels[1],)


@pytest.mark.parametrize(
    ("one", "other", "similar"),
    [
        ("3 hours ago", "4 hours ago", True),
        ("渡し船は正午に出ます。乗組員が待つ", "渡し船は正午に出る。乗組員が待つ", True),
        ("word " * 100 + "one", "word " * 100 + "two", True),
        ("a", "b", False),
        ("Ferry", "", False),
        ("12 May 2026", "3 June 2025", False),
        ("The ferry sails at noon.", "The ferry sails on Monday.", False),
    ],
)
def test_versions_of_a_text_are_similar(one: str, other: str, similar: bool) -> None:
    assert similar_texts(one, other) == similar_texts(other, one) == similar


def test_long_texts_are_compared_by_longer_ngrams() -> None:
    """Texts of the same syllables share their trigrams."""
    draw, syllables = Random(1), [a + b for a in "dfgklmnprst" for b in "ao"]
    one, other = ("".join(draw.choices(syllables, k=3000)) for _ in range(2))
    assert not similar_texts(one, other)


texts = st.lists(st.sampled_from(["", "", "More", "Ad", *"abcdefgh"]), max_size=12)


@st.composite
def some_labels(draw: st.DrawFn, before: list[BlockRef]) -> list[Label]:
    kinds = draw(st.lists(st.none() | st.sampled_from(Kind), min_size=12, max_size=12))
    return [Label(place, kind) for place, kind in zip(before, kinds) if kind]


@given(st.data(), texts, st.booleans())
def test_on_the_same_page_nothing_changes(data: st.DataObject, all_: list[str], full: bool) -> None:
    before = column(all_)
    labels = data.draw(some_labels(before))
    carried = match_labels(reversed(labels), before, before if full else ())
    assert (carried.labels, carried.lost) == (tuple(labels), ())


@given(st.data(), texts, texts, st.booleans())
def test_no_label_is_doubled_or_put_on_another_text(
    data: st.DataObject, old: list[str], new: list[str], full: bool
) -> None:
    before, after = column(old), column(new)
    labels = data.draw(some_labels(before))
    carried = match_labels(labels, after, before if full else ())
    assert len(carried.labels) + len(carried.lost) == len(labels)
    assert len({label.block for label in carried.labels}) == len(carried.labels)
    # None of the texts is like another, so that a label never leaves its text.
    found = Counter((label.block.text, label.kind) for label in carried.labels)
    assert found <= Counter((label.block.text, label.kind) for label in labels)
    assert set(carried.lost) <= set(labels)


@given(st.data(), texts, st.booleans())
def test_changes_to_other_blocks_do_not_affect_a_unique_text(
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
    carried = match_labels(labels, after, before if full else ())
    wanted = {label.block.text: label.kind for label in labels if label.block.text in once}
    assert {text: kind for text, kind in said(carried.labels).items() if text in once} == wanted
    assert not any(label.block.text.startswith("new") for label in carried.labels)


def test_labels_in_place_need_no_change() -> None:
    now = page(ARTICLE)
    standing = replace(NO_LABELS, labels=tuple(labelled(now, "Ferry", "The crew waits.")))
    assert relocated_labels(standing, now) == {}


def test_labels_of_another_program_version_are_relocated() -> None:
    now = column(["new", "one", "two", "three"])
    before = column(["one", "two", "three", "gone"])
    standing = replace(NO_LABELS, labels=tuple(labelled(before, "one", "two", "three", "gone")))
    changes = relocated_labels(standing, now)
    kinds = dict(zip(("one", "two", "three"), Kind))
    after = {place.xpath: kind for place, kind in changes.items()}
    assert after == {"/html/body/p[1]": None} | {
        place.xpath: kinds[place.text] for place in now[1:]
    }
