from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honbun.content.template.place import Names, Places, keys, places
from tests.content.site import measured
from tests.strategies import HTML


def names(*pages: str) -> Names:
    return Names.learn([measured(page) for page in pages])


def placed(page: str, *others: str, region: int = -1) -> Places:
    """The places of the blocks of a page, learned from its site."""
    outline = measured(page)
    key, anchor = keys(outline, names(page, *others))
    return places(outline, key, anchor, region)


@given(st.lists(HTML, min_size=1, max_size=4))
def test_every_block_of_any_page_has_a_place(pages: list[str]) -> None:
    outline = measured(pages[0])
    found = placed(*pages, region=len(outline) // 2)
    assert len(found.place) == len(found.spot) == len(outline)
