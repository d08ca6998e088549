"""No feed breaks a rule of the W3C feed validator, and the rules here can be broken."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from honbun.outputs import syndication
from tests.outputs.syndication.feeds import FEED, FEEDS
from tests.outputs.syndication.rules import atom_faults, rss_faults

if TYPE_CHECKING:
    from honbun.outputs.syndication import Channel


def told_apart(feed: Channel) -> Channel:
    """The feed with ids of its own for all entries, which is for its maker to see to."""
    ids = (f"https://a.example/{number}" for number in range(9))
    return replace(feed, entries=tuple(replace(e, id=i) for e, i in zip(feed.entries, ids)))


@given(FEEDS)
def test_any_feed_keeps_the_rules(feed: Channel) -> None:
    feed = told_apart(feed)
    assert rss_faults(syndication.render_rss(feed)) == []
    assert atom_faults(syndication.render_atom(feed)) == []


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
        (b"&amp;lt;b", b"&lt;script", "Invalid description"),
        (b"<description>short</description>", b"", "NeedDescriptionBeforeContent"),
    ],
)
def test_rules_of_rss_can_be_broken(good: bytes, bad: bytes, fault: str) -> None:
    data = syndication.render_rss(FEED)
    assert good in data
    assert fault in rss_faults(data.replace(good, bad, 1))


@pytest.mark.parametrize(
    ("good", "bad", "fault"),
    [
        (b"<updated>2008-12-11T10:00:00Z</updated>", b"", "Missing updated"),
        (b"10:00:00Z", b"10:00", "Invalid {http://www.w3.org/2005/Atom}updated"),
        (b"<id>urn:uuid", b"<id>/uuid", "Invalid {http://www.w3.org/2005/Atom}id"),
        (b'term="Boats"', b'term=" "', "MissingTerm"),
        (b"<name>A thread</name>", b"<name />", "NotBlank {http://www.w3.org/2005/Atom}name"),
        (b"&amp;lt;b", b"&lt;b", "SecurityRisk"),
        (b'type="image/png"', b'type="png"', "InvalidMIMEType"),
    ],
)
def test_rules_of_atom_can_be_broken(good: bytes, bad: bytes, fault: str) -> None:
    data = syndication.render_atom(FEED)
    assert good in data
    assert fault in atom_faults(data.replace(good, bad, 1))


@given(FEEDS)
def test_the_same_feed_gives_the_same_bytes(feed: Channel) -> None:
    for form in (syndication, syndication, syndication):
        assert form.render(feed) == form.render(replace(feed))


def test_a_feed_says_where_it_is_to_be_had_and_what_it_is() -> None:
    itself = b'rel="self" href="https://a.example/t.xml" type="application/%s+xml"'
    assert b"<atom:link " + itself % b"rss" in syndication.render_rss(FEED)
    assert b"<link " + itself % b"atom" in syndication.render_atom(FEED)
