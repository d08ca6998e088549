from __future__ import annotations

import multiprocessing
import os
import threading
from itertools import count, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.errors import HonbunError, MissingExtra, WorkerDied
from honbun.runner import map as mapping
from honbun.runner import pool
from honbun.runner.limits import Limits
from honbun.runner.map import Done, ordered_map
from tests.runner.actions import done, lost, nested, process

QUICK = Limits(seconds=0.3)


def double(number: int) -> int:
    return 2 * number


def refuse_ninety(number: int) -> int:
    if number == 90:
        raise ValueError("ninety")
    return number


def needs_an_extra(_: object) -> None:
    raise MissingExtra("this", "that")


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("limits", [None, Limits()])
def test_results_come_in_the_order_of_the_items(jobs: int, limits: Limits | None) -> None:
    assert list(ordered_map(double, range(300), jobs, limits=limits)) == list(range(0, 600, 2))


def test_items_with_limits_are_processed_in_another_process() -> None:
    others = set(multiprocessing.active_children())
    [of_one] = ordered_map(process, ["nothing"], 1, limits=Limits())
    assert of_one != os.getpid()
    assert list(ordered_map(process, [], 2, limits=Limits())) == []
    assert set(multiprocessing.active_children()) <= others


def test_endless_input_is_not_read_ahead_of_need() -> None:
    taken = count()
    results = ordered_map(double, taken, 2)
    assert list(islice(results, 200)) == list(range(0, 400, 2))
    results.close()  # type: ignore[attr-defined]
    assert next(taken) < 800


def test_known_results_come_out_in_their_turn() -> None:
    items: list[int | Done[int]] = [Done(-1), 1, 2, Done(-2), *([Done(-3)] * 100), 3]
    expected = [-1, 2, 4, -2, *([-3] * 100), 6]
    assert list(ordered_map(double, items, 1)) == expected
    assert list(ordered_map(double, items, 2, limits=Limits(), chunk=3)) == expected


@pytest.mark.parametrize("limits", [None, Limits()])
def test_an_exception_in_a_worker_reaches_the_caller(limits: Limits | None) -> None:
    with pytest.raises(ValueError, match="ninety") as caught:
        list(ordered_map(refuse_ninety, range(200), 2, limits=limits))
    assert "in refuse_ninety" in "".join(caught.value.__notes__)


def test_an_exception_that_cannot_be_unpickled_keeps_its_message() -> None:
    with pytest.raises(HonbunError, match=r"pip install 'honbun\[that\]'"):
        list(ordered_map(needs_an_extra, [1], 1, limits=Limits()))


def test_a_result_that_cannot_be_sent_loses_one_item() -> None:
    found = list(ordered_map(nested, [1, 100_000, 2], 1, limits=Limits(), lost=lambda _, why: why))
    assert found[::2] == [[None], [[None]]]
    assert isinstance(found[1], str)
    assert found[1].startswith("its result cannot be sent: RecursionError")


LOSSES = {
    "sleep": "it took longer than 0.3 s",
    "spin": "it took longer than 0.3 s",
    "segfault": "its worker process died (SIGSEGV)",
    "exit": "its worker process died (exit status 3)",
    "system exit": "its worker process died (exit status 4)",
    "kill": "its worker process died (SIGKILL, perhaps out of memory)",
    "allocate": "it needs more than 64 MiB of memory",
}


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("action", LOSSES)
def test_an_item_that_ends_its_process_loses_no_other_item(action: str, jobs: int) -> None:
    items = ["a", "b", "c", action, "d", action, "e"]
    limits = QUICK if action in {"sleep", "spin"} else Limits(memory=64 << 20)
    found = list(ordered_map(done, items, jobs, chunk=4, limits=limits, lost=lost))
    loss = f"{action}: {LOSSES[action]}"
    assert found == ["done: a", "done: b", "done: c", loss, "done: d", loss, "done: e"]


def test_a_dead_worker_raises_if_lost_items_are_not_handled() -> None:
    with pytest.raises(WorkerDied, match="SIGSEGV"):
        list(ordered_map(done, ["a", "segfault"], 2, local=0))


