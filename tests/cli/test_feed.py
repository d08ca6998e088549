"""`honbun feed`: the feed of a page, the state from run to run, and full texts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import feedparser
import pytest

from tests.content.site import page as site_page
from tests.content.site import say
from tests.inputs.loopback import reply
from tests.outputs.feed_rules import atom_faults, rss_faults

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command
    from tests.inputs.loopback import Site

BASE = ("--base-url", "https://a.example/")
SUBJECTS = [
    *("Boats & co.", "Cars that float on water", "The bridge is closed again this week"),
    *("A new ferry for the island", "Trains run late on Sundays", "Who painted the lighthouse?"),
]
POPULAR = [
    *("Most people prefer the old tram", "Ten walks along the old harbour wall"),
    *("How to repair a leaking rowing boat", "What the winter storm left behind"),
]


def listed(subjects: list[str]) -> str:
    items = (
        f"<li><a href=/{subject.split()[-1].strip('.?')}>{subject}</a> "
        f"<span class=date>2024-05-{20 - number:02}</span>"
        f"<p>What there is to say about it: {subject.lower()}, and more on the page itself.</li>"
        for number, subject in enumerate(subjects)
    )
    return f"<ul class=news>{''.join(items)}</ul>"


def news_page(subjects: list[str] = SUBJECTS, head: str = "", more: str = "") -> str:
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>News</title>{head}"
        f"<body><h1>News</h1><h2>Latest</h2>{listed(subjects)}{more}</html>"
    )


@pytest.fixture
def news(tmp_path: Path) -> Path:
    path = tmp_path / "news.html"
    path.write_text(news_page(), encoding="utf-8")
    return path


def titles(data: bytes) -> list[str]:
    return [entry.title for entry in feedparser.parse(data).entries]


def test_page_becomes_a_feed(honbun: Command, news: Path) -> None:
    done = honbun("feed", news, *BASE, "--self-url", "https://b.example/feed.xml")
    assert (done.status, done.err) == (0, "honbun: 6 items\n")
    read = feedparser.parse(done.out)
    assert (read.version, read.feed.title) == ("rss20", "News")
    assert read.feed.link == "https://a.example/news.html"
    assert "https://b.example/feed.xml" in [
        link.href for link in read.feed.links if link.rel == "self"
    ]
    assert titles(done.out) == SUBJECTS
    assert read.entries[0].published == "Mon, 20 May 2024 00:00:00 +0000"
    assert rss_faults(done.out) == []
    assert honbun("feed", news, *BASE, "--self-url", "https://b.example/feed.xml").out == done.out
    assert atom_faults(honbun("feed", news, *BASE, "-f", "atom").out) == []


def test_row_has_every_key(honbun: Command, news: Path) -> None:
    row = honbun("feed", news, *BASE, "-f", "jsonl").rows()[1]
    assert {"title", "link", "published", "summary", "author", "image", "id"} <= set(row)
    assert (row["link"], row["published"]) == ("https://a.example/water", "2024-05-19")


def test_another_list_or_all_lists_can_be_chosen(honbun: Command, news: Path) -> None:
    news.write_text(news_page(more=f"<h2>Most read</h2>{listed(POPULAR)}"), encoding="utf-8")
    shown = honbun("feed", news, "--show-lists").out.decode()
    assert "1  6 items  Latest\n" in shown
    assert "2  4 items  Most read\n" in shown
    assert titles(honbun("feed", news, *BASE, "--list", "2").out) == POPULAR
    assert titles(honbun("feed", news, *BASE, "--list", "all").out) == [*SUBJECTS, *POPULAR]


def test_without_a_list_nothing_is_written(honbun: Command, news: Path, tmp_path: Path) -> None:
    news.write_text("<p>An article.", encoding="utf-8")
    target = tmp_path / "feed.xml"
    target.write_bytes(b"as it was")
    done = honbun("feed", news, *BASE, "-q", "-o", target)
    assert (done.status, done.out) == (1, b"")
    assert done.err.endswith(": https://a.example/news.html\n")
    assert target.read_bytes() == b"as it was"


def test_feed_of_the_page_and_a_next_page_are_reported(honbun: Command, news: Path) -> None:
    head = "<link rel=alternate type=application/rss+xml href=https://a.example/rss title=All>"
    more = "<a rel=next href=/2>Next page</a>\ufffd"
    news.write_text(news_page(head=head, more=more), encoding="utf-8")
    assert honbun("feed", news, *BASE).err == (
        "honbun: this page has its own feed: https://a.example/rss (All)\n"
        "honbun: the list continues at https://a.example/2\n"
        "honbun: 6 items\n"
    )
    assert honbun("feed", news, "-q").err == ""


def test_relative_links_need_a_base(honbun: Command, news: Path) -> None:
    done = honbun("feed", news)
    assert (done.status, done.err) == (
        0,
        "honbun: 6 items have no absolute link: give the page's URL with --base-url\n"
        "honbun: 6 items\n",
    )
    assert feedparser.parse(done.out).feed.link == "news.html"


def test_undecodable_characters_are_reported(honbun: Command, news: Path) -> None:
    news.write_bytes(news.read_bytes() + b"\xff")
    done = honbun("feed", news, *BASE)
    assert done.err == "honbun: 6 items, with characters that could not be decoded\n"


def test_page_may_be_fetched(honbun: Command, site: Site) -> None:
    site.answers["/news"] = reply(news_page().encode())
    url = site.url("/news", "127.0.0.1")
    done = honbun("feed", url, "--allow-private", "--delay", "0")
    assert feedparser.parse(done.out).entries[0].link == site.url("/co", "127.0.0.1")
    refused = honbun("feed", url)
    assert (refused.status, refused.out) == (1, b"")
    assert "loopback" in refused.err


def run(honbun: Command, page: str | Path, *options: str | Path) -> list[dict[str, Any]]:
    polite = ("--allow-private", "--delay", "0", "-q", "-f", "jsonl")
    return honbun("feed", page, *polite, *options).rows()


def test_items_keep_their_ids_from_run_to_run(honbun: Command, news: Path, tmp_path: Path) -> None:
    base = (*BASE, "--state", tmp_path / "feeds.db")
    first = run(honbun, news, *base)
    assert run(honbun, news, *base) == first
    page = news_page(["Trams return to the city", *SUBJECTS])
    news.write_text(page.replace("Boats & co.", "Ships & co."), encoding="utf-8")
    new, *others = run(honbun, news, *base)
    assert [row["id"] for row in others] == [row["id"] for row in first]
    assert (new["title"], others[0]["title"]) == ("Trams return to the city", "Ships & co.")
    assert run(honbun, news, *base)[0] == new


def served(site: Site, *numbers: int) -> str:
    """The URL of a list on the site whose items have pages that share a template."""
    for number in numbers:
        site.answers[f"/{number}"] = reply(str(site_page(number).html).encode())
    items = "".join(
        f"<li><a href=/{number}>{say(number, 100, 5)}</a> <i>2024-05-{20 - number}</i>"
        for number in numbers
    )
    site.answers["/news"] = reply(f"<title>News</title><h1>News</h1><ul>{items}</ul>".encode())
    return site.url("/news", "127.0.0.1")


def paragraphs(number: int) -> str:
    return "\n\n".join(say(number, part) for part in range(3))


def fetched(site: Site) -> list[str]:
    return [path for path in site.paths if path[1:].isdigit()]


def test_full_texts_come_from_the_pages_of_the_items(honbun: Command, site: Site) -> None:
    rows = run(honbun, served(site, *range(8)), "--full-text")
    assert [row["content"] for row in rows] == [paragraphs(number) for number in range(8)]
    site.paths.clear()
    rows = run(honbun, served(site, *range(8)), "--full-text", "--full-text-items", "2")
    assert [row["content"] is None for row in rows] == [False] * 2 + [True] * 6
    assert fetched(site) == ["/0", "/1"]


def test_with_a_state_no_page_is_fetched_twice(honbun: Command, site: Site, tmp_path: Path) -> None:
    options = ("--full-text", "--state", tmp_path / "feeds.db", "--memory", tmp_path / "sites.db")
    first = run(honbun, served(site, *range(1, 8)), *options)
    site.paths.clear()
    new, *others = run(honbun, served(site, *range(8)), *options)
    assert fetched(site) == ["/0"]
    assert new["content"] == paragraphs(0)
    assert [row["content"] for row in others] == [row["content"] for row in first]


def test_item_whose_page_fails_has_no_full_text(honbun: Command, site: Site) -> None:
    url = served(site, *range(8))
    del site.answers["/3"]
    site.answers["/robots.txt"] = reply(b"User-agent: *\nDisallow: /5", kind="text/plain")
    done = honbun("feed", url, "--allow-private", "--delay", "0", "--full-text", "-f", "jsonl")
    contents = [json.loads(line)["content"] for line in done.out.splitlines()]
    assert [number for number, content in enumerate(contents) if content is None] == [3, 5]
    assert contents[2] == paragraphs(2)
    assert done.status == 1
    address = site.url("/3", "127.0.0.1")
    assert f"honbun: fetch: {address}: the server answers with status 404\n" in done.err
    assert "/5" not in site.paths
