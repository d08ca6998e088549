"""Japanese pages and sentences are recognised by kana; language tags are validated."""

from __future__ import annotations

import pytest

from honbun.text.language import is_japanese, is_japanese_sentence, language_tag


def test_page_is_japanese_by_its_share_of_particles() -> None:
    assert is_japanese("商品の案内" + "x" * 195)
    assert not is_japanese("商品の案内" + "x" * 196)


def test_white_space_does_not_count() -> None:
    assert is_japanese("商品の案内" + " \n" * 10_000)


def test_encoding_without_kana_is_not_japanese() -> None:
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


@pytest.mark.parametrize("tag", ["en_US", "", "e", "English (US)", None])
def test_malformed_tag_is_dropped(tag: str | None) -> None:
    assert language_tag(tag) is None
