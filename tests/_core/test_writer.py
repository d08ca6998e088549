"""Marks of lists and quotations are written as a plain definition writes them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honbun._core.writer import Writer
from tests._core import plain_writer

FORM = st.tuples(
    st.sampled_from("ul ol li li dl dt dd blockquote p p".split()),
    st.integers(0, 6),
    st.integers(0, 3),
    st.just(""),
)
FRAME = st.lists(FORM, min_size=1, max_size=5).map(tuple)
TEXT = st.sampled_from(["a", "a\nb", "a\n\nb", "", "\n"])


@given(st.lists(st.tuples(FRAME, TEXT), max_size=8))
def test_lines_equal_their_definition(
    parts: list[tuple[tuple[tuple[str, int, int, str], ...], str]],
) -> None:
    ours, plain = Writer(), plain_writer.Writer()
    assert [ours.write(*part) for part in parts] == [plain.write(*part) for part in parts]
    assert ours.text() == plain.text()
