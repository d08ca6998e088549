"""A server at work until it is asked to stop."""

from __future__ import annotations

import signal
import socket
from contextlib import contextmanager
from importlib.util import find_spec
from ipaddress import ip_address
from typing import TYPE_CHECKING

from honbun.errors import HonbunError, MissingExtra

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import uvicorn
    from starlette.applications import Starlette

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_PATIENCE = 3
"""Seconds that answers under way are given when the server is asked to stop."""


def listen(
    host: str, port: int, build: Callable[[], Starlette], on_ready: Callable[[str], None]
) -> None:
    """Serve an application until asked to stop; its address is told once it can be reached.

    It is built when the address is known to be free: what would be made for nothing is not made.
    """
    import uvicorn

    from honbun.web.connection import Connection

    with _listening(host, port) as listener:
        config = uvicorn.Config(
            build(),
            http=Connection,
            ws="none",
            log_level="warning",
            access_log=False,
            server_header=False,
            # Whom a proxy speaks for would be anybody's word.
            proxy_headers=False,
            timeout_graceful_shutdown=_PATIENCE,
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
