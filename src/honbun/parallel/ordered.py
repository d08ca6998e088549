"""The same work on many items, over processes, in order, with bounded memory."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from honbun.errors import WorkerDied

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Item = TypeVar("Item")
Result = TypeVar("Result")

_CHUNK = 16
"""Items sent to a worker at once: sending costs about as much as a small page."""
_ALONE = 64
"""Items done in this process first: a small input never pays for starting workers."""


def ordered_map(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    jobs: int,
    chunk: int = _CHUNK,
    alone: int = _ALONE,
) -> Iterator[Result]:
    """`map` over `jobs` processes (0: one per core); results come in the order of the items.

    Items larger than a page are better sent in a smaller `chunk`, with fewer done `alone` first.
    """
    jobs = jobs or os.cpu_count() or 1
    items = iter(items)
    if jobs == 1:
        yield from map(function, items)
        return
    yield from map(function, islice(items, alone))
    chunks = iter(lambda: list(islice(items, chunk)), [])
    first = next(chunks, None)
    if first is None:
        return
    pool = ProcessPoolExecutor(jobs, initializer=_follow_parent)
    try:
        waiting: deque[Future[list[Result]]] = deque([pool.submit(_each, function, first)])
        for following in chunks:
            waiting.append(pool.submit(_each, function, following))
            # Twice as many chunks under way as workers: enough to keep them busy, and no more.
            if len(waiting) > 2 * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    except BrokenProcessPool as error:
        raise WorkerDied("a worker process died; it may have run out of memory") from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _follow_parent() -> None:
    """Leave no orphans: a worker ends when the process that started it is gone.

    Ctrl-C reaches it too, and ends it without a word: the parent says what there is to say.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _each(function: Callable[[Item], Result], items: list[Item]) -> list[Result]:
    return [function(item) for item in items]
