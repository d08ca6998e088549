"""Pages through a step, in whatever process: one that breaks it becomes a Failure."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from honbun import __version__
from honbun.errors import Failure, HonbunError
from honbun.page import Page
from honbun.runner.journal import digest
from honbun.runner.map import Done, ordered_map
from honbun.runner.run import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from honbun.runner.limits import Limits
    from honbun.runner.run import Journal

# Pages through a step with a journal: what it holds is not made again, what is new is kept.

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


class Sourced(Protocol):
    """What comes from a page, and can say from which."""

    @property
    def source(self) -> str:
        """The file, record or address that the page was read from."""

    @property
    def url(self) -> str | None:
        """The page's address."""


GuardItem = TypeVar("GuardItem", bound=Sourced)
Options = TypeVar("Options")


def each(
    step: Callable[[Page, Options], Result],
    pages: Iterable[Page],
    options: Options,
    run: Run,
    name: str,
) -> Iterator[Result]:
    """The results of a step for each page, in their order; failures are told and left out.

    `name` is what the failures say was not done.
    """
    return told(_each(Guarded(step, options, name), _only_pages(pages), run), run)


def told(results: Iterable[Result | Failure], run: Run) -> Iterator[Result]:
    """The results without the failures, which are told."""
    for result in results:
        if isinstance(result, Failure):
            run.on_failure(result)
        else:
            yield result


def _each(
    guarded: Guarded[Page, Options, Result], pages: Iterator[Page], run: Run
) -> Iterator[Result | Failure]:
    if run.journal is None:
        return _through(guarded, pages, run)
    resumed = Resumed(guarded, run.journal)
    packed: Callable[[Page], bytes | Failure] = Packed(guarded, guarded.lost)
    items = resumed.items(pages)
    made = ordered_map(packed, items, run.jobs, limits=run.limits, lost=guarded.lost)
    return resumed.results(made)


def outcomes(
    step: Callable[[GuardItem, Options], Result],
    items: Iterable[GuardItem | Done[Result | Failure]],
    options: Options,
    run: Run,
    name: str,
) -> Iterator[Result | Failure]:
    """As `each`, of anything that comes from a page: a Failure stands in its place."""
    return _through(Guarded(step, options, name), items, run)


def numbered(
    step: Callable[[Page, Options], Result],
    pages: Iterable[tuple[int, Page | Failure]],
    options: Options,
    limits: Limits | None,
    name: str,
) -> Iterator[tuple[int, Result | Failure]]:
    """As `outcomes`, of pages that an engine's process reads; each keeps its number.

    The process does one thing at a time: others like it work on other parts of the input.
    """
    numbers: deque[int] = deque()

    def items() -> Iterator[Page | Done[Failure]]:
        for number, page in pages:
            numbers.append(number)
            yield Done(page) if isinstance(page, Failure) else page

    for found in outcomes(step, items(), options, Run(limits=limits), name):
        yield numbers.popleft(), found


def _through(
    guarded: Guarded[GuardItem, Options, Result],
    items: Iterable[GuardItem | Done[Result | Failure]],
    run: Run,
) -> Iterator[Result | Failure]:
    return ordered_map(guarded, items, run.jobs, limits=run.limits, lost=guarded.lost)


def _only_pages(pages: Iterable[Page]) -> Iterator[Page]:
    if isinstance(pages, Page | str | bytes) or not isinstance(pages, Iterable):
        raise HonbunError(
            f"pages are several honbun.Page, such as honbun.read(...) gives or [page], "
            f"not {type(pages).__name__}"
        )
    for page in pages:
        if not isinstance(page, Page):
            raise HonbunError(f"pages are honbun.Page, not {type(page).__name__}")
        yield page


@dataclass(frozen=True, slots=True)
class Guarded(Generic[GuardItem, Options, Result]):
    """A step that gives a Failure for what breaks it, and raises nothing.

    Except MemoryError: whoever has the step done knows how much there was.
    """

    step: Callable[[GuardItem, Options], Result]
    options: Options
    name: str

    def __call__(self, item: GuardItem) -> Result | Failure:
        try:
            return self.step(item, self.options)
        except MemoryError:
            raise
        except HonbunError as error:
            message = str(error)
        except Exception as error:
            # Pages are hostile: one that breaks a step, in whatever way, must not end the run.
            message = f"{type(error).__name__}: {error}"
        return Failure(item.source, item.url, self.name, message)

    def lost(self, item: GuardItem, message: str) -> Failure:
        """What is told of an item that went beyond its limits, or whose process died."""
        return Failure(item.source, item.url, self.name, message, transient=True)
