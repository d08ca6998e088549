"""Pages that hang or end the process that reads them: what each command makes of a run of them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from honbun import Page
from tests.runner.actions import do

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.html.decode import Decoded
    from tests.cli.conftest import Command

DEED = re.compile(rb"<!--do: ([a-z ]+)-->")
TEXT = "The bridge of {0} was built in 19{0}0, and stands to this day as it stood then. " * 3


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of seven pages; the fourth can be told what to do to whoever decodes it."""
    decode = Page.decode

    def hostile(page: Page) -> Decoded:
        assert isinstance(page.html, bytes)
        if found := DEED.search(page.html):
            do(found[1].decode())
        return decode(page)

    monkeypatch.setattr(Page, "decode", hostile)
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(7):
        html = f"<title>Page {number}</title><h1>Bridge {number}</h1><p>{TEXT.format(number)}"
        (folder / f"{number}.html").write_text(html)
    return folder


def tell(pages: Path, deed: str) -> None:
    with (pages / "3.html").open("a") as file:
        file.write(f"<!--do: {deed}-->")


COMMANDS = {
    "extract": "extract",
    "extract --alone": "extract",
    "extract --engine duckdb": "extract",
    "posts": "find posts",
    "standard": "convert",
    "similar": "compare",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_page_that_ends_its_process_is_told_and_the_run_goes_on(
    honbun: Command, pages: Path, command: str
) -> None:
    tell(pages, "segfault")
    step = COMMANDS[command]
    done = honbun(*command.split(), pages, "--jobs", "2")
    place = str(pages / "3.html")
    assert f"honbun: {step}: {place}: its worker process died (SIGSEGV)\n" in done.err
    assert re.search(rf"honbun: 6 pages in .*, 1 failed to {step}\n", done.err)
    assert done.status == 1


def test_a_page_that_takes_for_ever_is_given_up(honbun: Command, pages: Path) -> None:
    tell(pages, "spin")
    done = honbun("extract", pages, "--page-seconds", "1", "--quiet")
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [row["title"] for row in rows] == [f"Bridge {n}" for n in (0, 1, 2, 4, 5, 6)]
    assert done.err == f"honbun: extract: {pages / '3.html'}: it took longer than 1 s\n"


def test_a_page_that_takes_all_memory_is_given_up(honbun: Command, pages: Path) -> None:
    tell(pages, "allocate")
    done = honbun("extract", pages, "--page-memory", "100MiB", "--quiet")
    assert len(done.out.splitlines()) == 6
    expected = f"honbun: extract: {pages / '3.html'}: it needs more than 100 MiB of memory\n"
    assert done.err == expected


def test_pages_that_are_cut_short_are_counted(honbun: Command, tmp_path: Path) -> None:
    page = tmp_path / "deep.html"
    page.write_text("<div>" * 600 + "<p>Deep down there is a text.")
    done = honbun("extract", page)
    [row] = map(json.loads, done.out.splitlines())
    assert row["cut"] == ["91 elements nested deeper than 512: taken at that depth"]
    assert "truncated" in done.err


@pytest.mark.parametrize(
    ("deed", "why"),
    [
        ("segfault", "its worker process died (SIGSEGV)"),
        ("spin", "it took longer than 1 s"),
        ("allocate", "it needs more than 100 MiB of memory"),
    ],
)
def test_a_feed_is_not_written_where_its_page_is_given_up(
    honbun: Command, pages: Path, deed: str, why: str
) -> None:
    tell(pages, deed)
    page, feed = pages / "3.html", pages.parent / "feed.xml"
    limits = ("--page-seconds", "1", "--page-memory", "100MiB")
    done = honbun("feed", page, "-o", feed, *limits, "--quiet")
    assert (done.status, done.err) == (1, f"honbun: feed: {page}: {why}\n")
    assert not feed.exists()
