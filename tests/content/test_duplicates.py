"""Duplicates that the caller declares."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.api import extract
from honbun.content.duplicates import Duplicates
from honbun.content.explain import ONLY_PAGE
from honbun.content.model import Content, ContentOptions
from honbun.errors import HonbunError
from honbun.page import Page
from honbun.stores.site_memory import SiteMemory
from tests.content.site import HOST, page, results, say, title

if TYPE_CHECKING:
    from pathlib import Path

PAIR = [(f"{HOST}/notes/0.html", f"{HOST}/copy")]
"""Found by comparing sentences; the blocks of the two pages differ."""
WHOLE = [title(0), *(say(0, part) for part in range(8))]
FAITHFUL = ContentOptions(faithful=True, explain=True)


def paragraphs(number: int) -> str:
    return "".join(f"<p>{say(number, part)}</p>" for part in range(8))


def merged(number: int) -> str:
    """The same sentences, those in the middle as one paragraph."""
    middle = " ".join(say(number, part) for part in range(1, 7))
    return f"<p>{say(number)}</p><p>{middle}</p><p>{say(number, 7)}</p>"


def notes(count: int) -> list[Page]:
    return [page(number, body=paragraphs) for number in range(count)]


def merged_copy() -> Page:
    return Page(page(0, body=merged).html, url=f"{HOST}/copy")


def lines(content: Content) -> list[str]:
    return [block.text for block in content.blocks]


def others(content: Content) -> int:
    """How many pages have the first sentence of the article."""
    (found,) = (judged for judged in content.explanation if judged.text == say(0))
    return found.others


def test_duplicates_keep_the_text_they_share() -> None:
    pages = [*notes(2), merged_copy()]
    undeclared = results(pages)
    assert others(undeclared[0]) == 1, "near-duplicates would be enough"
    declared = results(pages, duplicates=PAIR)
    assert lines(declared[0]) == WHOLE
    assert lines(declared[2])[0] == WHOLE[0]
    assert lines(declared[2])[-1] == WHOLE[-1]
    assert [others(declared[0]), others(declared[2])] == [0, 0]


def test_a_page_is_compared_with_one_of_several_duplicates() -> None:
    assert results([*notes(3), merged_copy()])[1].compared == 3
    assert results([*notes(3), merged_copy()], duplicates=PAIR)[1].compared == 2
    assert {one.compared for one in results([*notes(1), merged_copy()], duplicates=PAIR)} == {0}


def test_the_papers_method_counts_duplicates_as_one_page() -> None:
    contents = list(extract([*notes(3), merged_copy()], FAITHFUL, duplicates=PAIR))
    assert {content.explanation[0].others for content in contents} == {2}
    assert lines(contents[0]) == WHOLE
    contents = list(extract([*notes(1), merged_copy()], FAITHFUL, duplicates=PAIR))
    assert [content.reason for content in contents] == [ONLY_PAGE] * 2


def test_a_duplicate_of_a_stored_page_is_judged_without_it(tmp_path: Path) -> None:
    with SiteMemory(tmp_path / "memory") as memory:
        results(notes(4), memory=memory)
        found = [
            results([merged_copy()], memory=memory, update_memory=False, duplicates=pairs)[0]
            for pairs in (PAIR, [])
        ]
    assert [others(content) for content in found] == [0, 1]


@pytest.mark.parametrize("pairs", [["ab"], [("a", "b", "c")], [("a", 1)], [None]])
def test_duplicates_must_be_pairs_of_urls(pairs: list[tuple[str, str]]) -> None:
    with pytest.raises(HonbunError, match="pairs of URLs"):
        extract([page(0)], duplicates=pairs)


names = st.sampled_from("abcdefgh")


@given(st.lists(st.tuples(names, names)))
def test_groups_are_the_connected_components_of_the_pairs(pairs: list[tuple[str, str]]) -> None:
    duplicates = Duplicates.from_pairs(pairs)
    beside: dict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        beside[one].add(other)
        beside[other].add(one)
    for start in "abcdefgh":
        reached, waiting = {start}, [start]
        while waiting:
            for other in beside[waiting.pop()] - reached:
                reached.add(other)
                waiting.append(other)
        assert duplicates.of(start) == (min(reached) if beside[start] else None)
