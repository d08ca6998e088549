from __future__ import annotations

from hypothesis import given

from honbun.content.measure.plan import plan
from honbun.html.blocks import split
from honbun.html.parse import parse
from tests.strategies import HTML


@given(HTML)
def test_columns_of_any_html_are_consistent(html: str) -> None:
    blocks = split(parse(html))
    found = plan(blocks)
    assert len(found) == len(blocks)
    for block in range(len(found)):
        inner = [b for b in range(len(found)) if b > block and found.parent[b] == block]
        assert list(found.children(block)) == inner
        assert found.end[block] == max([block + 1, *(found.end[b] for b in inner)])
        assert found.size[block] == len("".join(found.text[block].split()))
        assert 0 <= found.linked[block] <= found.size[block]
        assert 0 <= found.pressed[block] <= found.size[block]
        above = found.parent[block]
        assert above < block
        if above >= 0:
            assert found.aside[block] or not found.aside[above]
            assert found.veiled[block] & found.veiled[above] == found.veiled[above]
