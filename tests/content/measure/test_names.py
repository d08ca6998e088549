from __future__ import annotations

from hypothesis import given

from honbun.content.measure import names as measure
from honbun.html.blocks import split
from honbun.html.parse import parse
from tests.strategies import HTML


@given(HTML)
def test_every_block_of_any_html_has_names(html: str) -> None:
    found = split(parse(html))
    assert len(measure.names(found, found.texts())) == len(measure.ways_on(found)) == len(found)
