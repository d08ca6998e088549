"""Atom has all that RFC 4287 demands, whatever the feed lacks."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from xml.etree import ElementTree as ET

import feedparser
import pytest
from hypothesis import given

from honbun.outputs.syndication import Channel, Entry, html, render_atom
from honbun.text.unicode import clean
from tests.outputs.syndication.feeds import FEED, FEEDS, FIRST, SECOND

ATOM = {"": "http://www.w3.org/2005/Atom"}


def tree(feed: Channel) -> ET.Element:
    return ET.fromstring(render_atom(feed))


def only(parent: ET.Element, tag: str) -> str:
    """The text of a child that must be there exactly once."""
    [child] = parent.findall(tag, ATOM)
    return child.text or ""


def test_a_feed_reader_finds_the_feed() -> None:
    read = feedparser.parse(render_atom(FEED))
    assert (read.bozo, read.version) == (False, "atom10")
    feed = read.feed
    assert (feed.title, feed.link, feed.id) == ("A thread", FEED.link, FEED.link)
    assert (feed.subtitle, feed.language) == ("Of boats", "en-GB")
    assert [link.href for link in feed.links] == [FEED.link, FEED.self_link]
    assert feed.updated == "2008-12-11T10:00:00Z"


def test_a_feed_reader_finds_the_entries_in_their_order() -> None:
    first, second = feedparser.parse(render_atom(FEED)).entries
    assert (first.id, first.link, first.author) == (FIRST.id, FIRST.link, FIRST.author)
    assert first.title == FIRST.title
    assert first.content[0].value == (
        "Boats &amp; &lt;b&gt;bridges&lt;/b&gt; ]]&gt;<br />\nfloat &amp;amp; stand"
    )
    assert [tag.term for tag in first.tags] == list(FIRST.categories)
    assert (first.published, first.updated) == ("2008-12-10T09:30:05+09:00", "2008-12-11T10:00:00Z")
    picture = first.enclosures[0]
    assert (picture.href, picture.type) == (FIRST.image, "image/png")
    assert (second.summary, second.content[0].value) == ("short", "long")


def test_a_month_is_no_date_of_publication_but_the_last_change_begins_with_it() -> None:
    [_, second] = tree(FEED).findall("entry", ATOM)
    assert second.find("published", ATOM) is None
    assert only(second, "updated") == "2008-12-01T00:00:00Z"


def test_an_unknown_date_is_the_same_in_every_run() -> None:
    feed = tree(Channel("A", entries=(Entry("1", published="--12-10"),)))
    assert only(feed, "updated") == "1970-01-01T00:00:00Z"
    assert only(feed.findall("entry", ATOM)[0], "updated") == "1970-01-01T00:00:00Z"


def test_an_entry_that_leads_nowhere_has_its_summary_as_content() -> None:
    feed = Channel("A", entries=(Entry("1", summary="short"), Entry("2", summary="a", content="b")))
    one, other = tree(feed).findall("entry", ATOM)
    assert (only(one, "summary"), only(one, "content")) == ("short", "short")
    assert (only(other, "summary"), only(other, "content")) == ("a", "b")


@pytest.mark.parametrize("entries", [(FIRST, SECOND), (replace(FIRST, author=" \x00"),), ()])
def test_a_feed_has_an_author_where_an_entry_has_none(entries: tuple[Entry, ...]) -> None:
    [author] = tree(replace(FEED, entries=entries)).findall("author", ATOM)
    assert only(author, "name") == "A thread"


def test_a_feed_has_no_author_where_every_entry_has_its_own() -> None:
    assert tree(replace(FEED, entries=(FIRST, FIRST))).findall("author", ATOM) == []


def test_a_name_that_is_no_iri_becomes_one_that_stays() -> None:
    one, other = tree(Channel("A", entries=(Entry("key 1"), Entry("key 2")))).findall("entry", ATOM)
    again = tree(Channel("B", entries=(Entry("key 1"),))).findall("entry", ATOM)[0]
    assert only(one, "id").startswith("urn:uuid:")
    assert only(one, "id") == only(again, "id") != only(other, "id")


@given(FEEDS)
def test_any_feed_has_what_is_demanded(feed: Channel) -> None:
    root = tree(feed)
    entries = root.findall("entry", ATOM)
    assert len(entries) == len(feed.entries)
    for element in (root, *entries):
        assert only(element, "id").startswith(("http://", "https://", "urn:", "tag:"))
        assert datetime.fromisoformat(only(element, "updated")).utcoffset() is not None
        if not root.findall("author", ATOM) and element is not root:
            assert only(element.findall("author", ATOM)[0], "name").strip()
    assert root.findall("author", ATOM) or entries


@given(FEEDS)
def test_any_text_is_read_back_as_it_was(feed: Channel) -> None:
    root = tree(feed)
    assert only(root, "title") == clean(feed.title)
    for element, entry in zip(root.findall("entry", ATOM), feed.entries):
        assert only(element, "title") == clean(entry.title)
        assert element.findtext("summary", None, ATOM) == (
            None if entry.summary is None else clean(entry.summary)
        )
        linked = any(link.get("rel") == "alternate" for link in element.findall("link", ATOM))
        if entry.content is not None or not linked:
            assert only(element, "content") == html(entry.content or entry.summary or "")


@given(FEEDS)
def test_any_feed_can_be_read_by_a_feed_reader(feed: Channel) -> None:
    read = feedparser.parse(render_atom(feed))
    assert (read.bozo, read.version) == (False, "atom10")
    assert len(read.entries) == len(feed.entries)
