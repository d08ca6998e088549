"""Pages through a step, in whatever process: one that breaks it becomes a Failure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from honbun.errors import HonbunError
from honbun.failure import Failure
from honbun.page import Page
from honbun.parallel import ordered_map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.content.model import ContentOptions

Result = TypeVar("Result")


def each(
    step: Callable[[Page, ContentOptions], Result],
    pages: Iterable[Page],
    options: ContentOptions,
    jobs: int,
    on_failure: Callable[[Failure], None],
) -> Iterator[Result]:
    """The results of a step for each page, in their order; failures are told and left out."""
    for result in ordered_map(_Guarded(step, options), _only_pages(pages), jobs):
        if isinstance(result, Failure):
            on_failure(result)
        else:
            yield result


def _only_pages(pages: Iterable[Page]) -> Iterator[Page]:
    for page in pages:
        if not isinstance(page, Page):
            raise HonbunError(f"extract takes pages (honbun.Page), not {type(page).__name__}")
        yield page


@dataclass(frozen=True, slots=True)
class _Guarded(Generic[Result]):
    step: Callable[[Page, ContentOptions], Result]
    options: ContentOptions

    def __call__(self, page: Page) -> Result | Failure:
        try:
            return self.step(page, self.options)
        except HonbunError as error:
            message = str(error)
        except Exception as error:
            # Pages are hostile: one that breaks a step, in whatever way, must not end the run.
            message = f"{type(error).__name__}: {error}"
        return Failure(page.source, page.url, "extract", message)
