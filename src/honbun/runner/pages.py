"""map_pages: apply a step to many pages; a page that fails becomes a Failure, the rest goes on."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from honbun.errors import Failure, HonbunError
from honbun.runner.map import Done, ordered_map
from honbun.runner.resume import Pickled, Resumed
from honbun.runner.run import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.page import Page
    from honbun.runner.limits import Limits


class HasOrigin(Protocol):
    """A page, or something that was made from one."""

    @property
    def source(self) -> str: ...

    @property
    def url(self) -> str | None: ...


Item = TypeVar("Item", bound=HasOrigin)
Options = TypeVar("Options")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Step(Generic[Item, Options, Result]):
    """A function of a page and options that returns a Failure instead of raising.

    MemoryError is raised all the same: the caller knows how much memory there was.
    """

    function: Callable[[Item, Options], Result]
    options: Options
    name: str
    """What failures report as not done."""

    def __call__(self, item: Item) -> Result | Failure:
        try:
            return self.function(item, self.options)
        except MemoryError:
            raise
        except HonbunError as error:
            message = str(error)
        except Exception as error:
            # Pages are untrusted: one that triggers a bug must not end the run.
            message = f"{type(error).__name__}: {error}"
        return Failure(item.source, item.url, self.name, message)

    def lost(self, item: Item, message: str) -> Failure:
        """The Failure of an item that exceeded its limits, or whose worker died."""
        return Failure(item.source, item.url, self.name, message, transient=True)


def map_pages(
    step: Step[Page, Options, Result], pages: Iterable[Page], run: Run
) -> Iterator[Result]:
    """Apply a step to each page as the run says; yield results in order, report failures."""
    if run.journal is None:
        found = ordered_map(step, pages, run.jobs, limits=run.limits, lost=step.lost)
        return report_failures(found, run)
    resumed: Resumed[Page, Result | Failure] = Resumed(step, run.journal)
    pickled: Pickled[Page, Result | Failure] = Pickled(step, step.lost)
    items = resumed.items(pages)
    pickles = ordered_map(pickled, items, run.jobs, limits=run.limits, lost=step.lost)
    return report_failures(resumed.results(pickles), run)


def map_results(
    step: Step[Item, Options, Result], items: Iterable[Item | Done[Result | Failure]], run: Run
) -> Iterator[Result | Failure]:
    """As `map_pages`, but yield failures in the places of results, and use no journal.

    Items may be anything made from pages; results that are already known are passed on.
    """
    return ordered_map(step, items, run.jobs, limits=run.limits, lost=step.lost)


def report_failures(results: Iterable[Result | Failure], run: Run) -> Iterator[Result]:
    """Yield the results; pass Failures to `run.on_failure`."""
    for result in results:
        if isinstance(result, Failure):
            run.on_failure(result)
        else:
            yield result


def map_numbered(
    step: Step[Page, Options, Result],
    pages: Iterable[tuple[int, Page | Failure]],
    limits: Limits | None,
) -> Iterator[tuple[int, Result | Failure]]:
    """As `map_results`, for the numbered pages of one part of the input.

    For the processes of an engine: each handles one part at a time, so one worker is enough.
    """
    numbers: deque[int] = deque()

    def items() -> Iterator[Page | Done[Result | Failure]]:
        for number, page in pages:
            numbers.append(number)
            yield Done(page) if isinstance(page, Failure) else page

    for result in map_results(step, items(), Run(limits=limits)):
        yield numbers.popleft(), result
