from __future__ import annotations

from hypothesis import given

from honbun.content.measure import names as measure
from honbun.html.blocks import split
from honbun.html.parse import parse
from tests.strategies import HTML


@given(HTML)
def test_any_soup_gives_names_to_each_block(html: str) -> None:
    found = split(parse(html))
    assert len(measure.names(found, found.texts())) == len(measure.ways_on(found)) == len(found)
