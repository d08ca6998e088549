from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from honbun.content.template.place import Names
from honbun.content.template.route import Weighed, follow, learn
from honbun.content.template.template import weigh
from tests.content.site import measured
from tests.strategies import HTML

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.page import Page


def weighed(pages: Sequence[Page | str]) -> list[Weighed]:
    outlines = [measured(page) for page in pages]
    names = Names.learn(outlines)
    texts = Counter([mark for outline in outlines for mark in set(outline.mark) if mark])
    return [
        weigh(outline, names, [texts[mark] - 1 if mark else 0 for mark in outline.mark])
        for outline in outlines
    ]


@given(st.lists(HTML, min_size=1, max_size=6))
def test_any_pages_give_a_route_that_ends_inside_each(pages: list[str]) -> None:
    known = weighed(pages)
    route = learn(known)
    assert all(0 <= follow(page, route) < max(1, len(page.outline)) for page in known)
