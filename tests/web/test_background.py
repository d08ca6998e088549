"""Results that arrive one by one from a background thread."""

from __future__ import annotations

import threading
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from honbun.errors import MissingExtra
from honbun.web.background import BackgroundResults

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_work_starts_on_demand_and_results_are_available_before_it_ends() -> None:
    go_on, first, started = threading.Event(), threading.Event(), []

    def work() -> Iterator[tuple[int, str]]:
        started.append(1)
        yield 3, "three"
        first.set()
        assert go_on.wait(10)
        yield 5, "five"

    with closing(BackgroundResults(work)) as results:
        assert not started
        clients = [threading.Thread(target=results.get, args=(3,)) for _ in range(20)]
        for client in clients:
            client.start()
        assert first.wait(10)
        assert (results.get(3), results.get(5), results.count) == ("three", None, 1)
        assert not results.done
        go_on.set()
        assert results.wait(10)
        assert (results.get(5), results.count, results.error) == ("five", 2, None)
        assert started == [1]


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (RuntimeError("a line\nand another"), "RuntimeError: a line\\nand another"),
        (
            MissingExtra("comparing pages", "similar"),
            str(MissingExtra("comparing pages", "similar")),
        ),
    ],
)
def test_work_that_fails_keeps_its_results_and_reports_the_error(
    error: Exception, message: str
) -> None:
    def work() -> Iterator[tuple[int, str]]:
        yield 0, "first"
        raise error

    with closing(BackgroundResults(work)) as results:
        assert results.wait(10)
        assert (results.get(0), results.error) == ("first", message)


def test_closing_ends_the_work() -> None:
    yielded: list[int] = []
    first, closed = threading.Event(), threading.Event()

    def work() -> Iterator[tuple[int, int]]:
        for number in range(1000):
            yielded.append(number)
            yield number, number
            first.set()
            assert closed.wait(10)

    results = BackgroundResults(work)
    results.start()
    assert first.wait(10)
    results.close()
    closed.set()
    assert results.wait(10)
    assert len(yielded) == 2
