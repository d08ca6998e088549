"""`honbun memory`: what a site memory holds, and how to make it forget."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from honbun.cli.progress import tell_step
from honbun.errors import MemoryFileError, one_line

app = typer.Typer(no_args_is_help=True, help="What is remembered of sites.")

File = Annotated[Path, typer.Argument(help="A site memory.", metavar="FILE", show_default=False)]


@app.callback()
def memory() -> None:
    """What is remembered of sites."""


@app.command()
def show(
    file: File,
    json: Annotated[bool, typer.Option("--json", help="JSON Lines, one host a line.")] = False,
) -> None:
    """The hosts that a site memory knows, and how much of each."""
    import orjson

    from honbun.evaluation.report import table
    from honbun.stores.site_memory import SiteMemory

    with SiteMemory(file, read_only=True) as memory:
        sites = memory.sites()
    if not sites:
        # A message, not a result: who reads the output finds no host in it.
        tell_step(f"{file} remembers nothing yet")
    elif json:
        for site in sites:
            typer.echo(orjson.dumps(site).decode())
    else:
        rows = [
            (_name(site.host), site.kinds, site.pages, site.samples, site.last_seen)
            for site in sites
        ]
        typer.echo(table(("host", "kinds", "pages seen", "samples", "last seen"), rows))


@app.command()
def forget(
    file: File,
    hosts: Annotated[
        list[str],
        typer.Argument(
            help="Hosts, with or without www.; '' for pages without a URL.",
            metavar="HOST",
            show_default=False,
        ),
    ],
) -> None:
    """Remove from a site memory all that was learnt from some hosts."""
    from honbun.stores.site_memory import SiteMemory

    if not file.exists():  # opening would make one
        raise MemoryFileError(one_line(f"{file}: there is no such file"))
    unknown = False
    with SiteMemory(file) as memory:
        for host in hosts:
            pages = memory.forget(host)
            if pages:
                typer.echo(f"{_name(host)}: {_pages(pages)} forgotten")
            else:
                unknown = True
                sys.stderr.write(f"honbun: {_name(host)} is unknown to {one_line(str(file))}\n")
    raise typer.Exit(1 if unknown else 0)


def _name(host: str) -> str:
    return one_line(host) or "(no host)"


def _pages(number: int) -> str:
    return "1 page" if number == 1 else f"{number:,} pages"
