"""Folders of sites in ZIP files, which may be anybody's."""

from __future__ import annotations

import tempfile
import zipfile
from typing import TYPE_CHECKING

import pytest

from honbun.errors import TruthError
from honbun.evaluation.sites import read_sites
from honbun.evaluation.unpacked import is_archive, site_folder
from tests.evaluation.handmade import numbered, write_site

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary folders are made."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    data = write_site(tmp_path / "data", "east", numbered(2))
    path = tmp_path / "sites.ZIP"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for one in sorted(data.rglob("*")):
            file.write(one, one.relative_to(data))
    return path


def add(archive: Path, name: str, data: bytes = b"x") -> None:
    with zipfile.ZipFile(archive, "a") as file:
        file.writestr(name, data)


def test_sites_are_read_and_nothing_stays(archive: Path, temporary: Path) -> None:
    with site_folder(archive) as folder:
        assert folder.parent == temporary
        (site,) = read_sites(folder, ("article",))
    assert [page.page.source for page in site.pages] == ["east/0.html", "east/1.html"]
    assert list(temporary.iterdir()) == []


def test_one_site_needs_no_folder(archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "one.zip"
    with zipfile.ZipFile(path, "w") as file:
        for one in sorted((tmp_path / "data" / "east").rglob("*")):
            file.write(one, one.relative_to(tmp_path / "data" / "east"))
    with site_folder(path) as folder:
        (site,) = read_sites(folder, ("article",))
    assert len(site.pages) == 2


def test_a_folder_is_itself(tmp_path: Path) -> None:
    with site_folder(tmp_path) as folder:
        assert folder == tmp_path
    assert not is_archive(tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "../../pages/out.html",
        "../out.html",
        "/out.html",
        "/pages/out.html",
        "../site.json",
        "east/pages/../../../out.html",
        "..\\pages\\out.html",
        "east/notes.txt",
        "east/pages/deep/out.html",
    ],
)
def test_only_what_the_format_has_is_unpacked(
    archive: Path, temporary: Path, tmp_path: Path, name: str
) -> None:
    add(archive, name)
    before = {path for path in tmp_path.rglob("*") if temporary not in path.parents}
    with site_folder(archive) as folder:
        found = {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")}
        after = set(tmp_path.rglob("*")) - {folder, *folder.rglob("*")}
    assert found == {"east/site.json", "east/pages/0.html", "east/pages/1.html"}
    assert before == after


def test_a_link_is_a_file_with_its_target_as_text(archive: Path) -> None:
    link = zipfile.ZipInfo("east/pages/link.html")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(archive, "a") as file:
        file.writestr(link, "/etc/hosts")
    with site_folder(archive) as folder:
        path = folder / "east" / "pages" / "link.html"
        assert not path.is_symlink()
        assert path.read_text() == "/etc/hosts"


@pytest.mark.parametrize(("limit", "most"), [("_MOST_FILES", 2), ("_MOST_BYTES", 300)])
def test_what_is_too_large_is_not_unpacked(
    archive: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    monkeypatch.setattr(f"honbun.evaluation.unpacked.{limit}", most)
    with pytest.raises(TruthError, match="too large: unzip it"), site_folder(archive):
        pass
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("size", [0, 1, 300, -30])
def test_a_broken_file_is_told(archive: Path, temporary: Path, size: int) -> None:
    archive.write_bytes(archive.read_bytes()[:size])
    told = r"sites\.ZIP: the ZIP file cannot be read"
    with pytest.raises(TruthError, match=told), site_folder(archive):
        pass
    assert list(temporary.iterdir()) == []


def test_a_broken_page_is_told(archive: Path) -> None:
    data = bytearray(archive.read_bytes())
    at = data.index(b"0.html") + len(b"0.html")
    data[at : at + 20] = bytes(20)
    archive.write_bytes(data)
    with pytest.raises(TruthError, match="the ZIP file cannot be read"), site_folder(archive):
        pass


def test_what_is_wrong_inside_is_told_with_the_name_of_the_file(
    archive: Path, temporary: Path
) -> None:
    add(archive, "west/site.json", b"{}")
    with (
        pytest.raises(TruthError, match=r"sites\.ZIP.west.site\.json") as told,
        site_folder(archive) as folder,
    ):
        list(read_sites(folder, ("article",)))
    assert str(temporary) not in str(told.value)
