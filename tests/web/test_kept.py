"""What is found out once, shared, and let go of again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from starlette.exceptions import HTTPException

from honbun.web import cache
from honbun.web.cache import Kept
from honbun.web.jobs import Result, Workers

if TYPE_CHECKING:
    from collections.abc import Callable


class Counted(Workers):
    """Workers that take a moment, and know what they did."""

    def __init__(self) -> None:
        super().__init__(0)
        self.times = 0

    async def do(self, work: Callable[[], Result]) -> Result:
        self.times += 1
        await asyncio.sleep(0)
        return work()


def test_who_asks_at_once_and_who_asks_again_share_one_piece_of_work() -> None:
    async def ask(workers: Counted) -> None:
        answers: Kept[bytes] = Kept({"a": 1}.get, workers, len)
        together = await asyncio.gather(*(answers.get("a", 0, lambda: b"said") for _ in range(3)))
        assert [*together, await answers.get("a", 0, lambda: b"said")] == [b"said"] * 4

    workers = Counted()
    asyncio.run(ask(workers))
    assert workers.times == 1


def test_the_oldest_are_let_go_of_when_they_hold_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_MOST_BYTES", 10)

    async def ask(workers: Counted) -> list[int]:
        answers: Kept[bytes] = Kept({"a": 1}.get, workers, len)
        asked = []
        # The third leaves no room for the first, the large one none for any other.
        for which, size in ((1, 4), (2, 4), (3, 4), (2, 4), (1, 4), (9, 99), (9, 99), (2, 4)):
            before = workers.times
            await answers.get("a", which, lambda size=size: bytes(size))  # type: ignore[misc]
            asked.append(workers.times - before)
        return asked

    assert asyncio.run(ask(Counted())) == [1, 1, 1, 0, 1, 1, 0, 1]


def test_results_of_a_forgotten_collection_are_let_go_of() -> None:
    async def ask(workers: Counted) -> list[tuple[str, object]]:
        there = {"a": 1, "b": 1}
        answers: Kept[bytes] = Kept(there.get, workers, len)
        await answers.get("a", 0, lambda: b"of a")
        del there["a"]
        await answers.get("b", 0, lambda: b"of b")
        return list(answers._tasks)

    assert asyncio.run(ask(Counted())) == [("b", 0)]


def test_what_failed_is_tried_again() -> None:
    def fail() -> bytes:
        raise HTTPException(503, "the server is busy")

    async def ask(workers: Counted) -> bytes:
        answers: Kept[bytes] = Kept({"a": 1}.get, workers, len)
        with pytest.raises(HTTPException):
            await answers.get("a", 0, fail)
        return await answers.get("a", 0, lambda: b"said")

    assert asyncio.run(ask(Counted())) == b"said"
