from __future__ import annotations

from functools import partial
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.content.alone.nesting import AROUND, LEVELS, Nesting
from honbun.content.alone.sheet import TAGS, Sheet
from tests.content.alone.sheets import LONG, around, sheet, told
from tests.strategies import HTML

NAMED = st.lists(
    st.sampled_from(["<div>", "<div class=a>", "<div class='a b'>", "<section>", "<ul>", "<li>"])
    | st.sampled_from(
        ["</div>", "</section>", "</ul>", "<p>x", "<p class=a>y", "<td>", "z ", "<i>"]
    )
    | st.sampled_from(["<article>", "</article>", "<center>", "<form>", "</form>", f"<p>{LONG}"]),
    max_size=40,
).map("".join)
PAGES = st.one_of(HTML, NAMED)


def texts_in(page: Sheet, block: int) -> int:
    return sum(1 for b in range(block, page.plan.end[block]) if page.plan.text[b])


def wider(page: Sheet, block: int) -> int:
    """The nearest block around one that holds more texts, else the outermost."""
    for outer in around(page, block)[1:]:
        if texts_in(page, outer) > texts_in(page, block):
            return outer
    return 0


def steps(page: Sheet, row: int) -> list[int]:
    found = [row]
    while len(found) < LEVELS:
        found.append(wider(page, found[-1]))
    return found


@given(PAGES)
def test_each_level_is_the_next_element_that_holds_more_texts(html: str) -> None:
    page = sheet(html)
    if len(page):
        assert Nesting(page).levels.tolist() == [steps(page, row) for row in page.row.tolist()]


def told_apart(tag: str) -> str:
    return tag if tag in TAGS else "other"


def way(page: Sheet, named: bool, block: int) -> tuple[object, ...]:
    plan = page.plan
    return tuple(
        (told_apart(plan.tag[b]), plan.names[b] if named else None) for b in around(page, block)
    )


def own(page: Sheet, block: int) -> tuple[object, ...]:
    return told_apart(page.plan.tag[block]), page.plan.names[block]


def numbered(keys: list[tuple[object, ...]]) -> list[int]:
    """Equal keys as equal numbers, in the order in which they come."""
    return [keys.index(key) for key in keys]


@given(PAGES)
def test_groups_are_rows_on_the_same_way_by_tags_by_names_and_of_the_same_names(html: str) -> None:
    page = sheet(html)
    if not len(page):
        return
    for key, group in zip(
        (partial(way, page, False), partial(way, page, True), partial(own, page)),
        Nesting(page).groups,
    ):
        assert numbered([(number,) for number in group.tolist()]) == numbered(
            [key(block) for block in page.row.tolist()]
        )


@given(PAGES)
def test_features_of_any_soup_are_finite_numbers_for_each_row(html: str) -> None:
    page = sheet(html)
    if len(page):
        for name, value in told(Nesting(page).features(), len(page)).items():
            assert np.isfinite(value.astype(float)).all(), name


@given(PAGES)
def test_a_row_is_in_the_elements_that_stand_around_it(html: str) -> None:
    page = sheet(html)
    if not len(page):
        return
    found = told(Nesting(page).features(), len(page))
    for place, row in enumerate(page.row.tolist()):
        tags = {page.plan.tag[block] for block in around(page, row)}
        assert {tag for tag in AROUND if found[f"in {tag}"][place]} == tags & set(AROUND)


def features(html: str) -> dict[str, dict[str, float]]:
    """For each text what is told of it."""
    page = sheet(html)
    found = told(Nesting(page).features(), len(page))
    return {
        text: {name: float(value[row]) for name, value in found.items()}
        for row, text in enumerate(page.texts)
    }


def test_ways_of_the_same_tags_in_another_order_are_other_ways() -> None:
    tags = ("div", "section", "article", "main", "aside")
    ways = [
        "".join(f"<{tag}>" for tag in way) + f"<p>{n}</p>" + "".join(f"</{t}>" for t in way[::-1])
        for n, way in enumerate(permutations(tags))
    ]
    by_tags, *_ = Nesting(sheet("<body>" + "".join(ways))).groups
    assert len(set(by_tags.tolist())) == len(ways) == 120


def test_lines_in_a_row_are_no_repeated_element() -> None:
    """One holds more than one text; here only the body does."""
    found = features("<body>" + "".join(f"<p>line {n}</p>" for n in range(9)))
    assert found["line 3"]["repeated"] == pytest.approx(np.log1p(1))


def test_wrappers_are_no_levels() -> None:
    page = sheet("<body><div><div><p>a</div></div><p>b")
    (row, *above) = Nesting(page).levels[0].tolist()
    assert page.plan.text[row] == "a"
    assert [page.plan.tag[block] for block in above] == ["body"] * (LEVELS - 1)


def test_hundreds_of_wrappers_are_no_levels_either() -> None:
    page = sheet("<body>" + "<div>" * 300 + "<p>a" + "</div>" * 300 + "<p>b")
    assert Nesting(page).levels[0].tolist() == [page.row[0], *[0] * (LEVELS - 1)]


def test_a_level_tells_what_its_element_holds() -> None:
    found = features("<body><div><p>aaaa</p><p><a href=/>bb</a></p><li>cc</div><p>dddddddd")["aaaa"]
    assert found["share of 0"] == pytest.approx(4 / 16)
    assert found["share of 1"] == pytest.approx(8 / 16)
    assert found["links of 1"] == pytest.approx(2 / 8)
    assert found["paragraphs of 1"] == pytest.approx(6 / 8)
    assert found["items of 1"] == pytest.approx(1 / 3)
    assert found["share of 2"] == found["share of 5"] == 1


def test_cards_that_come_again_tell_where_a_row_stands_in_them() -> None:
    card = "<div class=card><h2>{0}</h2><p>about {0}</p></div>"
    found = features("<body><main>" + "".join(card.format(n) for n in range(6)) + "</main><p>end")
    assert found["3"]["repeated"] == found["about 3"]["repeated"] > found["end"]["repeated"]
    assert (found["3"]["place in repeated"], found["about 3"]["place in repeated"]) == (0, 0.5)
    assert found["about 0"]["way count"] == pytest.approx(np.log1p(6))


def test_the_text_is_where_the_paragraphs_are() -> None:
    found = features(
        f"<body><nav><p>menu</nav><main><article><h1>title</h1><p>{LONG}</p><p>{LONG}!</p>"
        "</article></main><footer><p>foot</footer>"
    )
    assert [found[text]["in text"] for text in ("menu", "title", "foot")] == [0, 1, 0]
    assert (found["title"]["up from text"], found["title"]["down from text"]) == (0, 1)
    assert (found["menu"]["up from text"], found["menu"]["down from text"]) == (2, 2)
    assert found["title"]["in trunk 0.9"] == 1
    assert found["foot"]["in trunk 0.9"] == 0
    assert found["menu"]["place by text"] < 0 <= found["title"]["place by text"]
    assert found["foot"]["place by text"] >= 1
