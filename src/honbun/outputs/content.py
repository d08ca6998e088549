"""Content as rows, text, Markdown and HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, Literal

from honbun.content.write import render
from honbun.outputs.rows import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.content.model import Content
    from honbun.outputs.rows import ColumnType

MARKUP: dict[str, Literal["html", "markdown"]] = {"html": "html", "markdown": "markdown"}
"""The inline markup that a format needs in blocks; none for formats that are not listed."""
EXPLAINING = ("jsonl", "text")
"""The formats that can hold an explanation."""
_COLUMNS: dict[str, ColumnType] = {
    **render.COLUMNS,
    "authors": [str],
    "blocks": [{"xpath": str, "role": str, "text": str}],
}
TABLE: Table[Content] = Table(_COLUMNS, lambda contents: map(render.row, contents))


def write_text(contents: Iterable[Content], file: BinaryIO) -> None:
    """Write the text of each page under a heading with its URL, as `head` and `tail` do."""
    for content in contents:
        file.write(f"==> {content.url} <==\n{render.text(content)}\n".encode())


def write_page_text(contents: Iterable[Content], file: BinaryIO) -> None:
    """Write text without a heading."""
    for content in contents:
        file.write(render.text(content).encode())


def write_markdown(contents: Iterable[Content], file: BinaryIO) -> None:
    """Write the Markdown of each page after a comment with its URL."""
    for content in contents:
        url = content.url.replace("--", "%2D%2D")  # would end the comment
        file.write(f"<!-- {url} -->\n\n{render.markdown(content)}\n".encode())


def write_page_markdown(contents: Iterable[Content], file: BinaryIO) -> None:
    """Write Markdown without a comment."""
    for content in contents:
        file.write(render.markdown(content).encode())


def write_html(contents: Iterable[Content], file: BinaryIO) -> None:
    """Write one HTML document with an `<article>` per page."""
    file.write(b'<!doctype html>\n<html>\n<head><meta charset="utf-8"></head>\n<body>\n')
    for content in contents:
        file.write(render.html(content).encode())
    file.write(b"</body>\n</html>\n")
