"""A handwritten folder of pages with their true texts."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

from tests.content.site import page, say, title

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    Row = dict[str, object]


def html(number: int) -> str:
    content = page(number).html
    assert isinstance(content, str)
    return content


def text(number: int) -> str:
    """The true text of a page."""
    return "\n".join([title(number), *(say(number, part) for part in range(3))])


def row(number: int, **changes: object) -> Row:
    """The truth of a page; each page has its own domain."""
    return {
        "id": f"{number:04}",
        "file": f"pages/{number:04}.html.gz",
        "url": f"https://site{number}.example/notes/{number}.html",
        "domain": f"site{number}.example",
        "type": "article",
        "main_content": text(number),
        **changes,
    }


def write_texts(folder: Path, rows: Iterable[Row]) -> Path:
    """Write the folder, with a page for each row of the truth."""
    (folder / "pages").mkdir(parents=True)
    lines = []
    for record in rows:
        file = folder / str(record["file"])
        file.write_bytes(gzip.compress(html(int(str(record["id"]))).encode()))
        lines.append(json.dumps(record) + "\n")
    (folder / "truth.jsonl.gz").write_bytes(gzip.compress("".join(lines).encode()))
    return folder
