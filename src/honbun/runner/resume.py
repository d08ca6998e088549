"""Resume: results of earlier runs are taken from a journal, new results are stored in it.

The result of a page depends on its bytes, its origin, the step with its options, and the version of
honbun: it is stored under a digest of these. So pages may come in another order, and a later run
may add pages.
"""

from __future__ import annotations

import pickle
from collections import deque
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from hashlib import blake2b
from types import FunctionType
from typing import TYPE_CHECKING, Generic, TypeVar

from honbun import __version__
from honbun.errors import Failure
from honbun.runner.map import Done

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.runner.run import Journal

Item = TypeVar("Item")
Result = TypeVar("Result")


def digest(*values: object) -> bytes:
    """A hash of values that is the same in every process.

    Takes text, bytes, numbers, dates, tuples, lists, sets, dicts, dataclasses, and functions (by
    name).

    >>> digest("a", "bc") != digest("ab", "c")
    True
    """
    found = blake2b(digest_size=20)
    for value in values:
        for piece in _pieces(value):
            found.update(f"{len(piece)}:".encode())
            found.update(piece)
    return found.digest()


def _pieces(value: object) -> Iterator[bytes]:
    if isinstance(value, bytes):
        yield b"bytes"
        yield value
    elif isinstance(value, str):
        yield b"str"
        yield value.encode("utf-8", "surrogatepass")
    elif is_dataclass(value) and not isinstance(value, type):
        yield type(value).__qualname__.encode()
        for field in fields(value):
            yield from _pieces(getattr(value, field.name))
    elif isinstance(value, tuple | list):
        yield f"{len(value)} parts".encode()
        for part in value:
            yield from _pieces(part)
    elif isinstance(value, frozenset):
        yield from _pieces(sorted(value))
    elif isinstance(value, dict):
        yield from _pieces(sorted(value.items()))
    elif isinstance(value, FunctionType):
        # Its repr contains its address in memory.
        yield f"{value.__module__}.{value.__qualname__}".encode()
    elif value is None or isinstance(value, int | float | datetime):
        yield repr(value).encode()
    else:
        raise TypeError(f"cannot digest {type(value).__name__}: its repr may change between runs")


@dataclass(frozen=True, slots=True)
class Pickled(Generic[Item, Result]):
    """A function that returns the pickles of another's results, in any process."""

    function: Callable[[Item], Result]
    lost: Callable[[Item, str], Failure]

    def __call__(self, item: Item) -> bytes | Failure:
        result = self.function(item)
        try:
            return pickle.dumps(result, pickle.HIGHEST_PROTOCOL)
        except MemoryError:
            raise
        except Exception as error:  # most likely nested too deeply
            return self.lost(item, f"its result cannot be stored: {type(error).__name__}: {error}")


class Resumed(Generic[Item, Result]):
    """Items on their way through a function, with a journal before and after it."""

    def __init__(self, function: Callable[[Item], Result], journal: Journal) -> None:
        self._function = digest(__version__, function)
        self._journal = journal
        self._keys: deque[bytes | None] = deque()
        """Keys of the items under way; None where the journal already has the result."""

    def items(self, items: Iterable[Item]) -> Iterator[Item | Done[bytes]]:
        """Replace each item that the journal knows by its pickled result."""
        for item in items:
            key = digest(self._function, item)
            stored = self._journal.get(key)
            if stored is None:
                self._keys.append(key)
                yield item
            else:
                self._keys.append(None)
                self._journal.taken += 1
                yield Done(stored)

    def results(self, pickles: Iterable[bytes | Failure]) -> Iterator[Result | Failure]:
        """Store new results; yield all of them, in the order of the items.

        A Failure that is not pickled was lost on the way. The machine may be the cause, so it is
        not stored and the next run tries again.
        """
        for result in pickles:
            key = self._keys.popleft()
            if isinstance(result, Failure):
                yield result
                continue
            if key is not None:
                self._journal.put(key, result)
            yield pickle.loads(result)
