"""Near-duplicates that are found, and duplicates that the caller declares."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.api import extract
from honbun.content.duplicates import Duplicates, NearDuplicates, without_duplicates
from honbun.content.explain import ONLY_PAGE, few_pages
from honbun.content.model import Content, ContentOptions
from honbun.errors import HonbunError
from honbun.page import Page
from honbun.stores.site_memory import SiteMemory
from tests.content.site import EXPLAIN, HOST, measured, page, say, site, text, title

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from honbun.content.measure.outline import Outline


def selected(*pages: Page) -> list[int]:
    return without_duplicates([measured(one) for one in pages])


def near(page: Page, *indexed: Page) -> list[int]:
    return NearDuplicates.learn([measured(one) for one in indexed]).of(measured(page))


# The thresholds, on both sides of each: texts of so many characters on numbered pages.


def characters(name: str, size: int) -> str:
    """A text of exactly this size that differs by name from others."""
    return f"{name}{'x' * (size - len(name))}"


def outline(number: int, *texts: str) -> Outline:
    """A page with some texts, and a short one of its own so that no two pages are equal."""
    return measured(f"<p>{number}</p>" + "".join(f"<p>{one}</p>" for one in texts))


def pair_is_near(*shared: str, own: int = 0, others: int = 2) -> bool:
    """Whether two pages with these texts in common, and own text of some length, are near."""
    pages = []
    for number in (0, 1):
        texts = [characters(f"own{number}", own)] if own else []
        pages.append(outline(number, *shared, *texts))
    pages += [outline(2 + n, characters(f"other{n}", 99)) for n in range(others)]
    return len(without_duplicates(pages)) < len(pages)


@pytest.mark.parametrize(("size", "expected"), [(60, True), (59, False)])
def test_near_duplicates_share_at_least_60_characters(size: int, expected: bool) -> None:
    assert pair_is_near(characters("a", size)) is expected


@pytest.mark.parametrize(("own", "expected"), [(100, True), (101, False)])
def test_near_duplicates_share_half_of_the_shorter_page(own: int, expected: bool) -> None:
    for others in (1, 2):
        assert pair_is_near(characters("a", 100), own=own, others=others) is expected


@pytest.mark.parametrize(("own", "expected"), [(25, True), (26, False)])
def test_two_pages_alone_share_four_fifths(own: int, expected: bool) -> None:
    assert pair_is_near(characters("a", 100), own=own, others=0) is expected


@pytest.mark.parametrize(("size", "expected"), [(8, True), (7, False)])
def test_only_texts_of_8_characters_or_more_count(size: int, expected: bool) -> None:
    assert pair_is_near(*(characters(f"{n:03}", size) for n in range(20))) is expected


@pytest.mark.parametrize(("linked", "expected"), [(49, True), (50, False)])
def test_texts_that_are_half_links_do_not_count(linked: int, expected: bool) -> None:
    link = f"<a href=/x>{characters('l', linked)}</a>{characters('t', 100 - linked)}"
    assert pair_is_near(link) is expected


@pytest.mark.parametrize(("pages", "most"), [(3, 2), (7, 2), (8, 3), (19, 3), (20, 4), (25, 5)])
def test_only_rare_texts_count(pages: int, most: int) -> None:
    for sharing in (most, most + 1):
        texts = [characters("a" if n < sharing else f"b{n}", 99) for n in range(pages)]
        found = without_duplicates([outline(n, one) for n, one in enumerate(texts)])
        assert len(found) == (pages - sharing + 1 if sharing == most else pages)


# Near-duplicates on small sites.


def copy(number: int) -> Page:
    """The same article under another URL."""
    return Page(page(number).html, url=f"{HOST}/?p={number}")


def print_version(number: int) -> Page:
    html = f"<title>{title(number)}</title><h1>{title(number)}</h1>{text(number)}"
    return Page(html, url=f"{HOST}/copy")


def list_page(*numbers: int) -> Page:
    """A page that shows some articles in full."""
    return page(99, body=lambda _: "".join(f"<h2>{title(n)}</h2>{text(n)}" for n in numbers))


def test_different_articles_are_not_near() -> None:
    assert selected(*site(8)) == [*range(8)]
    quoting = page(9, body=lambda n: f"<blockquote>{say(3)}</blockquote>{text(n)}")
    assert selected(*site(8), quoting) == [*range(9)]


def test_copies_edited_copies_and_print_versions_are_near() -> None:
    edited = Page(str(page(3).html).replace(say(3, 2), say(70)), url=f"{HOST}/copy")
    for one in (copy(3), edited, print_version(3)):
        assert near(one, *site(8)) == [3]
        assert selected(*site(8), one) == [*range(8)]
    assert selected(*site(6), copy(2), copy(2), copy(2)) == [*range(6)]


def test_a_list_page_is_dropped_before_the_articles_it_shows() -> None:
    assert near(list_page(1, 3, 5), *site(8)) == [1, 3, 5]
    assert selected(list_page(1, 3, 5), *site(8)) == [*range(1, 9)]


def test_an_indexed_page_is_not_near_itself() -> None:
    outlines = [measured(one) for one in [*site(8), copy(3)]]
    index = NearDuplicates.learn(outlines)
    assert index.of(outlines[3], 3) == [8]
    assert index.of(outlines[3]) == [3, 8]


def test_copies_without_long_text_are_near() -> None:
    short = [Page(f"<h1>Quay {number}</h1><p>Oar {number}</p>") for number in range(6)]
    assert selected(*short, short[2]) == [*range(6)]
    assert near(short[2], *short) == [2]


def test_selected_pages_are_not_near_each_other() -> None:
    pages = [list_page(0, 1), copy(1), *site(15), print_version(0), list_page(2, 3, 4), copy(5)]
    outlines = [measured(pages[number]) for number in selected(*pages)]
    index = NearDuplicates.learn(outlines)
    assert [index.of(one, number) for number, one in enumerate(outlines)] == [[]] * 15


def test_no_pages_have_no_duplicates() -> None:
    assert without_duplicates([]) == []
    assert near(page(0)) == []


# Declared duplicates.

PAIR = [(f"{HOST}/notes/0.html", f"{HOST}/copy")]
"""Found by comparing sentences; the blocks of the two pages differ."""
WHOLE = [title(0), *(say(0, part) for part in range(8))]
FAITHFUL = ContentOptions(faithful=True)


def paragraphs(number: int) -> str:
    return "".join(f"<p>{say(number, part)}</p>" for part in range(8))


def merged(number: int) -> str:
    """The same sentences, those in the middle as one paragraph."""
    middle = " ".join(say(number, part) for part in range(1, 7))
    return f"<p>{say(number)}</p><p>{middle}</p><p>{say(number, 7)}</p>"


def notes(count: int) -> list[Page]:
    return [page(number, body=paragraphs) for number in range(count)]


def merged_copy(number: int = 0, url: str = f"{HOST}/copy") -> Page:
    return Page(page(number, body=merged).html, url=url)


def results(
    pages: Iterable[Page],
    duplicates: Iterable[tuple[str, str]] = PAIR,
    options: ContentOptions | None = None,
) -> list[Content]:
    return list(extract(pages, options, duplicates=duplicates))


def lines(content: Content) -> list[str]:
    return [block.text for block in content.blocks]


@pytest.mark.parametrize("options", [ContentOptions(), FAITHFUL])
@pytest.mark.parametrize("count", [2, 4])
def test_duplicates_keep_the_text_they_share(count: int, options: ContentOptions) -> None:
    undeclared = results([*notes(count), merged_copy()], (), options)
    assert len(undeclared[0].blocks) < len(WHOLE), "near-duplicates would be enough"
    declared = results([*notes(count), merged_copy()], PAIR, options)
    assert lines(declared[0]) == WHOLE
    assert lines(declared[-1])[:2] == WHOLE[:2]
    assert lines(declared[-1])[-1] == WHOLE[-1]


def test_template_is_learned_from_one_of_several_duplicates() -> None:
    assert results([*notes(3), merged_copy()], ())[1].reason == few_pages(4)
    assert results([*notes(3), merged_copy()])[1].reason == few_pages(3)
    for content in results([page(0, body=paragraphs), merged_copy()]):
        assert (content.method, content.reason) == ("alone", ONLY_PAGE)


def test_duplicates_do_not_use_up_the_sample() -> None:
    copies = [merged_copy(0, f"{HOST}/copy/{n}") for n in range(5)]
    # Each differs a little, so that no two are equal.
    copies += [
        Page(str(one.html).replace("Home", f"Home {n}"), url=f"{one.url}/{n}")
        for n, one in enumerate(copies * 3)
    ]
    pairs = [(notes(1)[0].url or "", one.url or "") for one in copies]
    contents = results([*notes(8), *copies], pairs, ContentOptions(sample=8))
    assert {content.reason for content in contents} == {None}


def test_duplicates_are_not_counted_as_other_pages() -> None:
    contents = results([*notes(4), merged_copy()], PAIR, EXPLAIN)
    own = [block.others for block in contents[-1].explanation if block.text == say(0)]
    assert own == [0]


def test_the_papers_method_counts_duplicates_as_one_page() -> None:
    options = ContentOptions(faithful=True, explain=True)
    contents = results([*notes(3), merged_copy()], PAIR, options)
    assert {content.explanation[0].others for content in contents} == {2}
    contents = results([page(0, body=paragraphs), merged_copy()], PAIR, FAITHFUL)
    assert [content.reason for content in contents] == [ONLY_PAGE] * 2


def test_a_duplicate_of_a_stored_page_is_judged_without_it(tmp_path: Path) -> None:
    with SiteMemory(tmp_path / "memory") as memory:
        list(extract(notes(4), memory=memory))
        counts = []
        for pairs in (PAIR, []):
            [content] = extract(
                [merged_copy()], EXPLAIN, memory=memory, update_memory=False, duplicates=pairs
            )
            assert content.method == "memory"
            counts += [block.others for block in content.explanation if block.text == say(0)]
    assert counts == [0, 1]


def test_a_memory_learns_from_one_of_several_duplicates(tmp_path: Path) -> None:
    with SiteMemory(tmp_path / "memory") as memory:
        list(extract([*notes(4), merged_copy()], memory=memory, duplicates=PAIR))
        assert [stored.learnt for stored in memory.templates()] == [4]


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
