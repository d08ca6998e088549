"""Threads for work that would hold up the event loop.

They are few, and so are those who may wait for them: beyond that the server says that it is busy.
They do not keep the program from ending, as those of `concurrent.futures` do: nobody who stops the
server wants to wait for a site that does not answer.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.exceptions import HTTPException

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

_WAITING = 1000
"""Pieces of work in line: more than a reader of feeds has feeds."""


class Workers:
    """A number of threads that do what they are told, one thing after the other."""

    def __init__(self, number: int) -> None:
        self._line: queue.Queue[tuple[Future[Any], Callable[[], Any]] | None] = queue.Queue(
            _WAITING + number
        )
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(number)]
        for thread in self._threads:
            thread.start()

    async def do(self, work: Callable[[], Result]) -> Result:
        """What the work gives or raises; a status of 503 where too many wait."""
        future: Future[Result] = Future()
        if self._line.qsize() >= _WAITING:
            raise HTTPException(503, "the server is busy", {"Retry-After": "10"})
        self._line.put_nowait((future, work))
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Let the threads end, each after the work in its hands."""
        while not self._line.empty():
            if told := self._line.get_nowait():
                told[0].cancel()
        for _ in self._threads:
            self._line.put_nowait(None)

    def _work(self) -> None:
        while told := self._line.get():
            future, work = told
            if not future.set_running_or_notify_cancel():
                continue
            try:
                result = work()
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)
