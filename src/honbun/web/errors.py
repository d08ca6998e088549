"""What went wrong, as a status and a line of plain text."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse

from honbun.errors import (
    FetchError,
    FetchTimeout,
    HonbunError,
    InputError,
    MemoryFileError,
    RefusedAddress,
    RefusedByRobots,
    short_message,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

_log = logging.getLogger(__name__)

_ADVICE = re.compile(r"(?:; see| of| that) --[a-z-]+(?: allows for)?$")
"""Which option of the command would help: not for those who ask over the web to set."""
_STATUSES: tuple[tuple[type[HonbunError], int], ...] = (
    (RefusedAddress, 403),
    (RefusedByRobots, 403),
    (FetchTimeout, 504),
    (FetchError, 502),
    (InputError, 502),
)


@dataclass(frozen=True, slots=True)
class Trouble:
    """What a client is told of what went wrong."""

    status: int
    line: str
    headers: Mapping[str, str] | None = None


def told(text: str) -> str:
    """What went wrong on one line, as clients are told it.

    >>> told("more than 10 bytes; see --max-bytes"), told("more than the 10 of --max-bytes")
    ('more than 10 bytes', 'more than the 10')
    """
    return short_message(_ADVICE.sub("", text))


def trouble(error: Exception) -> Trouble:
    """What is told of whatever was raised."""
    if isinstance(error, HTTPException):
        return Trouble(error.status_code, told(error.detail), error.headers)
    for kind, status in _STATUSES:
        if isinstance(error, kind):
            return Trouble(status, told(str(error)))
    if isinstance(error, MemoryFileError):
        _log.error("%s", short_message(str(error)))
        # It begins with the file, which is our own affair.
        return Trouble(503, short_message(f"the server's file: {str(error).rpartition(': ')[2]}"))
    # The rest is our own affair, and may name files of ours.
    _log.error("%s", short_message(f"{type(error).__name__}: {error}"))
    return Trouble(500, "the server failed; its log says why")


async def plain(request: Request, error: Exception) -> Response:
    """Whatever was raised as plain text."""
    said = trouble(error)
    return PlainTextResponse(f"{said.line}\n", said.status, said.headers)
