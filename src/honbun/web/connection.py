"""Connection: what a client may keep us waiting for.

uvicorn waits without end for the rest of a request, and for a client that does not read its answer:
some hundred of these, which cost their owner nothing, would leave no room for others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio
    from typing import Any

_MOST = 800
"""Clients connected at one time: a program may have some 1,000 files open, and we open others."""
_HEAD = 10.0
"""Seconds in which the head of a request is here, from its first byte or the connection."""
_BODY = 30.0
_SLOWEST = 1_000
"""Seconds in which its body is, and one more for so many bytes that have come."""
_READING = 30.0
"""Seconds that a client that does not read its answer is given until it goes on."""
_EVERY = 1.0
"""Seconds between two looks at the clock."""


class Connection(H11Protocol):
    """uvicorn's connection, which ends where a client takes too long."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._began: float | None = None
        """When the request began that is not whole yet."""
        self._came = 0
        """Bytes of it that have come."""
        self._stuck: float | None = None
        """When the client ceased to read."""
        self._look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > _MOST:
            transport.abort()
            return
        self._began = self.loop.time()
        self._look = self.loop.call_later(_EVERY, self._check)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._look is not None:
            self._look.cancel()

    def data_received(self, data: bytes) -> None:
        if self._began is None:
            self._began, self._came = self.loop.time(), 0
        self._came += len(data)
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._began = None

    def pause_writing(self) -> None:
        self._stuck = self.loop.time()
        super().pause_writing()

    def resume_writing(self) -> None:
        self._stuck = None
        super().resume_writing()

    def _check(self) -> None:
        if self._is_overdue(self.loop.time()):
            self.transport.abort()
        else:
            self._look = self.loop.call_later(_EVERY, self._check)

    def _is_overdue(self, now: float) -> bool:
        if self._stuck is not None and now > self._stuck + _READING:
            return True
        if self._began is None:
            return False
        # The head is as long as h11 takes it, the body as long as whoever reads it allows for.
        is_body = self.conn.their_state is h11.SEND_BODY
        return now > self._began + (_BODY + self._came / _SLOWEST if is_body else _HEAD)
