"""Answers that are sent only when they differ from what the client has (RFC 9110, 13)."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from hashlib import blake2b
from typing import TYPE_CHECKING

from starlette.responses import Response

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

_TAG = re.compile(r'(?:W/)?("[^"]*")')


def respond(
    request: Request,
    body: bytes,
    media_type: str,
    headers: Mapping[str, str],
    changed: datetime | None = None,
) -> Response:
    """The body, or 304 where the client has it; `changed` is when it last was another."""
    tag = f'"{blake2b(body, digest_size=16).hexdigest()}"'
    told = {"ETag": tag, **headers}
    if changed:
        told["Last-Modified"] = format_datetime(changed.astimezone(UTC), usegmt=True)
    if _has(request.headers, tag, changed):
        return Response(status_code=304, headers=told)
    return Response(body, media_type=f"{media_type}; charset=utf-8", headers=told)


def _has(headers: Mapping[str, str], tag: str, changed: datetime | None) -> bool:
    # What a client says of the date counts only where it says nothing of the content.
    if known := headers.get("if-none-match"):
        return matches(known, tag)
    since = moment(headers.get("if-modified-since", ""))
    return since is not None and changed is not None and changed.replace(microsecond=0) <= since


def matches(known: str, tag: str) -> bool:
    """Whether If-None-Match names a tag; weakly, as it is meant to be compared.

    >>> matches('"a", W/"b"', '"b"'), matches("*", '"b"'), matches('"ab"', '"b"')
    (True, True, False)
    """
    return known.strip() == "*" or tag in _TAG.findall(known)


def moment(date: str) -> datetime | None:
    """The moment that a date of HTTP names; None for what is none.

    >>> moment("Mon, 16 Nov 2026 08:04:34 GMT"), moment("yesterday")
    (datetime.datetime(2026, 11, 16, 8, 4, 34, tzinfo=datetime.timezone.utc), None)
    """
    try:
        found = parsedate_to_datetime(date)
    except (ValueError, OverflowError):
        return None
    # The form of asctime names no zone, and means this one.
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found
