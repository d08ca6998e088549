"""Pages of earlier runs as evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.content.evidence import POOL
from honbun.content.memory import SiteUpdate, StoredPage
from honbun.page import Page
from honbun.stores.site_memory import SiteMemory
from tests.content.site import HOST, page, results, say, text, texts, title

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from honbun.content.model import Content

SITE = "harbour.example"
NOTICE = "This paper is written by all who live by the sea, and it is free of charge."


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[SiteMemory]:
    with SiteMemory(tmp_path / "memory") as memory:
        yield memory


def note(number: int) -> Page:
    return page(number, body=lambda n: f"{text(n)}<p>{NOTICE}</p>")


def redesigned(number: int) -> Page:
    return Page(
        f"<table id=new><tr><td class=left>{title(number)}<td class=right><center>{say(number)}"
        f"</center><tr><td class=end><i>{say(number, 1)}</i></table>",
        url=f"{HOST}/new/{number}",
    )


def learn(memory: SiteMemory, *numbers: int) -> list[Content]:
    return results(map(note, numbers), memory=memory)


def test_a_page_is_compared_with_those_of_earlier_runs(memory: SiteMemory) -> None:
    learn(memory, *range(6))
    (content,) = learn(memory, 7)
    assert texts(content) == [title(7), *(say(7, part) for part in range(3))]
    assert content.compared == 6


def test_pages_of_one_day_each_are_learned_from(memory: SiteMemory) -> None:
    assert [learn(memory, day)[0].compared for day in range(5)] == [*range(5)]
    (summary,) = memory.sites()
    assert (summary.site, summary.seen, summary.pages, summary.redesigns) == (SITE, 5, 5, 0)


def test_a_page_that_is_read_again_is_not_compared_with_itself(memory: SiteMemory) -> None:
    first = learn(memory, *range(4))
    (again,) = learn(memory, 2)
    assert again.blocks == first[2].blocks
    assert again.compared == 3
    assert len(memory.pages(SITE)) == 4


def test_new_pages_replace_the_oldest(memory: SiteMemory) -> None:
    learn(memory, *range(POOL))
    learn(memory, 900)
    stored = memory.pages(SITE)
    assert len(stored) == POOL
    assert stored[0].url == note(900).url


@pytest.mark.parametrize("count", [3, 80])
def test_a_redesign_is_noticed(memory: SiteMemory, count: int) -> None:
    learn(memory, *range(6))
    results([redesigned(n) for n in range(count)], memory=memory)
    assert memory.redesigned == [SITE]
    assert memory.sites()[0].redesigns == 1
    assert all("/new/" in stored.url for stored in memory.pages(SITE))


@pytest.mark.parametrize("count", [3, 50, 80])
def test_more_pages_are_no_redesign(memory: SiteMemory, count: int) -> None:
    learn(memory, *range(40))
    learn(memory, *range(100, 100 + count))
    assert memory.redesigned == []
    assert memory.sites()[0].seen == 40 + count


def test_two_other_pages_are_no_redesign(memory: SiteMemory) -> None:
    learn(memory, *range(6))
    results([redesigned(n) for n in range(2)], memory=memory)
    assert memory.redesigned == []
    assert len(memory.pages(SITE)) == 8


def test_a_memory_that_is_not_updated_stays_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "memory"
    with SiteMemory(path) as memory:
        learn(memory, *range(4))
    before = path.read_bytes()
    with SiteMemory(path, read_only=True) as memory:
        (content,) = results([note(9)], memory=memory, update_memory=False)
    assert content.compared == 4
    assert path.read_bytes() == before


def test_other_sites_are_no_evidence(memory: SiteMemory) -> None:
    learn(memory, *range(4))
    (content,) = results([Page(note(9).html, url="https://other.example/9")], memory=memory)
    assert content.compared == 0


def test_a_damaged_page_is_left_out(memory: SiteMemory) -> None:
    learn(memory, *range(4))
    first, second, *others = memory.pages(SITE)
    damaged = [
        StoredPage(first.url, first.layout[:-3], first.scores),
        StoredPage(second.url, second.layout, second.scores[:-1]),
    ]
    memory.save([SiteUpdate(SITE, [*damaged, *others], 0, redesigned=False)])
    assert learn(memory, 9)[0].compared == 2
