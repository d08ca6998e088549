"""Responses: HTML from templates, bodies with an ETag, and errors as plain text."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from hashlib import blake2b
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, PlainTextResponse, Response

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
from honbun.text.language import language_tag
from honbun.text.unicode import clean
from honbun.text.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

_log = logging.getLogger(__name__)

_templates = Environment(
    loader=PackageLoader("honbun.web"),
    # Text from web pages is escaped and never becomes HTML.
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.filters |= {"web_address": http_url, "language": language_tag}

NO_STORE = {"Cache-Control": "no-store"}

_ETAG = re.compile(r'(?:W/)?("[^"]*")')
_OPTION_HINT = re.compile(r"(?:; see| of| that) --[a-z-]+(?: allows for)?$")
"""The command line option that would help: of no use to clients, who cannot set it."""
_STATUSES: tuple[tuple[type[HonbunError], int], ...] = (
    (RefusedAddress, 403),
    (RefusedByRobots, 403),
    (FetchTimeout, 504),
    (FetchError, 502),
    (InputError, 502),
)


def render(
    template: str,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **values: object,
) -> Response:
    """A page rendered from a template; caches do not store it."""
    html = _templates.get_template(template).render(values)
    return HTMLResponse(clean(html), status, {**NO_STORE, **(headers or {})})


def conditional(
    request: Request,
    body: bytes,
    media_type: str,
    headers: Mapping[str, str],
    modified: datetime | None = None,
) -> Response:
    """The body with an ETag, or 304 if the client already has it (RFC 9110, section 13)."""
    etag = f'"{blake2b(body, digest_size=16).hexdigest()}"'
    sent = {"ETag": etag, **headers}
    if modified:
        sent["Last-Modified"] = format_datetime(modified.astimezone(UTC), usegmt=True)
    if _is_current(request.headers, etag, modified):
        return Response(status_code=304, headers=sent)
    return Response(body, media_type=f"{media_type}; charset=utf-8", headers=sent)


def _is_current(headers: Mapping[str, str], etag: str, modified: datetime | None) -> bool:
    # If-Modified-Since counts only without If-None-Match.
    if known := headers.get("if-none-match"):
        return etag_matches(known, etag)
    since = parse_http_date(headers.get("if-modified-since", ""))
    return since is not None and modified is not None and modified.replace(microsecond=0) <= since


def etag_matches(header: str, etag: str) -> bool:
    """Whether an If-None-Match header names an ETag, by weak comparison.

    >>> etag_matches('"a", W/"b"', '"b"'), etag_matches("*", '"b"'), etag_matches('"ab"', '"b"')
    (True, True, False)
    """
    return header.strip() == "*" or etag in _ETAG.findall(header)


def parse_http_date(text: str) -> datetime | None:
    """The time an HTTP date names, or None.

    >>> parse_http_date("Mon, 16 Nov 2026 08:04:34 GMT"), parse_http_date("yesterday")
    (datetime.datetime(2026, 11, 16, 8, 4, 34, tzinfo=datetime.timezone.utc), None)
    """
    try:
        found = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    # The asctime format has no zone and means UTC.
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found


@dataclass(frozen=True, slots=True)
class Problem:
    """An error as it is shown to a client."""

    status: int
    message: str
    headers: Mapping[str, str] | None = None


def public_message(text: str) -> str:
    """An error message on one line, without hints about command line options.

    >>> public_message("more than 10 bytes; see --max-bytes")
    'more than 10 bytes'
    >>> public_message("more than the 10 of --max-bytes")
    'more than the 10'
    """
    return short_message(_OPTION_HINT.sub("", text))


def problem(error: Exception) -> Problem:
    """The status and message for an exception; details of internal errors go to the log only."""
    if isinstance(error, HTTPException):
        return Problem(error.status_code, public_message(error.detail), error.headers)
    for kind, status in _STATUSES:
        if isinstance(error, kind):
            return Problem(status, public_message(str(error)))
    if isinstance(error, MemoryFileError):
        _log.error("%s", short_message(str(error)))
        # The message starts with the path of the file, which clients need not know.
        return Problem(503, short_message(f"the server's file: {str(error).rpartition(': ')[2]}"))
    _log.error("%s", short_message(f"{type(error).__name__}: {error}"))
    return Problem(500, "the server failed; its log says why")


async def plain_error(request: Request, error: Exception) -> Response:
    """Any exception as plain text."""
    found = problem(error)
    return PlainTextResponse(f"{found.message}\n", found.status, found.headers)


def busy() -> HTTPException:
    """The error for requests that exceed a limit of the server."""
    return HTTPException(503, "the server is busy", {"Retry-After": "30"})
