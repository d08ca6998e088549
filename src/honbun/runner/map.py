"""ordered_map: `map` over worker processes, in order and with bounded memory."""

from __future__ import annotations

import os
import time
from collections import deque
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Generic, TypeVar

from honbun.runner.limits import too_large
from honbun.runner.pool import WorkerPool
from honbun.runner.task import Task

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.runner.limits import Limits

Item = TypeVar("Item")
Result = TypeVar("Result")
Known_co = TypeVar("Known_co", covariant=True)

_CHUNK = 16
"""Items sent to a worker at once: sending costs about as much as a small page."""
_LOCAL = 64
"""Items processed in the calling process first: small inputs start no workers."""
_CHUNK_SECONDS = 0.05
"""Seconds after which an incomplete chunk is sent: fetched pages arrive one a second."""
_AHEAD = 16
"""Chunks per worker that may wait, answered or not, behind a slow item."""
_AHEAD_BYTES = 64 << 20
"""Total size of the answers that may wait."""


@dataclass(frozen=True, slots=True)
class Done(Generic[Known_co]):
    """A result that is already known, in the place of an item; it comes out in its turn."""

    result: Known_co


def ordered_map(
    function: Callable[[Item], Result],
    items: Iterable[Item | Done[Result]],
    jobs: int,
    *,
    chunk: int = _CHUNK,
    local: int = _LOCAL,
    limits: Limits | None = None,
    lost: Callable[[Item, str], Result] | None = None,
) -> Iterator[Result]:
    """Apply a function to items in `jobs` processes (0: one per core); yield results in order.

    Items larger than a page need a smaller `chunk`, and fewer of them processed `local`ly first.
    With `limits`, all items go to worker processes. For an item whose worker died or that exceeded
    the limits, `lost(item, reason)` makes the result; without `lost`, WorkerDied is raised.
    """
    jobs = jobs or os.cpu_count() or 1
    items = iter(items)
    if limits is None:
        first = items if jobs == 1 else islice(items, local)
        for item in first:
            yield _apply(function, item, lost)
        if jobs == 1:
            return
    chunks = _chunks(items, chunk)
    queue: _Queue[Item, Result] = _Queue(_AHEAD * jobs * chunk)
    with WorkerPool(function, jobs, limits) as pool:
        more = True
        while more or queue:
            while more and queue.has_space and pool.is_free:
                some = next(chunks, None)
                more = some is not None
                if tasks := queue.extend(some or ()):
                    pool.submit(tasks)
            if queue.is_ready:
                yield queue.pop(lost)
                queue.size += pool.poll()
            elif queue:
                queue.size += pool.wait()


def _apply(
    function: Callable[[Item], Result],
    item: Item | Done[Result],
    lost: Callable[[Item, str], Result] | None,
) -> Result:
    """Process an item in the calling process."""
    if isinstance(item, Done):
        return item.result
    try:
        return function(item)
    except MemoryError:
        if lost is None:
            raise
        return lost(item, too_large(None))


def _chunks(items: Iterator[Item], most: int) -> Iterator[list[Item]]:
    """Group items: small chunks first, so that all workers start; then what arrives soon."""
    size = 1
    while True:
        until = time.monotonic() + _CHUNK_SECONDS
        some: list[Item] = []
        for item in items:
            some.append(item)
            if len(some) >= size or time.monotonic() > until:
                break
        if not some:
            return
        yield some
        size = min(2 * size, most)


class _Queue(Generic[Item, Result]):
    """Tasks and known results in input order."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: deque[Task[Item, Result] | Done[Result]] = deque()
        self.size = 0
        """Bytes of the answers that wait."""

    @property
    def has_space(self) -> bool:
        return len(self._waiting) < self._most and self.size < _AHEAD_BYTES

    @property
    def is_ready(self) -> bool:
        """Whether the first result is known."""
        if not self._waiting:
            return False
        first = self._waiting[0]
        return isinstance(first, Done) or first.is_done

    def extend(self, items: Iterable[Item | Done[Result]]) -> list[Task[Item, Result]]:
        """Add items; return the tasks of those whose results are not known."""
        some = [item if isinstance(item, Done) else Task[Item, Result](item) for item in items]
        self._waiting.extend(some)
        return [task for task in some if isinstance(task, Task)]

    def pop(self, lost: Callable[[Item, str], Result] | None) -> Result:
        first = self._waiting.popleft()
        if isinstance(first, Done):
            return first.result
        self.size -= first.size
        return first.result(lost)

    def __len__(self) -> int:
        return len(self._waiting)
