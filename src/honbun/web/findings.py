"""What a room says of a collection, found out in the background once somebody asks for it.

A collection is judged as a whole, which takes longer than a browser should wait: the answers come
one by one, and who asks for one that is not there yet is told so.
"""

from __future__ import annotations

import pickle
import threading
from typing import TYPE_CHECKING, Generic, TypeVar

from honbun.errors import HonbunError
from honbun.failure import one_line
from honbun.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Result = TypeVar("Result")


class Findings(Generic[Result]):
    """Results by the number of their page; `work` gives them, and is begun at the first question.

    They wait packed, because those of a large collection would fill the memory.
    """

    def __init__(self, work: Callable[[], Iterable[tuple[int, Result]]]) -> None:
        self._work = work
        self._shelf = Shelf()
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
