"""`honbun feed` from the outside."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import feedparser
import pytest

from honbun.cli.feed import Choice
from honbun.outputs import format_names
from tests.cli.lists import NEWS, TWO
from tests.inputs.loopback import reply
from tests.outputs.feed_rules import atom_faults, rss_faults

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command
    from tests.cli.lists import Lister
    from tests.inputs.loopback import Site

pytestmark = pytest.mark.usefixtures("lister")
BASE = ("--base-url", "https://a.example/")


@pytest.fixture
def news(tmp_path: Path) -> Path:
    path = tmp_path / "news.html"
    path.write_text(NEWS, encoding="utf-8")
    return path


def titles(data: bytes) -> list[str]:
    return [entry.title for entry in feedparser.parse(data).entries]


def test_a_page_becomes_a_feed(honbun: Command, news: Path) -> None:
    done = honbun("feed", news, *BASE, "--self", "https://b.example/feed.xml")
    assert (done.status, done.err) == (0, "honbun: 3 items\n")
    read = feedparser.parse(done.out)
    assert (read.version, read.feed.title) == ("rss20", "News")
    assert read.feed.link == "https://a.example/news.html"
    assert [link.href for link in read.feed.links if link.rel == "self"] == [
        "https://b.example/feed.xml"
    ]
    assert titles(done.out) == ["Boats & co.", "Cars", "A note"]
    assert [entry.get("published") for entry in read.entries] == [
        "Wed, 01 May 2024 00:00:00 +0000",
        None,
        None,
    ]
    assert rss_faults(done.out) == []


def test_the_same_page_gives_the_same_bytes(honbun: Command, news: Path) -> None:
    for form in format_names("feed"):
        runs = {honbun("feed", news, *BASE, "-f", form).out for _ in range(2)}
        assert len(runs) == 1


def test_json_lines_hold_an_item_each(honbun: Command, news: Path) -> None:
    rows = [
        json.loads(line) for line in honbun("feed", news, *BASE, "-f", "jsonl").out.splitlines()
    ]
    assert [row["link"] for row in rows] == [
        "https://a.example/boats",
        "https://a.example/cars?utm_source=x",
        None,
    ]
    assert rows[1]["id"] == "https://a.example/cars"
    assert {"title", "link", "published", "summary", "author", "image", "id"} <= set(rows[0])


def test_atom_keeps_the_rules(honbun: Command, news: Path) -> None:
    assert atom_faults(honbun("feed", news, *BASE, "-f", "atom").out) == []


def test_every_format_can_be_asked_for() -> None:
    assert [choice.value for choice in Choice] == format_names("feed")


def test_the_ending_of_the_output_decides_the_format(
    honbun: Command, news: Path, tmp_path: Path
) -> None:
    target = tmp_path / "feed.atom"
    assert honbun("feed", news, "-q", "-o", target).out == b""
    assert feedparser.parse(target.read_bytes()).version == "atom10"
    folder = tmp_path / "feeds"
    honbun("feed", news, "-q", *BASE, "-o", f"{folder}/")
    assert [path.name for path in folder.iterdir()] == ["a.example_news.html.rss"]


def test_another_list_can_be_chosen(honbun: Command, news: Path) -> None:
    news.write_text(TWO, encoding="utf-8")
    assert titles(honbun("feed", news, *BASE, "--list", "2").out) == ["Trams", "Cars"]
    everything = ["Boats & co.", "Cars", "A note", "Trams"]
    assert titles(honbun("feed", news, *BASE, "--all").out) == everything
    absent = honbun("feed", news, *BASE, "--list", "3")
    assert (absent.status, absent.out) == (2, b"")
    assert "has 2 lists: there is no list 3" in absent.err
    both = honbun("feed", news, "--all", "--list", "2")
    assert (both.status, both.out) == (2, b"")


def test_the_lists_of_a_page_can_be_seen(honbun: Command, news: Path) -> None:
    news.write_text(TWO, encoding="utf-8")
    done = honbun("feed", news, "--lists")
    assert done.status == 0
    assert done.out.decode() == (
        "1  3 items  Latest\n   - Boats & co.\n   - Cars\n   - A note\n"
        "2  2 items  Most read\n   - Trams\n   - Cars\n"
    )


def test_a_page_without_a_list_is_told_and_nothing_is_written(
    honbun: Command, news: Path, tmp_path: Path
) -> None:
    news.write_text("<p>An article.", encoding="utf-8")
    target = tmp_path / "feed.xml"
    target.write_bytes(b"as it was")
    done = honbun("feed", news, *BASE, "-q", "-o", target)
    assert (done.status, done.out) == (1, b"")
    assert done.err == "honbun: no list here: https://a.example/news.html\n"
    assert target.read_bytes() == b"as it was"


def test_a_page_that_has_a_feed_or_goes_on_says_so(honbun: Command, news: Path) -> None:
    named = "<link href=https://a.example/rss title=All><a rel=next href=/2>"
    news.write_text(named + NEWS, encoding="utf-8")
    assert honbun("feed", news, *BASE).err == (
        "honbun: this page has its own feed: https://a.example/rss (All)\n"
        "honbun: the list goes on at /2\n"
        "honbun: 3 items\n"
    )
    assert honbun("feed", news, "-q").err == ""


def test_a_feed_is_made_from_one_page(honbun: Command, news: Path) -> None:
    (news.parent / "other.html").write_text(NEWS, encoding="utf-8")
    many = honbun("feed", news.parent)
    assert (many.status, many.out) == (2, b"")
    assert "a feed is made from one page, and there are more in it" in many.err
    empty = news.parent / "empty"
    empty.mkdir()
    assert "there is no page in it" in honbun("feed", empty).err


def test_a_page_may_come_on_standard_input(honbun: Command) -> None:
    done = honbun("feed", "-", *BASE, stdin=NEWS.encode())
    assert titles(done.out) == ["Boats & co.", "Cars", "A note"]


def test_links_that_are_lost_for_want_of_an_address_are_told(honbun: Command, news: Path) -> None:
    done = honbun("feed", news)
    assert done.status == 0
    assert done.err == (
        "honbun: 3 items have no full link: "
        "relative ones need the page's address, given with --base-url\n"
        "honbun: 3 items\n"
    )
    assert feedparser.parse(done.out).feed.link == "news.html"
    assert honbun("feed", news, "-q").err == ""
    news.write_text("<ul><li><a href=https://a.example/boats>Boats</a></ul>", encoding="utf-8")
    assert honbun("feed", news).err == "honbun: 1 item\n"


@pytest.mark.parametrize("form", ["rss", "atom", "json", "jsonl", "csv"])
def test_a_page_that_was_piped_in_is_not_called_by_a_dash(honbun: Command, form: str) -> None:
    out = honbun("feed", "-", "-f", form, stdin=NEWS.encode()).out
    assert b">-<" not in out
    assert b'"-"' not in out
    assert b",-," not in out
    if form == "rss":
        assert rss_faults(out) == []
    if form == "atom":
        assert atom_faults(out) == []


@pytest.mark.parametrize("options", [("--max-items", "3"), ("--memory", "site.db")])
def test_options_of_whole_texts_need_whole_texts(
    honbun: Command, news: Path, options: tuple[str, str]
) -> None:
    done = honbun("feed", news, *options)
    assert (done.status, done.out) == (2, b"")
    assert done.err == f"honbun: only with --full-text: {options[0]}\n"


def test_help_says_both_meanings_of_the_exit_status(honbun: Command) -> None:
    said = " ".join(honbun("feed", "--help").out.decode().split())
    assert "Exit status 1 means that a page failed." in said
    assert "nothing is written" in said
    assert "with --full-text, the feed is written" in said


def test_a_page_may_be_fetched(honbun: Command, site: Site) -> None:
    site.answers["/news"] = reply(NEWS.encode())
    url = site.url("/news", "127.0.0.1")
    done = honbun("feed", url, "--allow-private", "--delay", "0")
    assert feedparser.parse(done.out).entries[0].link == site.url("/boats", "127.0.0.1")
    refused = honbun("feed", url)
    assert (refused.status, refused.out) == (1, b"")
    assert "loopback" in refused.err


def test_the_papers_method_can_be_asked_for(honbun: Command, news: Path, lister: Lister) -> None:
    # In this process, where the lister is.
    honbun("feed", news, "--faithful", "--page-seconds", "0", "--page-memory", "0")
    assert lister.options is not None
    assert lister.options.faithful


def test_an_address_that_serves_nothing_is_refused(honbun: Command, news: Path) -> None:
    done = honbun("feed", news, "--self", "feed.xml")
    assert (done.status, done.out) == (2, b"")
    assert done.err == "honbun: --self takes an http(s) address: feed.xml\n"


def test_characters_that_could_not_be_read_are_told(honbun: Command, news: Path) -> None:
    news.write_text(NEWS + "\ufffd", encoding="utf-8")
    assert honbun("feed", news, *BASE).err == (
        "honbun: 3 items, with characters that could not be decoded\n"
    )
