"""Which sites are read, and what is reported if they cannot be."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from honbun.annotation.sites import read_sites
from honbun.errors import TruthError
from tests.evaluation.handmade import numbered, write_site

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for name in ("east", "north", "west"):
        write_site(tmp_path, name, {**numbered(2), "list.html": "<h1>All</h1>"})
    return tmp_path


def names(data: Path, **choice: list[str]) -> list[str]:
    return [site.name for site in read_sites(data, ("article",), **choice)]


def test_all_sites_are_read_unless_some_are_chosen(data: Path) -> None:
    assert names(data) == ["east", "north", "west"]
    assert names(data, only=["west", "east"]) == ["east", "west"]
    assert names(data, without=["north"]) == ["east", "west"]
    assert names(data, only=["west", "east"], without=["east"]) == ["west"]

    (data / "east" / "pages" / "0.html").unlink()
    assert names(data, without=["east"]) == ["north", "west"], "others are not even read"


def test_missing_and_malformed_data_are_reported(data: Path) -> None:
    for choice in ("only", "without"):
        with pytest.raises(TruthError, match=r"no site south in .*, but east, north, west"):
            names(data, **{choice: ["east", "south"]})
    with pytest.raises(TruthError, match="no site is left"):
        names(data, only=["east"], without=["east"])
    with pytest.raises(TruthError, match=r"no site\.json"):
        names(data / "east" / "pages")
    (data / "east" / "site.json").write_text("{}", encoding="utf-8")
    with pytest.raises(TruthError, match=r"east.site\.json"):
        names(data)


def test_articles_are_the_pages_that_are_scored(data: Path) -> None:
    (site,) = read_sites(data, ("article", "list"), only=["east"])
    assert [page.page.source for page in site.pages] == [
        "east/0.html",
        "east/1.html",
        "east/list.html",
    ]
    assert site.articles == site.pages[:2]


def renamed(data: Path, file: str) -> None:
    info = data / "east" / "site.json"
    info.write_text(info.read_text().replace('0.html"', f'{file}"', 1))


@pytest.mark.parametrize("file", ["../site.json", "/etc/hosts", "a/../../x"])
def test_a_page_must_be_a_file_of_its_site(data: Path, file: str) -> None:
    renamed(data, file)
    with pytest.raises(TruthError, match=r"east.site\.json: .* is not a file of the site"):
        names(data)


def test_the_size_of_a_page_is_limited(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "east" / "pages" / "x.html.gz").write_bytes(gzip.compress(b"x" * 2_000))
    renamed(data, "x.html.gz")
    assert "east" in names(data)
    monkeypatch.setattr("honbun.annotation.sites._LARGEST", 1_999)
    with pytest.raises(TruthError, match=r"x\.html\.gz: the page has more than 1,999 bytes"):
        names(data)
