"""What a command reports on stderr: progress, failures, and a summary at the end."""

from __future__ import annotations

import sys
import time
from collections import Counter
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Protocol, TypeVar

from honbun.errors import NOTE, SKIP, one_line, short_message
from honbun.runner.run import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path
    from types import TracebackType

    from rich.progress import Progress

    from honbun.cli.options import Running
    from honbun.errors import Failure
    from honbun.runner.limits import Limits
    from honbun.stores.journal import Journal

    class PageResult(Protocol):
        """What the results of all commands have in common."""

        @property
        def url(self) -> str: ...
        @property
        def replaced(self) -> int: ...
        @property
        def truncated(self) -> tuple[str, ...]: ...


Item = TypeVar("Item")
Result = TypeVar("Result", bound="PageResult")

UNDECODABLE = "with characters that could not be decoded"
TRUNCATED = "truncated"
SHARED = "with the address of another page"
_EXAMPLES = 3
_REASONS = 20
"""Reasons for skipping that are listed: pages of an archive choose the types that they name."""


def message(text: str) -> None:
    """Write a message to stderr, on one line."""
    if sys.stderr is not None:
        with suppress(OSError):  # closed, or a pipe that nobody reads: the results matter more
            sys.stderr.write(f"honbun: {short_message(text)}\n")


def no_message(_: str) -> None:
    """Write nothing."""


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "page"), counted(2000, "page")
    ('1 page', '2,000 pages')
    """
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}s"


def _rate(number: int, seconds: float) -> str:
    """Pages a second, or a minute where they are few.

    >>> _rate(2400, 2), _rate(3, 4.5)
    ('1,200 a second', '40 a minute')
    """
    rate = number / max(seconds, 1e-3)
    return f"{rate:,.0f} a second" if rate >= 1 else f"{60 * rate:,.0f} a minute"


class Report:
    """Counts pages and results of a run, shows progress, and sums up at the end."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._started = time.monotonic()
        self._failures: Counter[str] = Counter()
        self._skipped: Counter[str] = Counter()
        self._examples: dict[str, list[str]] = {}
        self._addresses: set[int] = set()
        self._is_empty = False
        self._progress: Progress | None = None
        self.counts: Counter[str] = Counter()
        """What is remarkable about results, and how many there are of it."""
        self.pages = 0
        """Pages read, without failures."""
        self.results = 0
        """Results written."""
        self.journal: Journal | None = None

    def __enter__(self) -> Report:
        if not self._quiet and sys.stderr is not None and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                Progress,
                TextColumn,
                TimeElapsedColumn,
                TimeRemainingColumn,
            )

            self._progress = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[rate]}"),
                TimeElapsedColumn(),
                TimeRemainingColumn(),
                TextColumn("{task.fields[left]}"),
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
        """Pass pages on and count them."""
        for page in self._shown("reading", pages, None):
            self.pages += 1
            yield page
        self._is_empty = not self.pages

    def writing(
        self, results: Iterable[Result], remark: Callable[[Result], str | None] = lambda _: None
    ) -> Iterator[Result]:
        """Pass results on and count them, with what `remark` says about some."""
        for result in self._shown("writing", results, lambda: self.pages or None):
            self.results += 1
            if text := remark(result):
                self.counts[text] += 1
            self.counts[SHARED] += self._is_known(result.url)
            self.counts[UNDECODABLE] += bool(result.replaced)
            self.counts[TRUNCATED] += bool(result.truncated)
            yield result

    def _is_known(self, url: str) -> bool:
        """Whether an earlier result has this address: two files may claim the same one."""
        known = hash(url) in self._addresses
        self._addresses.add(hash(url))
        if known and self.counts[SHARED] < _EXAMPLES:
            self.note(f"another page has the same address, and both are kept: {url}")
        return known

    def comparing(self, results: Iterable[Item]) -> Iterator[Item]:
        """Pass pairs on; their number is not known in advance."""
        return self._shown("comparing", results, None)

    def failed(self, failure: Failure) -> None:
        """Report a page that failed; what was skipped is counted, for the summary."""
        if failure.step == SKIP:
            self._skipped[failure.message] += 1
            examples = self._examples.setdefault(failure.message, [])
            if len(examples) < _EXAMPLES:
                examples.append(failure.source)
            return
        if failure.step == NOTE:
            self.note(f"{failure.source}: {failure.message}")
            return
        self._failures[failure.step] += 1
        if self._progress:
            line = f"honbun: {failure}"
            self._progress.console.print(line, markup=False, highlight=False, soft_wrap=True)
        else:
            message(str(failure))

    def note(self, text: str) -> None:
        """Report something besides progress and the summary."""
        if not self._quiet:
            message(text)

    def interrupted(self) -> None:
        """Report, to a person at a terminal, how a long run can be continued."""
        if self.pages and sys.stderr is not None and sys.stderr.isatty():
            pages = counted(self.pages, "page")
            self.note(f"stopped after {pages}; with --resume DIR a run can be continued")

    def summary(self, pages: int, *remarks: str) -> None:
        """Report how many pages were processed, with remarks, counts and failures."""
        if self._quiet:
            return
        self._summarise_skipped()
        seconds = time.monotonic() - self._started
        head = f"{counted(pages, 'page')} in {seconds:.1f} s ({_rate(pages, seconds)})"
        last = sorted(self.counts, key=(UNDECODABLE, TRUNCATED).__contains__)
        counts = [f"{self.counts[what]:,} {one_line(what)}" for what in last if self.counts[what]]
        failed = [f"{count:,} failed to {step}" for step, count in sorted(self._failures.items())]
        parts = [head if pages else "no pages", *filter(None, remarks), *counts, *failed]
        message(", ".join(parts))

    def _summarise_skipped(self) -> None:
        """Report what was skipped, by reason, with some examples."""
        common = self._skipped.most_common(_REASONS)
        for reason, count in common:
            examples = self._examples[reason]
            names = ", ".join(examples) + (", …" if count > len(examples) else "")
            message(f"skipped {count:,}: {reason} ({names})")
        if rest := self._skipped.total() - sum(count for _, count in common):
            message(f"skipped {rest:,} for {len(self._skipped) - _REASONS:,} other reasons")

    def failed_to(self, step: str) -> int:
        """How many pages failed at a step."""
        return self._failures[step]

    @property
    def status(self) -> int:
        """The exit status: 1 if pages failed, or none was read."""
        return 1 if self._failures or self._is_empty else 0

    def _shown(
        self, name: str, items: Iterable[Item], total: Callable[[], int | None] | None
    ) -> Iterator[Item]:
        if self._progress is None:
            yield from items
            return
        task = self._progress.add_task(name, total=None, rate="", left="")
        started = time.monotonic()
        for count, item in enumerate(items, 1):
            rate = _rate(count, time.monotonic() - started)
            # The total is known once the first item comes.
            known = total() if total else None
            left = "left" if known else ""
            self._progress.update(task, advance=1, rate=rate, left=left, total=known)
            yield item
        self._progress.remove_task(task)


