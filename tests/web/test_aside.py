"""Work in a process of its own."""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing
from typing import TYPE_CHECKING, NoReturn

import pytest

from honbun.errors import FetchError, UnreadablePage
from honbun.web.aside import Aside

if TYPE_CHECKING:
    from collections.abc import Iterator


def _twice(number: int) -> int:
    return 2 * number


def _refuse(why: str) -> NoReturn:
    raise FetchError(why)


def _fail() -> NoReturn:
    raise ZeroDivisionError("no")


def _die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def _grow() -> None:
    assert len(b"x" * 300_000_000)


@pytest.fixture(scope="module")
def aside() -> Iterator[Aside]:
    with closing(Aside(20)) as one:
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


def test_work_that_ends_its_process_costs_no_more_than_itself(aside: Aside) -> None:
    with pytest.raises(UnreadablePage, match="has died"):
        aside.do(_die)
    assert aside.do(_twice, 1) == 2


def test_work_that_takes_too_long_is_given_up() -> None:
    with closing(Aside(0.5)) as one:
        with pytest.raises(UnreadablePage, match=r"longer than 0\.5 seconds"):
            one.do(time.sleep, 60)
        one._seconds = 20
        assert one.do(_twice, 1) == 2


def test_a_process_that_has_grown_large_is_not_kept(aside: Aside) -> None:
    first = aside.do(os.getpid)
    aside.do(_grow)
    assert aside.do(os.getpid) != first
