"""A cache of results that take long to compute, each computed once for all concurrent requests."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Hashable
    from typing import Any

Result = TypeVar("Result")


@dataclass(slots=True)
class _Entry(Generic[Result]):
    version: object
    task: asyncio.Task[Result]


class SingleFlightCache(Generic[Result]):
    """The most recently used results by key; `size` estimates the bytes that a result holds.

    The last result is kept even if it exceeds `max_bytes` alone. Errors are not cached.
    """

    def __init__(self, max_results: int, max_bytes: int, size: Callable[[Result], int]) -> None:
        self._max_results = max_results
        self._max_bytes = max_bytes
        self._size = size
        self._entries: OrderedDict[Hashable, _Entry[Result]] = OrderedDict()

    async def get(
        self,
        key: Hashable,
        compute: Callable[[], Coroutine[Any, Any, Result]],
        version: object = None,
    ) -> Result:
        """The cached result for this key and version, or what `compute` returns or raises now."""
        entry = self._entries.pop(key, None)
        if entry is None or entry.version != version:
            task = asyncio.create_task(compute())
            task.add_done_callback(lambda done: self._finish(key, done))
            entry = _Entry(version, task)
        # Versions can be large. Holding the caller's lets the equal, older one be freed.
        entry.version = version
        self._entries[key] = entry
        # Shielded: a client that disconnects must not cancel the work that others wait for.
        return await asyncio.shield(entry.task)

    def _finish(self, key: Hashable, task: asyncio.Task[Result]) -> None:
        failed = task.cancelled() or task.exception() is not None
        entry = self._entries.get(key)
        if failed and entry and entry.task is task:
            del self._entries[key]
        size = sum(map(self._bytes, self._entries.values()))
        while len(self._entries) > self._max_results or (
            size > self._max_bytes and len(self._entries) > 1
        ):
            _, oldest = self._entries.popitem(last=False)
            size -= self._bytes(oldest)

    def _bytes(self, entry: _Entry[Result]) -> int:
        task = entry.task
        if not task.done() or task.cancelled() or task.exception():
            return 0
        return self._size(task.result())
