"""The formats that results are written in: one file for all pages, or one for each."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, Literal

from honbun.content.write import render
from honbun.outputs import rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from honbun.content.model import Content

_COLUMNS: dict[str, rows.ColumnType] = {
    **dict.fromkeys(render.COLUMNS, str),
    "blocks": [{"xpath": str, "role": str, "text": str}],
}


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
    return rows.line(render.row(content)).decode()


def _write_jsonl(contents: Iterable[Content], file: BinaryIO) -> None:
    rows.write_jsonl(map(render.row, contents), file)


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
    rows.write_csv(map(render.row, contents), render.COLUMNS, file)


def _write_parquet(contents: Iterable[Content], file: BinaryIO) -> None:
    rows.write_parquet(map(render.row, contents), _COLUMNS, file)


FORMATS = {
    "jsonl": Format((".json", ".jsonl", ".ndjson"), _write_jsonl, _json, explains=True),
    "text": Format((".txt", ".text"), _write_text, render.text, explains=True),
    "markdown": Format((".md", ".markdown"), _write_markdown, render.markdown, "markdown"),
    "html": Format((".html", ".htm"), _write_html, _html_page, "html"),
    "csv": Format((".csv",), _write_csv, None),
    "parquet": Format((".parquet",), _write_parquet, None),
}
