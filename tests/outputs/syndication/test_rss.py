"""RSS says what the feed says, to a feed reader and to any reader of XML."""

from __future__ import annotations

from dataclasses import replace
from email.utils import parsedate_to_datetime
from xml.etree import ElementTree as ET

import feedparser
import pytest
from hypothesis import given

from honbun.outputs.syndication import Channel, Entry, html, render_rss
from honbun.text.dates.iso import moment
from honbun.text.unicode import clean, non_blank
from tests.outputs.syndication.feeds import FEED, FEEDS, FIRST, SECOND

ENCODED = "{http://purl.org/rss/1.0/modules/content/}encoded"
CREATOR = "{http://purl.org/dc/elements/1.1/}creator"


def items(feed: Channel) -> list[ET.Element]:
    return ET.fromstring(render_rss(feed)).findall("channel/item")


def test_a_feed_reader_finds_the_feed() -> None:
    read = feedparser.parse(render_rss(FEED))
    assert (read.bozo, read.version) == (False, "rss20")
    channel = read.feed
    assert (channel.title, channel.link) == ("A thread", "https://a.example/t")
    assert (channel.subtitle, channel.language) == ("Of boats", "en-GB")
    [itself] = [link.href for link in channel.links if link.rel == "self"]
    assert itself == "https://a.example/t.xml"


def test_a_feed_reader_finds_the_entries_in_their_order() -> None:
    first, second = feedparser.parse(render_rss(FEED)).entries
    assert (first.id, first.link, first.author) == (FIRST.id, FIRST.link, FIRST.author)
    assert first.published_parsed[:6] == (2008, 12, 10, 0, 30, 5)
    assert first.media_content[0]["url"] == FIRST.image
    assert [tag.term for tag in first.tags] == list(FIRST.categories)
    assert (second.id, second.title) == ("key-2", "本文")
    assert (second.summary, second.content[0].value) == ("short", "long")


def test_what_looks_like_markup_is_shown_as_it_was_written() -> None:
    [first, _] = feedparser.parse(render_rss(FEED)).entries
    assert first.title == "Ann: boats & <b>bridges</b>"
    assert first.summary == (
        "Boats &amp; &lt;b&gt;bridges&lt;/b&gt; ]]&gt;<br />\nfloat &amp;amp; stand"
    )


def test_an_id_is_a_permanent_link_only_where_it_is_the_link() -> None:
    other = replace(FIRST, id="https://a.example/other")
    [first, second, third] = items(replace(FEED, entries=(FIRST, SECOND, other)))
    guids = [item.find("guid") for item in (first, second, third)]
    assert [guid is not None and guid.get("isPermaLink") for guid in guids] == [
        "true",
        "false",
        "false",
    ]


@pytest.mark.parametrize("date", ["2008-12", "--12-10", "yesterday", "", None])
def test_what_names_no_day_is_no_date(date: str | None) -> None:
    [item] = items(Channel("A", entries=(Entry("1", published=date),)))
    assert item.find("pubDate") is None


def test_an_address_that_leads_nowhere_is_no_link() -> None:
    [item] = items(Channel("A", entries=(Entry("1", link="pages/a.html", image="javascript:x()"),)))
    assert [child.tag for child in item] == ["guid", "description"]


@given(FEEDS)
def test_any_feed_is_well_formed_and_says_what_it_was_given(feed: Channel) -> None:
    found = items(feed)
    assert len(found) == len(feed.entries)
    for item, entry in zip(found, feed.entries):
        assert item.findtext("title") == non_blank(entry.title)
        assert item.findtext(CREATOR) == (None if entry.author is None else clean(entry.author))
        shown = entry.content if entry.summary is None else entry.summary
        written = item.findtext("description")
        if shown is None:
            assert written == (None if non_blank(entry.title) else "")
        else:
            assert written == html(shown)


def test_the_whole_text_comes_after_the_summary_in_paragraphs() -> None:
    entry = replace(SECOND, content="One.\n\nTwo,\nand a <b>third.")
    [item] = items(Channel("A", entries=(entry,)))
    assert [child.tag for child in item][-2:] == ["description", ENCODED]
    assert item.findtext(ENCODED) == "<p>One.</p>\n<p>Two,<br>\nand a &lt;b&gt;third.</p>"


def test_an_entry_without_a_title_has_none_rather_than_a_blank_one() -> None:
    [item] = items(Channel("A", entries=(Entry("1", title=" \n", summary="said"),)))
    assert [child.tag for child in item] == ["guid", "description"]


def test_a_feed_without_a_title_is_called_by_its_address() -> None:
    root = ET.fromstring(render_rss(Channel(" ", link="https://a.example/t")))
    assert root.findtext("channel/title") == "https://a.example/t"


@given(FEEDS)
def test_any_date_is_one_that_can_be_read(feed: Channel) -> None:
    for item, entry in zip(items(feed), feed.entries):
        date = item.findtext("pubDate")
        assert (date and parsedate_to_datetime(date)) == moment(entry.published)


@given(FEEDS)
def test_any_feed_can_be_read_by_a_feed_reader(feed: Channel) -> None:
    read = feedparser.parse(render_rss(feed))
    assert (read.bozo, read.version) == (False, "rss20")
    assert len(read.entries) == len(feed.entries)
