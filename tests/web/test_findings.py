"""Results that come in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Any

import pytest

from honbun.errors import MissingExtra
from honbun.web.cache import Findings

if TYPE_CHECKING:
    from collections.abc import Iterator

Opened = Callable[[Findings[Any]], Findings[Any]]


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Sees to it that findings are closed after the test."""
    with ExitStack() as stack:
        yield lambda findings: stack.enter_context(closing(findings))


def test_nothing_is_done_before_somebody_asks(opened: Opened) -> None:
    begun = threading.Event()

    def work() -> Iterator[tuple[int, str]]:
        begun.set()
        yield 0, "zero"

    findings = opened(Findings(work))
    assert not begun.is_set()
    assert not findings.done
    findings.get(0)
    assert findings.wait(10)
    assert begun.is_set()


def test_a_result_is_there_before_the_work_is_done(opened: Opened) -> None:
    go_on = threading.Event()
    one = threading.Event()

    def work() -> Iterator[tuple[int, str]]:
        yield 3, "three"
        one.set()
        go_on.wait(10)
        yield 5, "five"

    findings = opened(Findings(work))
    findings.begin()
    assert one.wait(10)
    assert (findings.get(3), findings.get(5), findings.found) == ("three", None, 1)
    assert not findings.done
    go_on.set()
    assert findings.wait(10)
    assert (findings.get(5), findings.found, findings.trouble) == ("five", 2, None)


def test_work_that_breaks_keeps_what_it_gave_and_says_why(opened: Opened) -> None:
    def work() -> Iterator[tuple[int, str]]:
        yield 0, "first"
        raise RuntimeError("a line\nand another")

    findings = opened(Findings(work))
    assert findings.wait(10)
    assert findings.get(0) == "first"
    assert findings.trouble == "RuntimeError: a line\\nand another"


def test_what_honbun_raises_on_purpose_is_told_as_it_is(opened: Opened) -> None:
    def work() -> Iterator[tuple[int, str]]:
        yield 0, "first"
        raise MissingExtra("comparing pages", "similar")

    findings = opened(Findings(work))
    assert findings.wait(10)
    assert findings.trouble == str(MissingExtra("comparing pages", "similar"))


def test_the_work_is_done_once_however_many_ask(opened: Opened) -> None:
    times = []

    def work() -> Iterator[tuple[int, int]]:
        times.append(1)
        yield from ((number, number) for number in range(100))

    findings = opened(Findings(work))
    asking = [threading.Thread(target=findings.get, args=(number,)) for number in range(20)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert findings.wait(10)
    assert times == [1]
    assert [findings.get(number) for number in range(100)] == list(range(100))


def test_closed_findings_end_the_work(opened: Opened) -> None:
    given: list[int] = []
    first, closed = threading.Event(), threading.Event()

    def work() -> Iterator[tuple[int, int]]:
        for number in range(1000):
            given.append(number)
            yield number, number
            first.set()
            closed.wait(10)

    findings = opened(Findings(work))
    findings.begin()
    assert first.wait(10)
    findings.close()
    closed.set()
    assert findings.wait(10)
    assert len(given) == 2
