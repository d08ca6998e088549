"""`honbun PAGE`: one page as Markdown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli.options import FormatOf, PageInput, Quiet, Running, Target, with_options
from honbun.cli.progress import message, running
from honbun.content.model import ContentOptions
from honbun.document.model import DocumentOptions
from honbun.errors import InputError
from honbun.inputs.options import ReadOptions
from honbun.outputs.content import WriteOptions
from honbun.runner.limits import Limits

if TYPE_CHECKING:
    from honbun.cli.progress import Report
    from honbun.page import Page
    from honbun.runner.run import Run


@with_options
def page(
    *,
    page: PageInput,
    reading: ReadOptions,
    output: Target,
    form: Annotated[str | None, FormatOf("page")] = None,
    shown: Quiet,
    limits: Limits,
    options: ContentOptions,
    document: DocumentOptions,
    writing: WriteOptions,
) -> None:
    """Print the main content of one page as Markdown: `honbun URL` or `honbun page.html`.

    The page is judged without others. If you have more pages of its site, `honbun extract` compares
    them, which is more accurate.
    """
    from honbun import api

    out = output.of("page", form)
    out = replace(out, settings=writing.settings(out.format))
    with running(Running(quiet=shown.quiet, jobs=1), limits) as (report, run):
        read = read_page(page, reading, report, run, f"to read all, use honbun extract {page}")
        pages = [read] if read else []
        settings = replace(options, document=document)
        found = list(api.extract(pages, settings, alone=True, run=run))
        if found:
            out.write(found)
        if found and not found[0].blocks:
            message(f"{found[0].reason or 'no content found'}: {found[0].url}")
            raise typer.Exit(1)
    raise typer.Exit(report.status)


def read_page(
    source: str, options: ReadOptions, report: Report, run: Run, advice: str
) -> Page | None:
    """The only page of an input; None if it cannot be read, which is reported.

    Raises InputError if there is none, or more than one, which ends with the advice.
    """
    from honbun.api import read

    pages = read(source, options=options, run=run)
    first = next(pages, None)
    if first is None and not report.status:
        raise InputError(f"{source}: there is no page in it")
    if first is not None and next(pages, None) is not None:
        raise InputError(f"{source}: there is more than one page in it; {advice}")
    return first
