"""Fixtures of the tests that fetch."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from tests.inputs.loopback import PUBLIC, Internet, Site, reply

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def site() -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            here.paths.append(self.path)
            here.headers.append(dict(self.headers))
            answer = here.answers.get(self.path, reply(status=404))
            with suppress(ConnectionError):  # the client may have had enough
                answer(self)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = False
    here = Site(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield here
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def internet(monkeypatch: pytest.MonkeyPatch) -> Internet:
    """`page.test` and `other.test` have a public address, which leads to loopback here."""
    here = Internet({"page.test": [PUBLIC], "other.test": [PUBLIC]})
    connect = socket.create_connection

    def create_connection(address: tuple[str, int], *args: Any, **rest: Any) -> socket.socket:
        here.connected.append(address[0])
        assert address[0] in (PUBLIC, "127.0.0.1"), "a test reached for the network"
        return connect(("127.0.0.1", address[1]), *args, **rest)

    monkeypatch.setattr(socket, "create_connection", create_connection)
    return here
