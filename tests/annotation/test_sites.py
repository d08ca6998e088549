"""Which sites are read, and what is told where they cannot be."""

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


@pytest.mark.parametrize("choice", ["only", "without"])
def test_a_site_that_is_not_there_is_told_with_those_that_are(data: Path, choice: str) -> None:
    with pytest.raises(TruthError, match=r"no site south in .*, but east, north, west"):
        names(data, **{choice: ["east", "south"]})


def test_leaving_all_sites_out_is_told(data: Path) -> None:
    with pytest.raises(TruthError, match="no site is left"):
        names(data, only=["east"], without=["east"])


def test_pages_of_sites_that_are_left_out_are_not_read(data: Path) -> None:
    (data / "east" / "pages" / "0.html").unlink()
    assert names(data, without=["east"]) == ["north", "west"]


def test_articles_are_the_pages_that_are_scored(data: Path) -> None:
    (site,) = read_sites(data, ("article", "list"), only=["east"])
    assert [page.page.source for page in site.pages] == [
        "east/0.html",
        "east/1.html",
        "east/list.html",
    ]
    assert site.articles == site.pages[:2]


def test_data_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(TruthError, match=r"no site\.json"):
        names(tmp_path)


def test_malformed_data_names_its_file(tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "site.json").write_text("{}", encoding="utf-8")
    with pytest.raises(TruthError, match=r"site\.json"):
        names(tmp_path)


def renamed(data: Path, file: str) -> None:
    info = data / "east" / "site.json"
    info.write_text(info.read_text().replace('0.html"', f'{file}"', 1))


@pytest.mark.parametrize("file", ["../site.json", "/etc/hosts", "a/../../x"])
def test_a_page_is_no_file_elsewhere(data: Path, file: str) -> None:
    renamed(data, file)
    with pytest.raises(TruthError, match=r"east.site\.json: .* is not a file of the site"):
        names(data)


def test_a_page_has_an_end(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "east" / "pages" / "x.html.gz").write_bytes(gzip.compress(b"x" * 2_000))
    renamed(data, "x.html.gz")
    assert "east" in names(data)
    monkeypatch.setattr("honbun.annotation.sites._LARGEST", 1_999)
    with pytest.raises(TruthError, match=r"x\.html\.gz: the page has more than 1,999 bytes"):
        names(data)
