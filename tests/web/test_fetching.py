"""Whose turn it is to ask a site."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest
from starlette.exceptions import HTTPException

from honbun.web import jobs
from honbun.web.jobs import Fetching

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

SLOW, QUICK = "http://slow.example/", "http://quick.example/"


class Site:
    """Pages that come when they are let go; it is known which were asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._go_on = threading.Event()

    def fetch(self, page: str) -> str:
        self.asked.append(page)
        assert self._go_on.wait(20)
        return page

    def let_go(self) -> None:
        self._go_on.set()

    async def is_asked(self, number: int) -> None:
        """Wait until so many pages were asked for."""
        async with asyncio.timeout(20):
            while len(self.asked) < number:
                await asyncio.sleep(0.001)


def _run(work: Callable[[Fetching, Site], Awaitable[None]], threads: int = 6) -> None:
    async def run() -> None:
        turns, site = Fetching(threads), Site()
        try:
            async with asyncio.timeout(30):
                await work(turns, site)
        finally:
            site.let_go()
            turns.close()

    asyncio.run(run())


def _start(turns: Fetching, site: Site, page: str) -> asyncio.Task[str]:
    return asyncio.create_task(turns.do(page, lambda: site.fetch(page)))


async def _in_line(turns: Fetching, page: str) -> None:
    while not turns.is_waiting(page):
        await asyncio.sleep(0)


def test_a_slow_host_does_not_hold_up_another() -> None:
    async def work(turns: Fetching, site: Site) -> None:
        slow = [_start(turns, site, f"{SLOW}{number}") for number in range(20)]
        await site.is_asked(4)
        assert await turns.do(QUICK, lambda: "quick") == "quick"
        assert len(site.asked) == 4
        assert turns.is_waiting(f"{SLOW}19")
        assert not turns.is_waiting(f"{SLOW}0")
        site.let_go()
        assert await asyncio.gather(*slow) == [f"{SLOW}{number}" for number in range(20)]

    _run(work)


def test_all_hosts_together_have_as_many_as_there_are_threads() -> None:
    async def work(turns: Fetching, site: Site) -> None:
        pages = [f"http://{number}.example/" for number in range(10)]
        tasks = [_start(turns, site, page) for page in pages]
        await site.is_asked(6)
        await _in_line(turns, pages[9])
        assert sorted(site.asked) == pages[:6]
        site.let_go()
        assert await asyncio.gather(*tasks) == pages

    _run(work)


def test_hosts_take_turns() -> None:
    """One who asks for many pages of a host is not served before all others."""

    async def work(turns: Fetching, site: Site) -> None:
        order: list[str] = []
        first = _start(turns, site, SLOW)
        await site.is_asked(1)
        pages = [*(f"{SLOW}{number}" for number in range(3)), QUICK]
        tasks = [
            asyncio.create_task(turns.do(page, lambda page=page: order.append(page)))  # type: ignore[misc]
            for page in pages
        ]
        await _in_line(turns, QUICK)
        site.let_go()
        await asyncio.gather(first, *tasks)
        assert order.index(QUICK) <= 1

    _run(work, threads=1)


@pytest.mark.parametrize("bound", ["_WAITING", "_WAITING_PER_HOST"])
def test_a_long_line_is_told_that_the_server_is_busy(
    bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, bound, 2)

    async def work(turns: Fetching, site: Site) -> None:
        tasks = [_start(turns, site, f"{SLOW}{number}") for number in range(6)]
        await site.is_asked(4)
        await _in_line(turns, f"{SLOW}5")
        with pytest.raises(HTTPException) as busy:
            await turns.do(f"{SLOW}6", lambda: None)
        assert busy.value.status_code == 503
        assert busy.value.headers == {"Retry-After": "30"}
        site.let_go()
        await asyncio.gather(*tasks)

    _run(work)


def test_who_stands_in_line_for_too_long_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_LONGEST", 0.05)

    async def work(turns: Fetching, site: Site) -> None:
        tasks = [_start(turns, site, f"{SLOW}{number}") for number in range(4)]
        await site.is_asked(4)
        with pytest.raises(HTTPException, match="busy"):
            await turns.do(f"{SLOW}4", lambda: None)
        assert not turns.is_waiting(f"{SLOW}4")
        site.let_go()
        await asyncio.gather(*tasks)
        assert await turns.do(f"{SLOW}5", lambda: "again") == "again"

    _run(work)


def test_a_turn_lasts_as_long_as_the_work_whoever_leaves() -> None:
    async def work(turns: Fetching, site: Site) -> None:
        tasks = [_start(turns, site, f"{SLOW}{number}") for number in range(5)]
        await site.is_asked(4)
        await _in_line(turns, f"{SLOW}4")
        for task in tasks[:4]:
            task.cancel()
        gone: list[Any] = await asyncio.gather(*tasks[:4], return_exceptions=True)
        assert [type(one) for one in gone] == [asyncio.CancelledError] * 4
        assert turns.is_waiting(f"{SLOW}4")
        site.let_go()
        assert await tasks[4] == f"{SLOW}4"

    _run(work)


def test_who_leaves_the_line_leaves_it_to_the_others() -> None:
    async def work(turns: Fetching, site: Site) -> None:
        tasks = [_start(turns, site, f"{SLOW}{number}") for number in range(6)]
        await site.is_asked(4)
        await _in_line(turns, f"{SLOW}5")
        tasks[4].cancel()
        await asyncio.gather(tasks[4], return_exceptions=True)
        assert not turns.is_waiting(f"{SLOW}4")
        site.let_go()
        assert await tasks[5] == f"{SLOW}5"

    _run(work)


def test_who_leaves_the_line_as_a_turn_comes_does_not_take_it_along(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(turns: Fetching, site: Site) -> None:
        first, second, third = (_start(turns, site, f"{SLOW}{number}") for number in range(3))
        await site.is_asked(1)
        await _in_line(turns, f"{SLOW}2")
        over = turns._over

        def leave(host: str, task: asyncio.Future[Any]) -> None:
            second.cancel()
            over(host, task)

        monkeypatch.setattr(turns, "_over", leave)
        site.let_go()
        await asyncio.gather(first, second, return_exceptions=True)
        assert second.cancelled()
        assert await third == f"{SLOW}2"
        assert await turns.do(QUICK, lambda: "quick") == "quick"
        assert turns._free == 1

    _run(work, threads=1)
