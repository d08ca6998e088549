"""Pairs as `honbun similar` writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.errors import InputError
from honbun.inputs.rows import read_identical

if TYPE_CHECKING:
    from pathlib import Path


def test_identical_pairs_count_and_others_do_not(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(
        '{"a": "http://e.org/1", "b": "http://e.org/2", "extent": "identical", "overlap": 1}\n'
        "\n"
        '{"a": "http://e.org/1", "b": "http://e.org/3", "extent": "contained"}\n'
        '{"extent": "identical", "b": "http://e.org/4", "a": "http://e.org/2"}\n'
    )
    assert list(read_identical(path)) == [
        ("http://e.org/1", "http://e.org/2"),
        ("http://e.org/2", "http://e.org/4"),
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("<html>", r"pairs.jsonl:2: the line is not JSON"),
        ("[1]", r"pairs.jsonl:2: not a pair"),
        ('{"a": "x", "extent": "identical"}', r"pairs.jsonl:2: not a pair"),
        ('{"a": "x", "b": 3, "extent": "identical"}', r"pairs.jsonl:2: not a pair"),
        ('{"url": "x", "html": ""}', r"pairs.jsonl:2: not a pair"),
    ],
)
def test_what_is_no_pair_is_told_with_its_line(tmp_path: Path, line: str, told: str) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(f'{{"a": "x", "b": "y", "extent": "partial"}}\n{line}\n')
    with pytest.raises(InputError, match=told):
        list(read_identical(path))


@pytest.mark.parametrize("data", [b"a,b,overlap\n", b"PAR1\x15\x04\n", b"\x1f\x8b\x08"])
def test_pairs_of_another_format_are_told_how_to_be_had(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "pairs"
    path.write_bytes(data)
    told = r"pairs: pairs are read as JSON Lines: honbun similar -o pairs\.jsonl$"
    with pytest.raises(InputError, match=told):
        list(read_identical(path))


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="gone: No such file or directory"):
        list(read_identical(tmp_path / "gone"))
