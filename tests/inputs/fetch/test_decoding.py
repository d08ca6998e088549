"""Decoding of HTTP bodies."""

from __future__ import annotations

import gzip
import sys
import zlib
from typing import TYPE_CHECKING

import pytest

from honbun.errors import UnreadablePage
from honbun.inputs.fetch.decoding import accepted_codings, decode_body, join_bounded

if TYPE_CHECKING:
    from collections.abc import Iterator

brotli = pytest.importorskip("brotli")
zstandard = pytest.importorskip("zstandard")
HTML = b"<html><p>" + b"some text " * 20_000
SKIPPED = b"\x50\x2a\x4d\x18" + (3).to_bytes(4, "little") + b"own"
"""A skippable frame of Zstandard."""


def pieces(body: bytes, size: int) -> Iterator[bytes]:
    return (body[start : start + size] for start in range(0, len(body), size))


@pytest.mark.parametrize("size", [1, 1000, 1_000_000])
@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("gzip", gzip.compress(HTML)),
        ("X-GZIP", gzip.compress(HTML)),
        ("gzip", gzip.compress(HTML[:100]) + gzip.compress(HTML[100:])),
        ("gzip", gzip.compress(HTML) + b"trailing junk"),
        ("deflate", zlib.compress(HTML)),
        ("deflate", zlib.compress(HTML)[2:-4]),
        ("br", brotli.compress(HTML)),
        ("br, gzip", gzip.compress(brotli.compress(HTML))),
        ("zstd", zstandard.compress(HTML)),
        ("zstd", zstandard.compress(HTML[:100]) + SKIPPED + zstandard.compress(HTML[100:])),
        ("zstd, gzip", gzip.compress(zstandard.compress(HTML))),
        ("identity", HTML),
        (None, HTML),
    ],
)
def test_codings_are_decoded(coding: str | None, body: bytes, size: int) -> None:
    assert join_bounded(decode_body(pieces(body, size), coding), len(HTML)) == HTML


def test_body_that_is_html_already_is_unchanged() -> None:
    assert (
        join_bounded(decode_body([b"\n<!DOCTYPE html><p>x"], "gzip"), 100)
        == b"\n<!DOCTYPE html><p>x"
    )


@pytest.mark.parametrize(("coding", "library"), [("br", "brotli"), ("zstd", "zstandard")])
def test_coding_without_its_library_is_not_requested(
    coding: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert coding in accepted_codings().split(", ")
    monkeypatch.setitem(sys.modules, library, None)
    assert coding not in accepted_codings().split(", ")
    with pytest.raises(UnreadablePage, match=f"pip install '{library}>="):
        join_bounded(decode_body([b"x"], coding), len(HTML))


@pytest.mark.parametrize(
    ("coding", "bomb"),
    [("gzip", gzip.compress(bytes(3_000_000))), ("br", brotli.compress(bytes(3_000_000)))],
)
def test_every_step_of_a_bomb_is_small(coding: str, bomb: bytes) -> None:
    steps = [len(step) for step in decode_body([bomb], coding)]
    assert sum(steps) == 3_000_000
    assert max(steps) < 300_000
