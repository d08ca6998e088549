"""Standard documents of paper 003 as a table."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from honbun.outputs.rows import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.outputs.rows import ColumnType, Row
    from honbun.papers.similar_003.standard import Document

_LINKS: ColumnType = [{"text": str, "pages": [{"url": str, "id": int}]}]
_SENTENCE: dict[str, ColumnType] = {
    "id": int,
    "text": str,
    "offset": int,
    "length": int,
    "japanese": bool,
    "content": bool,
    "annotations": [{"scheme": str, "text": str}],
}


def _rows(documents: Iterable[Document], *fields: str) -> Iterator[Row]:
    for document in documents:
        row = asdict(document)
        yield {name: row[name] for name in fields} if fields else row


DOCUMENTS: Table[Document] = Table(
    {
        "id": int,
        "url": str,
        "encoding": str,
        "replaced": int,
        "japanese": bool,
        "title": {"text": str, "offset": int, "length": int},
        "out_links": _LINKS,
        "in_links": _LINKS,
        "sentences": [_SENTENCE],
        "cut": [str],
        "date": str,
    },
    _rows,
)
