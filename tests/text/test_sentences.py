"""Paragraphs are split into sentences, in any language and in linear time."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.text.sentences import MAX_LENGTH, split


def read(text: str) -> list[str]:
    return [text[start:stop] for start, stop in split(text)]


@pytest.mark.parametrize(
    "expected",
    [
        # Japanese. The first is the example of the paper.
        ["1年ってあっという間！と思う。"],
        ["なんと品切れ。", "他の店舗に問い合わせてもどこも品切れ。"],
        ["また長く使えるのがいいじゃない？", "すごいデザインのがあった！！", "これに決めた。"],
        ["「今日は晴れ。明日は雨。」と母は言った。", "本当だろうか。"],
        ["「もう遅いから帰ろう」", "父はそう言った。"],
        ["『源氏物語』の作者は紫式部だ。"],
        ["「賛成」「反対」の意見が出た。"],
        ["歌った♪", "踊った♪"],
        ["「すごい！」です。", "はい。"],
        ["終わった！", "とても疲れた。"],
        ["モーニング娘。の新曲を聴いた。", "良かった。"],
        ["Yahoo!ニュースで見た。", "Ver.2.0を使う。"],
        ["円周率は３．１４だ。", "長さは2.5です。"],
        ["眠い……", "もう寝る。"],
        ["…そうか。", "わかった。"],
        ["愛着がわいてますw", "また使うぞ！"],
        ["買ってしまった（笑）", "明日届く。"],
        ["雨がやんだ。", "と、そこへ彼が来た。"],
        ["これは本です．", "あれはペンです．"],
        ["店の名前（東京駅前。新装開店。）を見た。", "入った。"],
        # Languages with spaces
        ["Mr. Smith met Dr. Jones at 3 p.m. on Jan. 5.", "They talked."],
        ["The U.S. Senate voted.", "It passed, i.e. it won."],
        ['"Stop!" she said.', "He did not."],
        ["He said: “Go home.”", "“Why?”", "Nobody knew."],
        ["It costs $3.50 at www.example.com today.", "Yes!"],
        ["J. R. R. Tolkien wrote it.[1]", "It sold well."],
        ["1. Introduction to sets.", "Every set has a size."],
        ["Wait... what?", "Nothing."],
        ["Yahoo! is a company.", "So is Acme."],
        ["(It rained. It always did.)", "We left."],
        ["Er kam am 3. Oktober nach Berlin.", "Dann ging er z.B. ins Kino."],
        ["¿Qué pasa?", "¡Nada!", "La Sra. García lo sabe."],
        ["Ils sont venus, M. Dupont et Mme. Durand.", "Puis ils sont partis."],
        ["В 1990 г. он уехал.", "Потом вернулся."],
        ["Τι κάνεις;", "Καλά, ευχαριστώ."],
        # Others
        ["今天下雨。", "他说：“走吧。”", "我们走了！"],
        ["비가 왔다.", "그래서 집에 있었다."],
        ["สวัสดีครับ", "วันนี้อากาศดีมาก"],
        ["هل أنت بخير؟", "نعم."],
        ["यह सच है।", "वह झूठ है।"],
        ["Սա գիրք է։", "Այո։"],
        ["ይህ መጽሐፍ ነው።", "አዎ።"],
        ["ဒါစာအုပ်ပါ။", "ဟုတ်ကဲ့။"],
    ],
)
def test_sentences_of_many_languages_are_split(expected: list[str]) -> None:
    wide = re.search("[。！？」♪wｗ…．）။።։]", expected[0][-1])
    assert read(("" if wide else " ").join(expected)) == expected


def test_long_quotation_is_split() -> None:
    quotation = "これは長い引用の中の一つの文です。" * 8
    assert len(read(f"「{quotation}」と言った。")) == 8


def test_unclosed_bracket_encloses_nothing() -> None:
    assert len(read("「雨だ。晴れだ。雪だ。")) == 3


def test_bracket_is_closed_by_its_counterpart_only() -> None:
    assert read("（一つ。二つ」三つ。") == ["（一つ。", "二つ」三つ。"]


def test_mark_before_the_first_word_belongs_to_its_sentence() -> None:
    assert read("終わり。 ♪ラララと歌う。") == ["終わり。", "♪ラララと歌う。"]


def test_run_of_marks_that_ends_nothing_is_read_once() -> None:
    """Reading it again from each mark would take minutes."""
    assert len(split("." * 400_000 + "x")) == 400_000 // MAX_LENGTH + 1


def test_sentence_that_is_too_long_is_cut_at_white_space() -> None:
    pieces = read("word " * 1000)
    assert max(map(len, pieces)) <= MAX_LENGTH
    assert " ".join(pieces) == ("word " * 1000).strip()
    assert list(map(len, read("x" * (2 * MAX_LENGTH + 1)))) == [MAX_LENGTH, MAX_LENGTH, 1]


TEXTS = st.lists(
    st.one_of(
        st.sampled_from("。．！？!?.…♪「」『』（）()\"'”[] \n\u3000とっのwｗ;aA1京ア"),
        st.sampled_from(["です", "Mr", "p.m", "U.S", "[1]", "สวัสดี", "...", "（笑）", "Τι"]),
        st.text(max_size=3),
    ),
    max_size=30,
).map("".join)


@given(TEXTS)
def test_ranges_are_ordered_and_cover_all_but_white_space(text: str) -> None:
    last = 0
    for start, stop in split(text):
        assert last <= start < stop <= len(text)
        assert not text[last:start].strip()
        assert text[start:stop] == text[start:stop].strip()
        last = stop
    assert not text[last:].strip()


@pytest.mark.parametrize(
    "junk",
    [
        *". |。|「|」|「」|(.|.)|.|w|あw|…と|！と|[1]|.[1]|ส |A. |\n".split("|"),
        *"のw|♪ |「。|「あああああああ」|. 「|。「」".split("|"),
    ],
)
def test_repeated_punctuation_is_read_in_linear_time(junk: str) -> None:
    """Quadratic time would be hours."""
    text = junk * 1_000_000
    assert all(stop - start <= MAX_LENGTH for start, stop in split(text))
