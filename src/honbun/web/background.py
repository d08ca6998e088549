"""Results for the pages of a collection, computed in a background thread.

Reading a whole collection takes longer than a browser should wait: results are available one by
one, and a request for a missing one is answered with the progress.
"""

from __future__ import annotations

import pickle
import threading
from typing import TYPE_CHECKING, Generic, TypeVar

from honbun.errors import HonbunError, one_line
from honbun.runner.spool import Spool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Result = TypeVar("Result")


class BackgroundResults(Generic[Result]):
    """Results by page number; `compute` yields them and starts when one is first asked for.

    They are pickled, and stored on disk if they are many.
    """

    def __init__(self, compute: Callable[[], Iterable[tuple[int, Result]]]) -> None:
        self._compute = compute
        self._spool = Spool()
        self._positions: dict[int, int] = {}
        self._lock = threading.Lock()
        self._started = self._closed = False
        self._done = threading.Event()
        self.error: str | None = None
        """Why the work ended early, in one line."""

    def start(self) -> None:
        """Start the work, unless it has been started."""
        with self._lock:
            if self._started:
                return
            self._started = True
        threading.Thread(target=self._run, daemon=True).start()

    def get(self, number: int) -> Result | None:
        """The result for a page; None if there is none, or not yet."""
        self.start()
        with self._lock:
            position = self._positions.get(number)
            packed = None if position is None else self._spool[position]
        return None if packed is None else pickle.loads(packed)

    @property
    def count(self) -> int:
        """The number of results so far."""
        return len(self._positions)

    @property
    def done(self) -> bool:
        """Whether the work has ended."""
        return self._done.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end of the work; False on timeout."""
        self.start()
        return self._done.wait(seconds)

    def close(self) -> None:
        """Delete the results; work in progress ends with its next result."""
        with self._lock:
            self._closed = self._started = True
            self._spool.close()

    def _run(self) -> None:
        try:
            for number, result in self._compute():
                if self._closed:
                    return
                self._store(number, pickle.dumps(result, pickle.HIGHEST_PROTOCOL))
        except HonbunError as error:
            self.error = one_line(str(error))
        except Exception as error:
            # An error in a library must not end the server: the page shows it.
            self.error = one_line(f"{type(error).__name__}: {error}")
        finally:
            self._done.set()

    def _store(self, number: int, packed: bytes) -> None:
        with self._lock:
            if not self._closed:
                self._spool.append(packed)
                self._positions[number] = len(self._positions)
