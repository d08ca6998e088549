"""Files are atomic, and file names from untrusted URLs stay in their folder."""

from __future__ import annotations

import gzip
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from honbun.errors import OutputError
from honbun.outputs.files import (
    OutputFolder,
    OutputTarget,
    atomic_file,
    open_output,
    write_folder,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def _unzstd(data: bytes) -> bytes:
    return zstandard.ZstdDecompressor().decompressobj().decompress(data)


def interrupted(path: Path, error: BaseException) -> None:
    with atomic_file(path) as file:
        file.write(b"half")
        file.flush()
        raise error


def written(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "a.txt"
    with atomic_file(path) as file:
        file.write(b"all")
        file.flush()
        assert not path.exists()
    assert written(path.parent) == {"a.txt": b"all"}


@pytest.mark.parametrize("error", [ValueError(), KeyboardInterrupt(), SystemExit()], ids=repr)
def test_exception_leaves_no_file(tmp_path: Path, error: BaseException) -> None:
    with pytest.raises(type(error)):
        interrupted(tmp_path / "a.txt", error)
    assert written(tmp_path) == {}


def test_exception_leaves_an_existing_file_unchanged(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"old")
    with pytest.raises(ValueError):
        interrupted(tmp_path / "a.txt", ValueError())
    assert written(tmp_path) == {"a.txt": b"old"}


def test_complete_file_replaces_an_old_one(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"old, and longer")
    with atomic_file(tmp_path / "a.txt") as file:
        file.write(b"new")
    assert written(tmp_path) == {"a.txt": b"new"}


@pytest.mark.skipif(os.name != "posix", reason="other systems have no mask")
@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_file_has_the_permissions_of_the_umask(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        with atomic_file(tmp_path / "a.txt"):
            pass
    finally:
        os.umask(before)
    assert (tmp_path / "a.txt").stat().st_mode & 0o777 == 0o666 & ~mask


def test_longest_possible_names_can_be_written(tmp_path: Path) -> None:
    for name in ("x" * 255, "本" * 85):
        with atomic_file(tmp_path / name) as file:
            file.write(b"all")
        assert (tmp_path / name).read_bytes() == b"all"


@pytest.mark.parametrize("name", ["file/a.txt", "x" * 256, "folder"])
def test_unwritable_path_is_reported(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with (
        pytest.raises(OutputError, match=f"cannot write {re.escape(str(tmp_path / name))}: "),
        atomic_file(tmp_path / name),
    ):
        pass
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]


def test_no_path_means_stdout(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    with open_output(None) as file:
        file.write(b"all")
    assert capfdbinary.readouterr().out == b"all"


@pytest.mark.parametrize(("ending", "unpack"), [(".gz", gzip.decompress), (".zst", _unzstd)])
def test_ending_compresses_the_file(
    tmp_path: Path, ending: str, unpack: Callable[[bytes], bytes]
) -> None:
    files = [tmp_path / f"a.txt{ending}", tmp_path / f"b.txt{ending}"]
    for path in files:
        with open_output(path) as file:
            file.write(b"all of it, " * 1000)
    first, second = (path.read_bytes() for path in files)
    assert unpack(first) == b"all of it, " * 1000
    assert first == second


def test_folder_with_files_needs_force(tmp_path: Path) -> None:
    (tmp_path / ".hidden").touch()
    OutputTarget.of(str(tmp_path), force=False)
    (tmp_path / "mine.txt").touch()
    with pytest.raises(OutputError, match="is not empty: add --force"):
        OutputTarget.of(str(tmp_path), force=False)
    assert OutputTarget.of(str(tmp_path)).folder


@pytest.mark.skipif(os.name != "posix", reason="no such devices elsewhere")
def test_names_of_stdout_are_stdout_and_pipes_have_no_ending(tmp_path: Path) -> None:
    assert OutputTarget.of("/dev/stdout") == OutputTarget(None, folder=False)
    os.mkfifo(tmp_path / "pipe.md")
    assert OutputTarget.of(str(tmp_path / "pipe.md")).ending is None


def test_folder_appears_when_it_is_complete(tmp_path: Path) -> None:
    out = tmp_path / "new" / "out"
    with OutputFolder(out, ".txt") as folder:
        folder.write("https://a.example/b", b"b")
        assert not out.exists()
    assert written(out) == {"a.example_b.txt": b"b"}
    assert [path.name for path in out.parent.iterdir()] == ["out"]


def test_failed_run_leaves_no_folder_and_keeps_an_old_one(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir()
    (old / "mine.txt").write_bytes(b"mine")

    def fail(path: Path) -> None:
        with OutputFolder(path, ".txt") as folder:
            folder.write("https://a.example/b", b"b")
            raise KeyError

    for path in (tmp_path / "new", old):
        with pytest.raises(KeyError):
            fail(path)
    assert written(old) == {"mine.txt": b"mine", "a.example_b.txt": b"b"}
    assert [path.name for path in tmp_path.iterdir()] == ["old"]


def test_target_is_a_folder_if_it_exists_or_ends_with_a_slash(tmp_path: Path) -> None:
    assert OutputTarget.of(None) == OutputTarget(None, folder=False)
    assert OutputTarget.of("-") == OutputTarget(None, folder=False)
    assert OutputTarget.of("a.csv") == OutputTarget(Path("a.csv"), folder=False)
    assert OutputTarget.of("a.csv/") == OutputTarget(Path("a.csv"), folder=True)
    assert OutputTarget.of(str(tmp_path)) == OutputTarget(tmp_path, folder=True)


NASTY = (
    "/ \\ .. . %2e %2F %00 \0 con NUL com1 lpt9 : a http:// FILE:// ~ ? # - _ \ud800 本 ǅ".split()
)
PIECES = st.sampled_from([*NASTY, "\n", " ", "x" * 130])
ADDRESSES = st.one_of(st.text(), st.lists(PIECES).map("".join))


@given(st.lists(ADDRESSES, max_size=8))
def test_no_page_overwrites_another(
    tmp_path_factory: pytest.TempPathFactory, addresses: list[str]
) -> None:
    path = tmp_path_factory.mktemp("out")
    folder = OutputFolder(path, ".txt")
    for number, address in enumerate(addresses):
        folder.write(address, str(number).encode())
    files = written(path)
    assert sorted(files.values()) == [str(number).encode() for number in range(len(addresses))]
    assert len({name.casefold() for name in files}) == len(addresses)


def test_folder_appears_with_all_its_files(tmp_path: Path) -> None:
    files = [("a/b.txt", b"b"), ("c.txt", b"c")]
    write_folder(tmp_path / "new" / "out", files)
    out = tmp_path / "new" / "out"
    assert (out / "a" / "b.txt").read_bytes() == b"b"
    assert sorted(path.name for path in out.iterdir()) == ["a", "c.txt"]
    (tmp_path / "empty").mkdir()
    write_folder(tmp_path / "empty", files)
    assert (tmp_path / "empty" / "c.txt").read_bytes() == b"c"


def test_failed_folder_leaves_nothing(tmp_path: Path) -> None:
    def files() -> Iterator[tuple[str, bytes]]:
        yield "a.txt", b"a"
        raise KeyError

    with pytest.raises(KeyError):
        write_folder(tmp_path / "out", files())
    assert list(tmp_path.iterdir()) == []


def test_folder_replaces_nothing(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_bytes(b"mine")
    (tmp_path / "file").write_bytes(b"mine")
    for name in ("out", "file"):
        with pytest.raises(OutputError, match="it exists already"):
            write_folder(tmp_path / name, [("a.txt", b"a")])
    assert written(tmp_path / "out") == {"mine.txt": b"mine"}
    with pytest.raises(OutputError, match="cannot write"):
        write_folder(tmp_path / "file" / "out", [("a.txt", b"a")])
