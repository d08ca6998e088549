"""The HTTP server: its socket, its limits and how signals stop it."""

from __future__ import annotations

import signal
import socket
from contextlib import contextmanager
from ipaddress import ip_address
from typing import TYPE_CHECKING

import uvicorn

from honbun.errors import HonbunError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.applications import Starlette

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_GRACE_SECONDS = 3
"""Seconds that running requests get when the server stops."""
_MAX_CONNECTIONS = 800
"""Open connections; more get status 503. A process may have some 1,000 open files."""


def listen(
    host: str, port: int, build: Callable[[], Starlette], on_ready: Callable[[str], None]
) -> None:
    """Serve an application until a signal stops it; `on_ready` gets its URL.

    The application is built after the port was opened, so that a used port is reported at once.
    """
    with _listener(host, port) as listener:
        config = uvicorn.Config(
            build(),
            http="h11",
            ws="none",
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,  # anybody can send them
            timeout_graceful_shutdown=_GRACE_SECONDS,
            limit_concurrency=_MAX_CONNECTIONS,
        )
        on_ready(f"http://{_netloc(listener)}/")
        server = uvicorn.Server(config)
        with _stopped_by_signals(server):
            server.run(sockets=[listener])


@contextmanager
def _listener(host: str, port: int) -> Iterator[socket.socket]:
    try:
        [(family, *_, address), *_] = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        listener = socket.create_server(address[:2], family=family)
    except (OSError, UnicodeError) as error:
        raise HonbunError(f"cannot listen on {host}, port {port}: {error}") from error
    with listener:
        yield listener


def _netloc(listener: socket.socket) -> str:
    host, port, *_ = listener.getsockname()
    return f"[{host}]:{port}" if ip_address(host).version == 6 else f"{host}:{port}"


@contextmanager
def _stopped_by_signals(server: uvicorn.Server) -> Iterator[None]:
    """Let signals stop the server without an error status."""
    # uvicorn handles the first two itself and raises them again when it has stopped.
    before = {number: signal.signal(number, lambda *_: None) for number in _SIGNALS}
    if hasattr(signal, "SIGHUP"):
        before[signal.SIGHUP] = signal.signal(signal.SIGHUP, server.handle_exit)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
