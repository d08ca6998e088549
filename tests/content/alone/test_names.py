from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.content.alone.names import Lexicon, pack, unpack, words
from tests.content.alone.sheets import around, sheet, told

CLASSES = ("main-text", "sideBar", "ad", "postBody", "xx")
WEIGHTS = {"text": 2.0, "bar": -1.5, "ad": -3.0, "post": 1.0, "body": 0.5, "side": -0.25}


def word(text: str, kind: str = ".") -> int:
    (found,) = words([kind + text])
    return found


LEXICON = Lexicon({word(text): weight for text, weight in WEIGHTS.items()})


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("comment-list", ["comment", "list"]),
        ("productDescription", ["product", "description"]),
        ("ProductDescription", ["product", "description"]),
        ("product_description--wide", ["product", "description", "wide"]),
        ("HTMLBody", ["html", "body"]),
        ("post-1234", ["post"]),
        ("col2text", ["col", "text"]),
        ("MAIN", ["main"]),
        ("a-b-cd", ["cd"]),
        ("list list-list", ["list"]),
        ("123", []),
        ("日本", []),
        ("", []),
    ],
)
def test_a_name_is_cut_into_its_words(name: str, parts: list[str]) -> None:
    assert words([f".{name}"]) == {word(part) for part in parts}


def test_case_does_not_matter_and_the_kind_of_name_does() -> None:
    assert word("Post") == word("post") == word("POST")
    assert word("post", "#") != word("post", ".")


def test_names_have_the_words_of_each() -> None:
    assert words([".a-post", ".text", "#main"]) == {word("post"), word("text"), word("main", "#")}


@given(st.lists(st.text().map(".".__add__)))
def test_any_names_have_words(names: list[str]) -> None:
    assert words(names) == {word for name in names for word in words([name])}


def weight(names: tuple[str, ...]) -> float:
    """Midway between the word that weighs most, for or against, and the mean of all known."""
    found = [LEXICON.weights[word] for word in words(names) if word in LEXICON.weights]
    return (max(found, key=abs) + sum(found) / len(found)) / 2 if found else 0.0


OPEN = st.sampled_from(CLASSES).map(lambda name: f"<div class={name}>")
PAGES = st.lists(OPEN | st.sampled_from(["<div>", "</div>", "<p>x", "y"]), max_size=30).map("".join)


@given(PAGES)
def test_names_around_a_row_are_summed_and_the_best_and_worst_of_them_found(html: str) -> None:
    page = sheet(html)
    found = told(LEXICON.features(page), len(page))
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


def test_what_the_body_is_called_is_not_summed() -> None:
    """Rows all over the page have it in common."""
    for html in ("<p>x", "<div><p>x", "<div><div><div><p>x", "<div><div><div><div><p>x"):
        page = sheet(f"<body class=ad>{html.replace('<p>', '<p class=post>')}")
        found = told(LEXICON.features(page), len(page))
        assert found["names in all"].tolist() == [1.0]


def test_what_the_body_is_called_counts_for_every_row_or_for_none() -> None:
    best = set()
    for html in ("<p>x", "<div><p>x", "<div><div><div><p>x", "<div><p>y</p></div><p>x"):
        page = sheet(f"<body class=post>{html}")
        best |= set(told(LEXICON.features(page), len(page))["best name"].tolist())
    assert len(best) == 1


def test_names_are_looked_for_however_deep_a_row_is() -> None:
    page = sheet("<body><div class=post>" + "<div class=ad>" * 300 + "<p>x")
    found = told(LEXICON.features(page), len(page))
    assert found["best name"].tolist() == [1.0]
    assert found["worst name"].tolist() == [-3.0]
    assert found["names in all"].tolist() == [1.0 - 300 * 3.0]


def test_a_name_that_is_not_known_weighs_nothing() -> None:
    page = sheet("<body><p class=unheard-of>x")
    assert [np.any(value) for _, value in LEXICON.features(page)] == [False] * 6


def test_a_lexicon_goes_to_other_processes() -> None:
    page = sheet("<body><div class=main-text><p class=ad>x")
    before = told(LEXICON.features(page), len(page))
    again = pickle.loads(pickle.dumps(LEXICON))
    assert again.weights == LEXICON.weights
    assert {name: value.tolist() for name, value in told(again.features(page), 1).items()} == {
        name: value.tolist() for name, value in before.items()
    }


def test_a_packed_lexicon_comes_back() -> None:
    assert unpack(pack(LEXICON)).weights == LEXICON.weights  # all of them halves and quarters
    assert unpack(pack(Lexicon({}))).weights == {}
