"""HTML files and folders of them."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from honbun.errors import SKIP, Failure
from honbun.inputs.files import printable, walk
from honbun.inputs.mirrors import relative_url
from honbun.inputs.options import ReadOptions
from honbun.inputs.read import File, read_file
from honbun.page import Page


def read(path: Path, max_bytes: int = 1000) -> Page | Failure:
    (found,) = read_file(File(path, Path("place"), "source"), ReadOptions(max_bytes=max_bytes))
    return found


def message(outcome: Page | Failure) -> str:
    assert isinstance(outcome, Failure)
    return outcome.message


def test_file_is_read_as_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(b"<p>\x82\xa0")
    assert read(path) == Page(b"<p>\x82\xa0", source="source", fallback_url="place")


def test_gzip_members_are_joined(tmp_path: Path) -> None:
    path = tmp_path / "a.html.gz"
    path.write_bytes(gzip.compress(b"<p>one") + gzip.compress(b"<p>two"))
    assert read(path) == Page(b"<p>one<p>two", source="source", fallback_url="place")


def test_page_of_exactly_the_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(b"x" * 1000)
    assert isinstance(read(path), Page)


def test_missing_file_is_reported(tmp_path: Path) -> None:
    assert message(read(tmp_path / "a.html")) == "No such file or directory"


def test_folder_is_walked_in_path_order(tmp_path: Path) -> None:
    for name in ("b.html", "a/2.html", "a/1.html", "a-b.html", ".git/x.html", "c/.hidden.html"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    found = [
        path.relative_to(tmp_path).as_posix() for path in walk(tmp_path) if isinstance(path, Path)
    ]
    assert found == ["a/1.html", "a/2.html", "a-b.html", "b.html"]


def test_loop_of_links_ends(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "1.html").touch()
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    assert list(walk(tmp_path)) == [tmp_path / "a" / "1.html"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes in folders")
def test_pipe_in_a_folder_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.html")
    (tmp_path / "b.html").symlink_to("a.html")
    assert list(walk(tmp_path)) == [
        Failure(str(tmp_path / name), None, SKIP, "not a regular file")
        for name in ("a.html", "b.html")
    ]


def test_unreadable_folder_is_reported(tmp_path: Path) -> None:
    class Closed(type(tmp_path)):  # type: ignore[misc]  # root may enter every real one
        def iterdir(self) -> None:
            raise PermissionError(13, "Permission denied")

    assert list(walk(Closed(tmp_path))) == [
        Failure(str(tmp_path), None, "read", "Permission denied")
    ]


@pytest.mark.parametrize(
    ("relative", "base", "place"),
    [
        ("a/b.html", None, "a/b.html"),
        ("日本 語.html.gz", None, "日本 語.html"),
        ("a/b.html", "https://e.org/", "https://e.org/a/b.html"),
        ("b.html", "https://e.org/x", "https://e.org/x/b.html"),
        ("日本 語.HTML.GZ", "https://e.org/", "https://e.org/%E6%97%A5%E6%9C%AC%20%E8%AA%9E.HTML"),
        ("a?b#c%20:d.html", "https://e.org/", "https://e.org/a?b%23c%20:d.html"),
    ],
)
def test_file_has_a_url_relative_to_the_folder(relative: str, base: str | None, place: str) -> None:
    assert relative_url(Path(relative), base) == place


def test_file_name_that_is_not_utf8_is_printable() -> None:
    name = os.fsdecode(b"\x93\xfa.html")
    assert printable(name) == r"\x93\xfa.html"
    assert relative_url(Path(name), "https://e.org/") == "https://e.org/%93%FA.html"
