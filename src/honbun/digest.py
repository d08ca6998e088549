"""Digest: a name for what something was made from, the same in every process."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from datetime import datetime
from hashlib import blake2b
from types import FunctionType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def digest(*parts: object) -> bytes:
    """A digest of some values: text, bytes, numbers, options, functions (by their names).

    >>> digest("a", "bc") != digest("ab", "c")
    True
    """
    found = blake2b(digest_size=20)
    for part in parts:
        for piece in _pieces(part):
            found.update(f"{len(piece)}:".encode())
            found.update(piece)
    return found.digest()


def _pieces(value: object) -> Iterator[bytes]:
    if isinstance(value, bytes):
        yield b"bytes"
        yield value
    elif isinstance(value, str):
        yield b"str"
        yield value.encode("utf-8", "surrogatepass")
    elif is_dataclass(value) and not isinstance(value, type):
        yield type(value).__qualname__.encode()
        for field in fields(value):
            yield from _pieces(getattr(value, field.name))
    elif isinstance(value, tuple | list):
        yield f"{len(value)} parts".encode()
        for part in value:
            yield from _pieces(part)
    elif isinstance(value, FunctionType):
        # Its repr tells where it lies in memory.
        yield f"{value.__module__}.{value.__qualname__}".encode()
    elif value is None or isinstance(value, int | float | datetime):
        yield repr(value).encode()
    else:
        raise TypeError(f"no digest of {type(value).__name__}: it may look otherwise another time")
