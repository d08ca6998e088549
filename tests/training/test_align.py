from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.training.align import aligned

MENU = ["Home", "Tide tables", "Contact the harbour office"]
ARTICLE = [
    "The night ferry",
    "The ferry left the harbour office behind at ten, when the tide had turned.",
    "Nobody on board had read the tide tables.",
    "What came next",
    "By midnight the lights of home were gone, and the captain asked for silence.",
]
FOOT = ["The night train leaves at ten", "Imprint"]

# Few words, so that they repeat, including scripts without spaces.
_BLOCKS = st.lists(
    st.lists(st.sampled_from(["a", "b", "c", "sea", "灯台", "Σ", "-"]), max_size=9).map(" ".join),
    max_size=12,
)


def _words(text: str) -> int:
    """The number of words of the generated blocks; an ideograph is one word."""
    return sum(len(word) if word == "灯台" else word != "-" for word in text.split())


MENU_WORDS = ["tide", "tide tables", "the tide tables", "home"]
LOST = "Whoever wants to go home must contact the ferryman before the imprint is signed."
POSTSCRIPT = [ARTICLE[1], ARTICLE[4], "Postscript"]


@pytest.mark.parametrize(
    ("blocks", "reference", "labels"),
    [
        pytest.param(
            MENU + ARTICLE + FOOT, ARTICLE, [0] * 3 + [1] * 5 + [0] * 2, id="article, not menu"
        ),
        pytest.param(
            ["The ferry left at TEN!"], ["the ferry, left at ten"], [1], id="case and punctuation"
        ),
        pytest.param(
            [*MENU_WORDS, *ARTICLE, *MENU_WORDS],
            ARTICLE,
            [0] * 4 + [1] * 5 + [0] * 4,
            id="words of the article that the menu has too",
        ),
        pytest.param(
            ["Ferries", "Trains", "Buses", "Ferries", "by the editor", *ARTICLE[1:], "Ferries"],
            ["Ferries", *ARTICLE[1:]],
            [0, 0, 0, 1, 0, 1, 1, 1, 1, 0],
            id="the heading next to the article",
        ),
        pytest.param(
            ["Notes", ARTICLE[1], "Notes", ARTICLE[2], "Notes", ARTICLE[4], "Notes"],
            [ARTICLE[1], "Notes", ARTICLE[2], "Notes", ARTICLE[4]],
            [0, 1, 1, 1, 1, 1, 0],
            id="a heading repeated in the article",
        ),
        pytest.param(
            MENU + ARTICLE[1:] + ARTICLE[:1], ARTICLE, [0] * 3 + [1] * 5, id="another order"
        ),
        pytest.param(
            [*POSTSCRIPT, "Top"],
            [ARTICLE[1], "Postscript", ARTICLE[4]],
            [1, 1, 1, 0],
            id="a reordered short block, if nothing else is missing",
        ),
        pytest.param(
            [*POSTSCRIPT, ARTICLE[2]],
            [ARTICLE[1], ARTICLE[2], "Postscript", ARTICLE[4]],
            [1] * 4,
            id="a short block beside a reordered long one",
        ),
        pytest.param(
            [*MENU[:2], *ARTICLE, "Imprint"],
            [*ARTICLE, LOST],
            [0] * 2 + [1] * 5 + [0],
            id="words of a missing sentence are not those of the menu",
        ),
        pytest.param([ARTICLE[1]] * 2, ARTICLE[1:2], [1, 0], id="a repeated block once"),
        pytest.param(
            ["one two three four red green blue grey"], ["one two three four"], [0.5], id="a half"
        ),
        pytest.param(
            ["one two three four five six seven"],
            ["one two three 4 five six seven"],
            [6 / 7],
            id="a changed word",
        ),
        pytest.param(["read more about it"], ["they read more often"], [0], id="two common words"),
        pytest.param(
            ["all was well in the end", "so they say", "so they went to bed early"],
            ["all was well in the end so they went to bed early"],
            [1, 0, 1],
            id="a match that overruns by chance",
        ),
        pytest.param(
            ["灯台", "海の話", "夜の港に灯台の光が見えた。"],
            ["海の話夜の港に灯台の光が見えた。"],
            [0, 1, 1],
            id="Japanese",
        ),
        pytest.param(["港の灯り東京"], ["港の灯"], [0.5], id="Japanese by the character"),
        pytest.param([], ["a b c"], [], id="no blocks"),
        pytest.param(["", "–"], ["a b c"], [0, 0], id="no words"),
        pytest.param(["a", "a b c d"], [], [0, 0], id="no reference"),
    ],
)
def test_blocks_of_the_reference_are_labelled(
    blocks: list[str], reference: list[str], labels: list[float]
) -> None:
    assert aligned(blocks, " ".join(reference)) == labels


@given(_BLOCKS, _BLOCKS)
def test_labels_are_between_zero_and_one(blocks: list[str], others: list[str]) -> None:
    labels = aligned(blocks, " ".join(others))
    assert len(labels) == len(blocks)
    assert all(0 <= label <= 1 for label in labels)


@given(_BLOCKS)
def test_page_equal_to_the_reference_is_fully_aligned(blocks: list[str]) -> None:
    assert aligned(blocks, "\n".join(blocks)) == [float(_words(block) > 0) for block in blocks]


@given(_BLOCKS, _BLOCKS)
def test_no_word_of_the_reference_is_used_twice(blocks: list[str], others: list[str]) -> None:
    labels = aligned(blocks, " ".join(others))
    used = sum(label * _words(block) for label, block in zip(labels, blocks))
    assert round(used, 6) <= _words(" ".join(others))


@pytest.mark.parametrize("blocks", [["a " * 10_000], ["a"] * 10_000])
def test_repeated_word_is_aligned_in_seconds(blocks: list[str]) -> None:
    start = process_time()
    labels = aligned(blocks, "a " * 10_000)
    # Less than one on a busy machine; a quadratic comparison would take many minutes.
    assert process_time() - start < 20
    assert set(labels) == {1.0}
