"""Exports in the site format: as readers of it expect them, and the same every time."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from honbun.annotation.model import Kind
from honbun.evaluation.archive import site_files, zipped
from honbun.evaluation.labelled import labelled, stamped
from honbun.evaluation.sites import read_sites
from honbun.outputs.files import write_folder
from honbun.page import Page
from tests.evaluation import boats
from tests.evaluation.boats import page

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.evaluation.labelled import Truthful


def pages() -> list[Truthful]:
    found = [page(1), page(2), page(1, "http://www.b.example"), replace(page(3), url=None)]
    return [stamped(boats.labelled(one)) for one in found]


def info(found: list[Truthful], name: str = "a.example/site.json") -> dict[str, Any]:
    value: dict[str, Any] = json.loads(dict(site_files(found))[name])
    return value


def test_a_folder_for_each_site_holds_its_pages() -> None:
    assert [name for name, _ in site_files(pages())] == [
        "a.example/pages/a.example_1.html.html.gz",
        "a.example/pages/a.example_2.html.html.gz",
        "a.example/site.json",
        "b.example/pages/www.b.example_1.html.html.gz",
        "b.example/site.json",
        "no-host/pages/3.html.html.gz",
        "no-host/site.json",
    ]


def test_site_json_has_every_key_of_the_format() -> None:
    found = info(pages())
    assert (found["site"], found["language"]) == ("a.example", "en")
    assert found["base_url"] == "https://a.example/"
    assert found["exclude_selectors"] == ['[data-honbun="none"]']
    assert found["content_selectors"]["figure"] == [
        '[data-honbun="figure"]',
        '[data-honbun="caption"]',
    ]
    assert (found["comment_selectors"], found["list_selectors"], found["feed"]) == ([], {}, {})
    assert {"generator", "genre", "license", "source", "notes"} < found.keys()
    assert found["pages"][0] == {
        "file": "a.example_1.html.html.gz",
        "url": "https://a.example/1.html",
        "kind": "article",
        "path": "1.html",
        "title": "Boats float",
        "encoding": "utf-8",
        "sha256": boats.labelled(page()).digest,
        "annotator": "Ann",
        "state": "done",
    }


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<h1>One <b>t</b>wo</h1>", "One two"),
        ("<h1>One<br>two<button>x</button></h1>", "One two"),
        ("<h1>One<time>two</time></h1>", "One two"),
        ("<h1>One</h1><h1>two</h1>", "One two"),
        ("<address>One</address><address>two</address>", "One two"),
        ("<h1>One<div>Share</div></h1>", "One"),
        ("<h2>One</h2>", ""),
    ],
)
def test_the_title_is_told_in_lines_of_the_format(html: str, title: str) -> None:
    bare = Page(html, url="https://a.example/")
    texts = [] if "h2" in html else ["One two", "One", "two", "Onetwo", "One twox"]
    kinds = dict.fromkeys(texts, Kind.TITLE)
    found = info([stamped(boats.labelled(bare, kinds))])
    assert found["pages"][0]["title"] == title


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    found = pages()
    write_folder(tmp_path / "out", site_files(found))
    read = [one for site in read_sites(tmp_path / "out", ("article",)) for one in site.pages]
    assert [labelled(one, "Ann").labels for one in read] == [one.labelled.labels for one in found]
    assert [one.labelled for one in read] == [one.labelled.digest for one in found]
    assert [one.page.url for one in read] == [one.labelled.url for one in found]


def test_pages_in_other_encodings_are_written_in_utf_8(tmp_path: Path) -> None:
    html = "<meta charset=shift_jis><p>本文です。".encode("shift_jis")
    one = boats.labelled(Page(html, url="https://a.example/"), {"本文です。": Kind.BODY})
    write_folder(tmp_path / "out", site_files([stamped(one)]))
    ((read,),) = [site.pages for site in read_sites(tmp_path / "out", ("article",))]
    assert read.truth().text == "本文です。"


def test_hostile_addresses_stay_in_their_folder() -> None:
    addresses = ["https://../../etc/passwd", "http://CON/nul", "http://con/NUL", "//[", "x" * 999]
    found = [
        stamped(boats.labelled(replace(page(number), url=address)))
        for number, address in enumerate(addresses)
    ]
    names = [name for name, _ in site_files(found)]
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        parts = name.split("/")
        assert len(parts) in (2, 3)
        assert ".." not in parts
        assert all(len(part.encode()) <= 130 for part in parts)
        assert not {"con", "nul"} & {part.casefold().partition(".")[0] for part in parts}


def test_the_same_labels_give_the_same_bytes() -> None:
    assert list(site_files(pages())) == list(site_files(pages()))
    assert zipped(pages()) == zipped(pages())
    packed = dict(site_files(pages()))["a.example/pages/a.example_1.html.html.gz"]
    assert packed[4:8] == bytes(4)  # no time
    assert b'data-honbun="title"' in gzip.decompress(packed)


def test_a_zip_file_holds_the_same_files() -> None:
    with zipfile.ZipFile(io.BytesIO(zipped(pages()))) as archive:
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {name: archive.read(name) for name in archive.namelist()} == dict(
            site_files(pages())
        )
