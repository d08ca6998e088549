"""The formats that the items of a page are written in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from honbun.io import rows
from honbun.listing.write import render
from honbun.syndication import atom, jsonfeed, rss

if TYPE_CHECKING:
    from collections.abc import Callable

    from honbun.syndication.model import Feed


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write items."""

    endings: tuple[str, ...]
    """File endings that mean this format; the first is given to files in a folder."""
    write: Callable[[Feed, BinaryIO], None]


def _write_jsonl(feed: Feed, file: BinaryIO) -> None:
    rows.write_jsonl((render.row(entry, feed.link) for entry in feed.entries), file)


def _write_csv(feed: Feed, file: BinaryIO) -> None:
    flat = (render.flat_row(entry, feed.link) for entry in feed.entries)
    rows.write_csv(flat, render.COLUMNS, file)


def _whole(of_feed: Callable[[Feed], bytes]) -> Callable[[Feed, BinaryIO], None]:
    def write(feed: Feed, file: BinaryIO) -> None:
        file.write(of_feed(feed))

    return write


FORMATS = {
    "rss": Format((".rss", ".xml"), _whole(rss.render)),
    "atom": Format((".atom",), _whole(atom.render)),
    "json": Format((".json",), _whole(jsonfeed.render)),
    "jsonl": Format((".jsonl", ".ndjson"), _write_jsonl),
    "csv": Format((".csv",), _write_csv),
}
