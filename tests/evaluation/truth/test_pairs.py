"""Known pairs are read from a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.errors import TruthError
from honbun.evaluation.truth.pairs import read_pairs
from tests.evaluation.notices import COLLECTION, PAIRS, write

if TYPE_CHECKING:
    from pathlib import Path


def test_written_pages_and_pairs_are_read_unchanged(tmp_path: Path) -> None:
    assert read_pairs(write(tmp_path, COLLECTION.pages, PAIRS)) == COLLECTION


def test_pair_without_a_note_of_changes_is_verbatim(tmp_path: Path) -> None:
    folder = write(tmp_path, COLLECTION.pages, PAIRS)
    line = '{"a": "%s", "b": "%s", "extent": "partial", "relation": "spam"}'
    (folder / "truth.jsonl").write_text(line % (PAIRS[0].a, PAIRS[0].b))
    assert [true.reworded for true in read_pairs(folder).pairs] == [False]


@pytest.mark.parametrize("name", ["pages.jsonl.gz", "truth.jsonl"])
def test_missing_file_is_reported(tmp_path: Path, name: str) -> None:
    folder = write(tmp_path, COLLECTION.pages, PAIRS)
    (folder / name).unlink()
    with pytest.raises(TruthError, match=f"has no {name}: see"):
        read_pairs(folder)


def test_empty_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(TruthError, match=r"no pages\.jsonl\.gz and no truth\.jsonl"):
        read_pairs(tmp_path)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("pages.jsonl.gz", b"not packed"),
        ("truth.jsonl", b"not JSON"),
        ("truth.jsonl", b"[]"),
        ("truth.jsonl", b'{"a": "x", "b": "y", "extent": "huge", "relation": "spam"}'),
        ("truth.jsonl", b'{"a": "x", "extent": "partial", "relation": "spam"}'),
    ],
)
def test_unreadable_file_is_reported(tmp_path: Path, name: str, content: bytes) -> None:
    folder = write(tmp_path, COLLECTION.pages, PAIRS)
    (folder / name).write_bytes(content)
    with pytest.raises(TruthError, match=f"{name}: "):
        read_pairs(folder)


def test_truth_about_an_unknown_page_is_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, COLLECTION.pages[1:], PAIRS)
    with pytest.raises(TruthError, match=f"a page that is not there: {PAIRS[0].a}"):
        read_pairs(folder)


def test_truth_without_pairs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TruthError, match="lists no pair"):
        read_pairs(write(tmp_path, COLLECTION.pages, ()))
