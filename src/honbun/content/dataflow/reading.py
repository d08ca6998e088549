"""Reading: pages to rows, as `gather` would hold them, and rows back to what they were."""

from __future__ import annotations

import pickle
import zlib
from dataclasses import dataclass, replace
from itertools import islice, starmap
from typing import TYPE_CHECKING, Any

import xxhash

from honbun.content.dataflow import schema
from honbun.content.record import Record, record
from honbun.engines.rows import mark_transient
from honbun.errors import Failure
from honbun.runner.pages import numbered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import pyarrow as pa

    from honbun.content.model import ContentOptions
    from honbun.engines.base import PageShard
    from honbun.runner.limits import Limits

_ROWS = 256
"""Pages that are sent to the engine at once: some megabytes."""
_LOWEST = 1 << 63


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads a part of the pages."""

    options: ContentOptions
    limits: Limits | None = None

    def __call__(self, part: PageShard) -> Iterator[pa.RecordBatch]:
        found = numbered(record, part.pages(), self.options, self.limits, "extract")
        types = schema.record().to_pyarrow()
        while some := list(islice(found, _ROWS)):
            for batch in batches(starmap(self._row, some), types):
                yield mark_transient(batch, (one for _, one in some))

    def _row(self, number: int, found: Record | Failure) -> dict[str, Any]:
        if isinstance(found, Failure):
            return {"page": number, "record": pickle.dumps(found)}
        return {
            "page": number,
            "address": address_hash(found.url),
            "sign": _signed(xxhash.xxh3_64_intdigest(found.signature)),
            "signature": found.signature,
            # By the sign of a number half of all digests would come before 0.
            "digest": found.digest - _LOWEST,
            "record": pickle.dumps(replace(found, signature=b"", outline=b"", showing=b"")),
            "outline": zlib.compress(found.outline, 1),
            "showing": zlib.compress(found.showing, 1),
        }


def batches(rows: Iterable[Mapping[str, Any]], types: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Rows as the engine takes them, a few at a time."""
    import pyarrow as pa

    held = iter(rows)
    while some := list(islice(held, _ROWS)):
        yield pa.RecordBatch.from_pylist(some, schema=types)


def rows(given: Iterable[pa.RecordBatch]) -> Iterator[dict[str, Any]]:
    """Rows as the engine gives them, one by one."""
    for batch in given:
        # One by one, too, when they are unpacked: a batch holds thousands of pages.
        for start in range(0, batch.num_rows, _ROWS):
            yield from batch.slice(start, _ROWS).to_pylist()


def unpacked(data: bytes) -> Any:
    """What a column of bytes holds, of those that hold pickles."""
    return pickle.loads(data)


def whole(row: Mapping[str, Any]) -> Record:
    """The record of a row, with its outline, and its showing where the row has one."""
    found: Record = unpacked(row["record"])
    shown = zlib.decompress(row["showing"]) if "showing" in row else b""
    return replace(found, outline=zlib.decompress(row["outline"]), showing=shown)


def address_hash(url: str) -> int:
    """The number by which an address is known to the engine."""
    return _signed(xxhash.xxh3_64_intdigest(url.encode("utf-8", "surrogatepass")))


def _signed(number: int) -> int:
    """A number of 64 bits as engines have them."""
    return number - (1 << 64) if number >> 63 else number
