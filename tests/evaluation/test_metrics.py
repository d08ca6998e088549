from __future__ import annotations

import pytest

from honbun.evaluation.metrics import (
    Comparison,
    Score,
    bag_score,
    means,
    pairs_and_words,
    text_score,
    total,
    words,
)


def test_scores_add_up() -> None:
    total = Score(found=4, true=2, right=1) + Score(found=1, true=3, right=1)
    assert total == Score(found=5, true=5, right=2)
    assert (total.precision, total.recall, total.f) == (0.4, 0.4, 0.4)


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (Score(0, 0, 0), (1.0, 1.0, 1.0)),
        (Score(0, 3, 0), (0.0, 0.0, 0.0)),
        (Score(3, 0, 0), (0.0, 0.0, 0.0)),
        (Score(2, 2, 2), (1.0, 1.0, 1.0)),
    ],
)
def test_empty_result_is_right_only_if_the_truth_is_empty(
    score: Score, expected: tuple[float, float, float]
) -> None:
    assert (score.precision, score.recall, score.f) == expected


def test_japanese_counts_by_the_character_and_english_by_the_word() -> None:
    assert text_score("港の灯", "港の灯り") == Score(3, 4, 3)
    assert text_score("Harbour lights", "harbour light") == Score(2, 2, 1)


def test_repeated_word_must_be_found_twice() -> None:
    assert text_score("a", "a a") == Score(1, 2, 1)


def test_rates_of_nothing_are_unknown() -> None:
    assert (Score(0, 2, 0).of_found, Score(2, 0, 0).of_true) == (None, None)
    assert (Score(4, 8, 2).of_found, Score(4, 8, 2).of_true) == (0.5, 0.25)


def test_counts_of_pages_are_added_up_by_name() -> None:
    one = Comparison("a", "x", {"blocks": Score(1, 2, 1)})
    other = Comparison("b", "x", {"blocks": Score(3, 1, 1), "text": Score(1, 1, 1)})
    assert total([one, other]) == {"blocks": Score(4, 3, 2), "text": Score(1, 1, 1)}


def test_mean_skips_missing_values() -> None:
    assert means([{"F": 1.0, "date": None}, {"F": 0.5, "date": None}]) == {"F": 0.75, "date": None}


def test_error_rows_name_their_page() -> None:
    one = Comparison("a", "x", {}, ({"error": "missed"},), {"url": "u"})
    assert one.error_rows() == [{"page": "a", "group": "x", "url": "u", "error": "missed"}]


@pytest.mark.parametrize(
    ("found", "reference", "expected"),
    [
        ("", "", 1.0),
        ("a", "", 0.0),
        ("A, b!", "b a", 1.0),
        ("a a a", "a", 0.5),
        ("灯台の光", "灯台", 0.0),  # the word pattern of the benchmark does not match Japanese
    ],
)
def test_word_f_compares_bags_of_words(found: str, reference: str, expected: float) -> None:
    assert bag_score(words(found), words(reference)).f == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("snake_case", {"snake": 1, "case": 1}),
        ("灯", {"灯": 1}),
        ("灯台の光 a灯台", {"灯台": 2, "台の": 1, "の光": 1, "a": 1}),
        ("Cafe\u0301 CAFÉ", {"café": 2}),
    ],
)
def test_scripts_without_spaces_count_by_pairs(text: str, expected: dict[str, int]) -> None:
    assert pairs_and_words(text) == expected
