"""`honbun feed --state` and `--full-text`: what is known of a page from run to run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.lists import BOATS, NEWS, TRAMS, TWO
from tests.content.site import page, say
from tests.inputs.loopback import reply

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command
    from tests.inputs.loopback import Site

pytestmark = pytest.mark.usefixtures("lister")


def run(honbun: Command, page: str | Path, *options: str | Path) -> list[dict[str, Any]]:
    polite = ("--allow-private", "--delay", "0", "-q", "-f", "jsonl")
    return [json.loads(line) for line in honbun("feed", page, *polite, *options).out.splitlines()]


def test_a_new_item_has_a_date_and_the_others_keep_their_ids(
    honbun: Command, tmp_path: Path
) -> None:
    page, state = tmp_path / "news.html", tmp_path / "feeds.db"
    base = ("--base-url", "https://a.example/", "--state", state)
    page.write_text(NEWS, encoding="utf-8")
    first = run(honbun, page, *base)
    assert [row["published"] for row in first] == ["2024-05-01", None, None]
    assert run(honbun, page, *base) == first
    changed = NEWS.replace(BOATS, TRAMS + BOATS.replace("Boats & co.", "Ships"))
    page.write_text(changed, encoding="utf-8")
    new, *others = run(honbun, page, *base)
    assert [row["id"] for row in others] == [row["id"] for row in first]
    assert (new["title"], others[0]["title"]) == ("Trams", "Ships")
    assert new["published"] is not None
    assert run(honbun, page, *base)[0] == new


def test_another_list_of_the_page_is_looked_at_for_the_first_time(
    honbun: Command, tmp_path: Path
) -> None:
    page, state = tmp_path / "news.html", tmp_path / "feeds.db"
    page.write_text(TWO, encoding="utf-8")
    run(honbun, page, "--state", state)
    trams, _ = run(honbun, page, "--state", state, "--list", "2")
    assert trams["published"] is None


def test_a_state_of_another_kind_is_refused(honbun: Command, tmp_path: Path) -> None:
    page, state = tmp_path / "news.html", tmp_path / "notes.txt"
    page.write_text(NEWS, encoding="utf-8")
    state.write_text("my notes")
    done = honbun("feed", page, "--state", state)
    assert (done.status, done.out) == (2, b"")
    assert done.err.endswith("notes.txt: it is not a record of subscribed pages\n")


def served(site: Site, *numbers: int) -> str:
    """A list on the site, of pages of one make; its address."""
    for number in numbers:
        site.answers[f"/{number}"] = reply(str(page(number).html).encode())
    items = "".join(f"<li><a href=/{number}>Note {number}</a>" for number in numbers)
    site.answers["/news"] = reply(f"<ul>{items}</ul>".encode())
    return site.url("/news", "127.0.0.1")


def paragraphs(number: int) -> str:
    return "\n\n".join(say(number, part) for part in range(3))


def test_whole_texts_are_those_of_the_items_own_pages(honbun: Command, site: Site) -> None:
    url = served(site, *range(8))
    rows = run(honbun, url, "--full-text")
    assert [row["content"] for row in rows] == [paragraphs(number) for number in range(8)]


def test_only_so_many_pages_are_fetched(honbun: Command, site: Site) -> None:
    rows = run(honbun, served(site, *range(8)), "--full-text", "--max-items", "2")
    assert [row["content"] is None for row in rows] == [False] * 2 + [True] * 6
    assert [path for path in site.paths if path[1:].isdigit()] == ["/0", "/1"]


def test_with_a_state_no_page_is_fetched_twice(honbun: Command, site: Site, tmp_path: Path) -> None:
    keeping = ("--full-text", "--state", tmp_path / "feeds.db", "--memory", tmp_path / "sites.db")
    first = run(honbun, served(site, *range(1, 8)), *keeping)
    site.paths.clear()
    new, *others = run(honbun, served(site, *range(8)), *keeping)
    assert [path for path in site.paths if path[1:].isdigit()] == ["/0"]
    assert new["content"] == paragraphs(0)
    assert [row["content"] for row in others] == [row["content"] for row in first]


def test_a_page_that_fails_leaves_its_item_as_it_is(honbun: Command, site: Site) -> None:
    url = served(site, *range(8))
    del site.answers["/3"]
    done = honbun("feed", url, "--allow-private", "--delay", "0", "--full-text", "-f", "jsonl")
    contents = [json.loads(line)["content"] for line in done.out.splitlines()]
    assert contents[3] is None
    assert contents[2] == paragraphs(2)
    assert done.status == 1
    address = site.url("/3", "127.0.0.1")
    assert f"honbun: fetch: {address}: the server answers with status 404\n" in done.err


def test_pages_that_robots_may_not_read_are_left_alone(honbun: Command, site: Site) -> None:
    url = served(site, 0, 1)
    site.answers["/robots.txt"] = reply(b"User-agent: *\nDisallow: /1", kind="text/plain")
    rows = run(honbun, url, "--full-text")
    assert [row["content"] is None for row in rows] == [False, True]
    assert "/1" not in site.paths
