"""MHTML (RFC 2557): a page that a browser saved as one file, with its images."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.errors import MessageError
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from honbun.inputs.fetch.decoding import too_large
from honbun.inputs.html import with_address
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from email.message import Message

    from honbun.errors import Failure
    from honbun.inputs.source import Source

_WITH_IMAGES = 10
"""An MHTML file may be this many times larger than a page alone."""
_TYPES = ("text/html", "application/xhtml+xml")


def read_mhtml(source: Source) -> Iterator[Page | Failure]:
    """The page in an MHTML file; its frames and images are not pages."""
    limit = source.options.max_bytes
    data = source.file.read(_WITH_IMAGES * limit + 1)
    if len(data) > _WITH_IMAGES * limit:
        yield source.failure(f"the file has more than {_WITH_IMAGES} times --max-bytes")
        return
    try:
        # The older policy reads damaged headers without raising errors.
        message = message_from_bytes(data, policy=policy.compat32)
        part = _root(message)
        html = part.get_payload(decode=True) if part is not None else None
    except (MessageError, LookupError, ValueError, RecursionError) as error:
        yield source.failure(f"not a readable MHTML file ({error})")
        return
    if part is None or not isinstance(html, bytes):
        yield source.failure("there is no page in the MHTML file")
    elif len(html) > limit:
        yield source.failure(str(too_large(len(html), limit)))
    else:
        page = Page(
            html,
            url=_location(part) or _location(message, "Snapshot-Content-Location"),
            source=source.name,
            content_type=str(part["Content-Type"]),
            fetched_at=_date(message),
        )
        yield with_address(page, source)


def _root(message: Message) -> Message | None:
    """The part with the page: the one that `start` names, else the first page."""
    start = message.get_param("start")
    pages = [part for part in message.walk() if part.get_content_type() in _TYPES]
    named = [part for part in pages if start and part.get("Content-ID") == start]
    return next(iter(named or pages), None)


def _location(part: Message, name: str = "Content-Location") -> str | None:
    url = "".join(str(part.get(name, "")).split())  # long addresses are folded
    return url if url.startswith(("http://", "https://")) else None


def _date(message: Message) -> datetime | None:
    try:
        return parsedate_to_datetime(str(message.get("Date", "")))
    except (ValueError, TypeError, IndexError):
        return None
