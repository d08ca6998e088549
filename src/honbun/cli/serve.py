"""`honbun serve`: feeds, inspection and annotation over HTTP."""

from __future__ import annotations

import os
import signal
import socket
import sys
import webbrowser
from contextlib import contextmanager
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode, urlsplit

import typer

from honbun.cli import options as shared
from honbun.cli.progress import Report, tell_step
from honbun.errors import HonbunError, InputError, MissingExtra, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import uvicorn
    from starlette.applications import Starlette

    from honbun.inputs.options import ReadOptions
    from honbun.web.collections import LabelledCollection

# A server at work until it is asked to stop.

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_PATIENCE = 3
"""Seconds that answers under way are given when the server is asked to stop."""
_MAX_CONNECTIONS = 800
"""Open connections; more get status 503. A process may have some 1,000 open files."""


def listen(
    host: str, port: int, build: Callable[[], Starlette], on_ready: Callable[[str], None]
) -> None:
    """Serve an application until asked to stop; its address is told once it can be reached.

    It is built when the address is known to be free: what would be made for nothing is not made.
    """
    import uvicorn

    with _listening(host, port) as listener:
        config = uvicorn.Config(
            build(),
            http="h11",
            ws="none",
            log_level="warning",
            access_log=False,
            server_header=False,
            # Whom a proxy speaks for would be anybody's word.
            proxy_headers=False,
            timeout_graceful_shutdown=_PATIENCE,
            limit_concurrency=_MAX_CONNECTIONS,
        )
        on_ready(f"http://{_name(listener)}/")
        server = uvicorn.Server(config)
        with _stopping(server):
            server.run(sockets=[listener])


def require_web(job: str) -> None:
    """Raise MissingExtra where there can be no server here."""
    if not all(map(find_spec, ("jinja2", "starlette", "uvicorn", "httpx"))):
        raise MissingExtra(job, "web")


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    try:
        [(family, *_, address), *_] = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        listener = socket.create_server(address[:2], family=family)
    except (OSError, UnicodeError) as error:
        raise HonbunError(f"cannot listen on {host}, port {port}: {error}") from error
    with listener:
        yield listener


def _name(listener: socket.socket) -> str:
    """The address and port, as they stand in a URL."""
    host, port, *_ = listener.getsockname()
    return f"[{host}]:{port}" if ip_address(host).version == 6 else f"{host}:{port}"


@contextmanager
def _stopping(server: uvicorn.Server) -> Iterator[None]:
    """Stop as asked: that the server was stopped is no failure."""
    # The server answers to the first two itself, and raises them anew when it has stopped.
    before = {number: signal.signal(number, lambda *_: None) for number in _SIGNALS}
    if hasattr(signal, "SIGHUP"):
        before[signal.SIGHUP] = signal.signal(signal.SIGHUP, server.handle_exit)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# The collection that a server is given on the command line.

_COMMON = frozenset({"pages", "html", "index"})
"""Names that do not tell one collection from another."""
_ENDINGS = (".gz", ".warc", ".jsonl", ".ndjson", ".parquet", ".html", ".htm", ".xhtml")


def given(
    inputs: Sequence[str], labels: Path | None, reading: ReadOptions, *, quiet: bool
) -> LabelledCollection:
    """The pages of some inputs, read, and the file for their labels."""
    from honbun.inputs.assets import ChainedAssets, assets_of
    from honbun.inputs.read import read_all
    from honbun.web.collections import Collection, LabelledCollection

    with Report(quiet=quiet) as report:
        pages = report.reading(read_all(*inputs, options=reading))
        companions = ChainedAssets(*(assets_of(one, reading.base_url) for one in inputs))
        collection = Collection(pages, ", ".join(map(name, inputs)), companions)
        for failure in collection.failures:
            report.failed(failure)
    if not len(collection):
        raise InputError(f"no page to show in {', '.join(inputs)}")
    shown = LabelledCollection(collection, labels or labels_file(inputs[0]))
    if _is_of_others(shown):
        # Told to the quiet too: work may be going into the file of another collection.
        tell_step(
            one_line(
                f"{shown.labels} has labels, but none on these pages as they are now:"
                " --labels names another file"
            )
        )
    return shown


def _is_of_others(shown: LabelledCollection) -> bool:
    """Whether the file has labels on pages, of which none is in the collection."""
    from honbun.annotation.model import digest
    from honbun.stores.labels import Labels

    if not shown.labels.exists():
        return False
    with Labels(shown.labels) as labels:  # opened to write: an empty file is a new one
        held = {page for _, page, _ in labels.all_labels()}
    return bool(held) and not any(digest(page) in held for page in shown.collection.pages())


def labels_file(given: str) -> Path:
    """Where labels go when nobody says it: a file in this folder, named after the first input.

    >>> str(labels_file("crawls/site.warc.gz")), str(labels_file("https://a.example/b"))
    ('site.labels', 'a.example.labels')
    """
    return Path(f"{name(given)}.labels")


def name(given: str) -> str:
    """What an input is called; what many are called, together with the folder it is in.

    >>> name("crawls/site/"), name("-"), name("..") != ".."
    ('site', 'pages', True)
    >>> name("crawls/site/pages"), name("crawls/site/index.html")
    ('site-pages', 'site-index')
    """
    if given == "-":
        return "pages"
    if "://" in given:
        return urlsplit(given).hostname or "pages"
    path = Path(given).resolve()
    found = path.name
    while found.lower().endswith(_ENDINGS):
        found = found.rpartition(".")[0]
    if found.lower() in _COMMON and path.parent.name:
        return f"{path.parent.name}-{found}"
    return found or "pages"


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
    from honbun.inputs.options import ReadOptions
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


# `honbun annotate`: labels for the blocks of pages, by mouse, in the browser.


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
    from honbun.inputs.options import ReadOptions
    from honbun.stores.labels import Labels
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
