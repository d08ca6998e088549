"""`honbun memory`: show what a site memory holds, and forget hosts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from honbun.cli.progress import counted, message
from honbun.errors import MemoryFileError, one_line

app = typer.Typer(no_args_is_help=True, help="Show or forget what a site memory holds.")

File = Annotated[Path, typer.Argument(help="A site memory.", metavar="FILE", show_default=False)]


@app.callback()
def memory() -> None:
    """Show or forget what a site memory holds."""


@app.command()
def show(
    file: File, json: Annotated[bool, typer.Option("--json", help="Write JSON Lines.")] = False
) -> None:
    """Show the hosts in a site memory, with the number of templates, pages and samples."""
    import orjson

    from honbun.evaluation.report import table
    from honbun.stores.site_memory import SiteMemory

    with SiteMemory(file, read_only=True) as memory:
        sites = memory.sites()
    if not sites:
        message(f"{file} is empty")
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
    """Remove everything that a site memory holds about some hosts."""
    from honbun.stores.site_memory import SiteMemory

    if not file.exists():  # opening would create it
        raise MemoryFileError(one_line(f"{file}: no such file"))
    unknown = False
    with SiteMemory(file) as memory:
        for host in hosts:
            if pages := memory.forget(host):
                typer.echo(f"{_name(host)}: {counted(pages, 'page')} forgotten")
            else:
                unknown = True
                message(f"{_name(host)} is not in {file}")
    raise typer.Exit(1 if unknown else 0)


def _name(host: str) -> str:
    return one_line(host) or "(no host)"
