"""The byte range of a sentence contains that sentence."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from honbun.html.decode import Decoded, decode
from honbun.html.parse import parse
from honbun.papers.similar_003.offsets import places, title
from honbun.similar.sentences import sentences
from honbun.text.unicode import normalise
from tests.strategies import HTML

ENCODINGS = {
    "utf-8": "utf-8",
    "shift_jis": "cp932",
    "euc-jp": "euc_jp",
    "gbk": "gbk",
    "gb18030": "gb18030",
    "iso-2022-jp": "iso2022_jp",
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
}
"""Python codec names by the standard's encoding names."""
SINGLE = {"windows-1252": "cp1252", "windows-1251": "cp1251", "iso-8859-2": "iso8859_2"}
BOMS = {"utf-16le": b"\xff\xfe", "utf-16be": b"\xfe\xff"}

PIECES = st.lists(
    st.one_of(
        st.sampled_from("今日は雨。|明日は？|漢字、|A word. |Mr. B text so. |x & y |z".split("|")),
        st.sampled_from("&amp;|&lt;b&gt;|&#12354;|&eacute;|&nbsp;|&notit;".split("|")),
        st.sampled_from("<b>|</b>|<p>|</div>|<!-- c -->|<br>|<br><br>|</foo>".split("|")),
        st.sampled_from(["\r\n", "\n", "\r", " ", "<script>a<b</script>"]),
        st.sampled_from(["<noscript>n<b> m</b>&amp;</noscript>", "<pre>\r\np\r\n</pre>"]),
        st.sampled_from(["<a href='?a&b'>link</a> ", "<table><tr><td>c</table>"]),
    ),
    max_size=25,
).map("".join)


def check(html: bytes, encoding: str, prefix: bytes = b"") -> None:
    decoded = decode(html, f"text/html; charset={encoding}")
    assert decoded.encoding == encoding
    tree = parse(decoded.text)
    found = sentences(tree)
    spots = places(html, decoded, tree, [(one.start, one.stop) for one in found])
    last = 0
    for one, (offset, length) in zip(found, spots, strict=True):
        assert last <= offset
        last = offset + length
        source = (prefix + html[offset:last]).decode("whatwg-" + encoding)
        text = parse("<body><div>" + source.replace("<br>", " ")).text
        assert normalise(text, japanese=one.japanese) == one.text


@given(PIECES, st.sampled_from(sorted(set(ENCODINGS) - {"iso-2022-jp"})))
def test_byte_range_decodes_to_the_sentence(body: str, encoding: str) -> None:
    html = f"<title>t</title><div>{body}"
    check(BOMS.get(encoding, b"") + html.encode(ENCODINGS[encoding]), encoding)


@given(PIECES, st.sampled_from(sorted(SINGLE)))
def test_single_byte_encodings_are_counted_alike(body: str, encoding: str) -> None:
    html = f"<div>{body}".encode(SINGLE[encoding], "ignore")
    check(html, encoding)


@given(PIECES)
def test_range_includes_the_escape_sequence_in_force(body: str) -> None:
    """A sentence in the middle of Japanese text has no escape sequence of its own."""
    html = f"<div>{body}".replace("&eacute;", "").encode("iso2022_jp")
    decoded = decode(html, "text/html; charset=iso-2022-jp")
    tree = parse(decoded.text)
    found = sentences(tree)
    spots = places(html, decoded, tree, [(one.start, one.stop) for one in found])
    for one, (offset, length) in zip(found, spots, strict=True):
        before = html[:offset]
        part = html[offset : offset + length]
        if part[:1] != b"\x1b" and before.rfind(b"\x1b$B") > before.rfind(b"\x1b(B"):
            part = b"\x1b$B" + part
        source = part.decode("whatwg-iso-2022-jp")
        assert (
            normalise(
                parse("<body><div>" + source.replace("<br>", " ")).text, japanese=one.japanese
            )
            == one.text
        )


@given(PIECES, st.booleans())
def test_offsets_of_a_text_page_count_utf8_bytes(body: str, marked: bool) -> None:
    html = ("\ufeff" if marked else "") + f"<div>{body}"
    decoded = decode(html)
    tree = parse(decoded.text)
    found = sentences(tree)
    form = html.encode()
    for one, (offset, length) in zip(
        found, places(html, decoded, tree, [(one.start, one.stop) for one in found]), strict=True
    ):
        source = form[offset : offset + length].decode()
        assert (
            normalise(
                parse("<body><div>" + source.replace("<br>", " ")).text, japanese=one.japanese
            )
            == one.text
        )


def test_title_has_a_byte_range() -> None:
    html = "<svg><title>icon</title></svg><title>\r\n 題&amp;名 \r\n</title><p>x".encode("cp932")
    decoded = decode(html, "text/html; charset=shift_jis")
    tree = parse(decoded.text)
    found = title(tree)
    assert found is not None
    [(offset, length)] = places(html, decoded, tree, [found])
    assert html[offset : offset + length] == "題&amp;名".encode("cp932")
    assert title(parse("<title> </title>")) is None


def test_broken_bytes_affect_only_the_words_around_them() -> None:
    html = (
        ("<p>今日は雨。</p>" * 9).encode()
        + b"<p>\xe4\xbb broken \xff\xfe</p>"
        + "<p>明日は？</p>".encode()
    )
    decoded = decode(html, "text/html; charset=utf-8")
    assert decoded.replaced
    tree = parse(decoded.text)
    found = sentences(tree)
    spots = places(html, decoded, tree, [(one.start, one.stop) for one in found])
    offset, length = spots[-1]
    assert html[offset : offset + length].decode() == "明日は？"


@pytest.mark.parametrize("encoding", [*ENCODINGS, "big5", "euc-kr", "windows-1252"])
@settings(max_examples=15)
@given(data=st.binary(max_size=60), html=HTML)
def test_any_bytes_have_valid_offsets(encoding: str, data: bytes, html: str) -> None:
    page = data + html.encode() + data
    text = page.decode("whatwg-" + encoding)
    tree = parse(text)
    ranges = [(one.start, one.stop) for one in sentences(tree)]
    for offset, length in places(page, Decoded(text, encoding, "header", 0), tree, ranges):
        assert 0 <= offset <= offset + length <= len(page)


def test_repeated_words_are_found_at_their_own_positions() -> None:
    """Also inside a script, and after text that the parser moves out of a table."""
    html = "<script>w</script><p>w<p>x<table><tr><td>h</td>g</tr></table><p>h"
    tree = parse(html)
    found = {(one.text, one.start, one.stop) for one in sentences(tree)}
    ranges = sorted((start, stop) for text, start, stop in found if text in {"w", "h"})
    spots = places(html, decode(html), tree, ranges)
    assert [spot.offset for spot in spots] == [
        html.index("w<p>"),
        html.index("h</td>"),
        len(html) - 1,
    ]


@given(HTML, st.integers(0, 40))
@example("<svg><iframe><p>x", 1)  # in a drawing an iframe is not raw text
@example("<math><style>a<p>x</style>", 1)
def test_every_character_of_tag_soup_maps_to_an_equal_one(html: str, most: int) -> None:
    tree = parse(html)
    seen = [at for at, letter in enumerate(tree.text) if letter == "x"][:most]
    spots = places(html, decode(html), tree, [(at, at + 1) for at in seen])
    form = html.encode()
    assert [form[offset : offset + length] for offset, length in spots] == [b"x"] * len(seen)
