"""`honbun annotate`: labels for the blocks of pages, by mouse, in the browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode

import typer

from honbun.cli import options as shared
from honbun.cli.collection import given, labels_file
from honbun.cli.listening import listen, require_web
from honbun.cli.report import tell_step
from honbun.cli.serve import default_state

if TYPE_CHECKING:
    from starlette.applications import Starlette


def annotate(
    inputs: shared.Inputs,
    labels: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Where labels are kept; what stands there is gone on with.",
            show_default="named after INPUT, in this folder",
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--as", metavar="NAME", help="Who annotates; the page asks otherwise."),
    ] = None,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any that is free.")] = 8710,
    browse: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser.")
    ] = True,
    base_url: shared.BaseUrl = None,
    max_bytes: shared.MaxBytes = 10_000_000,
    allow_private: shared.AllowPrivate = False,
    delay: shared.Delay = 1.0,
    timeout: shared.Timeout = 20.0,
    quiet: shared.Quiet = False,
) -> None:
    """Label the blocks of pages as content, in the browser.

    The pages are shown as they look, without their scripts; a click labels a block. Every action
    is saved at once, and the same command goes on where you stopped. Several people may label the
    same pages, each under a name. `honbun labels` compares and exports what was labelled, and
    `honbun eval content` measures by it.
    """
    require_web("annotating")
    from honbun.annotation.model import annotator_name
    from honbun.io.inputs import ReadOptions
    from honbun.io.labels import Labels
    from honbun.web.app import application
    from honbun.web.options import ServeOptions

    query = f"?{urlencode({'by': annotator_name(name)})}" if name is not None else ""
    reading = ReadOptions(
        base_url=base_url,
        max_bytes=max_bytes,
        allow_private=allow_private,
        delay=delay,
        timeout=timeout,
    )
    options = ServeOptions(
        state=default_state(), host=host, allow_private=allow_private, delay=delay, timeout=timeout
    )
    kept = labels or labels_file(inputs[0])

    def build() -> Starlette:
        Labels(kept).close()  # a file that cannot be used is told before the pages are read
        return application(options, given(inputs, kept, reading, quiet=quiet))

    def ready(address: str) -> None:
        page = f"{address}annotate{query}"
        tell_step(f"annotate at {page} (labels in {kept})")
        if browse and _has_screen():
            webbrowser.open(page)

    listen(host, port, build, ready)


def _has_screen() -> bool:
    """Whether a browser would open beside the terminal, and not in it."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
