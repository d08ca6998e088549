"""Task: one item in a worker pool, and its result.

A result stays pickled until its turn comes: so its size is known, and the results that wait behind
a slow item can be bounded.
"""

from __future__ import annotations

import pickle
import traceback
from typing import TYPE_CHECKING, Generic, TypeVar

from honbun.errors import HonbunError, WorkerDied
from honbun.runner.limits import too_large

if TYPE_CHECKING:
    from collections.abc import Callable

    from honbun.runner.limits import Limits

Item = TypeVar("Item")
Result = TypeVar("Result")

_ERROR, _LOST = b"E", b"L"
"""First byte of an answer that holds an exception, or the reason why there is no result. Any other
answer is a pickle of the result, which begins with neither."""


class Task(Generic[Item, Result]):
    """An item until it is answered; then its answer.

    `on_question` answers the questions that the worker asks meanwhile (`worker.ask`).
    """

    __slots__ = ("_answer", "_item", "_lost", "_on_question")

    def __init__(self, item: Item, on_question: Callable[..., object] | None = None) -> None:
        self._item = item
        self._on_question = on_question
        self._answer: bytes | None = None
        self._lost: str | None = None

    @property
    def item(self) -> Item:
        return self._item

    @property
    def is_done(self) -> bool:
        return self._answer is not None or self._lost is not None

    @property
    def size(self) -> int:
        """Bytes of the answer."""
        return len(self._answer or b"")

    def reply(self, question: bytes) -> bytes:
        """The pickled reply to a worker's pickled question."""
        assert self._on_question is not None
        return pickle.dumps(self._on_question(*pickle.loads(question)), pickle.HIGHEST_PROTOCOL)

    def set_answer(self, answer: bytes) -> None:
        """Store what a worker sent."""
        if answer.startswith(_LOST):
            self._lost = answer[1:].decode()
        else:
            self._answer = answer
            del self._item  # a page may be larger than its result

    def set_lost(self, reason: str) -> None:
        """Give the item up."""
        self._lost = reason

    def result(self, lost: Callable[[Item, str], Result] | None) -> Result:
        """Return or raise what the function did; `lost` makes the result of an item given up."""
        if self._answer is None:
            reason = self._lost or ""
            if lost is None:
                raise WorkerDied(reason)
            return lost(self._item, reason)
        if self._answer.startswith(_ERROR):
            raise pickle.loads(self._answer[1:])
        result: Result = pickle.loads(self._answer)
        return result


def answer(function: Callable[[Item], Result], item: Item, limits: Limits | None) -> bytes:
    """Apply a function in a worker; return what the worker sends back."""
    try:
        result = function(item)
    except MemoryError:
        return _LOST + too_large(limits).encode()
    except Exception as error:
        return _ERROR + pickle.dumps(_sendable(error))
    try:
        return pickle.dumps(result, pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        return _LOST + too_large(limits).encode()
    except Exception as error:  # most likely nested too deeply
        return _LOST + f"its result cannot be sent: {type(error).__name__}: {error}".encode()


def _sendable(error: Exception) -> Exception:
    """Return an exception that the parent can unpickle and raise.

    An exception that is not a HonbunError is a bug, so the worker's traceback is added as a note.
    """
    if not isinstance(error, HonbunError):
        error.add_note("in a worker process:\n" + "".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # its constructor takes other arguments than its message
        kind = HonbunError if isinstance(error, HonbunError) else RuntimeError
        return kind(str(error))
    return error
