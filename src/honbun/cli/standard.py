"""`honbun standard`: every page of a collection in the standard format."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli import options as resuming
from honbun.cli import options as shared
from honbun.cli.progress import CUT, GARBLED, Report
from honbun.outputs import Output, format_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.errors import Failure
    from honbun.papers.similar_003.standard import Document

if TYPE_CHECKING:
    Choice = StrEnum
else:
    Choice = StrEnum("Choice", format_names("standard"))


def standard(
    inputs: shared.Inputs,
    output: shared.Output = None,
    form: Annotated[
        Choice | None,
        typer.Option("-f", "--format", help="How to write; else the ending of -o, else xml."),
    ] = None,
    annotate: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Annotate each sentence: sudachi, an analyser of an installed package, or "
            "module:name. May be given several times.",
            show_default=False,
        ),
    ] = None,
    japanese_only: Annotated[
        bool,
        typer.Option(
            "--japanese-only",
            help="Leave out pages that are not Japanese; else they are only labelled.",
        ),
    ] = False,
    together: Annotated[
        int,
        typer.Option(
            min=1,
            help="Sentences in which the texts of neighbouring links must stand together to be "
            "one sentence.",
        ),
    ] = 3,
    in_links: Annotated[
        int, typer.Option(min=0, help="Links to a page that are told, the first ones.")
    ] = 10_000,
    jobs: shared.Jobs = 0,
    page_seconds: shared.PageSeconds = 60.0,
    page_memory: shared.PageMemory = "2GiB",
    resume: resuming.Resume = None,
    base_url: shared.BaseUrl = None,
    max_bytes: shared.MaxBytes = 10_000_000,
    allow_private: shared.AllowPrivate = False,
    delay: shared.Delay = 1.0,
    timeout: shared.Timeout = 20.0,
    quiet: shared.Quiet = False,
) -> None:
    """Standard-format XML of every page: title, links out and in, sentences.

    Title and sentences come with their place in the page's bytes, links with the number of the
    page at the other end where that is in the collection. A folder gets one file per page, named
    by its URL; in one file or on standard output all pages stand in one <StandardFormats>
    element. Nothing is written before the last page was read: its links may lead to the first.
    """
    from honbun.inputs.options import ReadOptions
    from honbun.inputs.read import read
    from honbun.papers.similar_003.documents import documents
    from honbun.papers.similar_003.standard import StandardOptions

    out = Output.of("standard", output, form)
    reading = ReadOptions(
        base_url=base_url,
        max_bytes=max_bytes,
        allow_private=allow_private,
        delay=delay,
        timeout=timeout,
    )
    options = StandardOptions(
        japanese_only=japanese_only,
        analysers=tuple(dict.fromkeys(annotate or ())),
        together=together,
        in_links=in_links,
    )
    limits = shared.limits(page_seconds, page_memory)
    with Report(quiet=quiet) as report, resuming.journal(resume, report) as journal:
        pages = read(*inputs, options=reading, journal=journal, on_failure=report.failed)
        failed = _Failed(report.failed)
        found = documents(
            report.reading(pages),
            options,
            jobs=jobs,
            limits=limits,
            journal=journal,
            on_failure=failed,
        )
        tally = _Tally(report.writing(found))
        out.write(tally)
    left_out = report.pages - failed.pages - tally.pages
    remarks = (*tally.remarks(), (left_out, "not Japanese and left out"))
    report.summary(tally.pages, resuming.taken(journal), *remarks)
    raise typer.Exit(report.status)


class _Failed:
    """Tells failures on and counts the pages that are lost by them."""

    def __init__(self, tell: Callable[[Failure], None]) -> None:
        self._tell = tell
        self.pages = 0

    def __call__(self, failure: Failure) -> None:
        self.pages += failure.step == "convert"
        self._tell(failure)


class _Tally:
    """Passes documents on and counts them and their sentences."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._documents = documents
        self.pages = 0
        self._sentences = 0
        self._garbled = 0
        self._cut = 0

    def __iter__(self) -> Iterator[Document]:
        for document in self._documents:
            self.pages += 1
            self._sentences += len(document.sentences)
            self._garbled += bool(document.replaced)
            self._cut += bool(document.cut)
            yield document

    def remarks(self) -> Iterator[tuple[int, str]]:
        """What is to say of the pages: how many, and what."""
        yield self._sentences, "sentence" if self._sentences == 1 else "sentences"
        yield self._garbled, GARBLED
        yield self._cut, CUT
