"""Equal sentences share a key; near-duplicates share n-grams and bands."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.text import similarity
from honbun.text.similarity import (
    BANDS,
    NEAR_DUPLICATE,
    bands,
    fingerprint,
    sentence_key,
    trigram_similarity,
)
from honbun.text.unicode import normalise

TEXTS = st.text(st.sampled_from("湖の北岸は古いabcdeé😀 "), min_size=1, max_size=30)
KANA = "あいうえおかきくけこさしすせそたちつてとなにぬねの"
PINNED_WIDE = [
    674990181066077007,
    -4595395457436793221,
    -211188420016962001,
    6438632551309245088,
    -8751840228255557871,
    9166649019478586833,
]
PINNED_NARROW = [
    3800191068192341184,
    8430926334931704044,
    -3317105560114123421,
    -4190056315319906164,
    8947150126008086574,
    -422808877632230614,
]


def test_fingerprint_is_the_same_on_every_machine() -> None:
    assert fingerprint("Hello, world.") == 2040998404227468622
    assert fingerprint("京都市左京区") == -7878998511824505776


def test_key_ignores_quotes_dashes_and_width() -> None:
    assert sentence_key("“It’s” – 5") == sentence_key('"it\'s" - ５')
    assert sentence_key("今日は、Ｗｅｂで。") == sentence_key("今日は，Webで．")


def test_key_keeps_letters_and_accents() -> None:
    assert sentence_key("今日は") != sentence_key("今日が")
    assert sentence_key("cafe") != sentence_key("café")


@given(st.text())
def test_key_of_a_key_is_itself(text: str) -> None:
    assert sentence_key(sentence_key(text)) == sentence_key(text)


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn"])), st.booleans())
def test_key_does_not_depend_on_normalisation(text: str, japanese: bool) -> None:
    assert sentence_key(normalise(text, japanese=japanese)) == sentence_key(text)


@given(st.text())
def test_fingerprint_is_a_signed_64_bit_number(text: str) -> None:
    assert -(2**63) <= fingerprint(text) < 2**63


@given(st.lists(st.tuples(TEXTS, st.booleans()), min_size=1, max_size=6))
def test_bands_of_a_sentence_do_not_depend_on_the_others(given: list[tuple[str, bool]]) -> None:
    texts, wide = [text for text, _ in given], [flag for _, flag in given]
    together = bands(texts, wide)
    assert together == [bands([text], [flag])[0] for text, flag in given]
    assert all(len(found) in (0, BANDS) for found in together)


def test_bands_are_the_same_on_every_machine() -> None:
    """Stores hold them: other numbers would be another file format."""
    assert bands(["湖の北の岸には古い灯台が立つ"], [True]) == [PINNED_WIDE]
    assert bands(["theharbourlightswereputout"], [False]) == [PINNED_NARROW]


def test_short_text_has_no_bands() -> None:
    assert bands(["湖の岸", "lake"], [True, False]) == [[], []]
    assert bands(["湖の北岸", "lakes"], [True, False]) != [[], []]


def test_minima_agree_as_often_as_the_sets_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one minimum per band, the share of equal bands estimates Jaccard's coefficient."""
    count = 1_000
    monkeypatch.setattr(similarity, "BANDS", count)
    monkeypatch.setattr(similarity, "_ROWS", 1)
    monkeypatch.setattr(similarity, "_ORDERS", similarity._orders(count))
    random = Random(1)
    for shared in (5, 15, 25):
        common = "".join(random.choices(KANA, k=shared))
        x, y = (common + "".join(random.choices(KANA, k=30 - shared)) for _ in range(2))
        first, second = ({text[i : i + 4] for i in range(len(text) - 3)} for text in (x, y))
        found = bands([x, y], [True, True])
        agreed = sum(one == other for one, other in zip(*found)) / count
        assert agreed == pytest.approx(len(first & second) / len(first | second), abs=0.06)


def test_sentences_without_common_ngrams_share_no_band() -> None:
    texts = ["".join(Random(n).choices(KANA, k=40)) for n in range(200)]
    found = [one for marks in bands(texts, [True] * len(texts)) for one in marks]
    assert len(set(found)) == len(found)


@given(TEXTS, TEXTS)
def test_likeness_is_symmetric_and_between_0_and_1(x: str, y: str) -> None:
    assert trigram_similarity(x, y) == trigram_similarity(y, x)
    assert 0 <= trigram_similarity(x, y) <= 1


@given(TEXTS)
def test_text_is_similar_to_itself(text: str) -> None:
    assert trigram_similarity(text, text) == 1


def test_similarity_ignores_width_and_punctuation() -> None:
    assert trigram_similarity("「Ｗｅｂの歴史を書く。」", "webの歴史を書く") == 1


def test_edited_sentence_is_a_near_duplicate_and_a_similar_phrase_is_not() -> None:
    original = "祖父は毎朝その先端に座り、魚が一匹も釣れない日でも昼まで動かなかった。"
    assert trigram_similarity(original, original.replace("毎朝", "毎日")) >= NEAR_DUPLICATE
    other = "祖母は毎晩その窓辺に座り、手紙が一通も届かない日でも朝まで起きていた。"
    assert trigram_similarity(original, other) < NEAR_DUPLICATE
