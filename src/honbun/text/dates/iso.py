"""ISO 8601 dates, complete or partial, as points in time."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

_MONTH = re.compile(r"(\d{4})(?:-(\d{2}))?", re.ASCII)
_FIRST_YEAR = 1900
"""RFC 5322 has no earlier year, and feed readers take the year 99 for 1999."""


def moment(date: str | None) -> datetime | None:
    """The point in time that a date names, to the second; None where it does not name a day.

    A date without a time zone is taken as UTC.

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
        elif offset % timedelta(minutes=1):  # feed formats cannot express seconds
            read = read.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return read.replace(microsecond=0) if read.year >= _FIRST_YEAR else None


def earliest(date: str | None) -> datetime | None:
    """The first point in time that a date may mean, where at least its year is known.

    >>> earliest("2008-12").isoformat(), earliest("2008").isoformat(), earliest("--12-10")
    ('2008-12-01T00:00:00+00:00', '2008-01-01T00:00:00+00:00', None)
    """
    month = _MONTH.fullmatch(date or "")
    return moment(f"{month[1]}-{month[2] or '01'}-01" if month else date)
