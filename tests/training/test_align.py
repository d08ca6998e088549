from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.evaluation.metrics import word_score
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


def test_article_is_aligned_and_menu_is_not() -> None:
    labels = aligned(MENU + ARTICLE + FOOT, "\n\n".join(ARTICLE))
    assert labels == [0.0] * len(MENU) + [1.0] * len(ARTICLE) + [0.0] * len(FOOT)


def test_case_and_punctuation_are_ignored() -> None:
    assert aligned(["The ferry left at TEN!"], "the ferry, left at ten") == [1.0]


def test_words_of_the_article_are_not_also_aligned_with_the_menu() -> None:
    menu = ["tide", "tide tables", "the tide tables", "home"]
    assert aligned([*menu, *ARTICLE, *menu], " ".join(ARTICLE)) == [0.0] * 4 + [1.0] * 5 + [0.0] * 4


def test_heading_next_to_the_article_is_preferred() -> None:
    blocks = ["Ferries", "Trains", "Buses", "Ferries", "by the editor", *ARTICLE[1:], "Ferries"]
    labels = aligned(blocks, " ".join(["Ferries", *ARTICLE[1:]]))
    assert labels == [0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0]


def test_heading_repeated_in_the_article_is_aligned_each_time() -> None:
    blocks = ["Notes", ARTICLE[1], "Notes", ARTICLE[2], "Notes", ARTICLE[4], "Notes"]
    assert aligned(blocks, " ".join(blocks[1:6])) == [0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0]


def test_reordered_blocks_are_aligned() -> None:
    labels = aligned(MENU + ARTICLE[1:] + ARTICLE[:1], " ".join(ARTICLE))
    assert labels == [0.0] * len(MENU) + [1.0] * len(ARTICLE)


def test_reordered_short_block_is_aligned_if_nothing_else_is_missing() -> None:
    blocks = [ARTICLE[1], ARTICLE[4], "Postscript", "Top"]
    assert aligned(blocks, f"{ARTICLE[1]} Postscript {ARTICLE[4]}") == [1.0, 1.0, 1.0, 0.0]


def test_short_block_is_aligned_next_to_a_reordered_long_one() -> None:
    blocks = [ARTICLE[1], ARTICLE[4], "Postscript", ARTICLE[2]]
    reference = " ".join([ARTICLE[1], ARTICLE[2], "Postscript", ARTICLE[4]])
    assert aligned(blocks, reference) == [1.0] * 4


def test_words_of_a_missing_sentence_are_not_aligned_with_the_menu() -> None:
    lost = "Whoever wants to go home must contact the ferryman before the imprint is signed."
    assert aligned([*MENU[:2], *ARTICLE, "Imprint"], " ".join([*ARTICLE, lost])) == (
        [0.0] * 2 + [1.0] * 5 + [0.0]
    )


def test_repeated_block_is_aligned_once() -> None:
    assert aligned([ARTICLE[1], ARTICLE[1]], ARTICLE[1]) == [1.0, 0.0]


def test_half_of_a_block_has_the_label_one_half() -> None:
    assert aligned(["one two three four red green blue grey"], "one two three four") == [0.5]


def test_changed_word_lowers_the_label_by_one_word() -> None:
    assert aligned(["one two three four five six seven"], "one two three 4 five six seven") == [
        6 / 7
    ]


def test_two_common_words_of_a_longer_block_are_not_aligned() -> None:
    assert aligned(["read more about it"], "they read more often") == [0.0]


def test_true_block_is_preferred_to_a_match_that_overruns_by_chance() -> None:
    first, advert, second = "all was well in the end", "so they say", "so they went to bed early"
    assert aligned([first, advert, second], f"{first} {second}") == [1.0, 0.0, 1.0]


def test_japanese_counts_by_the_character() -> None:
    menu, heading, text = "灯台", "海の話", "夜の港に灯台の光が見えた。"
    assert aligned([menu, heading, text], heading + text) == [0.0, 1.0, 1.0]
    assert aligned(["港の灯り東京"], "港の灯") == [0.5]


@pytest.mark.parametrize(
    ("blocks", "reference"), [([], ""), ([], "a b c"), (["", "–"], "a b c"), (["a", "a b c d"], "")]
)
def test_pages_without_words_are_not_aligned(blocks: list[str], reference: str) -> None:
    assert aligned(blocks, reference) == [0.0] * len(blocks)


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


@pytest.mark.parametrize("blocks", [["a " * 50_000], ["a"] * 50_000])
def test_repeated_word_is_aligned_in_seconds(blocks: list[str]) -> None:
    start = process_time()
    labels = aligned(blocks, "a " * 50_000)
    # One to three on a busy machine; a quadratic comparison would take hours.
    assert process_time() - start < 20
    assert set(labels) == {1.0}


@pytest.mark.parametrize(
    ("found", "reference", "expected"),
    [
        ("", "", 1.0),
        ("a", "", 0.0),
        ("", "a", 0.0),
        ("A, b!", "b a", 1.0),
        ("a a a", "a", 0.5),
        ("灯台の光", "灯台", 0.0),  # the word pattern of the benchmark does not match Japanese
    ],
)
def test_word_f_compares_bags_of_words(found: str, reference: str, expected: float) -> None:
    assert word_score(found, reference).f == expected
