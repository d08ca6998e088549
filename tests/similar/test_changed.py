"""Slightly changed sentences are shared between sites, but not formulas of one site."""

from __future__ import annotations

from honbun.similar.model import Relation, SimilarOptions
from tests.similar.written import BREAD, HARBOUR, LAKE, TRAIN, alone, link, page, pair, pairs

A, B = "https://mizuumi.example/sanbashi.html", "https://utsushi.example/p/77"
FIRST = "https://mise.example/"
CHANGED = {
    # a particle
    LAKE[1]: "祖父は毎朝その先端で座り、魚が一匹も釣れない日でも昼まで動かなかった。",
    # an inserted word
    LAKE[2]: "桟橋の古い板が鳴る音を聞けば、誰が歩いてくるのか家の中からでもわかった。",
    # the order of words
    LAKE[3]: "湖は冬になると端から凍り、桟橋だけが黒い線のように白い面に残された。",
    # a word for another
    TRAIN[1]: "駅長は引退してからも制服を着て、列車が着くたびに改札の横で敬礼をした。",
}


def test_reworded_sentences_are_shared() -> None:
    found = pair(
        page(A, *CHANGED, *alone(*"abcdef")),
        page(B, *alone(*"ghijkl"), *CHANGED.values()),
    )
    assert {shared.a: shared.b for shared in found.shared} == CHANGED
    assert "4 sentences were changed a little" in found.because
    assert found.relation is Relation.PLAGIARISM


def test_reworded_english_is_shared() -> None:
    [first, *_] = HARBOUR
    second = "The harbour lights were put out one by one in the winter in which the ferry stopped."
    a, b = page(A, first, *alone(*"abc")), page(B, second, *alone(*"def"), link(A))
    found = pair(a, b)
    assert found.shared == ((first, second),)
    assert "1 sentence was changed a little" in found.because


def test_changed_sentences_can_be_disabled() -> None:
    a, b = page(A, *CHANGED), page(B, *CHANGED.values())
    assert pairs(a, b, options=SimilarOptions(near=False)) == []
    assert pairs(a, b, options=SimilarOptions(faithful=True)) == []


def test_one_changed_sentence_between_unrelated_sites_is_not_a_pair() -> None:
    [(first, second)] = list(CHANGED.items())[:1]
    assert pairs(page(A, first, *alone(*"abc")), page(B, second, *alone(*"def"))) == []


def test_within_a_site_changed_sentences_are_formulas() -> None:
    own = "https://mizuumi.example/other.html"
    assert pairs(page(A, *CHANGED), page(own, *CHANGED.values())) == []


def test_sentence_similar_to_four_others_is_a_formula() -> None:
    """The others link to the first, so that one changed sentence would be enough."""
    formula = "{}月の営業時間は午前九時から午後五時まで、定休日は毎週水曜日となっております。"
    first = page(FIRST, formula.format("一"), *alone("一"))
    others = [
        page(f"https://mise{month}.example/", formula.format(month), *alone(month), link(FIRST))
        for month in "二三四五"
    ]
    assert len(pairs(first, *others[:3])) == 3
    assert pairs(first, *others) == []


def test_variant_beside_the_sentence_itself_is_not_counted() -> None:
    """The other page has the sentence unchanged, and the variant in addition."""
    twice = [one for lines in LAKE for one in (lines, lines.replace("は", "が", 1))]
    [found] = pairs(page(A, *LAKE), page(B, *twice))
    assert not any("changed" in reason for reason in found.because)
    assert found.overlap < 0.8
    assert all(sentence.a == sentence.b for sentence in found.shared)


def test_thai_without_spaces_is_compared() -> None:
    lines = [
        "ทะเลสาบทางเหนือของหมู่บ้านเงียบสงบมากในฤดูหนาวและไม่มีใครออกเรือหาปลา",
        "คุณปู่เล่าว่าสะพานไม้เก่าพังลงในพายุเมื่อสี่สิบปีก่อนและไม่มีใครซ่อมอีกเลย",
    ]
    [found] = pairs(page(A, *lines), page(B, *lines))
    assert found.overlap == 1


def test_code_alone_does_not_pair_unrelated_pages() -> None:
    code = "<pre>public static void main(String[] arguments) throws IOException {\n"
    code += "connection = DriverManager.getConnection(address, name, secret);</pre>"
    assert pairs(page(A, *LAKE, code), page(B, *BREAD, code)) == []
