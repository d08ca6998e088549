from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.content.alone.names import Lexicon, words
from tests.content.alone.sheets import around, features_by_name, sheet

CLASSES = ("main-text", "sideBar", "ad", "postBody", "xx")
WEIGHTS = {"text": 2.0, "bar": -1.5, "ad": -3.0, "post": 1.0, "body": 0.5, "side": -0.25}


def word(text: str, kind: str = ".") -> int:
    (found,) = words([kind + text])
    return found


LEXICON = Lexicon({word(text): weight for text, weight in WEIGHTS.items()})


@given(st.lists(st.text().map(".".__add__)))
def test_any_names_can_be_split_into_words(names: list[str]) -> None:
    assert words(names) == {word for name in names for word in words([name])}


def weight(names: tuple[str, ...]) -> float:
    """The average of the most extreme weight and the mean of all known weights."""
    found = [LEXICON.weights[word] for word in words(names) if word in LEXICON.weights]
    return (max(found, key=abs) + sum(found) / len(found)) / 2 if found else 0.0


OPEN = st.sampled_from(CLASSES).map(lambda name: f"<div class={name}>")
PAGES = st.lists(OPEN | st.sampled_from(["<div>", "</div>", "<p>x", "y"]), max_size=30).map("".join)


@given(PAGES)
def test_names_around_a_row_give_sum_maximum_and_minimum(html: str) -> None:
    page = sheet(html)
    found = features_by_name(LEXICON.features(page), len(page))
    for row, block in enumerate(page.row.tolist()):
        weights = [weight(page.plan.names[b]) for b in around(page, block)]
        assert {name: float(value[row]) for name, value in found.items()} == pytest.approx(
            {
                "name": weights[0],
                "name of 1": (weights[1:] or weights)[0],
                "name of 2": (weights[2:] or weights[-1:])[0],
                "names in all": sum(weights),
                "best name": max(0, *weights),
                "worst name": min(0, *weights),
            },
            abs=1e-5,
        )
