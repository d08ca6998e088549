"""The same work on many items, over processes, in order, with bounded memory."""

from __future__ import annotations

import os
import time
from collections import deque
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Generic, TypeVar

from honbun.runner.limits import too_large
from honbun.runner.pool import Crew
from honbun.runner.task import Task

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.runner.limits import Limits

Item = TypeVar("Item")
Result = TypeVar("Result")
Known_co = TypeVar("Known_co", covariant=True)

_CHUNK = 16
"""Items sent to a worker at once: sending costs about as much as a small page."""
_ALONE = 64
"""Items done in this process first: a small input never pays for starting workers."""
_GATHERING = 0.05
"""Seconds after which a chunk is sent as it is: items that are fetched come one a second."""
_AHEAD = 16
"""Chunks for each worker that may wait, done or not, behind an item that takes long."""
_AHEAD_BYTES = 64 << 20
"""And how large their answers may be."""


@dataclass(frozen=True, slots=True)
class Done(Generic[Known_co]):
    """In the place of an item, a result that is known already: it comes out in its turn."""

    result: Known_co


def ordered_map(
    function: Callable[[Item], Result],
    items: Iterable[Item | Done[Result]],
    jobs: int,
    *,
    chunk: int = _CHUNK,
    alone: int = _ALONE,
    limits: Limits | None = None,
    lost: Callable[[Item, str], Result] | None = None,
) -> Iterator[Result]:
    """`map` over `jobs` processes (0: one per core); results come in the order of the items.

    Items larger than a page are better sent in a smaller `chunk`, with fewer done `alone` first.
    With `limits` all are done in processes of their own, which they may end. An item whose process
    died, or that went beyond the limits, is answered by what `lost` makes of it and of what is to
    say about it; without that, WorkerDied is raised.
    """
    jobs = jobs or os.cpu_count() or 1
    items = iter(items)
    if limits is None:
        here = items if jobs == 1 else islice(items, alone)
        yield from (_here(function, item, lost) for item in here)
    chunks = _chunks(items, chunk)
    line: _Line[Item, Result] = _Line(_AHEAD * jobs * chunk)
    with Crew(function, jobs, limits) as crew:
        more = True
        while more or line:
            while more and line.has_room and crew.is_free:
                some = next(chunks, None)
                more = some is not None
                if tasks := line.extend(some or ()):
                    crew.give(tasks)
            if line.is_ready:
                yield line.pop(lost)
                line.size += crew.glance()
            elif line:
                line.size += crew.look()


def _here(
    function: Callable[[Item], Result],
    item: Item | Done[Result],
    lost: Callable[[Item, str], Result] | None,
) -> Result:
    """What comes of an item in this process."""
    if isinstance(item, Done):
        return item.result
    try:
        return function(item)
    except MemoryError:
        if lost is None:
            raise
        return lost(item, too_large(None))


def _chunks(items: Iterator[Item], most: int) -> Iterator[list[Item]]:
    """Items as they are sent: few at first, so that all workers have some; then what comes soon."""
    size = 1
    while True:
        until = time.monotonic() + _GATHERING
        some: list[Item] = []
        for item in items:
            some.append(item)
            if len(some) >= size or time.monotonic() > until:
                break
        if not some:
            return
        yield some
        size = min(2 * size, most)


class _Line(Generic[Item, Result]):
    """Items in their order, until their turn comes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: deque[Task[Item, Result] | Done[Result]] = deque()
        self.size = 0
        """Bytes of the answers that wait."""

    @property
    def has_room(self) -> bool:
        return len(self._waiting) < self._most and self.size < _AHEAD_BYTES

    @property
    def is_ready(self) -> bool:
        """Whether it is known what is next."""
        if not self._waiting:
            return False
        first = self._waiting[0]
        return isinstance(first, Done) or first.is_settled

    def extend(self, items: Iterable[Item | Done[Result]]) -> list[Task[Item, Result]]:
        """Take items in; those that are to be worked on."""
        some = [item if isinstance(item, Done) else Task[Item, Result](item) for item in items]
        self._waiting.extend(some)
        return [task for task in some if isinstance(task, Task)]

    def pop(self, lost: Callable[[Item, str], Result] | None) -> Result:
        """What is next."""
        first = self._waiting.popleft()
        if isinstance(first, Done):
            return first.result
        self.size -= first.size
        return first.result(lost)

    def __len__(self) -> int:
        return len(self._waiting)
