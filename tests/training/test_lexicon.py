from __future__ import annotations

from math import log

import pytest

from honbun.content.alone.names import words
from honbun.training.lexicon import learn
from tests.training.examples import labelled


def word(text: str) -> int:
    (found,) = words([f".{text}"])
    return found


PAGE = "<body><div class=menu><p>{0} menu</p></div><div class=story><p>{0} text</p></div>"


def weights(pages: int, *, domains: int, markup: str = PAGE) -> dict[int, float]:
    """What is learnt from so many pages whose first text is not content and whose second is."""
    return dict(
        learn(
            labelled(markup.format(n), [0, 1], f"site{n % domains}.example") for n in range(pages)
        ).weights
    )


def test_names_of_what_is_content_weigh_for_it_and_others_against() -> None:
    found = weights(6, domains=6)
    assert found == {
        word("story"): pytest.approx(log((6 + 2) / 2)),
        word("menu"): pytest.approx(log(2 / (6 + 2))),
    }


def test_what_few_domains_use_is_left_out() -> None:
    assert weights(40, domains=4) == {}
    assert set(weights(40, domains=5)) == {word("story"), word("menu")}


def test_a_name_around_both_weighs_little() -> None:
    found = weights(6, domains=6, markup=f"<div class=wrap>{PAGE}</div>")
    assert found[word("wrap")] == pytest.approx(0, abs=1e-6)


def test_a_page_has_one_vote_on_a_word_however_often_it_is_there() -> None:
    twice = PAGE.replace(
        "<p>{0} text</p>", "<div class=story-story><b class=story>{0} text</b></div>"
    )
    assert weights(6, domains=6, markup=twice)[word("story")] == pytest.approx(log(8 / 2))


def test_small_elements_have_part_of_a_vote() -> None:
    """Four words of some hundreds have less than an eighth of the page's weight."""
    small = PAGE.replace("{0} text", "{0} text " + "and more of it " * 200)
    found = weights(6, domains=6, markup=small)
    assert log(2 / 8) < found[word("menu")] < 0
    assert found[word("story")] == pytest.approx(log(8 / 2), rel=0.01)


def test_elements_without_text_have_no_vote() -> None:
    assert word("gap") not in weights(6, domains=6, markup=f"<div class=gap></div>{PAGE}")


def test_nothing_is_learnt_from_nothing() -> None:
    assert learn([]).weights == {}