def test_a_memory_error_in_the_calling_process_loses_one_item() -> None:
    def needy(item: int) -> str:
        if item:
            raise MemoryError
        return "enough"

    found = list(ordered_map(needy, [0, 1], 1, lost=lambda _, why: why))
    assert found == ["enough", "it needs more memory than there is"]


PLANS = st.lists(st.sampled_from(["good", "known", "exit", "kill"]), max_size=12)


@settings(max_examples=20, deadline=None)
@given(PLANS, st.integers(1, 3), st.integers(1, 5), st.integers(0, 3), st.booleans())
def test_results_equal_those_of_a_plain_map_whichever_workers_die(
    plan: list[str], jobs: int, chunk: int, local: int, limited: bool
) -> None:
    if not limited:  # without limits, local items would end this process
        local = 0
        jobs = max(jobs, 2)
    items = [Done("known") if action == "known" else action for action in plan]
    expected = ["known" if action == "known" else _plain(action) for action in plan]
    limits = Limits() if limited else None
    others = set(multiprocessing.active_children())
    found = ordered_map(done, items, jobs, chunk=chunk, local=local, limits=limits, lost=lost)
    assert list(found) == expected
    assert set(multiprocessing.active_children()) <= others


def _plain(action: str) -> str:
    return f"{action}: {LOSSES[action]}" if action in LOSSES else f"done: {action}"


@pytest.mark.parametrize("bound", ["items", "bytes"])
def test_results_that_wait_behind_a_slow_item_are_bounded(
    bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if bound == "bytes":
        monkeypatch.setattr(mapping, "_AHEAD_BYTES", 10 * len("done: nothing"))
    taken = count()
    items = ("nothing" if number else "sleep" for number in taken)
    results = ordered_map(done, items, 2, chunk=2, limits=QUICK, lost=lost)
    assert next(results) == f"sleep: {LOSSES['sleep']}"
    # The other worker continued, up to the bound.
    least, most = (4, 20) if bound == "bytes" else (8, mapping._AHEAD * 2 * 2 + 4)
    assert least < next(taken) <= most
    results.close()  # type: ignore[attr-defined]


def test_time_in_which_the_program_was_suspended_is_not_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "_MAX_STEP", 0.0)
    limits = Limits(seconds=1e-9)
    assert list(ordered_map(double, range(20), 1, limits=limits)) == list(range(0, 40, 2))


def test_a_worker_that_keeps_much_memory_is_replaced_between_items() -> None:
    limits = Limits(memory=512 << 20)
    leaking = list(ordered_map(process, ["leak", "leak", "leak"], 1, chunk=3, limits=limits))
    tidy = list(ordered_map(process, ["nothing"] * 3, 1, chunk=3, limits=limits))
    assert (len(set(leaking)), len(set(tidy))) == (3, 1)


def test_spawned_workers_behave_as_forked_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_METHODS", ("spawn", "spawn"))
    items = ["a", "exit", "b"]
    found = list(ordered_map(done, items, 1, limits=Limits(), lost=lost))
    assert found == ["done: a", f"exit: {LOSSES['exit']}", "done: b"]


def test_chunks_grow_but_do_not_wait_for_slow_items(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapping, "_CHUNK_SECONDS", 0.0)
    assert all(len(some) == 1 for some in mapping._chunks(iter(range(40)), 16))
    monkeypatch.setattr(mapping, "_CHUNK_SECONDS", 60.0)
    sizes = [len(some) for some in mapping._chunks(iter(range(40)), 16)]
    assert sizes == [1, 2, 4, 8, 16, 9]


def test_results_can_be_taken_by_several_threads() -> None:
    """The thread that started the worker processes may have ended."""
    results = ordered_map(abs, range(-40, 0), 2, local=0)
    found: list[int] = []
    for _ in range(40):
        thread = threading.Thread(target=lambda: found.append(next(results)))
        thread.start()
        thread.join()
    assert found == list(range(40, 0, -1))
