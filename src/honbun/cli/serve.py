"""`honbun serve`: feeds, inspection and annotation over HTTP."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli import options as shared
from honbun.cli.collection import given
from honbun.cli.listening import listen, require_web
from honbun.cli.report import tell_step

if TYPE_CHECKING:
    from starlette.applications import Starlette


def serve(
    inputs: Annotated[
        list[str] | None,
        typer.Argument(
            help="A collection to inspect and annotate, as for the other commands.",
            show_default=False,
            metavar="[INPUT]...",
        ),
    ] = None,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any that is free.")] = 8710,
    allow_private: shared.AllowPrivate = False,
    max_age: Annotated[
        int,
        typer.Option(
            min=0, metavar="SECONDS", help="How long a page is not looked at again once read."
        ),
    ] = 900,
    state: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="What is kept: ids of items, subscriptions, pages as last read.",
            show_default="honbun/serve.db in the user's state folder",
        ),
    ] = None,
    labels: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="What was labelled of the collection.",
            show_default="named after INPUT, in this folder",
        ),
    ] = None,
    base_url: shared.BaseUrl = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST",
            help="Fetch from this host only; may be given again. *.example.org: all below it.",
            show_default="all",
        ),
    ] = None,
    rate: Annotated[
        int, typer.Option(min=0, help="Questions a client may ask a minute; 0 for any number.")
    ] = 300,
    delay: shared.Delay = 1.0,
    timeout: shared.Timeout = 20.0,
    quiet: shared.Quiet = False,
) -> None:
    """Feeds, inspection and annotation over HTTP.

    GET /feed?url=PAGE&format=rss|atom|json is a feed of what a page lists, /opml all pages whose
    feeds were asked for, / the page to paste an address into. The state outlives the server, so
    that no old item becomes new. /inspect shows what each room finds on a page, and why; /annotate,
    where a collection is given, is the tool to label it with.
    """
    require_web("a server")
    from honbun.io.inputs import ReadOptions
    from honbun.web.app import application
    from honbun.web.options import ServeOptions

    file = state or default_state()
    reading = ReadOptions(
        base_url=base_url, allow_private=allow_private, delay=delay, timeout=timeout
    )
    options = ServeOptions(
        state=file,
        host=host,
        max_age=max_age,
        allow_private=allow_private,
        hosts=tuple(allow_host) if allow_host else None,
        rate=rate,
        delay=delay,
        timeout=timeout,
    )
    kept = f"state in {file}"

    def build() -> Starlette:
        nonlocal kept
        if not inputs:
            return application(options)
        shown = given(inputs, labels, reading, quiet=quiet)
        kept += f", labels in {shown.labels}"
        return application(options, shown)

    listen(host, port, build, lambda address: tell_step(f"serving {address} ({kept})"))


def default_state() -> Path:
    """The file that keeps the state where none is named; its folder is made where there is none."""
    home = os.environ.get("XDG_STATE_HOME", "")
    # The XDG specification: a relative path is to be ignored.
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "state"
    folder = base / "honbun"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / "serve.db"
