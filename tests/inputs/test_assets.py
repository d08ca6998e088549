"""Assets are found in the folder or archive of a page, and nowhere else."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from honbun.inputs import assets
from honbun.inputs.assets import NO_ASSETS, FolderAssets, WarcAssets, assets_of
from tests.inputs.records import block, packed, record

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.inputs.assets import Assets

CSS = b"a { b: c }"


def found(companions: Assets, url: str) -> tuple[bytes, str] | None:
    """The content and the type of an asset."""
    companion = companions.find(url)
    return (companion.read(1000), companion.content_type) if companion else None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a style sheet, inside a folder with a secret."""
    (tmp_path / "secret.css").write_bytes(b"secret")
    (tmp_path / "site" / "css").mkdir(parents=True)
    (tmp_path / "site" / "css" / "a b.css").write_bytes(CSS)
    return tmp_path / "site"


@pytest.mark.parametrize(
    "url",
    ["css/a b.css", "css/a%20b.css", "/css/a%20b.css", "css/a%20b.css?v=1#x", "./css/a%20b.css"],
)
def test_file_is_found_by_its_path(folder: Path, url: str) -> None:
    assert found(FolderAssets(folder), url) == (CSS, "text/css")


@pytest.mark.parametrize(
    "url",
    [
        "../secret.css",
        "css/../../secret.css",
        "%2e%2e/secret.css",
        "..%2fsecret.css",
        "/../secret.css",
        "{outside}",
        "//{outside}",
        "file://{outside}",
        "%2f{outside}",
        "css/a%00b.css",
        "css",
        "",
        "linked.css",
        "linked/secret.css",
        "loop.css",
        ".hidden.css",
        "http://[",
        "x" * 5000,
        "https://e.org/css/a%20b.css",
        "data:,x",
    ],
)
def test_nothing_outside_the_folder_is_found(folder: Path, url: str) -> None:
    (folder / "linked.css").symlink_to(folder.parent / "secret.css")
    (folder / "linked").symlink_to(folder.parent)
    (folder / "loop.css").symlink_to(folder / "loop.css")
    (folder / ".hidden.css").write_bytes(b"hidden")
    outside = str(folder.parent / "secret.css")
    assert FolderAssets(folder).find(url.replace("{outside}", outside)) is None


def test_symlink_within_the_folder_is_followed(folder: Path) -> None:
    (folder / "linked.css").symlink_to(folder / "css" / "a b.css")
    assert found(FolderAssets(folder), "linked.css") == (CSS, "text/css")


@pytest.mark.parametrize("name", ["b.css?v=1", "b.css@v=1", "b.css"])
def test_query_may_be_part_of_the_file_name(folder: Path, name: str) -> None:
    (folder / name).write_bytes(CSS)
    assert found(FolderAssets(folder), "b.css?v=1") == (CSS, "text/css")


def test_url_on_the_base_url_is_in_the_folder(folder: Path) -> None:
    mirror = FolderAssets(folder, "https://e.org/x")
    assert found(mirror, "https://e.org/x/css/a%20b.css") == (CSS, "text/css")


def test_mirror_has_a_folder_per_host(folder: Path) -> None:
    assert found(FolderAssets(folder.parent), "https://site/css/a%20b.css") == (CSS, "text/css")
    assert found(FolderAssets(folder), "https://site/css/a%20b.css") == (CSS, "text/css")


def test_only_css_files_are_style_sheets(folder: Path) -> None:
    (folder / "css.txt").write_bytes(CSS)
    assert found(FolderAssets(folder), "css.txt") == (CSS, "application/octet-stream")


def test_size_of_a_file_is_limited(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "MAX_BYTES", len(CSS) - 1)
    assert FolderAssets(folder).find("css/a b.css") is None


RECORDS = [
    record("page"),
    record("a.css", CSS, http="Content-Type: text/css"),
    record("b.gif", b"GIF89a", http="Content-Type: image/gif"),
    record("c.css", CSS, http="Content-Type: text/css", status="404 Not Found"),
    record("d.css", gzip.compress(CSS), http="Content-Type: text/css\r\nContent-Encoding: gzip"),
    record("e.css", b"broken", http="Content-Type: text/css\r\nContent-Encoding: gzip"),
    block("f.css", CSS, "resource", "text/css; charset=utf-8"),
    record("g.js", CSS, http="Content-Type: text/javascript"),
    record("a.css", b"later", http="Content-Type: text/css"),
]


