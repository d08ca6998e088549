"""What groups of a page are worth beside its true list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from honbun.evaluation.feeds import compare
from honbun.evaluation.lists import ListPage, TrueItem, title_digest
from honbun.feeds.choose import Candidates, default_weights, find_candidates
from honbun.feeds.columns import NodeColumns
from honbun.feeds.model import Item
from honbun.html.nodes import node_sequence
from honbun.page import Page
from honbun.training.worth import agreement, worth

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = "https://a.example/"
Told = tuple[str, str | None]
"""A title and a link."""


def page(shown: Sequence[Told]) -> Page:
    items = (
        f"<h3><a href='{link}'>{title}</a></h3><p>Text" if link else f"<h3>{title}</h3><p>Text"
        for title, link in shown
    )
    return Page("".join(items), url=HERE, source="page")


def groups_of(page: Page) -> Candidates | None:
    return find_candidates(
        NodeColumns(node_sequence(page.parse()), HERE, HERE),
        None,
        None,
        default_weights().rank,
        None,
    )


def found(of: Page) -> Candidates:
    groups = groups_of(of)
    assert groups is not None
    return groups


def true(*told: Told) -> list[TrueItem]:
    return [TrueItem(title, title_digest(title), link, None) for title, link in told]


def best(shown: Sequence[Told], *told: Told) -> float:
    """What the best group of a page is worth."""
    return float(worth(found(page(shown)).items, true(*told)).max())


A, B, C, D = [(f"The title {name}", f"{HERE}{name}") for name in "abcd"]


def test_the_whole_list_is_worth_most() -> None:
    assert best([A, B, C], A, B, C) == 1
    assert best([A, B, C], A, B, C, D) == 6 / 7
    assert best([A, B, C], D) == 0
    assert best([A, B, C]) == 0


def test_leads_that_do_not_say_the_titles_are_worth_less() -> None:
    other = [("Another title", A[1]), ("And one more", B[1])]
    assert best(other, A, B) == 0.8
    assert best([other[0], B], A, B) == 0.9


def test_links_are_known_in_whatever_spelling() -> None:
    assert best([(A[0], "/%61"), (B[0], "b")], A, B) == 1


def test_what_has_no_link_of_its_own_is_known_by_its_title() -> None:
    plain = [(title, None) for title, _ in (A, B, C)]
    assert best(plain, *plain) == 1
    assert best(plain, A, B, C) == 0
    shared = [(title, f"{HERE}all") for title, _ in (A, B, C)]
    assert best([A, B, C], *shared) == 1


def test_an_anchor_of_the_page_is_known_by_its_title_too() -> None:
    anchors = [(title, f"{HERE}#{at}") for at, (title, _) in enumerate((A, B, C))]
    assert best([(title, None) for title, _ in anchors], *anchors) == 1
    assert best([A, B, C], *anchors) == 0


def test_titles_that_come_twice_count_twice() -> None:
    told = [A, (B[0], None), (B[0], None)]
    assert best([A, (B[0], f"{HERE}1"), (B[0], f"{HERE}2")], *told) == 1
    assert best([A, (B[0], f"{HERE}1"), (C[0], f"{HERE}2")], *told) == 4 / 6


def test_an_item_that_is_repeated_counts_once() -> None:
    groups = found(page([A, B, A, B, A, B])).items
    whole = groups.spans.counts == 6
    assert worth(groups, true(A, B))[whole].max() == 1
    assert worth(groups, true(A, C))[whole].max() == 0.5


TITLES = st.sampled_from(["The mill turns", "The mill stops", "The river rises"])
SHOWN = st.lists(
    st.tuples(TITLES, st.none() | st.integers(0, 9).map(lambda n: f"{HERE}{n}")),
    min_size=3,
    max_size=8,
    unique_by=lambda told: told[1] or object(),
)
TRUE = st.lists(
    st.tuples(TITLES, st.none() | st.integers(0, 9).map(lambda n: f"{HERE}{n}")), max_size=8
)


@given(SHOWN, TRUE)
def test_worth_is_what_evaluation_would_say(shown: list[Told], told: list[Told]) -> None:
    measured = page(shown)
    every = groups_of(measured)
    if every is None:  # all titles are the same: no group has any
        return
    groups = every.items
    truth = ListPage(measured, "page", "b", "en", "", tuple(true(*told)))
    first = groups.spans.first.tolist()
    for number, value in enumerate(agreement(groups, truth.items).tolist()):
        part = slice(first[number], first[number + 1])
        pairs = zip(groups.place[part].tolist(), groups.link[part].tolist())
        items = [
            item(
                groups.page.titles.title[place],
                groups.page.links.target[link].address if link >= 0 else None,
            )
            for place, link in pairs
        ]
        score = compare(items, truth).score.items
        assert value == (2 * score.right / (score.found + score.true) if told else 0)


def item(title: str, link: str | None) -> Item:
    return Item(title, link, None, None, None, None, (), "/html/body")