@contextmanager
def running(options: Running, limits: Limits) -> Iterator[tuple[Report, Run]]:
    """A report, and a run whose failures go to it; with `resume`, a journal in that folder."""
    limited = limits if limits.seconds or limits.memory else None
    with Report(quiet=options.quiet) as report:
        if options.resume is None:
            try:
                yield report, Run(options.jobs, limited, on_failure=report.failed)
            except KeyboardInterrupt:
                report.interrupted()
                raise
            return
        with _journal(options.resume, report) as report.journal:
            yield report, Run(options.jobs, limited, report.journal, report.failed)


@contextmanager
def _journal(folder: Path, report: Report) -> Iterator[Journal]:
    from honbun.stores.journal import Journal

    with Journal(folder) as journal:
        if journal.dropped:
            entries = "1 entry" if journal.dropped == 1 else f"{journal.dropped:,} entries"
            report.note(f"{folder}: dropped {entries} of another version")
        try:
            yield journal
        except (KeyboardInterrupt, SystemExit, OSError):
            report.note(f"{folder}: progress saved; run the same command again to continue")
            raise
        if journal.taken:
            report.counts[f"resumed from {folder}"] = journal.taken
    report.note(f"{folder}: {_size(journal.size)}; delete it when you do not add more pages")


def _size(number: int) -> str:
    """A number of bytes as people read it.

    >>> _size(512), _size(2_345_678)
    ('1 kB', '2.3 MB')
    """
    if number < 1_000_000:
        return f"{max(1, number // 1000)} kB"
    return f"{number / 1e6:,.1f} MB"
