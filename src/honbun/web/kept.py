"""Kept: what workers found out, shared by all who ask for it at once and kept for a while.

To draw or to judge a large page takes seconds, several views ask for the same at once, and browsers
ask again while they wait: it is done once.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from honbun.web.workers import Workers

Result = TypeVar("Result")

_MOST = 12
"""Results kept: of the page that is looked at, of its neighbours, and those of a second person."""
_MOST_BYTES = 100_000_000
"""Of all results together; the last one is kept in any case."""


class Kept(Generic[Result]):
    """Results by the name of a collection and whatever tells them apart in it.

    `there` gives None for a collection that was forgotten, `size` the bytes that a result holds.
    """

    def __init__(
        self,
        there: Callable[[str], object | None],
        workers: Workers,
        size: Callable[[Result], int],
    ) -> None:
        self._there = there
        self._workers = workers
        self._size = size
        self._tasks: dict[tuple[str, Hashable], asyncio.Task[Result]] = {}

    async def get(self, name: str, which: Hashable, work: Callable[[], Result]) -> Result:
        """What the work gave, or gives now; what it raises is raised, and not kept."""
        key = name, which
        task = self._tasks.pop(key, None)
        if task is None or _failed(task):
            task = asyncio.create_task(self._workers.do(work))
            # Asked what came of it: perhaps nobody waits any more to be told.
            task.add_done_callback(_failed)
        self._tasks[key] = task
        try:
            # Shielded: who leaves must not take the result from the others who wait for it.
            return await asyncio.shield(task)
        finally:
            self._tidy()

    def _tidy(self) -> None:
        """Let go of what is of no use any more, and of the oldest results beyond the bounds."""
        done = [(key, task) for key, task in self._tasks.items() if task.done()]
        kept = size = 0
        for key, task in reversed(done):
            if _failed(task) or self._there(key[0]) is None:
                del self._tasks[key]
                continue
            kept, size = kept + 1, size + self._size(task.result())
            if kept > _MOST or (size > _MOST_BYTES and kept > 1):
                del self._tasks[key]


def _failed(task: asyncio.Task[Result]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
