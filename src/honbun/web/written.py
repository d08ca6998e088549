"""Written: what was last made of the lists of pages, for all who ask before a page says else.

To write a feed is to look up each of its items on disk, and readers ask many times for what has
not changed: it is written once. What is known of the items is brought up to date all the same, once
an hour.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Hashable
    from datetime import datetime
    from typing import Any

    from honbun.listing.model import Lists

Result = TypeVar("Result")

_GOOD = timedelta(hours=1)
_MOST = 2_000
_MOST_BYTES = 32_000_000
"""What is held in memory, and its size; the rest is made again."""


@dataclass(frozen=True, slots=True)
class _Made(Generic[Result]):
    lists: Lists
    """What the page said."""
    until: datetime
    task: asyncio.Task[Result]

    def is_of(self, lists: Lists, now: datetime) -> bool:
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
        lists: Lists,
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
        while len(self._made) > _MOST or (size > _MOST_BYTES and len(self._made) > 1):
            _, oldest = self._made.popitem(last=False)
            size -= self._held(oldest)

    def _held(self, made: _Made[Result]) -> int:
        return self._size(made.task.result()) if made.task.done() and not made.failed else 0
