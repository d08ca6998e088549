from __future__ import annotations

from hypothesis import given

from honbun.content.measure.marks import pictures
from honbun.html.blocks import split
from honbun.html.parse import parse
from tests.strategies import HTML


@given(HTML)
def test_pictures_of_any_html_are_in_blocks(html: str) -> None:
    found = split(parse(html))
    assert all(0 <= block < len(found) for block in pictures(found))
