"""The formats that posts are written in; each can hold one page or many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from honbun.io import rows
from honbun.syndication import atom, jsonfeed, rss
from honbun.thread.write import render
from honbun.thread.write.feed import feed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.syndication.model import Feed
    from honbun.thread.identity import Identified
    from honbun.thread.model import Post, Thread


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write posts."""

    endings: tuple[str, ...]
    """File endings that mean this format; the first is given to files of single pages."""
    write: Callable[[Iterable[Identified], BinaryIO], None]
    """The posts of all pages into one file."""


def _write_jsonl(pages: Iterable[Identified], file: BinaryIO) -> None:
    rows.write_jsonl(_rows(render.row, pages), file)


def _write_csv(pages: Iterable[Identified], file: BinaryIO) -> None:
    rows.write_csv(_rows(render.flat_row, pages), list(render.COLUMNS), file)


def _write_parquet(pages: Iterable[Identified], file: BinaryIO) -> None:
    rows.write_parquet(_rows(render.row, pages), render.COLUMNS, file)


def _rows(
    of_post: Callable[[Thread, Post], rows.Row], pages: Iterable[Identified]
) -> Iterator[rows.Row]:
    return (of_post(page.thread, post) for page in pages for post in page.thread.posts)


def _write_text(pages: Iterable[Identified], file: BinaryIO) -> None:
    for page in pages:
        if page.thread.posts:
            # The heading that `head` and `tail` set over each of several files.
            heading = f"==> {page.thread.url} <=="
            file.write(f"{heading}\n{render.text(page.thread)}\n".encode())


def _write_feed(
    of_feed: Callable[[Feed], bytes],
) -> Callable[[Iterable[Identified], BinaryIO], None]:
    def write(pages: Iterable[Identified], file: BinaryIO) -> None:
        file.write(of_feed(feed(pages)))

    return write


FORMATS = {
    "jsonl": Format((".jsonl", ".ndjson"), _write_jsonl),
    "csv": Format((".csv",), _write_csv),
    "parquet": Format((".parquet",), _write_parquet),
    "text": Format((".txt", ".text"), _write_text),
    "rss": Format((".rss", ".xml"), _write_feed(rss.render)),
    "atom": Format((".atom",), _write_feed(atom.render)),
    "json": Format((".json",), _write_feed(jsonfeed.render)),
}
