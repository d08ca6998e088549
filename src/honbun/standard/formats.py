"""The formats that documents are written in: one file for all pages, or one for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

import orjson

from honbun.standard.write import render, write_xml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from honbun.standard.model import Document


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write documents."""

    endings: tuple[str, ...]
    """File endings that mean this format; the first is given to files of single pages."""
    write: Callable[[Iterable[Document], BinaryIO], None]
    """All documents into one file."""
    page: Callable[[Document], bytes]
    """One document as a file of its own."""


def _line(document: Document) -> bytes:
    return orjson.dumps(document, option=orjson.OPT_APPEND_NEWLINE)


def _write_jsonl(documents: Iterable[Document], file: BinaryIO) -> None:
    for document in documents:
        file.write(_line(document))


def _xml(document: Document) -> bytes:
    return render(document).encode()


FORMATS = {
    "xml": Format((".xml",), write_xml, _xml),
    "jsonl": Format((".json", ".jsonl", ".ndjson"), _write_jsonl, _line),
}
