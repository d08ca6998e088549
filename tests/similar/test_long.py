"""Long sentences: how length is counted, and how short ones are joined."""

from __future__ import annotations

from honbun.page import Page
from honbun.similar.long_sentences import FlaggedSentence, LongSentence, columns, long_sentences
from honbun.similar.model import SimilarOptions
from honbun.similar.sentences import sentences
from honbun.text.similarity import bands
from tests.similar.written import HARBOUR, LAKE


def found(body: str, options: SimilarOptions | None = None) -> list[LongSentence]:
    found_sentences = sentences(Page(body).parse())
    marked = [
        FlaggedSentence(one, quoted=False, content=True, code=False) for one in found_sentences
    ]
    return long_sentences(Page(body).parse().text, marked, options or SimilarOptions())


def texts(body: str, options: SimilarOptions | None = None) -> list[str]:
    return [one.text for one in found(body, options)]


def test_twenty_characters_of_japanese_are_long_enough_and_nineteen_are_not() -> None:
    enough = "湖の北の岸には古い灯台が立つと祖父は言う"
    assert len(enough) == 20
    assert texts(f"<p>{enough}。</p><p>{enough[1:]}。</p>") == [f"{enough}。"]
    assert texts(f"<p>{enough}。</p>", SimilarOptions(min_length=21)) == []


def test_a_latin_letter_counts_half() -> None:
    enough = "The lake lay still below the white house, and no one came."
    assert len("".join(enough.rstrip(".").split())) == 46
    assert texts(f"<p>{enough}</p>", SimilarOptions(min_length=23)) == [enough]
    assert texts(f"<p>{enough}</p>", SimilarOptions(min_length=24)) == []
    assert [one.width for one in found(f"<p>{enough}</p>")] == [46]


def test_short_sentences_of_a_paragraph_are_joined() -> None:
    talk = ["どこへ行くの。", "湖まで歩くよ。", "寒くないかな。", "平気だってば。", "そう。"]
    assert texts(f"<p>{''.join(talk)}</p>") == ["".join(talk[:4])]
    assert texts("".join(f"<p>{one}</p>" for one in talk)) == []


def test_long_sentence_ends_a_run_of_short_ones() -> None:
    short = "湖まで歩くよ。寒くないかな。"
    assert texts(f"<p>{short}{LAKE[1]}{short}</p>") == [LAKE[1]]


def test_repeated_sentence_counts_at_its_first_position() -> None:
    one, two = found(f"<p>{LAKE[0]}</p><p>{LAKE[1]}</p><p>{LAKE[0]}</p>")
    assert (one.text, one.start, two.text) == (LAKE[0], 0, LAKE[1])


def test_spelling_variants_are_the_same_sentence() -> None:
    plain, other = f"<p>{HARBOUR[0]}</p>", f"<p>“{HARBOUR[0].upper().replace(' ', '  ')}”</p>"
    assert [one.sentence for one in found(plain)] == [one.sentence for one in found(other)]


def test_url_or_line_of_code_is_not_a_sentence() -> None:
    assert texts("<p>https://a.example/a-very-long/path/that-goes-on/and-on/index.html</p>") == []
    assert (
        texts("<p>window.dataLayer=window.dataLayer||[];function(gtag){dataLayer.push}</p>") == []
    )


def test_bands_depend_on_the_script_and_are_optional() -> None:
    [one] = found(f"<p>{LAKE[0]}</p>")
    assert [one.bands] == bands([LAKE[0].rstrip("。").replace("、", ",")], [True])
    [one] = found(f"<p>{HARBOUR[0]}</p>")
    assert [one.bands] == bands([HARBOUR[0].lower().replace(" ", "").rstrip(".")], [False])
    exact = SimilarOptions(near=False)
    assert [one.bands for one in found(f"<p>{LAKE[0]}</p>", exact)] == [[]]


def test_columns_of_several_scripts() -> None:
    assert [columns(letter) for letter in "湖アｱ한aéя😀。"] == [2, 2, 1, 2, 1, 1, 1, 2, 2]
