"""Pages through a step, in whatever process: one that breaks it becomes a Failure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from honbun.errors import HonbunError
from honbun.failure import Failure
from honbun.page import Page
from honbun.parallel.ordered import ordered_map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from honbun.run import Run

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
    for result in ordered_map(Guarded(step, options, name), _only_pages(pages), run.jobs):
        if isinstance(result, Failure):
            run.on_failure(result)
        else:
            yield result


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
class Guarded(Generic[Options, Result]):
    """A step that gives a Failure, and raises nothing, for a page that breaks it."""

    step: Callable[[Page, Options], Result]
    options: Options
    name: str

    def __call__(self, page: Page) -> Result | Failure:
        try:
            return self.step(page, self.options)
        except HonbunError as error:
            message = str(error)
        except Exception as error:
            # Pages are hostile: one that breaks a step, in whatever way, must not end the run.
            message = f"{type(error).__name__}: {error}"
        return Failure(page.source, page.url, self.name, message)
