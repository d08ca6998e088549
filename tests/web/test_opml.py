"""`/opml`: the pages that were subscribed to."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from honbun.stores.feed_state import Subscription
from honbun.text.unicode import clean
from honbun.web.feeds import render
from tests.inputs.loopback import reply
from tests.web.pages import front

if TYPE_CHECKING:
    from tests.inputs.loopback import Site
    from tests.web.conftest import Served

WHEN = datetime(2026, 11, 16, tzinfo=UTC)


def test_what_was_asked_for_is_listed_and_what_was_looked_at_is_not(
    served: Served, site: Site, page: str
) -> None:
    site.answers["/"] = reply(front())
    site.answers["/looked-at"] = reply(front())
    served.feed(page)
    served.feed(page, "json")
    served.get("/feed", {"url": page, "list": "2"})
    served.get("/", {"url": f"{page}looked-at"})
    served.feed(f"{page}missing")
    answer = served.get("/opml")
    assert answer.headers["content-type"] == "text/x-opml; charset=utf-8"
    outlines = ET.fromstring(answer.content).findall("body/outline")
    assert [outline.get("htmlUrl") for outline in outlines] == [page, page]
    assert {outline.get("type") for outline in outlines} == {"rss"}
    assert all(outline.attrib["text"].startswith("Harbour Post") for outline in outlines)
    addresses = [outline.attrib["xmlUrl"] for outline in outlines]
    feeds = [served.client.get(address) for address in addresses]
    assert [feed.status_code for feed in feeds] == [200, 200]
    assert feeds[0].content != feeds[1].content


def test_who_asks_for_the_head_of_a_feed_only_does_not_subscribe(
    served: Served, site: Site, page: str
) -> None:
    site.answers["/"] = reply(front())
    assert served.client.head("/feed", params={"url": page}).status_code == 200
    assert ET.fromstring(served.get("/opml").content).findall("body/outline") == []


def test_it_is_sent_once(served: Served) -> None:
    tag = served.get("/opml").headers["etag"]
    assert served.get("/opml", If_None_Match=tag).status_code == 304


@given(st.text() | st.none(), st.text(min_size=1))
def test_it_is_well_formed_whatever_pages_are_called(title: str | None, url: str) -> None:
    """Control characters, lone surrogates, quotes, tags: whatever there is."""
    body = render([Subscription(url, title, 0, WHEN, WHEN)], "http://localhost/")
    root = ET.fromstring(body)
    [outline] = root.findall("body/outline")
    # Line breaks and tabs in attributes are read back as they were: they are escaped.
    assert outline.get("text") == clean(title or url)
    assert (root.tag, root.get("version")) == ("opml", "2.0")
