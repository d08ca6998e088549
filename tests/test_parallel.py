from __future__ import annotations

from itertools import count, islice

import pytest

from honbun.parallel import ordered_map


def double(number: int) -> int:
    return 2 * number


def refuse_ninety(number: int) -> int:
    if number == 90:
        raise ValueError("ninety")
    return number


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_items(jobs: int) -> None:
    assert list(ordered_map(double, range(300), jobs)) == list(range(0, 600, 2))


def test_endless_input_is_not_read_ahead_of_need() -> None:
    taken = count()
    results = ordered_map(double, taken, 2)
    assert list(islice(results, 200)) == list(range(0, 400, 2))
    results.close()  # type: ignore[attr-defined]
    assert next(taken) < 500


def test_an_error_of_a_worker_reaches_the_caller() -> None:
    with pytest.raises(ValueError, match="ninety"):
        list(ordered_map(refuse_ninety, range(200), 2))
