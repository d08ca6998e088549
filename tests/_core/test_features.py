"""The features of the core are those of the plain definition, and the lexicon reads names."""

from __future__ import annotations

import pickle
from functools import cache

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun._core.features import FIRST, Features
from honbun._core.lexicon import Lexicon
from honbun._core.segments import Segments
from tests._core.plain_features import PlainFeatures, name_words
from tests._core.soup import HOST, RICH, SENTENCE, SOUP, TITLES, blocks_of, segments_of

WEIGHTS = {"post": 1.5, "side": -2.0, "comment": -1.0, "all of commentlist": 0.5, "main": 0.25}
LONG = f"<h1>Anna</h1><div class=post><p>{SENTENCE}<p>{SENTENCE}<p>{SENTENCE}</div><ul>"
NO_NAMES = Lexicon(np.zeros(0), np.zeros(0))


def hashes_in(name: str) -> set[int]:
    """The hashes of the words of a class."""
    page = Features(segments_of(f"<p class='{name}'>x"))
    return set(page.name_votes(np.ones(1, dtype=np.float32)))


@cache
def lexicon() -> Lexicon:
    hashes = {word: hashes_in(word) for word in WEIGHTS}
    hashes["all of commentlist"] = hashes_in("commentList") - hashes_in("comment list")
    return Lexicon(np.array([code for [code] in hashes.values()]), np.array([*WEIGHTS.values()]))


@given(SOUP)
@example(RICH)
@example(LONG + "<li><a href=/x>2010-05-12</a>" * 7)
@example(f"<nav>{'<a href=#>x</a><br><br>' * 45}</nav>" + LONG)
@example("<p>" + f"{SENTENCE}<br><br>" * 3 + "<h2>x</h2>" + "<p>$5" * 70 + "<h5>y</h5><p>Anna")
def test_features_equal_the_plain_definition(html: str) -> None:
    blocks = blocks_of(html)
    segments = Segments(blocks, TITLES, HOST)
    found = Features(segments).first(lexicon())
    assert found.shape == (len(FIRST), len(segments))
    if len(segments):
        plain = PlainFeatures(segments, blocks, WEIGHTS).lines()
        assert tuple(plain) == FIRST
        for name, line in zip(FIRST, found, strict=True):
            assert line.tolist() == pytest.approx(plain[name], rel=1e-5, abs=1e-6), name


def test_every_feature_has_a_name_of_its_own() -> None:
    assert len(set(FIRST)) == len(FIRST)


@pytest.mark.parametrize("html", ["", "<frameset>", "<div><p></div>"])
def test_page_without_text_has_no_columns(html: str) -> None:
    assert Features(segments_of(html)).first(NO_NAMES).shape == (len(FIRST), 0)


@given(st.text("aBcd-_1 é\U0001f600", max_size=30), st.text("aBcd-_1 é\U0001f600", max_size=30))
@example("commentList", "comment-list")
@example("HTMLText", "html text")
@example("a" * 20 + "Bcd" + "e" * 19, "bcdeeee")
@example("ab abc-d2 abcd", "abc")
@example("a" * 19 + " " + "b" * 20, "aaa")
def test_hashes_of_names_are_equal_where_their_words_are(one: str, other: str) -> None:
    words = [{word for name in text.split() for word in name_words(name)} for text in (one, other)]
    hashes = [hashes_in(text) for text in (one, other)]
    assert [*map(len, hashes)] == [*map(len, words)]
    assert len(hashes[0] & hashes[1]) == len(words[0] & words[1])


def test_votes_are_the_characters_in_elements_of_a_name() -> None:
    page = Features(segments_of("<div class=outer><p class=inner>abcd<p>ef</div><p class=inner>g"))
    found = page.name_votes(np.array([1, 0.5, 0], dtype=np.float32))
    [outer], [inner] = hashes_in("outer"), hashes_in("inner")
    assert found == {outer: (5.0, 6.0), inner: (4.0, 5.0)}


def test_labels_and_weights_are_counted() -> None:
    with pytest.raises(ValueError, match="each segment has a label"):
        Features(segments_of("<p>x<p>y")).name_votes(np.ones(1, dtype=np.float32))
    with pytest.raises(ValueError, match="each hash has a weight"):
        Lexicon(np.ones(2), np.ones(1))
    with pytest.raises(TypeError):
        Features(segments_of("x")).first(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Features(None)  # type: ignore[arg-type]


def test_pickled_lexicon_has_the_same_weights() -> None:
    again = pickle.loads(pickle.dumps(lexicon()))
    page = Features(segments_of("<p class='post side'>x<p id=commentList>y"))
    np.testing.assert_array_equal(page.first(again), page.first(lexicon()))


def test_more_lines_are_the_same_for_every_segment() -> None:
    page = Features(segments_of(RICH))
    more = np.array([2, 3], dtype=np.float32)
    found = page.first(NO_NAMES, more)
    assert found[: len(FIRST)].tolist() == page.first(NO_NAMES).tolist()
    assert found[len(FIRST) :].tolist() == [[value] * found.shape[1] for value in (2, 3)]
