from __future__ import annotations

import pytest

from honbun.evaluation.metrics import Score, text_score
from honbun.evaluation.tables import table


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
def test_nothing_found_is_right_only_where_there_is_nothing(
    score: Score, expected: tuple[float, float, float]
) -> None:
    assert (score.precision, score.recall, score.f) == expected


def test_japanese_counts_by_the_character_and_english_by_the_word() -> None:
    assert text_score("港の灯", "港の灯り") == Score(3, 4, 3)
    assert text_score("Harbour lights", "harbour light") == Score(2, 2, 1)


def test_a_word_said_twice_must_be_found_twice() -> None:
    assert text_score("a", "a a") == Score(1, 2, 1)


def test_a_table_shows_one_as_one() -> None:
    assert table(["x", "F"], [["a", 0.99999]]).splitlines()[-1] == "| a    | 1.00 |"


def test_words_stand_to_the_left_of_a_table_and_cannot_break_it() -> None:
    rows = [["a", 1, "one|two"], ["b", 22, "three"]]
    assert table(["x", "n", "said"], rows, words=["said"]).splitlines()[1:] == [
        "| ---- | ---: | -------- |",
        "| a    |    1 | one\\|two |",
        "| b    |   22 | three    |",
    ]
