"""Dates of feeds: what is known in ISO 8601, as the formats demand it, or not at all."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

_MONTH = re.compile(r"(\d{4})(?:-(\d{2}))?", re.ASCII)
_FIRST_YEAR = 1900
"""RFC 5322 has no earlier one, and readers take the year 99 for 1999."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(date: str | None) -> datetime | None:
    """The moment that a date names, to the second; None where it does not name a day.

    Formats demand a zone: where none is known, it is UTC.

    >>> moment("2008-12-10T09:30+09:00").isoformat(), moment("2008-12-10").isoformat()
    ('2008-12-10T09:30:00+09:00', '2008-12-10T00:00:00+00:00')
    >>> moment("2008-12"), moment("--12-10"), moment("2008-02-30")
    (None, None, None)
    """
    try:
        read = datetime.fromisoformat(date or "")
        offset = read.utcoffset()
        if offset is None:
            read = read.replace(tzinfo=UTC)
        elif offset % timedelta(minutes=1):  # no format of feeds has a place for it
            read = read.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return read.replace(microsecond=0) if read.year >= _FIRST_YEAR else None


def earliest(date: str | None) -> datetime | None:
    """The first moment that a date may mean, where its year at least is known.

    >>> earliest("2008-12").isoformat(), earliest("2008").isoformat(), earliest("--12-10")
    ('2008-12-01T00:00:00+00:00', '2008-01-01T00:00:00+00:00', None)
    """
    month = _MONTH.fullmatch(date or "")
    return moment(f"{month[1]}-{month[2] or '01'}-01" if month else date)


def rfc822(date: str | None) -> str | None:
    """A date as RSS writes it.

    >>> rfc822("2008-12-10T09:30+09:00")
    'Wed, 10 Dec 2008 09:30:00 +0900'
    """
    when = moment(date)
    return format_datetime(when) if when else None


def rfc3339(date: str | None) -> str | None:
    """A date as Atom and JSON Feed write it.

    >>> rfc3339("2008-12-10T09:30")
    '2008-12-10T09:30:00Z'
    """
    when = moment(date)
    return stamp(when) if when else None


def stamp(when: datetime) -> str:
    """A moment as RFC 3339 has it."""
    return when.isoformat().replace("+00:00", "Z")
