"""`honbun standard`: every page of a collection in the standard format of paper 003."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli.options import FormatOf, Inputs, Running, Target, with_options
from honbun.cli.progress import counted, running
from honbun.errors import InputError
from honbun.inputs.options import ReadOptions
from honbun.papers.similar_003.standard import StandardOptions
from honbun.runner.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.papers.similar_003.standard import Document


@with_options
def standard(
    *,
    inputs: Inputs,
    reading: ReadOptions,
    output: Target,
    form: Annotated[str | None, FormatOf("standard")] = None,
    without: Annotated[
        Path | None,
        typer.Option(
            help="Leave out the pages whose URLs this file lists, such as the drop list of "
            "`honbun similar`.",
            metavar="FILE",
            show_default=False,
        ),
    ] = None,
    how: Running,
    limits: Limits,
    options: StandardOptions,
) -> None:
    """Write every page as standard-format XML: title, links out and in, sentences.

    Title and sentences have their position in the page's bytes. Links have the number of the page
    at the other end, if it is in the collection. A folder gets one file per page; a single file
    holds all pages in one <StandardFormats> element. Nothing is written before the last page has
    been read, because its links may lead to the first.
    """
    from honbun.api import read
    from honbun.papers.similar_003.documents import documents

    out = output.of("standard", form, resumed=how.resume is not None)
    dropped = _urls(without) if without else frozenset()
    sentences = left_out = 0

    def count(found: Iterable[Document]) -> Iterator[Document]:
        nonlocal sentences, left_out
        for document in found:
            if document.url in dropped:
                left_out += 1
                continue
            sentences += len(document.sentences)
            yield document

    with running(how, limits) as (report, run):
        pages = report.reading(read(*inputs, options=reading, run=run))
        out.write(count(report.writing(documents(pages, options, run=run))))
    report.counts["left out by the list"] = left_out
    report.counts["not Japanese and left out"] = (
        report.pages - report.failed_to("convert") - report.results
    )
    report.summary(report.results - left_out, counted(sentences, "sentence") if sentences else "")
    raise typer.Exit(report.status)


def _urls(path: Path) -> frozenset[str]:
    try:
        return frozenset(path.read_text(encoding="utf-8").split())
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
