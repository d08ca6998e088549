"""`honbun memory`: show what a site memory holds, and forget sites."""

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
    """Show the sites in a site memory, with their pages and how often they were redesigned."""
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
            (_name(site.site), site.seen, site.pages, site.redesigns, site.last_seen)
            for site in sites
        ]
        typer.echo(table(("site", "pages seen", "stored", "redesigns", "last seen"), rows))


@app.command()
def forget(
    file: File,
    sites: Annotated[
        list[str],
        typer.Argument(
            help="Sites, as honbun memory show names them, or hosts of them.",
            metavar="SITE",
            show_default=False,
        ),
    ],
) -> None:
    """Remove everything that a site memory holds about some sites."""
    from honbun.stores.site_memory import SiteMemory

    if not file.exists():  # opening would create it
        raise MemoryFileError(one_line(f"{file}: no such file"))
    unknown = False
    with SiteMemory(file) as memory:
        for site in sites:
            if pages := memory.forget(site):
                typer.echo(f"{_name(site)}: {counted(pages, 'page')} forgotten")
            else:
                unknown = True
                message(f"{_name(site)} is not in {file}")
    raise typer.Exit(1 if unknown else 0)


def _name(site: str) -> str:
    return one_line(site) or "(no address)"
