"""Pages through a step, in whatever process: one that breaks it becomes a Failure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from honbun.errors import HonbunError
from honbun.failure import Failure
from honbun.page import Page
from honbun.parallel.ordered import Done, ordered_map
from honbun.resumed import Packed, Resumed
from honbun.run import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from honbun.parallel.limits import Limits


class Sourced(Protocol):
    """What comes from a page, and can say from which."""

    @property
    def source(self) -> str:
        """The file, record or address that the page was read from."""

    @property
    def url(self) -> str | None:
        """The page's address."""


Item = TypeVar("Item", bound=Sourced)
Options = TypeVar("Options")
Result = TypeVar("Result")


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
    step: Callable[[Item, Options], Result],
    items: Iterable[Item | Done[Result | Failure]],
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
    guarded: Guarded[Item, Options, Result],
    items: Iterable[Item | Done[Result | Failure]],
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
class Guarded(Generic[Item, Options, Result]):
    """A step that gives a Failure for what breaks it, and raises nothing.

    Except MemoryError: whoever has the step done knows how much there was.
    """

    step: Callable[[Item, Options], Result]
    options: Options
    name: str

    def __call__(self, item: Item) -> Result | Failure:
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

    def lost(self, item: Item, message: str) -> Failure:
        """What is told of an item that went beyond its limits, or whose process died."""
        return Failure(item.source, item.url, self.name, message, passing=True)
