"""Kept: what workers found out, shared by all who ask for it at once and kept for a while.

To draw or to judge a large page takes seconds, several views ask for the same at once, and browsers
ask again while they wait: it is done once.
"""

from __future__ import annotations

import asyncio
import pickle
import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Generic, TypeVar

from honbun.errors import HonbunError, one_line
from honbun.runner.spool import Spool

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Hashable, Iterable
    from datetime import datetime
    from typing import Any

    from honbun.feeds.model import Feed
    from honbun.web.jobs import Workers

Result = TypeVar("Result")

_MOST_KEPT = 12
"""Results kept: of the page that is looked at, of its neighbours, and those of a second person."""
_MOST_BYTES_KEPT = 100_000_000
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
            if kept > _MOST_KEPT or (size > _MOST_BYTES_KEPT and kept > 1):
                del self._tasks[key]


def _failed(task: asyncio.Task[Result]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


# Written: what was last made of the lists of pages, for all who ask before a page says else.
#
# To write a feed is to look up each of its items on disk, and readers ask many times for what has
# not changed: it is written once. What is known of the items is brought up to date all the same,
# once an hour.

_GOOD = timedelta(hours=1)
_MOST_WRITTEN = 2_000
_MOST_BYTES_WRITTEN = 32_000_000
"""What is held in memory, and its size; the rest is made again."""


@dataclass(frozen=True, slots=True)
class _Made(Generic[Result]):
    lists: Feed
    """What the page said."""
    until: datetime
    task: asyncio.Task[Result]

    def is_of(self, lists: Feed, now: datetime) -> bool:
        same = self.lists is lists or self.lists == lists
        return same and now < self.until and not self.failed

    @property
    def failed(self) -> bool:
        task = self.task
        return task.done() and (task.cancelled() or task.exception() is not None)


class Written(Generic[Result]):
    """Results by whatever tells them apart; `size` gives the bytes that one holds."""

    def __init__(self, size: Callable[[Result], int]) -> None:
        self._size = size
        self._made: OrderedDict[Hashable, _Made[Result]] = OrderedDict()

    async def get(
        self,
        key: Hashable,
        lists: Feed,
        now: datetime,
        make: Callable[[], Coroutine[Any, Any, Result]],
    ) -> Result:
        """What was made of these lists, or is made now; what that raises is not kept."""
        made = self._made.pop(key, None)
        if made is None or not made.is_of(lists, now):
            made = _Made(lists, now + _GOOD, asyncio.create_task(make()))
            made.task.add_done_callback(lambda task: self._tidy(key, task))
        elif made.lists is not lists:
            # The earlier one is let go of: each format of a page would hold on to another.
            made = replace(made, lists=lists)
        self._made[key] = made
        # Shielded: who leaves must not take the result from the others who wait for it.
        return await asyncio.shield(made.task)

    def _tidy(self, key: Hashable, task: asyncio.Task[Result]) -> None:
        """Let go of what failed, and of what was asked for longest ago beyond the bounds."""
        made = self._made.get(key)
        if not task.cancelled():
            task.exception()  # perhaps nobody waits any more to be told
        if made and made.failed:
            del self._made[key]
        size = sum(map(self._held, self._made.values()))
        while len(self._made) > _MOST_WRITTEN or (
            size > _MOST_BYTES_WRITTEN and len(self._made) > 1
        ):
            _, oldest = self._made.popitem(last=False)
            size -= self._held(oldest)

    def _held(self, made: _Made[Result]) -> int:
        return self._size(made.task.result()) if made.task.done() and not made.failed else 0


# What a room says of a collection, found out in the background once somebody asks for it.
#
# A collection is judged as a whole, which takes longer than a browser should wait: the answers
# come one by one, and who asks for one that is not there yet is told so.


class Findings(Generic[Result]):
    """Results by the number of their page; `work` gives them, and is begun at the first question.

    They wait packed, because those of a large collection would fill the memory.
    """

    def __init__(self, work: Callable[[], Iterable[tuple[int, Result]]]) -> None:
        self._work = work
        self._shelf = Spool()
        self._place: dict[int, int] = {}
        self._lock = threading.Lock()
        self._begun = self._closed = False
        self._done = threading.Event()
        self._trouble: str | None = None

    def begin(self) -> None:
        """Begin the work, unless it is under way or done."""
        with self._lock:
            if self._begun:
                return
            self._begun = True
        threading.Thread(target=self._run, daemon=True).start()

    def get(self, number: int) -> Result | None:
        """The result of a page; None where there is none, or none yet."""
        self.begin()
        with self._lock:
            place = self._place.get(number)
            packed = None if place is None else self._shelf[place]
        # Packed by ourselves, in this very process.
        return None if packed is None else pickle.loads(packed)

    @property
    def found(self) -> int:
        """How many results there are so far."""
        return len(self._place)

    @property
    def done(self) -> bool:
        """Whether no more will come."""
        return self._done.is_set()

    @property
    def trouble(self) -> str | None:
        """Why the work ended early, in one line."""
        return self._trouble

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the last result; false where it did not come in time."""
        self.begin()
        return self._done.wait(seconds)

    def close(self) -> None:
        """Let go of the results; work under way ends with the next of them."""
        with self._lock:
            self._closed = self._begun = True
            self._shelf.close()

    def _run(self) -> None:
        try:
            for number, result in self._work():
                if self._closed:
                    return
                self._keep(number, pickle.dumps(result, pickle.HIGHEST_PROTOCOL))
        except HonbunError as error:
            self._trouble = one_line(str(error))
        except Exception as error:
            # Of all rooms and libraries below them: the server goes on, and the page says it.
            self._trouble = one_line(f"{type(error).__name__}: {error}")
        finally:
            self._done.set()

    def _keep(self, number: int, packed: bytes) -> None:
        with self._lock:
            if not self._closed:
                self._shelf.append(packed)
                self._place[number] = len(self._place)
