from __future__ import annotations

from functools import partial

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from honbun.content.alone.nesting import AROUND, LEVELS, Nesting
from honbun.content.alone.sheet import TAGS, Sheet
from tests.content.alone.sheets import LONG, around, features_by_name, sheet
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
    """The nearest ancestor with more texts, or the outermost block."""
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
def test_each_level_is_the_next_ancestor_with_more_texts(html: str) -> None:
    page = sheet(html)
    if len(page):
        assert Nesting(page).levels.T.tolist() == [steps(page, row) for row in page.row.tolist()]


def known_tag(tag: str) -> str:
    return tag if tag in TAGS else "other"


def path(page: Sheet, named: bool, block: int) -> tuple[object, ...]:
    plan = page.plan
    return tuple(
        (known_tag(plan.tag[b]), plan.names[b] if named else None) for b in around(page, block)
    )


def own(page: Sheet, block: int) -> tuple[object, ...]:
    return known_tag(page.plan.tag[block]), page.plan.names[block]


def numbered(keys: list[tuple[object, ...]]) -> list[int]:
    """Equal keys as equal numbers, in order of occurrence."""
    return [keys.index(key) for key in keys]


@given(PAGES)
def test_groups_share_a_tag_path_a_name_path_or_own_names(html: str) -> None:
    page = sheet(html)
    if not len(page):
        return
    for key, group in zip(
        (partial(path, page, False), partial(path, page, True), partial(own, page)),
        Nesting(page).groups,
    ):
        assert numbered([(number,) for number in group.tolist()]) == numbered(
            [key(block) for block in page.row.tolist()]
        )


@given(PAGES)
def test_features_of_any_html_are_finite(html: str) -> None:
    page = sheet(html)
    if len(page):
        for name, value in features_by_name(Nesting(page).features(), len(page)).items():
            assert np.isfinite(value.astype(float)).all(), name


@given(PAGES)
def test_row_is_in_the_elements_around_it(html: str) -> None:
    page = sheet(html)
    if not len(page):
        return
    found = features_by_name(Nesting(page).features(), len(page))
    for place, row in enumerate(page.row.tolist()):
        tags = {page.plan.tag[block] for block in around(page, row)}
        assert {tag for tag in AROUND if found[f"in {tag}"][place]} == tags & set(AROUND)
