"""Work in a process of its own."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING, NoReturn

import pytest

from honbun.errors import FetchError, UnreadablePage
from honbun.runner.limits import Limits
from honbun.runner.worker import ask
from honbun.web.jobs import Aside
from tests.runner.actions import done, process

if TYPE_CHECKING:
    from collections.abc import Iterator


def _twice(number: int) -> int:
    return 2 * number


def _refuse(why: str) -> NoReturn:
    raise FetchError(why)


def _fail() -> NoReturn:
    raise ZeroDivisionError("no")


def _asking(name: str) -> str:
    return f"{ask(name, 1)}, {ask(name, 2)}"


def _ask_and_sleep() -> None:
    ask()
    time.sleep(600)


@pytest.fixture(scope="module")
def aside() -> Iterator[Aside]:
    with closing(Aside(Limits(seconds=30, memory=200 << 20))) as one:
        yield one


def test_it_gives_what_the_work_gives_from_another_process(aside: Aside) -> None:
    assert aside.do(_twice, 21) == 42
    there = aside.do(os.getpid)
    assert there != os.getpid()
    assert aside.do(os.getpid) == there


def test_what_is_raised_there_is_raised_here(aside: Aside) -> None:
    with pytest.raises(FetchError, match="not for us"):
        aside.do(_refuse, "not for us")
    with pytest.raises(UnreadablePage, match="ZeroDivisionError: no"):
        aside.do(_fail)


@pytest.mark.parametrize(
    ("deed", "why"),
    [
        ("segfault", r"died \(SIGSEGV\)"),
        ("exit", r"died \(exit status 3\)"),
        ("allocate", "needs more than 200 MiB of memory"),
    ],
)
def test_work_that_ends_its_process_costs_no_more_than_itself(
    aside: Aside, deed: str, why: str
) -> None:
    with pytest.raises(UnreadablePage, match=why):
        aside.do(done, deed)
    assert aside.do(_twice, 1) == 2


def test_work_that_takes_too_long_is_given_up() -> None:
    with closing(Aside(Limits(seconds=0.2))) as one:
        with pytest.raises(UnreadablePage, match=r"longer than 0\.2 s"):
            one.do(done, "spin")
        assert one.do(_twice, 1) == 2


def test_a_process_that_dies_while_it_has_nothing_to_do_costs_nothing(aside: Aside) -> None:
    there = aside.do(os.getpid)
    [idle] = (one for one in multiprocessing.active_children() if one.pid == there)
    idle.kill()
    idle.join()
    assert aside.do(_twice, 1) == 2


def test_a_process_that_keeps_much_memory_is_renewed(aside: Aside) -> None:
    first, second = aside.do(process, "leak"), aside.do(process, "leak")
    assert aside.do(os.getpid) not in (first, second)


def test_what_the_work_asks_is_answered_here(aside: Aside) -> None:
    here = os.getpid()
    assert aside.do(_asking, "a", asked=lambda *what: (*what, os.getpid() == here)) == (
        "('a', 1, True), ('a', 2, True)"
    )


def test_an_answer_that_fails_is_told_and_the_next_work_is_done(aside: Aside) -> None:
    def fail(*_: object) -> NoReturn:
        raise ValueError("the pages are closed")

    with pytest.raises(ValueError, match="closed"):
        aside.do(_asking, "a", asked=fail)
    assert aside.do(_twice, 1) == 2


def test_who_stops_it_does_not_wait_for_the_work() -> None:
    begun = threading.Event()

    def tell(*_: object) -> None:
        begun.set()

    one = Aside(Limits())
    with ThreadPoolExecutor(2) as threads:
        work = threads.submit(one.do, _ask_and_sleep, asked=tell)
        assert begun.wait(30)
        waiting = threads.submit(one.do, _twice, 1)
        one.close()
        for under_way in (work, waiting):
            with pytest.raises(UnreadablePage, match="stopping"):
                under_way.result(30)
