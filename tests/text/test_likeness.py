"""Sentences are the same when only their dress differs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honbun.text.similarity import fingerprint, sentence_key
from honbun.text.unicode import normalise


def test_fingerprints_are_the_same_on_every_machine() -> None:
    assert fingerprint("Hello, world.") == 2040998404227468622
    assert fingerprint("京都市左京区") == -7878998511824505776


def test_quotes_dashes_and_width_do_not_count() -> None:
    assert sentence_key("“It’s” – 5") == sentence_key('"it\'s" - ５')
    assert sentence_key("今日は、Ｗｅｂで。") == sentence_key("今日は，Webで．")


def test_letters_count() -> None:
    assert sentence_key("今日は") != sentence_key("今日が")
    assert sentence_key("cafe") != sentence_key("café")


@given(st.text())
def test_key_of_a_key_is_itself(text: str) -> None:
    assert sentence_key(sentence_key(text)) == sentence_key(text)


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn"])), st.booleans())
def test_key_forgets_what_normalising_changes(text: str, japanese: bool) -> None:
    assert sentence_key(normalise(text, japanese=japanese)) == sentence_key(text)


@given(st.text())
def test_fingerprint_fits_in_a_signed_column(text: str) -> None:
    assert -(2**63) <= fingerprint(text) < 2**63
