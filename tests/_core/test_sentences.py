"""Sentences are split as their plain definition splits them."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from honbun._core.sentences import MAX_LENGTH, split
from tests._core import plain_sentences

MARKS = st.sampled_from("。｡．！？!?.…‥♪।།「」『』（）()【】\"'”’[]{} \n\u3000\t—-*;；:、,・_")
LETTERS = st.sampled_from(
    "とっのでだなをはがもいーンあアヶ笑苦爆汗氏京wｗaAIé1２½²ßİKΤ\u037eสๆฯ한𠮷"
)
WORDS = st.sampled_from(
    "です でした だった なんて ても にかく ころで のど のんびり より さん まで （笑） （苦笑) "
    "(爆） 「あああああああ」 "
    "Mr Dr. p.m a.m U.S i.e J. no Jan. 3. 12. 1234. Oktober jahrhunderts [1] "
    "[12] [1234] ... Ver.2 Yahoo! Τι; สวัสดี".split()
)
TEXTS = st.lists(MARKS | LETTERS | WORDS | st.text(max_size=2), max_size=30).map("".join)
ASCII = st.text(st.sampled_from(".!?\"')]}[(w; \nabIA1-*,:_"))


@given(TEXTS | ASCII)
@example("Er kam am 3. \u212atober nach Berlin. Ja.")
@example("ｗ.「a。b」、。「あああああああ」A")
def test_ranges_equal_their_definition(text: str) -> None:
    assert split(text) == plain_sentences.split(text)


@given(TEXTS, st.integers(1, 3), st.sampled_from(["x", "x ", "x\u3000", "漢\n", " ", "𠮷"]))
def test_long_sentences_are_cut_as_defined(text: str, times: int, filler: str) -> None:
    long = text.join([filler * MAX_LENGTH] * times)
    assert split(long) == plain_sentences.split(long)


def test_every_character_is_treated_by_its_definition() -> None:
    for code in [*range(0x3400), *range(0xF900, 0x10100)]:
        text = f"あw. {chr(code)}。「a{chr(code)}.b」{chr(code)} ส{chr(code)} ส.{chr(code)}京"
        assert split(text) == plain_sentences.split(text), hex(code)
