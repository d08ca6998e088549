"""Pages that are told to be the same."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.api import extract
from honbun.content.duplicates import Duplicates
from honbun.content.explain import ONLY_PAGE, few_pages
from honbun.content.model import Content, ContentOptions
from honbun.errors import HonbunError
from honbun.page import Page
from honbun.stores.site_memory import SiteMemory
from tests.content.site import EXPLAIN, HOST, page, say, title

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

PAIR = [(f"{HOST}/notes/0.html", f"{HOST}/copy")]
"""What a comparison of sentences finds, though the blocks of the two are cut differently."""
WHOLE = [title(0), *(say(0, part) for part in range(8))]
FAITHFUL = ContentOptions(faithful=True)


def paragraphs(number: int) -> str:
    return "".join(f"<p>{say(number, part)}</p>" for part in range(8))


def run_on(number: int) -> str:
    """The same sentences, those in the middle as one paragraph."""
    middle = " ".join(say(number, part) for part in range(1, 7))
    return f"<p>{say(number)}</p><p>{middle}</p><p>{say(number, 7)}</p>"


def notes(count: int) -> list[Page]:
    return [page(number, body=paragraphs) for number in range(count)]


def copy(number: int = 0, url: str = f"{HOST}/copy") -> Page:
    return Page(page(number, body=run_on).html, url=url)


def results(
    pages: Iterable[Page],
    identical: Iterable[tuple[str, str]] = PAIR,
    options: ContentOptions | None = None,
) -> list[Content]:
    return list(extract(pages, options, duplicates=identical))


def lines(content: Content) -> list[str]:
    return [block.text for block in content.blocks]


@pytest.mark.parametrize("options", [ContentOptions(), FAITHFUL])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_copies_that_are_told_keep_what_both_say(count: int, options: ContentOptions) -> None:
    untold = results([*notes(count), copy()], (), options)
    assert len(untold[0].blocks) < len(WHOLE), "the room's own twins would be enough"
    told = results([*notes(count), copy()], PAIR, options)
    assert lines(told[0]) == WHOLE
    assert lines(told[-1])[:2] == WHOLE[:2]
    assert lines(told[-1])[-1] == WHOLE[-1]


def test_only_one_of_the_copies_is_learnt_from() -> None:
    assert results([*notes(3), copy()], ())[1].reason == few_pages(4)
    assert results([*notes(3), copy()])[1].reason == few_pages(3)


def test_pages_that_are_all_one_are_judged_alone() -> None:
    for content in results([page(0, body=paragraphs), copy()]):
        assert (content.method, content.reason) == ("alone", ONLY_PAGE)


def test_the_papers_method_knows_when_all_pages_are_one() -> None:
    contents = results([page(0, body=paragraphs), copy()], PAIR, FAITHFUL)
    assert [content.reason for content in contents] == [ONLY_PAGE] * 2


def test_the_papers_method_counts_copies_as_one_page() -> None:
    options = ContentOptions(faithful=True, explain=True)
    contents = results([*notes(3), copy()], PAIR, options)
    menu = {judged.others for content in contents for judged in content.explanation[:1]}
    assert menu == {2}


def test_a_copy_is_not_counted_when_another_is_judged() -> None:
    contents = list(extract([*notes(4), copy()], EXPLAIN, duplicates=PAIR))
    own = [judged.others for judged in contents[-1].explanation if judged.text == say(0)]
    assert own == [0]


def test_told_copies_do_not_use_up_the_sample() -> None:
    copies = [copy(0, f"{HOST}/copy/{n}") for n in range(5)]
    # Each says something else besides, so that no two are equal.
    copies += [
        Page(str(one.html).replace("Home", f"Home {n}"), url=f"{one.url}/{n}")
        for n, one in enumerate(copies * 3)
    ]
    pairs = [(notes(1)[0].url or "", one.url or "") for one in copies]
    contents = results([*notes(8), *copies], pairs, ContentOptions(sample=8))
    assert {content.reason for content in contents} == {None}


def test_a_copy_of_what_a_memory_holds_is_judged_without_it(tmp_path: Path) -> None:
    with SiteMemory(tmp_path / "memory") as memory:
        list(extract(notes(4), memory=memory))
        options = ContentOptions(explain=True)
        [known] = extract([copy()], options, memory=memory, update_memory=False, duplicates=PAIR)
        [untold] = extract([copy()], options, memory=memory, update_memory=False)
    said = [
        [judged.others for judged in content.explanation if judged.text == say(0)]
        for content in (known, untold)
    ]
    assert known.method == "memory"
    assert said == [[0], [1]]


def test_a_memory_does_not_learn_from_two_copies(tmp_path: Path) -> None:
    with SiteMemory(tmp_path / "memory") as memory:
        list(extract([*notes(4), copy()], memory=memory, duplicates=PAIR))
        assert [kind.learnt for kind in memory.kinds()] == [4]


@pytest.mark.parametrize("told", [["ab"], [("a", "b", "c")], [("a", 1)], [None]])
def test_what_are_no_pairs_of_urls_is_refused(told: list[tuple[str, str]]) -> None:
    with pytest.raises(HonbunError, match="pairs of URLs"):
        list(extract([page(0)], duplicates=told))


addresses = st.sampled_from("abcdefgh")


@given(st.lists(st.tuples(addresses, addresses)))
def test_groups_are_what_the_pairs_connect(pairs: list[tuple[str, str]]) -> None:
    copies = Duplicates.from_pairs(pairs)
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
        assert copies.of(start) == (min(reached) if beside[start] else None)
