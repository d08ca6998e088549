"""A reader of feeds that polls, as `feedparser` does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import feedparser
import pytest

from tests.inputs.loopback import reply
from tests.web.pages import FRESH, NEWS, front

if TYPE_CHECKING:
    from tests.inputs.loopback import Site
    from tests.web.conftest import Served


def _ids(feed: Any) -> dict[str, str]:
    return {entry.title: entry.id for entry in feed.entries}


@pytest.mark.parametrize("form", ["rss", "atom"])
def test_a_poller_gets_the_feed_once_and_then_what_is_new(
    served: Served, site: Site, page: str, form: str
) -> None:
    address = f"{served.url}/feed?url={page}&format={form}"
    site.answers["/"] = reply(front())
    first = feedparser.parse(address)
    assert (first.status, first.bozo, len(first.entries)) == (200, False, len(NEWS))

    served.clock.move(3600)
    by_tag = feedparser.parse(address, etag=first.etag)
    by_date = feedparser.parse(address, modified=first.modified)
    assert [(poll.status, poll.entries) for poll in (by_tag, by_date)] == [(304, []), (304, [])]

    # The newest on top, the oldest gone.
    site.answers["/"] = reply(front((*NEWS, FRESH)).replace(_article(NEWS[0][0]), b""))
    served.clock.move(3600)
    last = feedparser.parse(address, etag=first.etag, modified=first.modified)
    assert last.status == 200
    assert set(_ids(last)) - set(_ids(first)) == {FRESH[0]}
    assert last.entries[0].title == FRESH[0]
    assert _ids(last)[FRESH[0]] not in _ids(first).values()
    stayed = {title for title, _ in NEWS[1:]}
    assert {title: _ids(last)[title] for title in stayed} == {
        title: _ids(first)[title] for title in stayed
    }


def _article(title: str) -> bytes:
    """The article of the front page with this title."""
    [found] = [part for part in front().split(b"<article>") if title.encode() in part]
    return b"<article>" + found.partition(b"</article>")[0] + b"</article>"
