"""What a client may keep the server waiting for."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from honbun.web import connection
from honbun.web.connection import Connection
from tests.web.running import running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.requests import Request

HEAD = b"GET / HTTP/1.1\r\nHost: a\r\n"


async def _answer(request: Request) -> Response:
    return PlainTextResponse(f"{len(await request.body())} bytes")


async def _much(_: Request) -> Response:
    return Response(bytes(20_000_000))


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server that looks at the clock all the time."""
    monkeypatch.setattr(connection, "_EVERY", 0.01)
    routes = [Route("/", _answer, methods=["GET", "POST"]), Route("/much", _much)]
    with running(Starlette(routes=routes), http=Connection) as url:
        yield int(url.rpartition(":")[2])


@contextmanager
def _connected(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        yield client


def _answered(client: socket.socket, end: bytes) -> bytes:
    """The answer, whole: it comes in as many pieces as it likes."""
    answer = b""
    while not answer.endswith(end) and (piece := client.recv(1000)):
        answer += piece
    return answer


def _is_hung_up(client: socket.socket) -> bool:
    """Whether the server hangs up; nothing is said before."""
    try:
        return client.recv(1) == b""
    except ConnectionResetError:
        return True


def test_a_request_that_is_never_whole_is_hung_up_on(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_HEAD", 0.05)
    with _connected(port) as silent, _connected(port) as slow:
        slow.sendall(HEAD)
        assert _is_hung_up(silent)
        assert _is_hung_up(slow)


def test_so_is_one_that_comes_after_another(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with _connected(port) as client:
        client.sendall(HEAD + b"\r\n")
        assert _answered(client, b"0 bytes").startswith(b"HTTP/1.1 200")
        monkeypatch.setattr(connection, "_HEAD", 0.05)
        client.sendall(HEAD)
        assert _is_hung_up(client)


def test_a_body_may_take_longer_the_more_of_it_has_come(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_HEAD", 0.0)  # the head is whole at once
    monkeypatch.setattr(connection, "_BODY", 0.05)
    head = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 30000\r\n\r\n"
    with _connected(port) as dripping, _connected(port) as steady:
        dripping.sendall(head)
        steady.sendall(head + bytes(20_000))
        assert _is_hung_up(dripping)
        steady.sendall(bytes(10_000))
        assert _answered(steady, b"30000 bytes").startswith(b"HTTP/1.1 200")


def test_a_client_that_does_not_read_its_answer_is_hung_up_on(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_READING", 0.05)
    with _connected(port) as client:
        client.sendall(b"GET /much HTTP/1.1\r\nHost: a\r\n\r\n")
        threading.Event().wait(0.5)  # what it does not do is what is tried
        read = 0
        try:
            while piece := client.recv(1 << 20):
                read += len(piece)
        except ConnectionResetError:
            pass
        assert read < 20_000_000


def test_no_more_clients_are_connected_than_there_is_room_for(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_MOST", 1)
    with _connected(port) as first:
        first.sendall(HEAD)
        with _connected(port) as second:
            assert _is_hung_up(second)
        first.sendall(b"\r\n")
        assert first.recv(1000).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("head", [b"GET /?", HEAD + b"X: "], ids=["query", "header"])
def test_a_head_without_end_is_refused(port: int, head: bytes) -> None:
    with _connected(port) as client:
        client.sendall(head + b"x" * 100_000)
        assert client.recv(1000).startswith(b"HTTP/1.1 400")
