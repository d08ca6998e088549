from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.html.decode import decode

TEXT = "<p>①㈱髙﨑Ⅲ～―日本語のページで、検出にも足りるだけの文章があります。</p>"
NEC_AND_IBM = "①㈱髙"
EUC = bytes.fromhex("ADA1ADEAFCE2")
ISO_2022 = b"\x1b$B" + bytes.fromhex("2D212D6A7C62") + b"\x1b(B"


@pytest.mark.parametrize(
    ("data", "label"),
    [
        (NEC_AND_IBM.encode("cp932"), "Shift_JIS"),
        (NEC_AND_IBM.encode("cp932"), "x-sjis"),
        (NEC_AND_IBM.encode("cp932"), "Windows-31J"),
        (EUC, "EUC-JP"),
        (ISO_2022, "ISO-2022-JP"),
        (NEC_AND_IBM.encode(), "utf8"),
    ],
)
def test_extension_characters_of_japanese_encodings_come_through(data: bytes, label: str) -> None:
    decoded = decode(data, f"text/html; charset={label}")
    assert decoded.text == NEC_AND_IBM
    assert decoded.told_by == "header"
    assert decoded.replaced == 0


def test_a_byte_order_mark_outranks_the_header() -> None:
    decoded = decode(b"\xef\xbb\xbf" + "é".encode(), "text/html; charset=shift_jis")
    assert (decoded.text, decoded.encoding, decoded.told_by) == ("é", "utf-8", "bom")


def test_the_header_outranks_the_meta_element() -> None:
    html = b"<meta charset=euc-jp>" + "髙い山".encode("cp932")
    decoded = decode(html, "text/html; charset=shift_jis")
    assert decoded.text.endswith("髙い山")
    assert decoded.told_by == "header"


def test_an_unknown_label_counts_as_none() -> None:
    decoded = decode(("<meta charset=nonsense>" + TEXT).encode("cp932"), "text/html; charset=?")
    assert decoded.text.endswith(TEXT)
    assert decoded.told_by == "content"


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp", "utf-8", "iso2022_jp"])
def test_undeclared_japanese_is_detected(encoding: str) -> None:
    text = "<p>これは文字コードの宣言がないページです。検出できるだけの長さがあります。</p>"
    assert decode(text.encode(encoding)).text == text


@pytest.mark.parametrize(
    ("declared", "actual"),
    [
        ("shift_jis", "utf-8"),
        ("iso-8859-1", "utf-8"),
        ("utf-8", "cp932"),
        ("euc-jp", "cp932"),
        ("hz-gb-2312", "utf-8"),
    ],
)
def test_a_lying_declaration_is_overruled_by_the_bytes(declared: str, actual: str) -> None:
    html = f'<meta charset="{declared}">{TEXT}'
    decoded = decode(html.encode(actual))
    assert decoded.text == html
    assert decoded.told_by == "content"
    assert decoded.replaced == 0


def test_a_short_legacy_text_that_happens_to_be_utf8_is_left_alone() -> None:
    assert decode("联通".encode("gbk"), "text/html; charset=gbk").text == "联通"


def test_one_broken_character_does_not_overrule_utf8() -> None:
    decoded = decode("é".encode() * 50 + b"\xff", "text/html; charset=utf-8")
    assert decoded.text == "é" * 50 + "\ufffd"
    assert (decoded.encoding, decoded.replaced) == ("utf-8", 1)


def test_a_replacement_character_that_the_page_itself_has_is_not_counted() -> None:
    assert decode("a\ufffdb".encode()).replaced == 0


def test_an_encoding_that_browsers_give_up_is_read_by_its_bytes() -> None:
    html = "<meta charset=hz-gb-2312><p>café".encode("latin-1")
    assert decode(html).text == "<meta charset=hz-gb-2312><p>café"


def test_lone_surrogates_of_a_string_are_replaced() -> None:
    decoded = decode("a\ud800b")
    assert (decoded.text, decoded.replaced) == ("a\ufffdb", 1)


def test_utf16_is_read_by_its_mark_and_by_its_header() -> None:
    assert decode("é".encode("utf-16")).text == "é"
    assert decode("<p>é".encode("utf-16-le"), "text/html; charset=utf-16le").text == "<p>é"


@given(st.binary(max_size=300), st.sampled_from([None, "text/html; charset=shift_jis", "charset="]))
def test_any_bytes_decode(data: bytes, content_type: str | None) -> None:
    decoded = decode(data, content_type)
    assert decoded.replaced >= 0
    decoded.text.encode()  # no surrogates


@given(st.text(max_size=300))
def test_utf8_comes_back_as_it_was(text: str) -> None:
    expected = text.encode("utf-8", "replace").decode()
    assert decode(expected.encode(), "text/html; charset=utf-8").text == expected.removeprefix(
        "\ufeff"
    )
