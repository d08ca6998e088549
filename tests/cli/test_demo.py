from __future__ import annotations

import io
import sys
from collections import Counter
from typing import TYPE_CHECKING

from rich.console import Console

from honbun.api import extract, feed, posts
from honbun.cli import demo
from honbun.inputs.read import read

if TYPE_CHECKING:
    import pytest


def test_the_demo_shows_both_sites_and_what_was_kept_and_dropped() -> None:
    output = io.StringIO()
    demo.show(Console(file=output, width=160))
    text = output.getvalue()
    for expected in ("みなと日報", "Sowing Ferns from Dust", "kept", "dropped", "Try next"):
        assert expected in text
    assert "plagiarism" in text


def test_every_bundled_page_is_read_in_its_own_encoding() -> None:
    encodings = []
    for site in demo.SITES:
        with demo.folder_of(site) as folder:
            pages = list(read(folder))
        assert [page.decode().replaced for page in pages] == [0] * 14
        encodings.append(Counter(page.decode().encoding for page in pages))
    assert encodings == [{"utf-8": 11, "shift_jis": 2, "euc-jp": 1}, {"utf-8": 14}]


def test_no_bundled_page_is_left_empty() -> None:
    for site in demo.SITES:
        with demo.folder_of(site) as folder:
            contents = list(extract(read(folder)))
        assert all(content.text for content in contents)
        assert all(content.url.startswith("https://") for content in contents)


def test_articles_of_the_bundled_sites_lose_their_menus() -> None:
    for site, menu in zip(demo.SITES, ("おくやみ", "Skip to content")):
        with demo.folder_of(site) as folder:
            pages = list(read(folder))
        assert all(menu in page.decode().text for page in pages)
        assert not any(menu in content.text for content in extract(pages))


def test_the_bundled_threads_are_read_post_by_post() -> None:
    with demo.threads_folder() as folder:
        forum, board = posts(read(folder))
    assert [post.author for post in forum.posts] == ["Oddny", "Halvard", "Wren", "Oddny"]
    assert [post.number for post in board.posts] == ["4", "3", "2", "1"]
    assert [post.published for post in board.posts][-1] == "2011-11-19T18:00"
    assert (board.posts[2].author, board.posts[2].body) == (
        "名無し",
        "犬をつれて乗ってもいいですか。",
    )


def test_the_bundled_lists_are_read_item_by_item() -> None:
    with demo.lists_folder() as folder:
        town, changes = (feed(page) for page in read(folder))
    assert [len(listing.items) for listing in town.lists] == [6, 3]
    assert town.items[0].published == "2024-05-20"
    assert changes.items[0].link == "https://lanternfish.example/changes#v2.3.0"


def test_the_borrowed_pages_show_a_mirror_a_quotation_and_a_theft() -> None:
    assert {pair.b: pair.relation.value for pair in demo.shared_text()} == {
        "https://fernhill-garden.example/print/2024/06/water-ram.html": "mirror",
        "https://ashcombe-village.example/letters/june.html": "citation",
        "https://leafytips.example/p/8841": "plagiarism",
    }


def test_the_demo_goes_on_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    output = io.StringIO()
    demo.show(Console(file=output, width=160))
    assert "honbun[similar]" in output.getvalue()
    assert "Try next" in output.getvalue()
