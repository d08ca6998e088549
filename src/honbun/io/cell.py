"""Cells: how text, hosts, features and blobs stand in the tables of a site memory."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import UnionType

    Row = tuple[Any, ...]

BROKEN = (zlib.error, struct.error, UnicodeDecodeError)
"""What unpacking a damaged cell raises."""
DAMAGE = (*BROKEN, ValueError, TypeError, LookupError, OverflowError, OSError)
"""What reading one raises: a changed bit makes another text, number or type of a cell."""


def typed(rows: Iterable[Row], *kinds: type | UnionType) -> Iterator[Row]:
    """The rows, whose cells are of these kinds; raises TypeError, which is damage, where not.

    SQLite puts anything into any column, and so does a changed bit.
    """
    for row in rows:
        if not all(map(isinstance, row, kinds)):
            raise TypeError(f"{row} is not {kinds}")
        yield row


def packed(blob: bytes) -> bytes:
    """A blob as it is stored."""
    return zlib.compress(blob, 1)


def unpacked(cell: bytes) -> bytes:
    """The blob in a cell; an empty cell holds an empty one."""
    return zlib.decompress(cell) if cell else b""


def packed_features(features: frozenset[int]) -> bytes:
    """Features as they are stored: eight bytes each, in order."""
    return struct.pack(f"<{len(features)}Q", *sorted(features))


def unpacked_features(cell: bytes) -> frozenset[int]:
    """The features in a cell."""
    return frozenset(struct.unpack(f"<{len(cell) // 8}Q", cell))


def storable(text: str) -> str:
    r"""Text as SQLite takes it: half a surrogate pair is no character.

    >>> storable("本文"), storable("\ud800")
    ('本文', '\\ud800')
    """
    return text.encode("utf-8", "backslashreplace").decode()


def host_of(url: str) -> str:
    """The host of a URL, as `storable_host` gives it; empty where there is none.

    >>> host_of("https://www.A.example:80/x"), host_of("news/a.html"), host_of("http://[")
    ('a.example', '', '')
    """
    try:
        return storable_host(urlsplit(url).netloc)
    except ValueError:
        return ""


def storable_host(name: str) -> str:
    """A host as it is stored: whatever its case, with or without `www.` and port, it is one.

    >>> storable_host("WWW.A.example"), storable_host("a.example:8080")
    ('a.example', 'a.example')
    >>> storable_host("[::1]:80"), storable_host("::1")
    ('::1', '::1')
    """
    try:
        bare = urlsplit(f"//{name}").hostname
    except ValueError:
        bare = None
    return storable(bare or name).lower().removeprefix("www.")