@pytest.mark.parametrize(
    "data",
    [
        b"".join(RECORDS),
        b"".join(packed(RECORDS)),
        gzip.compress(b"".join(RECORDS)),
        b"".join(RECORDS[:3]) + b"damage" + b"".join(RECORDS[3:]),
    ],
    ids=["plain", "members", "whole", "damaged"],
)
def test_style_sheets_and_images_in_an_archive_are_found_by_url(
    tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(data)
    archive = WarcAssets(path)
    assert found(archive, "http://e.org/a.css") == (CSS, "text/css")
    assert found(archive, "https://e.org/b.gif#x") == (b"GIF89a", "image/gif")
    assert found(archive, "http://e.org/d.css") == (CSS, "text/css")
    assert found(archive, "http://e.org/f.css") == (CSS, "text/css; charset=utf-8")
    assert found(archive, "http://e.org/e.css") == (b"", "text/css")
    for name in ("page", "c.css", "g.js", "h.css"):
        assert archive.find(f"http://e.org/{name}") is None


def test_size_of_a_record_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "MAX_BYTES", len(CSS) - 1)
    path = tmp_path / "crawl.warc"
    path.write_bytes(b"".join(RECORDS))
    assert WarcAssets(path).find("http://e.org/a.css") is None


def test_decompressed_size_of_a_record_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assets, "MAX_BYTES", 500)
    coded = "Content-Type: text/css\r\nContent-Encoding: gzip"
    path = tmp_path / "crawl.warc"
    path.write_bytes(
        record("fits.css", gzip.compress(b"x" * 500), http=coded)
        + record("bomb.css", gzip.compress(b"x" * 501), http=coded)
    )
    assert found(WarcAssets(path), "http://e.org/fits.css") == (b"x" * 500, "text/css")
    assert found(WarcAssets(path), "http://e.org/bomb.css") == (b"", "text/css")


def test_different_urls_of_one_file_give_one_asset_name(folder: Path, tmp_path: Path) -> None:
    (folder / "linked.css").symlink_to(folder / "css" / "a b.css")
    (tmp_path / "crawl.warc").write_bytes(b"".join(RECORDS))
    urls = ["css/a%20b.css", "/css/a%20b.css?v=1", "css/a%20b.css?v=2", "linked.css"]
    assert len({FolderAssets(folder).find(url) for url in urls}) == 1
    urls = ["http://e.org/a.css", "https://e.org/a.css#x"]
    assert len({WarcAssets(tmp_path / "crawl.warc").find(url) for url in urls}) == 1


def test_only_the_requested_bytes_are_read(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "crawl.warc").write_bytes(b"".join(RECORDS))
    beside = FolderAssets(folder).find("css/a b.css")
    archived = WarcAssets(tmp_path / "crawl.warc").find("http://e.org/a.css")
    assert beside
    assert archived
    assert (beside.size, archived.size) == (len(CSS), len(CSS))
    assert (beside.read(3), archived.read(3)) == (CSS[:3], CSS[:3])


def test_deleted_file_reads_as_empty(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "crawl.warc").write_bytes(b"".join(RECORDS))
    beside = FolderAssets(folder).find("css/a b.css")
    archived = WarcAssets(tmp_path / "crawl.warc").find("http://e.org/a.css")
    (folder / "css" / "a b.css").unlink()
    (tmp_path / "crawl.warc").unlink()
    assert beside
    assert archived
    assert (beside.read(9), archived.read(9)) == (b"", b"")


def test_cost_of_a_record_is_the_bytes_to_decompress(tmp_path: Path) -> None:
    """Includes all earlier bytes of a fully compressed archive, and the limit of a coded record."""
    costs = {}
    for how, data in {
        "members": b"".join(packed(RECORDS)),
        "whole": gzip.compress(b"".join(RECORDS)),
    }.items():
        path = tmp_path / f"{how}.warc.gz"
        path.write_bytes(data)
        for name in ("a.css", "b.gif", "d.css"):
            companion = WarcAssets(path).find(f"http://e.org/{name}")
            assert companion
            costs[how, name] = companion.cost
    page, sheet, picture = map(len, RECORDS[:3])
    assert sheet - 4 <= costs["members", "a.css"] <= sheet
    assert page + sheet + picture - 4 <= costs["whole", "b.gif"] <= page + sheet + picture
    assert costs["members", "d.css"] > assets.MAX_BYTES


def test_deleted_archive_has_no_assets(tmp_path: Path) -> None:
    assert WarcAssets(tmp_path / "gone.warc").find("http://e.org/a.css") is None


@pytest.mark.parametrize("source", ["-", "https://e.org/", "pages.jsonl", "pages.parquet"])
def test_rows_and_urls_have_no_assets(source: str) -> None:
    assert assets_of(source) is NO_ASSETS


def test_assets_of_a_page_are_in_its_folder(folder: Path) -> None:
    (folder / "page.html").write_text("<p>a")
    assert found(assets_of(folder / "page.html"), "css/a b.css") == (CSS, "text/css")
    assert assets_of(folder / "page.html").find("../secret.css") is None


def test_folder_gives_its_files_and_those_of_its_archives(folder: Path) -> None:
    (folder / "crawl.warc").write_bytes(b"".join(RECORDS))
    held = assets_of(str(folder))
    assert found(held, "css/a b.css") == (CSS, "text/css")
    assert found(held, "http://e.org/b.gif") == (b"GIF89a", "image/gif")
    assert found(held, "http://e.org/h.gif") is None
