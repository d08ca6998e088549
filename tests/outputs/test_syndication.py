"""RSS, Atom and JSON Feed are valid whatever a feed contains, and feed readers understand them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import datetime
from email.utils import parsedate_to_datetime
from html import unescape
from typing import Any
from xml.etree import ElementTree as ET

import feedparser
import pytest
from hypothesis import given

from honbun.outputs.syndication import Channel, Entry, atom, json_feed, rfc822, rfc3339, rss
from honbun.outputs.syndication import text_as_html as html
from honbun.text.dates.iso import moment
from honbun.text.unicode import clean, non_blank
from tests.outputs.channels import ANY_TEXT, DATES, FEED, FEEDS, FIRST, SECOND
from tests.outputs.feed_rules import atom_faults, rss_faults

ENCODED = "{http://purl.org/rss/1.0/modules/content/}encoded"
ATOM = {"": "http://www.w3.org/2005/Atom"}
SHOWN = "Boats &amp; &lt;b&gt;bridges&lt;/b&gt; ]]&gt;<br />\nfloat &amp;amp; stand"


def rss_items(feed: Channel) -> list[ET.Element]:
    return ET.fromstring(rss(feed)).findall("channel/item")


def atom_entries(feed: Channel) -> list[ET.Element]:
    return ET.fromstring(atom(feed)).findall("entry", ATOM)


def only(parent: ET.Element, tag: str) -> str:
    """The text of a child element that occurs exactly once."""
    [child] = parent.findall(tag, ATOM)
    return child.text or ""


def distinct(feed: Channel) -> Channel:
    """The feed with distinct ids, which its caller is responsible for."""
    ids = (f"https://a.example/{number}" for number in range(9))
    return replace(feed, entries=tuple(replace(e, id=i) for e, i in zip(feed.entries, ids)))


@given(FEEDS)
def test_any_feed_is_valid_and_is_written_the_same_again(feed: Channel) -> None:
    feed = distinct(feed)
    assert rss_faults(rss(feed)) == []
    assert atom_faults(atom(feed)) == []
    for write in (rss, atom, json_feed):
        assert write(feed) == write(replace(feed))
    for write in (rss, atom):
        read = feedparser.parse(write(feed))
        assert not read.bozo
        assert len(read.entries) == len(feed.entries)


@pytest.mark.parametrize(
    ("good", "bad", "fault"),
    [
        (b"<title>A thread</title>", b"<title> </title>", "NotBlank title"),
        (b"<link>https://a.example/t#1</link>", b"<link>t#1</link>", "Invalid link"),
        (b"Wed, 10 Dec 2008", b"Thu, 10 Dec 2008", "Invalid pubDate"),
        (b"Wed, 10 Dec 2008", b"10 December 2008", "Invalid pubDate"),
        (b'"true">https://a', b'"true">tag:https://a', "InvalidHttpGUID"),
        (b'isPermaLink="false"', b"", "InvalidBooleanAttribute isPermaLink"),
        (b">key-2<", b">https://a.example/t#1<", "DuplicateValue guid"),
        (b"<category>Boats<", b"<category><", "NotBlank category"),
        (b'rel="self"', b'rel="alternate"', "MissingAtomSelfLink"),
        (b"</channel>", b"<ttl>60</ttl></channel>", "MisplacedItem"),
        (b"&amp;lt;b&amp;gt;", b"&lt;script&gt;", "Invalid description"),
        (b"<description>short</description>", b"", "NeedDescriptionBeforeContent"),
    ],
)
def test_rss_rules_detect_faults(good: bytes, bad: bytes, fault: str) -> None:
    assert good in rss(FEED)
    assert fault in rss_faults(rss(FEED).replace(good, bad, 1))


@pytest.mark.parametrize(
    ("good", "bad", "fault"),
    [
        (b"<updated>2008-12-11T10:00:00Z</updated>", b"", "Missing updated"),
        (b"10:00:00Z", b"10:00", "Invalid {http://www.w3.org/2005/Atom}updated"),
        (b"<id>urn:uuid", b"<id>/uuid", "Invalid {http://www.w3.org/2005/Atom}id"),
        (b'term="Boats"', b'term=" "', "MissingTerm"),
        (b"<name>A thread</name>", b"<name />", "NotBlank {http://www.w3.org/2005/Atom}name"),
        (b"&amp;lt;b&amp;gt;", b"&lt;script&gt;", "SecurityRisk"),
        (b'type="image/png"', b'type="png"', "InvalidMIMEType"),
    ],
)
def test_atom_rules_detect_faults(good: bytes, bad: bytes, fault: str) -> None:
    assert good in atom(FEED)
    assert fault in atom_faults(atom(FEED).replace(good, bad, 1))


@pytest.mark.parametrize(("write", "version"), [(rss, "rss20"), (atom, "atom10")])
def test_feed_reader_finds_all_fields(write: Any, version: str) -> None:
    read = feedparser.parse(write(FEED))
    assert (read.bozo, read.version) == (False, version)
    feed = read.feed
    assert (feed.title, feed.link, feed.subtitle) == ("A thread", FEED.link, "Of boats")
    assert feed.language == "en-GB"
    [itself] = [link for link in feed.links if link.rel == "self"]
    assert (itself.href, itself.type) == (FEED.self_link, f"application/{version[:-2]}+xml")
    first, second = read.entries
    assert (first.id, first.link, first.author) == (FIRST.id, FIRST.link, FIRST.author)
    assert first.title == "Ann: boats & <b>bridges</b>"
    assert first.published_parsed[:6] == (2008, 12, 10, 0, 30, 5)
    assert [tag.term for tag in first.tags] == list(FIRST.categories)
    assert (second.title, second.summary, second.content[0].value) == ("本文", "short", "long")
    if write is rss:
        assert (first.summary, first.media_content[0]["url"]) == (SHOWN, FIRST.image)
    else:
        assert first.content[0].value == SHOWN
        assert (first.enclosures[0].href, first.enclosures[0].type) == (FIRST.image, "image/png")
        assert (feed.updated, first.updated) == ("2008-12-11T10:00:00Z",) * 2


@given(FEEDS)
def test_any_text_and_date_in_rss_is_read_back(feed: Channel) -> None:
    for item, entry in zip(rss_items(feed), feed.entries, strict=True):
        assert item.findtext("title") == non_blank(entry.title)
        author = item.findtext("{http://purl.org/dc/elements/1.1/}creator")
        assert author == (None if entry.author is None else clean(entry.author))
        text = entry.content if entry.summary is None else entry.summary
        default = None if non_blank(entry.title) else ""
        assert item.findtext("description") == (default if text is None else html(text))
        date = item.findtext("pubDate")
        assert (date and parsedate_to_datetime(date)) == moment(entry.published)


def test_rss_guid_is_a_permalink_only_if_it_is_the_link() -> None:
    other = replace(FIRST, id="https://a.example/other")
    items = rss_items(replace(FEED, entries=(FIRST, SECOND, other)))
    guids = [item.find("guid") for item in items]
    assert [guid is not None and guid.get("isPermaLink") for guid in guids] == [
        "true",
        "false",
        "false",
    ]


@pytest.mark.parametrize("date", ["2008-12", "--12-10", "yesterday", "", None])
def test_incomplete_dates_are_left_out_of_rss(date: str | None) -> None:
    [item] = rss_items(Channel("A", entries=(Entry("1", published=date),)))
    assert item.find("pubDate") is None


def test_rss_leaves_out_blank_titles_and_urls_that_are_not_http() -> None:
    entries = (
        Entry("1", link="pages/a.html", image="javascript:x()"),
        Entry("2", title=" \n", summary="said"),
    )
    for item in rss_items(Channel("A", entries=entries)):
        assert [child.tag for child in item] == ["guid", "description"]
    root = ET.fromstring(rss(Channel(" ", link="https://a.example/t")))
    assert root.findtext("channel/title") == "https://a.example/t"


def test_full_text_in_rss_follows_the_summary_in_paragraphs() -> None:
    entry = replace(SECOND, content="One.\n\nTwo,\nand a <b>third.")
    [item] = rss_items(Channel("A", entries=(entry,)))
    assert [child.tag for child in item][-2:] == ["description", ENCODED]
    assert item.findtext(ENCODED) == "<p>One.</p>\n<p>Two,<br>\nand a &lt;b&gt;third.</p>"


@given(FEEDS)
def test_any_text_in_atom_is_read_back_and_required_elements_exist(feed: Channel) -> None:
    root = ET.fromstring(atom(feed))
    assert only(root, "title") == clean(feed.title)
    entries = root.findall("entry", ATOM)
    assert root.findall("author", ATOM) or entries
    for element in (root, *entries):
        assert only(element, "id").startswith(("http://", "https://", "urn:", "tag:"))
        assert datetime.fromisoformat(only(element, "updated")).utcoffset() is not None
    for element, entry in zip(entries, feed.entries, strict=True):
        if not root.findall("author", ATOM):
            assert only(element.findall("author", ATOM)[0], "name").strip()
        assert only(element, "title") == clean(entry.title)
        summary = None if entry.summary is None else clean(entry.summary)
        assert element.findtext("summary", None, ATOM) == summary
        linked = any(link.get("rel") == "alternate" for link in element.findall("link", ATOM))
        if entry.content is not None or not linked:
            assert only(element, "content") == html(entry.content or entry.summary or "")


def test_atom_has_the_start_of_a_month_or_a_constant_for_unknown_times() -> None:
    _, second = atom_entries(FEED)
    assert second.find("published", ATOM) is None
    assert only(second, "updated") == "2008-12-01T00:00:00Z"
    [entry] = atom_entries(Channel("A", entries=(Entry("1", published="--12-10"),)))
    assert only(entry, "updated") == "1970-01-01T00:00:00Z"


def test_atom_entry_without_link_has_its_summary_as_content() -> None:
    entries = (Entry("1", summary="short"), Entry("2", summary="a", content="b"))
    one, other = atom_entries(Channel("A", entries=entries))
    assert (only(one, "summary"), only(one, "content")) == ("short", "short")
    assert (only(other, "summary"), only(other, "content")) == ("a", "b")


@pytest.mark.parametrize(
    ("entries", "authors"),
    [((FIRST, SECOND), 1), ((replace(FIRST, author=" \x00"),), 1), ((), 1), ((FIRST, FIRST), 0)],
)
def test_atom_feed_has_an_author_if_an_entry_has_none(
    entries: tuple[Entry, ...], authors: int
) -> None:
    root = ET.fromstring(atom(replace(FEED, entries=entries)))
    assert [only(one, "name") for one in root.findall("author", ATOM)] == ["A thread"] * authors


def test_atom_id_that_is_not_an_iri_becomes_a_stable_urn() -> None:
    one, other = atom_entries(Channel("A", entries=(Entry("key 1"), Entry("key 2"))))
    [again] = atom_entries(Channel("B", entries=(Entry("key 1"),)))
    assert only(one, "id").startswith("urn:uuid:")
    assert only(one, "id") == only(again, "id") != only(other, "id")


def test_json_feed_has_the_known_fields() -> None:
    assert json.loads(json_feed(FEED)) == {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "A thread",
        "home_page_url": "https://a.example/t",
        "feed_url": "https://a.example/t.xml",
        "description": "Of boats",
        "language": "en-GB",
        "items": [
            {
                "id": "https://a.example/t#1",
                "url": "https://a.example/t#1",
                "title": "Ann: boats & <b>bridges</b>",
                "content_text": "Boats & <b>bridges</b> ]]>\nfloat &amp; stand",
                "image": "https://a.example/boat.png",
                "date_published": "2008-12-10T09:30:05+09:00",
                "date_modified": "2008-12-11T10:00:00Z",
                "authors": [{"name": "Ann <ann@a.example>"}],
                "tags": ["Boats", "R&D"],
            },
            {"id": "key-2", "title": "本文", "content_text": "long", "summary": "short"},
        ],
    }


FEED_KEYS = {"version", "title", "home_page_url", "feed_url", "description", "language", "items"}
ITEM_KEYS = {
    *("id", "url", "title", "content_text", "summary", "image"),
    *("date_published", "date_modified", "authors", "tags"),
}


@given(FEEDS)
def test_any_json_feed_has_valid_keys_and_values(feed: Channel) -> None:
    found = json.loads(json_feed(feed))
    assert found.keys() <= FEED_KEYS
    assert found["title"] == clean(feed.title)
    urls = [found.get("home_page_url"), found.get("feed_url")]
    for item, entry in zip(found["items"], feed.entries, strict=True):
        assert item.keys() <= ITEM_KEYS
        assert None not in item.values()
        text = entry.content or entry.summary or ""
        assert (item["id"], item["content_text"]) == (clean(entry.id), clean(text))
        assert item.get("tags") != []
        assert all(tag.strip() for tag in item.get("tags", ["none"]))
        for name in ("date_published", "date_modified"):
            assert name not in item or datetime.fromisoformat(item[name]).utcoffset() is not None
        urls += [item.get("url"), item.get("image")]
    assert all(url is None or url.startswith(("http://", "https://")) for url in urls)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("one", "one"),
        ("one\ntwo", "one<br>\ntwo"),
        ("one\r\n\r\n\r\ntwo\nthree", "<p>one</p>\n<p>two<br>\nthree</p>"),
        ("\n\none", "<br>\n<br>\none"),
        ("<i>x</i>\n\n&amp;", "<p>&lt;i&gt;x&lt;/i&gt;</p>\n<p>&amp;amp;</p>"),
    ],
)
def test_only_line_breaks_become_markup(text: str, expected: str) -> None:
    assert html(text) == expected


@given(ANY_TEXT)
def test_any_text_as_html_keeps_its_words_and_adds_no_tag(text: str) -> None:
    shown = re.sub(r"</?p>|<br>", " ", html(text))
    assert "<" not in shown
    assert unescape(shown).split() == clean(text).split()


@given(DATES)
def test_a_date_is_written_in_all_formats_or_in_none(date: str | None) -> None:
    assert len({moment(date) is None, rfc822(date) is None, rfc3339(date) is None}) == 1
