"""Parts of headers that may be names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.posts.fields.names import common_prefix, header_parts, strip_marks


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ann | Berlin | 2010-03-04", ["Ann", "Berlin"]),
        ("2010-03-04 Ann", ["Ann"]),
        ("Ann (ann@post.example) 2010-03-04 10:20", ["Ann"]),
        ("花子（北の宿）2010年3月4日", ["花子", "北の宿"]),
        ("Name: Ann", ["Name", "Ann"]),
        ("Jean-Luc", ["Jean-Luc"]),
        ("2010-03-04", []),
        ("", []),
    ],
)
def test_header_is_split_at_dates_addresses_and_marks(text: str, wanted: list[str]) -> None:
    assert list(header_parts(text, dated=True)) == wanted


def test_date_stays_if_none_is_expected() -> None:
    assert header_parts("Ann 2010-03-04", dated=False) == ("Ann 2010-03-04",)


@given(st.text())
def test_header_parts_are_stripped_substrings(text: str) -> None:
    for piece in header_parts(text, dated=True):
        assert piece in text
        assert piece == strip_marks(piece) != ""


@given(st.lists(st.text("ab", max_size=5), min_size=1))
def test_common_prefix_is_the_longest_one(texts: list[str]) -> None:
    prefixes = [texts[0][:length] for length in range(len(texts[0]) + 1)]
    shared = [each for each in prefixes if all(text.startswith(each) for text in texts)]
    assert common_prefix(texts) == shared[-1]
