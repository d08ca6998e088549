"""Task: an item on its way through a crew, and what came of it.

An answer stays packed until its turn comes: its size is known, so that those who wait behind a slow
item can be held within bounds.
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
"""How an answer begins that is an error which the work raised, or why there is no result. One that
is a result begins as pickles do."""


class Task(Generic[Item, Result]):
    """An item, until it is answered; then its answer.

    `asked` answers what the worker asks about it meanwhile, if it does (`worker.ask`).
    """

    __slots__ = ("_answer", "_asked", "_item", "_lost")

    def __init__(self, item: Item, asked: Callable[..., object] | None = None) -> None:
        self._item = item
        self._asked = asked
        self._answer: bytes | None = None
        self._lost: str | None = None

    @property
    def item(self) -> Item:
        """What is to be worked on."""
        return self._item

    @property
    def is_settled(self) -> bool:
        """Whether it is known what came of the item."""
        return self._answer is not None or self._lost is not None

    @property
    def size(self) -> int:
        """Bytes that wait for their turn."""
        return len(self._answer or b"")

    def told(self, question: bytes) -> bytes:
        """What a worker is told that asks."""
        assert self._asked is not None
        return pickle.dumps(self._asked(*pickle.loads(question)), pickle.HIGHEST_PROTOCOL)

    def answer(self, packed: bytes) -> None:
        """Take what a worker has sent."""
        if packed.startswith(_LOST):
            self._lost = packed[1:].decode()
        else:
            self._answer = packed
            del self._item  # a page may weigh more than what was made of it

    def lose(self, why: str) -> None:
        """Give the item up."""
        self._lost = why

    def result(self, lost: Callable[[Item, str], Result] | None) -> Result:
        """What came of the item; of one that was lost, what `lost` makes of it."""
        if self._answer is None:
            why = self._lost or ""
            if lost is None:
                raise WorkerDied(why)
            return lost(self._item, why)
        if self._answer.startswith(_ERROR):
            raise pickle.loads(self._answer[1:])
        result: Result = pickle.loads(self._answer)
        return result


def answered(function: Callable[[Item], Result], item: Item, limits: Limits | None) -> bytes:
    """What a worker sends back for an item."""
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
    except Exception as error:  # nested too deeply, most likely
        return _LOST + f"its result cannot be sent: {type(error).__name__}: {error}".encode()


def _sendable(error: Exception) -> Exception:
    """An error as the other process can raise it.

    One that is not ours, and so a fault of ours, has a note of where it came from.
    """
    if not isinstance(error, HonbunError):
        error.add_note("in a worker process:\n" + "".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # one that cannot be made again from what it says
        kind = HonbunError if isinstance(error, HonbunError) else RuntimeError
        return kind(str(error))
    return error
