"""Pages and sentences are told to be Japanese by their kana."""

from __future__ import annotations

import pytest

from honbun.text.language import is_japanese, is_japanese_sentence


def test_particles_make_a_page_japanese() -> None:
    assert is_japanese("商品の案内" + "x" * 195)
    assert not is_japanese("商品の案内" + "x" * 196)


def test_white_space_of_the_source_does_not_count() -> None:
    assert is_japanese("商品の案内" + " \n" * 10_000)


def test_an_encoding_without_kana_cannot_be_japanese() -> None:
    text = "今日は雨でした。"
    assert is_japanese(text, "euc-jp")
    assert not is_japanese(text, "windows-1252")


@pytest.mark.parametrize(
    ("text", "page", "expected"),
    [
        ("今日は雨だった。", False, True),
        ("会社概要", True, True),
        ("会社概要", False, False),
        ("鲜の每日", False, False),
        ("品の良い店", True, True),
        ("ｶﾀｶﾅ", False, True),
        ("English only", True, False),
        ("Ελληνικά", True, False),
        ("A long English sentence that names カラオケ once.", True, False),
    ],
)
def test_sentence_is_japanese_by_kana_or_by_its_page(text: str, page: bool, expected: bool) -> None:
    assert is_japanese_sentence(text, page) is expected
