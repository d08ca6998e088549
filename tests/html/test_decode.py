"""Pages are decoded by BOM, header, meta element and their bytes, in this order."""

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
def test_extension_characters_of_japanese_encodings_are_decoded(data: bytes, label: str) -> None:
    decoded = decode(data, f"text/html; charset={label}")
    assert decoded.text == NEC_AND_IBM
    assert decoded.decided_by == "header"
    assert decoded.replaced == 0


def test_byte_order_mark_precedes_the_header() -> None:
    decoded = decode(b"\xef\xbb\xbf" + "é".encode(), "text/html; charset=shift_jis")
    assert (decoded.text, decoded.encoding, decoded.decided_by) == ("é", "utf-8", "bom")


def test_header_precedes_the_meta_element() -> None:
    html = b"<meta charset=euc-jp>" + "髙い山".encode("cp932")
    decoded = decode(html, "text/html; charset=shift_jis")
    assert decoded.text.endswith("髙い山")
    assert decoded.decided_by == "header"


def test_unknown_label_is_ignored() -> None:
    decoded = decode(("<meta charset=nonsense>" + TEXT).encode("cp932"), "text/html; charset=?")
    assert decoded.text.endswith(TEXT)
    assert decoded.decided_by == "content"


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
def test_wrong_declaration_is_overruled_by_the_bytes(declared: str, actual: str) -> None:
    html = f'<meta charset="{declared}">{TEXT}'
    decoded = decode(html.encode(actual))
    assert decoded.text == html
    assert decoded.decided_by == "content"
    assert decoded.replaced == 0


def test_short_text_that_is_valid_utf8_by_chance_keeps_its_declaration() -> None:
    assert decode("联通".encode("gbk"), "text/html; charset=gbk").text == "联通"


def test_one_broken_character_does_not_overrule_utf8() -> None:
    decoded = decode("é".encode() * 50 + b"\xff", "text/html; charset=utf-8")
    assert decoded.text == "é" * 50 + "\ufffd"
    assert (decoded.encoding, decoded.replaced) == ("utf-8", 1)


def test_replacement_character_of_the_page_itself_is_not_counted() -> None:
    assert decode("a\ufffdb".encode()).replaced == 0


def test_encoding_that_browsers_refuse_is_detected_instead() -> None:
    html = "<meta charset=hz-gb-2312><p>café".encode("latin-1")
    assert decode(html).text == "<meta charset=hz-gb-2312><p>café"


def test_lone_surrogates_in_a_string_are_replaced() -> None:
    decoded = decode("a\ud800b")
    assert (decoded.text, decoded.replaced) == ("a\ufffdb", 1)


def test_utf16_is_decoded_by_its_mark_or_header() -> None:
    assert decode("é".encode("utf-16")).text == "é"
    assert decode("<p>é".encode("utf-16-le"), "text/html; charset=utf-16le").text == "<p>é"


@given(st.binary(max_size=300), st.sampled_from([None, "text/html; charset=shift_jis", "charset="]))
def test_any_bytes_decode(data: bytes, content_type: str | None) -> None:
    decoded = decode(data, content_type)
    assert decoded.replaced >= 0
    decoded.text.encode()  # no surrogates


@given(st.text(max_size=300))
def test_utf8_round_trip(text: str) -> None:
    expected = text.encode("utf-8", "replace").decode()
    assert decode(expected.encode(), "text/html; charset=utf-8").text == expected.removeprefix(
        "\ufeff"
    )
