"""The authors of a page, by agreement of declared lists and bylines."""

from __future__ import annotations

import pytest

from honbun.metadata.author import choose_authors
from honbun.metadata.declared import DeclaredMetadata
from honbun.metadata.names import split_names
from honbun.metadata.place import header_place
from honbun.metadata.visible import ShownName, VisibleCandidates

TITLE, CONTENT = 20, [24, 30, 31, 32, 33, 34, 35, 36]
BESIDE, FAR = 22, 90


def authors_of(
    lists: list[tuple[str, ...]],
    shown: list[tuple[int, str, str]],
    sites: tuple[str, ...] = (),
) -> tuple[str, ...]:
    declared = DeclaredMetadata(author_lists=tuple(lists), sites=sites)
    names = tuple(ShownName(*name) for name in shown)
    found, _ = choose_authors(
        declared, VisibleCandidates({}, {}, (), names), header_place(TITLE, CONTENT)
    )
    return found


def byline(text: str, block: int = BESIDE, kind: str = "label") -> tuple[int, str, str]:
    return block, text, kind


@pytest.mark.parametrize(
    ("lists", "shown", "expected"),
    [
        ([("Ada Penrose", "Bo Tregear")], [], ("Ada Penrose", "Bo Tregear")),
        ([("Ada Penrose and Bo Tregear",)], [], ("Ada Penrose", "Bo Tregear")),
        (
            [("Ada Penrose",)],
            [byline("By Ada Penrose and Bo Tregear")],
            ("Ada Penrose", "Bo Tregear"),
        ),
        ([], [byline("Posted by Bo Tregear")], ("Bo Tregear",)),
        ([], [byline("Bo Tregear", kind="named")], ("Bo Tregear",)),
        ([], [byline("By the harbour")], ()),
        ([("https://harbour.example/ada", "105092")], [], ()),
    ],
)
def test_all_authors_are_found(
    lists: list[tuple[str, ...]], shown: list[tuple[int, str, str]], expected: tuple[str, ...]
) -> None:
    assert authors_of(lists, shown) == expected


def test_people_have_precedence_over_agencies_and_these_over_the_site() -> None:
    site = ("Harbour Notes",)
    assert authors_of([("Harbour Notes",), ("Ada Penrose",)], [], site) == ("Ada Penrose",)
    assert authors_of([("Harbour Notes",)], [byline("By Ada Penrose")], site) == ("Ada Penrose",)
    assert authors_of([("Harbour Notes",)], [byline("By AFP")], site) == ("AFP",)
    assert authors_of([("Harbour Notes",)], [], site) == ("Harbour Notes",)


def test_contributor_is_left_out_where_byline_and_another_list_do_so() -> None:
    both, one = ("Ada Penrose", "Bo Tregear"), ("Ada Penrose",)
    assert authors_of([both, one], [byline("By Ada Penrose")]) == one
    assert authors_of([both], [byline("By Ada Penrose")]) == both
    assert authors_of([both, one], []) == both


def test_byline_elsewhere_counts_only_if_it_is_the_only_one() -> None:
    assert authors_of([], [byline("Written by Ada Penrose", FAR)]) == ("Ada Penrose",)
    several = [byline("By Ada Penrose", FAR), byline("By Bo Tregear", FAR + 1)]
    assert authors_of([], several) == ()
    assert authors_of([], [*several, byline("By Cy Rosevear")]) == ("Cy Rosevear",)


def test_chosen_authors_name_their_blocks() -> None:
    names = (ShownName(BESIDE, "By ADA PENROSE", "label"), ShownName(FAR, "Ada Penrose", "link"))
    declared = DeclaredMetadata(author_lists=(("Ada Penrose",),))
    place = header_place(TITLE, CONTENT)
    assert choose_authors(declared, VisibleCandidates({}, {}, (), names), place)[1] == (BESIDE,)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("By Ada Penrose, Associated Press", ("Ada Penrose",)),
        ("Von Ada Penrose und Bo Tregear", ("Ada Penrose", "Bo Tregear")),
        ("Ada Penrose MS, RDN, LD", ("Ada Penrose",)),
        ("Ada Penrose (ap)", ("Ada Penrose",)),
        ("Ada Penrose - Harbour Press", ("Ada Penrose",)),
        ("Ada Penrose - Bo", ("Ada Penrose - Bo",)),
        ("By Ada Penrose in London", ("Ada Penrose",)),
        ("作者：山田、鈴木", ("山田", "鈴木")),
        ("Associated Press", ("Associated Press",)),
        ("by", ()),
        ("By " + "B" * 81, ()),
    ],
)
def test_byline_is_split_into_names(line: str, names: tuple[str, ...]) -> None:
    assert split_names(line) == names


def test_account_is_replaced_by_the_name_in_the_byline() -> None:
    assert authors_of([("adap",)], [byline("by Ada Penrose")]) == ("Ada Penrose",)
    assert authors_of([("adap",)], [byline("Ada Penrose", kind="named")]) == ("adap",)
    assert authors_of([("ada99",)], []) == ("ada99",)


def test_account_in_a_byline_counts_beside_a_date() -> None:
    declared, place = DeclaredMetadata(), header_place(TITLE, CONTENT)
    names = (ShownName(BESIDE, "by adap", "label"),)
    for dated, expected in (({BESIDE + 1: 10}, ("adap",)), ({FAR: 10}, ())):
        found = choose_authors(declared, VisibleCandidates(dated, {}, (), names), place)
        assert found[0] == expected


def test_author_may_be_named_like_the_site_if_a_byline_confirms_it() -> None:
    shown = [byline("by Harbour Handmade"), byline("Cy Tregear", FAR, "marked")]
    sites = ("Harbour Handmade",)
    assert authors_of([("Harbour Handmade",)], shown, sites) == ("Harbour Handmade",)


def test_byline_in_a_menu_is_none() -> None:
    assert authors_of([], [byline("By Company Type", 2)]) == ()
    assert authors_of([], [byline("By Ada Penrose", FAR)]) == ("Ada Penrose",)


def test_honorific_does_not_make_another_name() -> None:
    shown = [byline("By Dr Ada Penrose, Dr Bo Tregear")]
    assert authors_of([("Ada Penrose",)], shown) == ("Dr Ada Penrose", "Dr Bo Tregear")


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("By Ada Penrose and Bo Tregear, AFP", ("Ada Penrose", "Bo Tregear")),
        ("By Ada Penrose, Bo Tregear and Cy", ("Ada Penrose", "Bo Tregear", "Cy")),
        ("Ada Penrose and agencies", ("Ada Penrose",)),
        ("Centre for Tides and Currents", ("Centre for Tides and Currents",)),
        ("Authors: Ada Penrose", ("Ada Penrose",)),
        ("Ada Penrose <ada at harbour.example>", ("Ada Penrose",)),
        ("作者：小林 来源：港口报", ("小林",)),
        ("（责任编辑：小林）", ("小林",)),
        ("design: Ada Penrose", ()),
        ("ada99", ("ada99",)),
        ("99", ()),
    ],
)
def test_names_of_a_line(line: str, names: tuple[str, ...]) -> None:
    assert split_names(line) == names
