"""Threads that do what would hold up the event loop."""

from __future__ import annotations

import asyncio
import threading

import pytest
from starlette.exceptions import HTTPException

from honbun.web import jobs
from honbun.web.jobs import Workers


def test_work_gives_or_raises_what_it_would_here() -> None:
    async def run() -> None:
        two = Workers(2)
        assert await two.do(lambda: 1 + 1) == 2
        with pytest.raises(ZeroDivisionError):
            await two.do(lambda: 1 // 0)
        assert await two.do(lambda: 3) == 3
        two.close()

    asyncio.run(run())


def test_no_more_is_done_at_once_than_there_are_threads() -> None:
    at_work = most = 0
    lock = threading.Lock()

    def work() -> None:
        nonlocal at_work, most
        with lock:
            at_work += 1
            most = max(most, at_work)
        threading.Event().wait(0.01)
        with lock:
            at_work -= 1

    async def run() -> None:
        two = Workers(2)
        await asyncio.gather(*(two.do(work) for _ in range(10)))
        two.close()

    asyncio.run(run())
    assert most == 2


def test_a_long_line_is_told_that_the_server_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_WAITING", 3)
    go_on = threading.Event()

    async def run() -> None:
        one = Workers(1)
        first = asyncio.create_task(one.do(lambda: go_on.wait(10)))
        while one._line.qsize() or not first:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.01)
        waiting = [asyncio.create_task(one.do(lambda: True)) for _ in range(3)]
        await asyncio.sleep(0.01)
        with pytest.raises(HTTPException) as busy:
            await one.do(lambda: True)
        assert busy.value.status_code == 503
        go_on.set()
        assert await asyncio.gather(first, *waiting) == [True] * 4
        one.close()

    asyncio.run(run())


def test_threads_end_when_they_are_let_go() -> None:
    two = Workers(2)
    assert [thread.is_alive() for thread in two._threads] == [True, True]
    two.close()
    for thread in two._threads:
        thread.join(20)
    assert [thread.is_alive() for thread in two._threads] == [False, False]
