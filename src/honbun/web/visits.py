"""A page read anew, or as it was last read: what the network and the disk have to say of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from honbun.errors import HonbunError, UnreadablePage
from honbun.io.fetch import Validators
from honbun.io.subscriptions import Cached, Subscriptions
from honbun.listing.feed import feed
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from honbun.io.fetch import Fetched, Fetcher
    from honbun.listing.model import Lists

    Now = Callable[[], datetime]

_MISSED = timedelta(days=1)
"""A list that the page no longer has is given for so long after it was last seen there: what stands
in its place is most often a notice that the site is being worked at."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a page says, as far as feeds are concerned."""

    lists: Lists
    version: Cached
    """The version of the page in which it first said so."""
    checked: datetime
    """When the site last confirmed it."""
    fuller: Reading | None = None
    """The last one before in which the page had more lists."""

    def having(self, number: int, now: datetime) -> Reading:
        """The latest reading with a list of this number, of the last day; this one where none is.

        The main list is 1.
        """
        found: Reading | None = self
        while found and number > len(found.lists.lists):
            found = found.fuller
        return found if found and now < found.checked + _MISSED else self

    @property
    def changed(self) -> datetime:
        """When the lists were first seen as they are."""
        return self.version.fetched


@dataclass(frozen=True, slots=True)
class Visits:
    """Reads pages, and keeps them for the next run of the server. May be shared by threads."""

    fetcher: Fetcher
    state: Path
    now: Now
    aside: Callable[[Callable[[Cached, str], Lists], Cached, str], Lists] | None = None
    """Calls what reads a page, where that is done elsewhere."""

    def recall(self, page: str) -> Reading | None:
        """A page as it was last read, where it ever was."""
        with Subscriptions(self.state) as subscriptions:
            version = subscriptions.cached(page)
        if version is None:
            return None
        try:
            return Reading(self._read(version, page), version, version.fetched)
        except UnreadablePage:  # an earlier honbun could read it
            return None

    def visit(self, page: str, earlier: Reading | None) -> Reading:
        """A page as it is now; raises HonbunError where it cannot be had."""
        answer = self.fetcher.fetch_newer(page, _validators(earlier.version) if earlier else None)
        read = self._reading(answer, page, earlier)
        reading = replace(read, fuller=_fuller(read, earlier))
        # While lists are missed the page that had them stays on disk: a server may be restarted.
        changed = earlier is None or earlier.fuller or reading.version != earlier.version
        if changed and reading.fuller is None:
            with Subscriptions(self.state) as subscriptions:
                subscriptions.keep(page, reading.version)
        return reading

    def _reading(self, answer: Fetched, page: str, earlier: Reading | None) -> Reading:
        now = self.now()
        found = answer.page
        if found is None:
            assert earlier is not None  # else there was nothing to ask about
            return Reading(earlier.lists, _revised(earlier.version, answer), now)
        version = Cached(
            body=found.html if isinstance(found.html, bytes) else found.html.encode(),
            content_type=found.content_type,
            url=found.url or page,
            etag=answer.validators.etag,
            last_modified=answer.validators.last_modified,
            fetched=now,
        )
        if earlier is None:
            return Reading(self._read(version, page), version, now)
        # Most sites do not know when a page of theirs has changed, and send the same one again.
        # Read at another time "an hour ago" would mean another date.
        same = (version.body, version.url) == (earlier.version.body, earlier.version.url)
        lists = earlier.lists if same else self._read(version, page)
        if lists == earlier.lists:
            return Reading(lists, _revised(earlier.version, answer), now)
        return Reading(lists, version, now)

    def _read(self, version: Cached, page: str) -> Lists:
        return self.aside(_lists, version, page) if self.aside else _lists(version, page)


def _fuller(reading: Reading, earlier: Reading | None) -> Reading | None:
    """The last of earlier readings that has more lists, unless it is too old to be of use."""
    while earlier and len(earlier.lists.lists) <= len(reading.lists.lists):
        earlier = earlier.fuller
    return earlier if earlier and reading.checked < earlier.checked + _MISSED else None


def _revised(version: Cached, answer: Fetched) -> Cached:
    """An earlier version, with what the site calls it now."""
    said = answer.validators
    return replace(version, url=said.url, etag=said.etag, last_modified=said.last_modified)


def _validators(version: Cached) -> Validators:
    return Validators(version.url, version.etag, version.last_modified)


def _page(version: Cached, source: str) -> Page:
    return Page(
        version.body,
        url=version.url,
        source=source,
        content_type=version.content_type,
        when=version.fetched,
    )


def _lists(version: Cached, source: str) -> Lists:
    page = _page(version, source)
    try:
        return feed(page)
    except (HonbunError, MemoryError):
        raise
    except Exception as error:
        # Pages are hostile: one that breaks a step, in whatever way, is its own fault.
        raise UnreadablePage(f"{page.source}: {type(error).__name__}: {error}") from error
