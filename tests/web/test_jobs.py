"""Threads, requests to sites and worker processes."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from starlette.exceptions import HTTPException

from honbun.errors import FetchError, UnreadablePage
from honbun.runner.limits import Limits
from honbun.runner.worker import ask
from honbun.web import jobs
from honbun.web.jobs import Fetches, PageProcesses, Threads
from tests.runner.actions import done
from tests.web.loop import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SLOW = "http://slow.example/"
QUICK = "http://quick.example/"


class Gate:
    """Blocking work that ends when the gate is opened."""

    def __init__(self) -> None:
        self.inside: list[object] = []
        self.most = 0
        self._open = threading.Event()
        self._lock = threading.Lock()

    def __call__(self, name: object) -> object:
        with self._lock:
            self.inside.append(name)
            self.most = max(self.most, len(self.inside))
        assert self._open.wait(30)
        with self._lock:
            self.inside.remove(name)
        return name

    def open(self) -> None:
        self._open.set()

    async def holds(self, number: int) -> None:
        while len(self.inside) < number:
            await asyncio.sleep(0.001)


def test_threads_are_limited_and_a_full_queue_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_MAX_WAITING", 2)

    async def work() -> int:
        threads, gate = Threads(2), Gate()
        with pytest.raises(ZeroDivisionError):
            await threads.run(divmod, 1, 0)
        tasks = [asyncio.create_task(threads.run(gate, n)) for n in range(4)]
        await gate.holds(2)
        with pytest.raises(HTTPException) as busy:
            await threads.run(gate, 4)
        assert (busy.value.status_code, busy.value.headers) == (503, {"Retry-After": "30"})
        gate.open()
        assert await asyncio.gather(*tasks) == [0, 1, 2, 3]
        return gate.most

    assert run(work()) == 2


def test_a_slow_host_does_not_delay_another() -> None:
    async def work() -> None:
        fetches, gate = Fetches(6), Gate()
        urls = [f"{SLOW}{n}" for n in range(20)]
        tasks = [asyncio.create_task(fetches.run(url, gate, url)) for url in urls]
        await gate.holds(4)
        assert await fetches.run(QUICK, str, "quick") == "quick"
        assert (gate.most, fetches.is_waiting(urls[19]), fetches.is_waiting(urls[0])) == (
            *(4, True, False),
        )
        others = [f"http://{n}.example/" for n in range(10)]
        tasks += [asyncio.create_task(fetches.run(url, gate, url)) for url in others]
        await gate.holds(6)
        await asyncio.sleep(0.01)
        gate.open()
        assert await asyncio.gather(*tasks) == urls + others
        assert gate.most == 6, "all hosts together have a limit"

    run(work())


@pytest.mark.parametrize("limit", ["_MAX_WAITING", "_MAX_WAITING_PER_HOST", "_MAX_QUEUE_SECONDS"])
def test_a_request_that_cannot_be_sent_is_busy(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, limit, 0.05 if limit.endswith("SECONDS") else 2)

    async def work() -> None:
        fetches, gate = Fetches(6), Gate()
        tasks = [asyncio.create_task(fetches.run(f"{SLOW}{n}", gate, n)) for n in range(6)]
        await gate.holds(4)
        with pytest.raises(HTTPException, match="busy"):
            await fetches.run(f"{SLOW}6", gate, 6)
        assert not fetches.is_waiting(f"{SLOW}6")
        gate.open()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert await fetches.run(f"{SLOW}7", str, "again") == "again"

    run(work())


def test_a_slot_is_in_use_until_the_request_ends_even_if_the_client_is_gone() -> None:
    async def work() -> None:
        fetches, gate = Fetches(6), Gate()
        tasks = [asyncio.create_task(fetches.run(f"{SLOW}{n}", gate, n)) for n in range(6)]
        await gate.holds(4)
        for task in tasks[:5]:  # four that are being fetched, and one in the queue
            task.cancel()
        gone: list[Any] = await asyncio.gather(*tasks[:5], return_exceptions=True)
        assert {type(one) for one in gone} == {asyncio.CancelledError}
        assert fetches.is_waiting(f"{SLOW}5")
        assert not fetches.is_waiting(f"{SLOW}4")
        gate.open()
        assert await tasks[5] == 5

    run(work())


def _refuse(reason: str) -> NoReturn:
    raise FetchError(reason)


def _divide_by_zero(_: object) -> NoReturn:
    raise ZeroDivisionError("no")


def _ask_twice(name: str) -> str:
    return f"{ask(name, 1)}, {ask(name, 2)}"


def _ask_and_sleep() -> None:
    ask()
    time.sleep(600)


@pytest.fixture(scope="module")
def process() -> Iterator[PageProcesses]:
    with closing(PageProcesses(1, Limits(seconds=2, memory=200 << 20))) as one:
        yield one


@pytest.mark.parametrize(
    ("function", "argument", "error", "reason"),
    [
        (_refuse, "not for us", FetchError, "not for us"),
        (_divide_by_zero, None, UnreadablePage, "ZeroDivisionError: no"),
        (done, "segfault", UnreadablePage, r"died \(SIGSEGV\)"),
        (done, "exit", UnreadablePage, r"died \(exit status 3\)"),
        (done, "allocate", UnreadablePage, "needs more than 200 MiB of memory"),
        (done, "spin", UnreadablePage, "longer than 2 s"),
    ],
)
def test_work_that_fails_or_ends_its_process_fails_alone(
    process: PageProcesses,
    function: Callable[[Any], Any],
    argument: str | None,
    error: type[Exception],
    reason: str,
) -> None:
    there = process.run(os.getpid)
    assert there not in (os.getpid(), None)
    assert process.run(os.getpid) == there
    with pytest.raises(error, match=reason):
        process.run(function, argument)
    assert process.run(max, 1, 2) == 2


def test_questions_of_the_process_are_answered_here(process: PageProcesses) -> None:
    here = os.getpid()
    assert process.run(_ask_twice, "a", answer=lambda *what: (*what, os.getpid() == here)) == (
        "('a', 1, True), ('a', 2, True)"
    )

    def fail(*_: object) -> NoReturn:
        raise ValueError("the pages are closed")

    with pytest.raises(ValueError, match="closed"):
        process.run(_ask_twice, "a", answer=fail)
    assert process.run(max, 1, 2) == 2


def test_closing_does_not_wait_for_the_work() -> None:
    started = threading.Event()
    one = PageProcesses(1, Limits())
    with ThreadPoolExecutor(2) as threads:
        working = threads.submit(one.run, _ask_and_sleep, answer=lambda *_: started.set())
        assert started.wait(30)
        waiting = threads.submit(one.run, max, 1, 2)
        one.close()
        for job in (working, waiting):
            with pytest.raises(UnreadablePage, match="stopping"):
                job.result(30)
