"""Chunks cover the Markdown of a document in order, and are cut where a reader would cut."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.document.chunks import count_tokens
from honbun.errors import HonbunError
from tests.document.builders import whole_page

if TYPE_CHECKING:
    from honbun.content.model import Content

WORDS = st.lists(
    st.sampled_from(
        ["boats", "float.", "Why?", "*", "港の灯。", "a" * 30, "|", "`x`", "1.", "&amp;"]
    ),
    min_size=1,
    max_size=25,
).map(" ".join)
LINES = st.lists(st.sampled_from(["x = 1", "", "  if y:", "z" * 60]), min_size=1, max_size=12)
PIECES = st.one_of(
    WORDS.map("<p>{}</p>".format),
    WORDS.map("<h2>{}</h2>".format),
    WORDS.map("<h3>{}</h3>".format),
    WORDS.map("<blockquote><p>{}</p></blockquote>".format),
    WORDS.map("loose {} text<br>and more".format),
    st.lists(WORDS, min_size=1, max_size=4).map(
        lambda texts: "<ul>" + "".join(f"<li>{text}" for text in texts) + "</ul>"
    ),
    LINES.map(lambda lines: "<pre>" + "\n".join(lines) + "</pre>"),
    st.lists(st.tuples(WORDS, WORDS), min_size=2, max_size=6).map(
        lambda rows: "<table>" + "".join(f"<tr><td>{a}<td>{b}" for a, b in rows) + "</table>"
    ),
)
PAGES = st.lists(PIECES, min_size=1, max_size=8).map("".join)


def page(*pieces: str) -> Content:
    return whole_page("".join(pieces))


@given(PAGES, st.integers(1, 120))
def test_chunks_in_order_cover_the_markdown_without_overlap(html: str, most: int) -> None:
    content = whole_page(html)
    found, end = list(content.chunks(most)), 0
    for chunk in found:
        assert chunk.start >= end
        assert not content.markdown[end : chunk.start].strip("> \n")
        assert content.markdown[chunk.start : chunk.stop] == chunk.text
        assert chunk.text.strip()
        assert chunk.tokens == count_tokens(chunk.text)
        assert chunk.tokens <= most or len(chunk.text.strip()) == 1
        assert chunk.blocks
        end = chunk.stop
    assert not content.markdown[end:].strip()


@given(PAGES, st.integers(40, 120))
def test_rows_and_lines_that_fit_are_not_cut(html: str, most: int) -> None:
    content = whole_page(html)
    whole = content.markdown
    starts = {chunk.start for chunk in content.chunks(most)}
    for line in re.finditer(r"^\|.*\|$", whole, re.MULTILINE):
        if count_tokens(line[0]) <= most:
            assert not starts & set(range(line.start() + 1, line.end()))


def test_a_chunk_begins_at_a_heading_and_knows_the_headings_above_it() -> None:
    content = page(
        "<h2>Boats</h2><p>They float.</p><h3>Old <em>boats</em></h3><p>They sink.</p>",
        "<h2>Trams</h2><p>They do not.</p>",
    )
    found = list(content.chunks())
    assert [chunk.text for chunk in found] == [
        "## Boats\n\nThey float.",
        "### Old *boats*\n\nThey sink.",
        "## Trams\n\nThey do not.",
    ]
    assert [chunk.headings for chunk in found] == [
        ("Boats",),
        ("Boats", "Old boats"),
        ("Trams",),
    ]
    assert [block for chunk in found for block in chunk.blocks] == list(range(6))


def test_code_that_fits_is_one_chunk_and_longer_code_is_cut_after_lines() -> None:
    code = "\n".join(f"step({n})" for n in range(12))
    content = page(f"<p>{'Words float. ' * 12}</p><pre>{code}</pre>")
    fitting = [chunk.text for chunk in content.chunks(80)]
    assert fitting[-1] == f"```\n{code}\n```"
    cut = [chunk.text for chunk in content.chunks(30)]
    assert "\n".join(cut).endswith(f"```\n{code}\n```")
    assert all(re.fullmatch(r"(```|step\(\d+\)|\n)+", text) for text in cut[-2:])


def test_prose_that_is_too_long_is_cut_after_sentences() -> None:
    content = page("<p>Boats float on water. Trams run on rails. 港の灯が消えた。船は出た。</p>")
    assert [chunk.text.strip() for chunk in content.chunks(9)] == [
        "Boats float on water.",
        "Trams run on rails.",
        "港の灯が消えた。",
        "船は出た。",
    ]


def test_tokens_are_counted_as_asked() -> None:
    content = page("<p>one two three</p><p>four five</p><p>six</p>")
    found = list(content.chunks(3, count=lambda text: len(text.split())))
    assert [(chunk.text, chunk.tokens) for chunk in found] == [
        ("one two three", 3),
        ("four five\n\nsix", 3),
    ]


def test_no_tokens_are_an_error() -> None:
    with pytest.raises(HonbunError, match="max_tokens must be at least 1"):
        list(page("<p>Boats.</p>").chunks(0))


@pytest.mark.parametrize(
    "piece", ["<p>Boats float.</p>", "<p>Boats float. ", "boats ", "b", "<li>x", "<h3>x</h3>"]
)
def test_time_grows_with_the_document_alone(piece: str) -> None:
    content, counted = page(piece * 4000), 0

    def count(text: str) -> int:
        nonlocal counted
        counted += len(text)
        return len(text)

    assert len(list(content.chunks(100, count))) > 20
    assert counted < 40 * len(content.markdown)
    counted = 0
    assert len(list(content.chunks(10**6, count))) <= 4000
    assert counted < 40 * len(content.markdown)
