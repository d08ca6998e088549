"""The single-flight cache."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from honbun.web.cache import SingleFlightCache
from tests.web.loop import run


class Counted:
    """Counts how often each key is computed."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.go_on = asyncio.Event()
        self.go_on.set()

    async def __call__(self, key: str) -> str:
        self.calls.append(key)
        await self.go_on.wait()
        if key == "broken":
            raise ValueError(key)
        return key.upper()


def test_concurrent_and_later_requests_share_one_computation() -> None:
    async def work() -> list[str]:
        compute, cache = Counted(), SingleFlightCache[str](10, 100, len)
        compute.go_on.clear()
        requests = [asyncio.create_task(cache.get("a", lambda: compute("a"))) for _ in range(5)]
        await asyncio.sleep(0)
        requests[0].cancel()  # a client that disconnects does not end the work
        compute.go_on.set()
        assert await asyncio.gather(*requests[1:]) == ["A"] * 4
        assert await cache.get("a", lambda: compute("a")) == "A"
        return compute.calls

    assert run(work()) == ["a"]


def test_a_new_version_is_computed_again() -> None:
    async def work() -> list[str]:
        compute, cache = Counted(), SingleFlightCache[str](10, 100, len)
        for version in (1, 1, 2, 2, 1):
            await cache.get("a", lambda: compute("a"), version)
        return compute.calls

    assert run(work()) == ["a"] * 3


def test_errors_are_raised_and_not_cached() -> None:
    async def work() -> list[str]:
        compute, cache = Counted(), SingleFlightCache[str](10, 100, len)
        for _ in range(2):
            with pytest.raises(ValueError, match="broken"):
                await cache.get("broken", lambda: compute("broken"))
        return compute.calls

    assert run(work()) == ["broken"] * 2


@pytest.mark.parametrize(
    ("max_results", "max_bytes", "keys", "computed"),
    [
        (2, 100, "aa bb aa cc aa bb", "aa bb cc bb"),
        (10, 5, "aa bb aa cc aa bb", "aa bb cc bb"),
        (10, 1, "large large", "large"),  # the last result is kept, however large it is
    ],
)
def test_the_least_recently_used_result_is_dropped_beyond_a_limit(
    max_results: int, max_bytes: int, keys: str, computed: str
) -> None:
    async def work() -> list[str]:
        compute, cache = Counted(), SingleFlightCache[str](max_results, max_bytes, len)
        for key in keys.split():
            await cache.get(key, partial(compute, key))
            await asyncio.sleep(0)
        return compute.calls

    assert run(work()) == computed.split()
