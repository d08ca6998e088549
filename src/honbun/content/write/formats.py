"""The formats that results are written in: one file for all pages, or one for each."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

import orjson

from honbun.content.write import render
from honbun.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.content.model import Content

_BATCH_ROWS = 1000
_BATCH_CHARACTERS = 16 << 20
"""A Parquet row group ends at so many rows or so much text: small enough to hold in memory."""


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write results."""

    endings: tuple[str, ...]
    """File endings that mean this format; the first is given to files of single pages."""
    write: Callable[[Iterable[Content], BinaryIO], None]
    """All results into one file."""
    page: Callable[[Content], str] | None
    """One result as a file of its own; None where that makes no sense."""
    markup: Literal["html", "markdown"] | None = None
    """The inline markup that it needs."""
    explains: bool = False
    """Whether it can hold an explanation."""


def _json(content: Content) -> str:
    return orjson.dumps(render.row(content), option=orjson.OPT_APPEND_NEWLINE).decode()


def _write_jsonl(contents: Iterable[Content], file: BinaryIO) -> None:
    for content in contents:
        file.write(_json(content).encode())


def _write_text(contents: Iterable[Content], file: BinaryIO) -> None:
    for content in contents:
        # The heading that `head` and `tail` set over each of several files.
        file.write(f"==> {content.url} <==\n{render.text(content)}\n".encode())


def _write_markdown(contents: Iterable[Content], file: BinaryIO) -> None:
    for content in contents:
        url = content.url.replace("--", "%2D%2D")  # would end the comment
        file.write(f"<!-- {url} -->\n\n{render.markdown(content)}\n".encode())


def _write_html(contents: Iterable[Content], file: BinaryIO) -> None:
    file.write(b'<!doctype html>\n<html>\n<head><meta charset="utf-8"></head>\n<body>\n')
    for content in contents:
        file.write(render.html(content).encode())
    file.write(b"</body>\n</html>\n")


def _html_page(content: Content) -> str:
    buffer = io.BytesIO()
    _write_html([content], buffer)
    return buffer.getvalue().decode()


def _write_csv(contents: Iterable[Content], file: BinaryIO) -> None:
    wrapper = io.TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.writer(wrapper)
    writer.writerow(render.COLUMNS)
    for content in contents:
        writer.writerow([getattr(content, name) for name in render.COLUMNS])
    wrapper.flush()
    wrapper.detach()  # the file is not ours to close


def _write_parquet(contents: Iterable[Content], file: BinaryIO) -> None:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtra("writing Parquet", "parquet") from error
    block = pa.struct([(name, pa.string()) for name in ("xpath", "role", "text")])
    schema = pa.schema(
        [*((name, pa.string()) for name in render.COLUMNS), ("blocks", pa.list_(block))]
    )
    with parquet.ParquetWriter(file, schema) as writer:
        for rows in _batches(render.row(content) for content in contents):
            writer.write_table(pa.Table.from_pylist(rows, schema=schema))


def _batches(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    batch: list[dict[str, Any]] = []
    characters = 0
    for row in rows:
        batch.append(row)
        characters += len(row["text"])
        if len(batch) >= _BATCH_ROWS or characters >= _BATCH_CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


FORMATS = {
    "jsonl": Format((".json", ".jsonl", ".ndjson"), _write_jsonl, _json, explains=True),
    "text": Format((".txt", ".text"), _write_text, render.text, explains=True),
    "markdown": Format((".md", ".markdown"), _write_markdown, render.markdown, "markdown"),
    "html": Format((".html", ".htm"), _write_html, _html_page, "html"),
    "csv": Format((".csv",), _write_csv, None),
    "parquet": Format((".parquet",), _write_parquet, None),
}
