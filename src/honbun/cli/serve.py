"""`honbun serve`: feeds over HTTP."""

from __future__ import annotations

import os
import signal
import socket
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli import options as shared
from honbun.cli.report import tell_step
from honbun.errors import HonbunError, MissingExtra
from honbun.failure import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    import uvicorn

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_CONNECTIONS = 500
"""Clients connected at one time; more are told that the server is busy."""
_PATIENCE = 3
"""Seconds that answers under way are given when the server is asked to stop."""


def serve(
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
) -> None:
    """Feeds over HTTP, for readers of feeds; and a page to find them with.

    GET /feed?url=PAGE&format=rss|atom|json is a feed of what a page lists, /opml all pages whose
    feeds were asked for, / the page to paste an address into. The state outlives the server, so
    that no old item becomes new.
    """
    try:
        import uvicorn

        from honbun.web.app import application
        from honbun.web.options import ServeOptions
    except ImportError as error:
        raise MissingExtra("a server", "web") from error
    file = state or default_state()
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
    with _listening(host, port) as listener:
        config = uvicorn.Config(
            application(options),
            http="h11",
            ws="none",
            log_level="warning",
            access_log=False,
            server_header=False,
            # Whom a proxy speaks for would be anybody's word.
            proxy_headers=False,
            limit_concurrency=_CONNECTIONS,
            timeout_graceful_shutdown=_PATIENCE,
        )
        tell_step(one_line(f"serving http://{_name(listener)}/ (state in {file})"))
        server = uvicorn.Server(config)
        with _stopping(server):
            server.run(sockets=[listener])


def default_state() -> Path:
    """The file that keeps the state where none is named; its folder is made where there is none."""
    home = os.environ.get("XDG_STATE_HOME", "")
    # The XDG specification: a relative path is to be ignored.
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "state"
    folder = base / "honbun"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / "serve.db"


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
