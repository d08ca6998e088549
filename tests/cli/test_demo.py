"""`honbun demo`, and the pages that come with honbun."""

from __future__ import annotations

import io
import sys
from collections import Counter
from typing import TYPE_CHECKING

from rich.console import Console

from honbun.api import extract, feed, posts, read
from honbun.cli.demo import note, pages, pairs_table, shared_text, show

if TYPE_CHECKING:
    import pytest


def test_demo_shows_all_results_that_the_installed_extras_allow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    output = io.StringIO()
    show(Console(file=output, width=160))
    text = output.getvalue()
    for expected in ("| Regulator | 96 mAh |", "```sh", "Oddny", "こども図書館", "Try next"):
        assert expected in text
    assert "honbun[similar]" in text


def test_page_of_the_demo_loses_what_other_pages_repeat() -> None:
    alone, compared = note()
    repeated = "The gauges are run by volunteers of the two villages."
    assert repeated in alone.text
    assert "The gauges are run" not in compared.text
    assert "Readings of all gauges" not in compared.text
    for kept in ("# Power for a Whole Winter", "| Radio | 31 mAh |", "gauge power --since"):
        assert kept in compared.markdown


def test_bundled_sites_lose_their_menus_and_nothing_else() -> None:
    encodings = []
    for name, menu in (("minato", "おくやみ"), ("fernhill", "Skip to content")):
        with pages("sites", name) as folder:
            found = list(read(folder))
        assert [page.decode().replaced for page in found] == [0] * 14
        assert all(menu in page.decode().text for page in found)
        encodings.append(Counter(page.decode().encoding for page in found))
        contents = list(extract(found))
        assert all(content.text and menu not in content.text for content in contents)
        assert all(content.url.startswith("https://") for content in contents)
    assert encodings == [{"utf-8": 11, "shift_jis": 2, "euc-jp": 1}, {"utf-8": 14}]


def test_bundled_threads_are_read_post_by_post() -> None:
    with pages("threads") as folder:
        forum, board = posts(read(folder))
    assert [post.author for post in forum.posts] == ["Oddny", "Halvard", "Wren", "Oddny"]
    assert [post.number for post in board.posts] == ["4", "3", "2", "1"]
    assert board.posts[-1].published == "2011-11-19T18:00"
    assert (board.posts[2].author, board.posts[2].body.text.strip()) == (
        "名無し",
        "犬をつれて乗ってもいいですか。",
    )


def test_bundled_lists_are_read_item_by_item() -> None:
    with pages("lists") as folder:
        town, changes = (feed(page) for page in read(folder))
    assert [len(one.items) for one in town.lists] == [6, 3]
    assert town.items[0].published == "2024-05-20"
    assert changes.items[0].link == "https://lanternfish.example/changes#v2.3.0"


def test_bundled_pages_have_a_mirror_a_citation_and_a_plagiarism() -> None:
    pairs = shared_text()
    assert {pair.b: pair.relation.value for pair in pairs} == {
        "https://fernhill-garden.example/print/2024/06/water-ram.html": "mirror",
        "https://ashcombe-village.example/letters/june.html": "citation",
        "https://leafytips.example/p/8841": "plagiarism",
    }
    output = io.StringIO()
    Console(file=output, width=160).print(pairs_table(pairs))
    assert "plagiarism" in output.getvalue()
