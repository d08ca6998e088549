"""What a run tells on standard error: progress, failures, and a summary at the end."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from honbun.errors import short_message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType

    from rich.progress import Progress

    from honbun.errors import Failure

Item = TypeVar("Item")

GARBLED = "with characters that could not be decoded"
"""What a summary says of pages whose encoding did not give all that they hold."""

CUT = "cut short"
"""What a summary says of pages that were not taken as they stand, or not given whole."""


def tell_step(step: str) -> None:
    """Tell what is being worked at, on one line."""
    sys.stderr.write(f"honbun: {short_message(step)}\n")


def no_steps(_: str) -> None:
    """Tell nothing."""


def counted(number: int, what: str) -> str:
    """How many there are of something.

    >>> counted(1, "page"), counted(2000, "page")
    ('1 page', '2,000 pages')
    """
    return f"1 {what}" if number == 1 else f"{number:,} {what}s"


class Report:
    """Counts what passes through a run and tells of it, unless asked to be quiet."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._started = time.monotonic()
        self._failures: Counter[str] = Counter()
        self._progress: Progress | None = None
        self.pages = 0
        """Pages read, failures not counted."""

    def __enter__(self) -> Report:
        if not self._quiet and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                Progress,
                TextColumn,
                TimeElapsedColumn,
            )

            self._progress = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._progress:
            self._progress.stop()

    def reading(self, pages: Iterable[Item]) -> Iterator[Item]:
        """The pages, counted as they are read."""
        for page in self._shown("reading", pages, None):
            self.pages += 1
            yield page

    def writing(self, results: Iterable[Item]) -> Iterator[Item]:
        """The results, shown as they are written."""
        yield from self._shown("writing", results, lambda: self.pages or None)

    def comparing(self, results: Iterable[Item]) -> Iterator[Item]:
        """The results, shown as they come; how many there will be depends on the pages."""
        yield from self._shown("comparing", results, None)

    def failed(self, failure: Failure) -> None:
        """Tell of a page that failed."""
        self._failures[failure.step] += 1
        line = f"honbun: {failure}"
        if self._progress:
            self._progress.console.print(line, markup=False, highlight=False, soft_wrap=True)
        else:
            sys.stderr.write(line + "\n")

    def tell(self, line: str) -> None:
        """Tell something beside the summary."""
        if not self._quiet:
            sys.stderr.write(f"honbun: {short_message(line)}\n")

    def summary(self, results: int, *remarks: tuple[int, str]) -> None:
        """Tell what was done, and what is to say of some of it: how many, and what; not of none."""
        if self._quiet:
            return
        seconds = time.monotonic() - self._started
        rate = results / max(seconds, 1e-3)
        pages = "1 page" if results == 1 else f"{results:,} pages"
        parts = [f"{pages} in {seconds:.1f} s ({rate:,.0f} a second)" if results else "no pages"]
        failed = ((count, f"failed to {step}") for step, count in sorted(self._failures.items()))
        parts += [f"{count:,} {what}" for count, what in (*remarks, *failed) if count]
        sys.stderr.write("honbun: " + ", ".join(parts) + "\n")

    def failed_to(self, step: str) -> int:
        """How many pages failed at a step."""
        return self._failures[step]

    @property
    def status(self) -> int:
        """The exit status: 1 when pages failed."""
        return 1 if self._failures else 0

    def _shown(
        self, name: str, items: Iterable[Item], total: Callable[[], int | None] | None
    ) -> Iterator[Item]:
        if self._progress is None:
            yield from items
            return
        task = self._progress.add_task(name, total=None)
        for item in items:
            if total is not None:  # how many there are is known once the first comes
                self._progress.update(task, total=total())
            self._progress.advance(task)
            yield item
        self._progress.remove_task(task)
