"""Inputs in parts."""

from __future__ import annotations

import pickle
from itertools import chain
from pathlib import Path

import pytest

from honbun.errors import Failure, InputError
from honbun.inputs import read
from honbun.inputs.options import ReadOptions
from honbun.inputs.read import Shard, read_all, shards

LINES = (
    b'{"url": "http://e.org/1", "html": "one"}\nbroken\n{"url": "http://e.org/2", "html": "2"}\n'
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("site/deep").mkdir(parents=True)
    for name in ("a.html", "b.html", "deep/c.html", "deep/d.htm", "e.html"):
        Path("site", name).write_text(f"<p>{name}")
    Path("site/deep/cc.jsonl").write_bytes(LINES)
    return tmp_path


def numbered(parts: list[Shard]) -> list[tuple[int, object]]:
    return list(chain.from_iterable(part.pages() for part in parts))


def test_the_pages_of_all_shards_are_those_of_the_inputs_in_order() -> None:
    options = ReadOptions(base_url="https://e.org/x")
    pages = numbered(shards(["site/e.html", "site"], options))
    assert [page for _, page in pages] == list(read_all("site/e.html", "site", options=options))
    assert any(isinstance(page, Failure) for _, page in pages)


def test_numbers_grow_with_the_place_in_the_inputs() -> None:
    numbers = [number for number, _ in numbered(shards(["site", "site/deep/cc.jsonl"]))]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] < 1 << 63


def test_an_archive_is_a_shard_and_html_files_come_many_to_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(read, "_SHARD_FILES", 2)
    names = [[str(file.source)[5:] for file in part.files] for part in shards(["site"])]
    assert names == [
        ["a.html", "b.html"],
        ["deep/c.html"],
        ["deep/cc.jsonl"],
        ["deep/d.htm", "e.html"],
    ]


def test_a_shard_is_read_in_any_folder_and_names_its_pages_as_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = list(read_all("site"))
    sent = pickle.dumps(shards(["site"]))
    Path("elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    assert [page for _, page in numbered(pickle.loads(sent))] == expected


@pytest.mark.parametrize("given", ["-", "https://e.org/", "ftp://e.org/"])
def test_what_only_one_process_can_read_is_refused(given: str) -> None:
    with pytest.raises(InputError, match="files and folders only"):
        shards(["site", given])


def test_what_names_nothing_is_told_at_once() -> None:
    with pytest.raises(InputError, match="no such file or folder: gone"):
        shards(["gone"])


def test_a_file_that_goes_is_a_failure_in_its_place() -> None:
    parts = shards(["site"])
    Path("site/b.html").unlink()
    failure = numbered(parts)[1][1]
    assert isinstance(failure, Failure)
    assert failure.source == "site/b.html"
