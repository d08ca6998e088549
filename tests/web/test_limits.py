"""How much one client may ask."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honbun.web import security
from honbun.web.security import Limits


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_client_has_its_share_and_gets_it_back_with_time() -> None:
    clock = Time()
    buckets = Limits(60, clock)
    assert [buckets.take("a") for _ in range(61)] == [0.0] * 60 + [1.0]
    assert buckets.take("b") == 0.0
    clock.now += 1.0
    assert [buckets.take("a"), buckets.take("a")] == [0.0, 1.0]


def test_who_was_away_for_long_has_no_more_than_its_share() -> None:
    clock = Time()
    buckets = Limits(2, clock)
    buckets.take("a")
    clock.now += 10_000
    assert [buckets.take("a") > 0 for _ in range(3)] == [False, False, True]


@given(
    rate=st.integers(1, 100),
    gaps=st.lists(st.floats(0, 60, allow_nan=False), min_size=1, max_size=200),
)
def test_no_minute_has_more_than_twice_the_rate(rate: int, gaps: list[float]) -> None:
    """What is saved and what comes in meanwhile: no pattern of questions gets more."""
    clock = Time()
    buckets = Limits(rate, clock)
    admitted: list[float] = []
    for gap in gaps:
        clock.now += gap
        if buckets.take("a") == 0.0:
            admitted.append(clock.now)
    for start in admitted:
        assert sum(start <= when < start + 60 for when in admitted) <= 2 * rate


@given(rate=st.integers(1, 100), refused=st.integers(1, 100))
def test_who_waits_as_told_is_admitted(rate: int, refused: int) -> None:
    clock = Time()
    buckets = Limits(rate, clock)
    wait = [buckets.take("a") for _ in range(rate + refused)][-1]
    clock.now += wait - 1e-6
    assert buckets.take("a") > 0.0
    clock.now += 2e-6
    assert buckets.take("a") == 0.0


def test_account_is_kept_of_so_many_clients_only() -> None:
    buckets = Limits(1, Time())
    for number in range(security._CLIENTS + 10):
        buckets.take(str(number))
    assert len(buckets._buckets) == security._CLIENTS
    assert buckets.take("0") == 0.0, "the one that was away longest starts anew"
    assert buckets.take(str(security._CLIENTS)) > 0
