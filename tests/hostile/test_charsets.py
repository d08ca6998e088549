"""Pages with a wrong charset are decoded by their bytes; replaced characters are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.html.decode import decode
from honbun.page import Page
from tests.hostile.case import cases
from tests.hostile.neighbours import run

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command

JAPANESE = "髙橋さんは①番の㈱日本文字に勤めています。表示が化けてはいけない。"
PLAIN = "東京の図書館では、今日から新しい本の貸し出しを始めました。"


def declaring(charset: str, encoding: str, text: str = PLAIN) -> bytes:
    html = f"<html><head><meta charset={charset}><title>文字</title></head><body><p>{text}"
    return html.encode(encoding)


RIGHT = {
    "Shift_JIS that says UTF-8": (declaring("utf-8", "cp932", JAPANESE), JAPANESE),
    "UTF-8 that says Shift_JIS": (declaring("Shift_JIS", "utf-8", JAPANESE), JAPANESE),
    "EUC-JP that says UTF-8": (declaring("utf-8", "euc-jp"), PLAIN),
    "ISO-2022-JP that says so": (declaring("iso-2022-jp", "iso-2022-jp"), PLAIN),
    "UTF-16 with its mark that says Shift_JIS": (declaring("Shift_JIS", "utf-16"), PLAIN),
    "UTF-16 without its mark": (declaring("utf-16", "utf-16-le"), PLAIN),
    "UTF-16 without its mark, high bytes first": (declaring("utf-8", "utf-16-be"), PLAIN),
    "UTF-8 that says UTF-16": (declaring("utf-16", "utf-8"), PLAIN),
    "charset of nonsense": (declaring("no-such-thing", "utf-8"), PLAIN),
    "charset of a megabyte": (declaring("x" * 1_000_000, "utf-8"), PLAIN),
    "UTF-8 that says UTF-7": (declaring("utf-7", "utf-8"), PLAIN),
    "thousands of charsets": (
        b"<meta charset=koi8-q>" * 5_000 + declaring("utf-8", "utf-8"),
        PLAIN,
    ),
}


@cases(RIGHT)
def test_wrong_charset_is_overruled(
    case: tuple[bytes, str], honbun: Command, tmp_path: Path
) -> None:
    html, text = case
    [row] = run(honbun, tmp_path, {"hostile.html": html}).rows
    assert row["text"] == text


LOST = {
    "a character cut in two": ("<p>" + PLAIN * 9).encode()[:-1],
    "two encodings in one page": f"<meta charset=utf-8><p>{PLAIN * 9}".encode()
    + "本".encode("cp932"),
    "bytes that no encoding has": b"<meta charset=euc-jp><p>text \xff\xff",
}


@cases(LOST)
def test_undecodable_characters_are_counted(case: bytes) -> None:
    decoded = decode(case)
    assert decoded.replaced >= 1
    assert decoded.encoding == ("euc-jp" if b"euc-jp" in case else "utf-8")
    assert decoded.text.count("\ufffd") == decoded.replaced


def test_utf_7_is_not_read_as_markup() -> None:
    """Tags in UTF-7 would bypass every check."""
    hidden = b"<meta charset=utf-7><p>+ADw-script+AD4-alert(1)+ADw-/script+AD4-"
    assert "<script>" not in decode(hidden, "text/html; charset=utf-7").text
    assert "script" not in Page(hidden).parse().tag


def test_text_encoded_twice_is_unchanged() -> None:
    """Repairing it would harm ordinary text."""
    twice = PLAIN.encode().decode("latin-1")
    assert decode(f"<meta charset=utf-8><p>{twice}".encode()).text.endswith(twice)


def test_invalid_header_is_ignored() -> None:
    for header in (
        "text/html; charset=",
        "charset=\xff\xfe",
        ";;;charset=utf-8;charset=x",
        "x" * 10**6,
    ):
        assert decode(f"<p>{PLAIN}".encode(), header).text == f"<p>{PLAIN}"
