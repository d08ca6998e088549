from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honbun.content.template.place import Names, Places, keys, places, way
from tests.content.site import measured
from tests.strategies import HTML


def names(*pages: str) -> Names:
    return Names.learn([measured(page) for page in pages])


def placed(page: str, *others: str, region: int = -1) -> Places:
    """The places of a page's blocks, as its site has taught them."""
    outline = measured(page)
    key, anchor = keys(outline, names(page, *others))
    return places(outline, key, anchor, region)


def ways(page: str, *others: str, region: int = -1) -> list[str]:
    outline, found = measured(page), placed(page, *others, region=region)
    return [way(outline, found, region, block) for block in range(len(outline))]


def test_a_name_counts_that_three_pages_have() -> None:
    page = "<div class='post red'>x"
    assert names(page, page, "<div class=post>x").pages == {".post": 3}
    assert names(page, "<div class=post>x").pages == {".post": 2}


def test_a_name_that_stands_once_on_its_pages_is_an_anchor() -> None:
    page = "<div class=post><p class=line>x<p class=line>y"
    assert names(page, page, page).anchors == {".post"}


def test_a_name_that_one_element_has_twice_stands_once() -> None:
    page = "<div class='post post'>x"
    assert names(page, page, page).anchors == {".post"}


def test_an_anchor_may_stand_twice_on_a_page_in_twenty() -> None:
    once, twice = "<div class=a>x", "<div class=a>x</div><div class=a>x"
    assert names(*[once] * 19, twice).anchors == {".a"}
    assert names(*[once] * 18, twice).anchors == frozenset()


def test_an_element_is_called_by_the_name_that_most_pages_have() -> None:
    site = [f"<div class='tag{n % 2} post'>x" for n in range(8)]
    assert names(*site).key("div", (".tag0", ".post")) == ("div.post", True)
    assert names(*site).key("div", (".tag0",)) == ("div.tag0", True)
    assert names(*site).key("div", (".other",)) == ("div", False)
    assert names(*site).key("div", ()) == ("div", False)


def test_an_anchor_is_taken_before_a_name_that_is_only_a_little_more_common() -> None:
    both = "<div class='box main'>x</div><div class=box>y</div>"
    found = names(*[both] * 9, "<div class=box>x</div><div class=box>y</div>")
    assert found.key("div", (".box", ".main")) == ("div.main", True)
    rare = names(*[both] * 4, *["<div class=box>x</div><div class=box>y</div>"] * 6)
    assert rare.key("div", (".box", ".main")) == ("div.box", False)


def test_a_place_is_the_way_from_the_nearest_anchor() -> None:
    page = "<div class=page><div class=text><p>x<p>y</div><ul><li>z</ul></div>"
    assert ways(page, page, page) == [
        *("body", "div.page", "div.text", "div.text/p", "div.text/p"),
        *("div.page/ul", "div.page/ul/li"),
    ]


def test_a_place_survives_what_differs_around_its_anchor() -> None:
    plain = "<div class=text><p>x</div>"
    wrapped = "<section><section><div class=text><p>x</div></section></section>"
    assert placed(plain, plain, wrapped).place[-1] == placed(wrapped, plain, plain).place[-1]


def test_places_with_different_ways_differ() -> None:
    page = "<div class=a><p>x</div><div class=b><p>x<blockquote><p>x</div>"
    found = placed(page, page, page).place
    assert len(set(found)) == len(found)


def test_inside_the_region_places_start_from_it() -> None:
    page = "<div><div><p>x</div></div>"
    assert ways(page, region=2) == ["body", "body/div", "*div", "*div/p"]
    deeper = "<div><div><div><p>x</div></div></div>"
    assert placed(page, region=2).place[-1] == placed(deeper, region=3).place[-1]
    assert placed(page, region=2).place[-1] != placed(deeper, region=2).place[-1]


def test_regions_of_other_names_are_apart() -> None:
    site = ["<div class=a><p>x</div>"] * 3 + ["<div class=b><p>x</div>"] * 3
    one, other = placed(site[0], *site, region=1), placed(site[-1], *site, region=1)
    assert one.place[0] == other.place[0]
    assert one.place[1:] != other.place[1:]


def test_a_spot_numbers_equal_places_below_an_anchor() -> None:
    page = "<div class=foot><p>One<p>Two<p>Three</div>"
    found = placed(page, page, page)
    assert len(set(found.place[2:])) == 1
    assert len(set(found.spot[2:])) == 3
    assert found.spot[2] == placed("<div class=foot><p>Other</div>", page, page, page).spot[2]


def test_running_text_has_no_spots() -> None:
    page = "<div class=text><p>One<p>Two</div><p>Three"
    spots = placed(page, page, page, region=1).spot
    assert spots[1:4] == [0, 0, 0]
    assert spots[4] != 0


@given(st.lists(HTML, min_size=1, max_size=4))
def test_every_block_of_any_page_has_a_place(pages: list[str]) -> None:
    outline = measured(pages[0])
    found = placed(*pages, region=len(outline) // 2)
    assert len(found.place) == len(found.spot) == len(outline)
