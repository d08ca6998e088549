"""A server for tests, in a thread of this process."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import uvicorn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import ASGIApp

_TICK = 0.005
_LONGEST = 5.0
"""Seconds that requests in progress may take when the server stops."""


@contextmanager
def running(application: ASGIApp, **options: Any) -> Iterator[str]:
    """The address of a server, while it runs."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = _Server(uvicorn.Config(application, log_config=None, **options))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(_TICK)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.stopping.set()
        thread.join()


class _Server(uvicorn.Server):
    """Ends as soon as it can. uvicorn looks ten times a second whether to, and then sleeps: of five
    hundred servers, more than a minute. How ours stops is tried where the command is."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.stopping = threading.Event()

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await asyncio.to_thread(self.stopping.wait)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listener in (*self.servers, *(sockets or ())):
            listener.close()
        for connection in [*self.server_state.connections]:
            connection.shutdown()
        end = time.monotonic() + _LONGEST
        while self.server_state.connections or self.server_state.tasks:
            await asyncio.sleep(_TICK)
            if time.monotonic() > end:
                for task in self.server_state.tasks:
                    task.cancel()
                break
        await self.lifespan.shutdown()
