"""Pages through a step with a journal: what it holds is not made again, what is new is kept."""

from __future__ import annotations

import pickle
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from honbun import __version__
from honbun.digest import digest
from honbun.failure import Failure
from honbun.parallel.ordered import Done

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.page import Page
    from honbun.run import Journal

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Packed(Generic[Result]):
    """A function that gives the pickles of its results, in whatever process."""

    function: Callable[[Page], Result]
    lost: Callable[[Page, str], Failure]

    def __call__(self, page: Page) -> bytes | Failure:
        result = self.function(page)
        try:
            return pickle.dumps(result, pickle.HIGHEST_PROTOCOL)
        except MemoryError:
            raise
        except Exception as error:  # nested too deeply, most likely
            return self.lost(page, f"its result cannot be kept: {type(error).__name__}: {error}")


class Resumed(Generic[Result]):
    """One way of pages through a function: of each the pickled result, made now or before."""

    def __init__(self, function: Callable[[Page], Result], journal: Journal) -> None:
        self._function = digest(__version__, function)
        self._journal = journal
        self._keys: deque[bytes | None] = deque()
        """Of the pages under way the keys to keep their results by; None where they are kept."""

    def items(self, pages: Iterable[Page]) -> Iterator[Page | Done[bytes]]:
        """The pages, and in the places of some what was made of them before."""
        for page in pages:
            key = digest(self._function, page)
            kept = self._journal.get(key)
            if kept is None:
                self._keys.append(key)
                yield page
            else:
                self._keys.append(None)
                self._journal.taken += 1
                yield Done(kept)

    def results(self, made: Iterable[bytes | Failure]) -> Iterator[Result | Failure]:
        """The results, in the order of the pages.

        What is a Failure already, and not the pickle of one, was lost on the way: it may have been
        the machine's fault, and is tried again the next time.
        """
        for result in made:
            key = self._keys.popleft()
            if isinstance(result, Failure):
                yield result
                continue
            if key is not None:
                self._journal.put(key, result)
            yield pickle.loads(result)
