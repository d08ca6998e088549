"""Pages of invented sites carry exact labels."""

from __future__ import annotations

import gzip
from functools import cache
from typing import TYPE_CHECKING

import orjson

from honbun.page import Page
from honbun.text.unicode import collapse
from lab.layouts.frames import FRAMES
from lab.layouts.node import MARK
from lab.layouts.site import KINDS, draw, pages
from lab.layouts.words import LANGUAGES, NUMBERS, bank, slots
from lab.layouts.write import lines, nearest_roles, sites, write_folder, written

if TYPE_CHECKING:
    from pathlib import Path

    from lab.layouts.write import Written

_ROLES = {"title", "body", "date", "author", "figure", "caption", "credit", "comment", "none"}


@cache
def _pages() -> tuple[Written, ...]:
    return tuple(sites(25, seed=3))


def _lines(path: Path) -> list[bytes]:
    return gzip.decompress(path.read_bytes()).splitlines()


def test_a_seed_gives_the_same_pages() -> None:
    assert list(sites(4, seed=3)) == [page for page in _pages() if page.row["id"] < "3-0004"]


def test_the_text_of_a_page_is_at_the_xpaths_of_its_truth() -> None:
    for page in _pages():
        tree = Page(page.html).parse()
        at = {tree.xpath(node): node for node in range(len(tree))}
        marked = {at[xpath]: role for xpath, role in page.row["blocks"]}
        assert set(marked.values()) <= _ROLES
        roles = nearest_roles(tree, marked)
        assert "\n".join(lines(tree, roles, "body")) == page.row["text"]
        assert page.row["text"], page.row["id"]


def test_all_paragraphs_of_an_article_are_body() -> None:
    for number in range(60):
        site = draw(5, number, 2)
        for drawn in pages(site, 2):
            if drawn.kind in ("mail", "cards", "portal"):  # wrapped lines; other texts
                continue
            text = _squeezed(written(drawn, "page").row["text"])
            for part in drawn.article.parts:
                if part.kind not in ("figure", "credit"):
                    assert _squeezed(part.text) in text, (number, drawn.kind, site.frame)


def _squeezed(text: str) -> str:
    return "".join(text.split())


def test_marked_titles_say_the_title() -> None:
    titles = 0
    for page in _pages():
        tree = Page(page.html).parse()
        at = {tree.xpath(node): node for node in range(len(tree))}
        for xpath, role in page.row["blocks"]:
            if role == "title":
                titles += 1
                assert collapse(tree.subtree_text(at[xpath])) == collapse(page.row["title"])
    assert titles > len(_pages()) / 2


def test_pages_show_no_marks() -> None:
    assert not any(MARK.encode() in page.html for page in _pages())


def test_every_frame_kind_and_language_occurs() -> None:
    drawn = [draw(1, number, 0) for number in range(400)]
    assert {site.frame for site in drawn} == set(FRAMES)
    assert {site.kind for site in drawn} == set(KINDS)
    assert {site.language for site in drawn} == set(LANGUAGES)


def test_banks_have_the_same_phrases_and_only_known_slots() -> None:
    keys = set(bank("en")) - {"do", "short"}
    filled = {*NUMBERS, "name", "date", "big", "author", "title", "site", "host", "reiwa"}
    for language in LANGUAGES:
        assert keys <= set(bank(language)), language
        assert slots(language) <= set(bank(language)) | filled, language


def test_the_folder_holds_truth_and_pages(tmp_path: Path) -> None:
    count = write_folder(tmp_path, 3, seed=3)
    rows = [orjson.loads(line) for line in _lines(tmp_path / "truth.jsonl.gz")]
    assert len(rows) == count
    assert all(_lines(tmp_path / row["file"]) for row in rows)
