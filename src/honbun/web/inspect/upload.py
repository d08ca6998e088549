"""Files that are opened in the browser, as they come over the wire.

The first line of the body is JSON, `[{"name": "a.html", "size": 120}, ...]`; the bytes of the files
follow, one after the other. So many files come in one request, and the names, which are those of
strangers, never become paths: only their ending decides how a file is read.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException

from honbun.failure import one_line

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import BinaryIO

MOST_BYTES = 50_000_000
"""Of all files that are opened at once."""
_MOST_FILES = 5_000
_LONGEST_LINE = 2_000_000
_LONGEST_NAME = 200
ENDINGS = (
    *(".html", ".htm", ".xhtml", ".html.gz", ".htm.gz", ".xhtml.gz", ".warc", ".warc.gz"),
    *(".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz", ".parquet"),
)
_UNNAMED = "the first line of the body names the files, in JSON"


@dataclass(frozen=True, slots=True)
class Announced:
    """A file as the first line names it."""

    name: str
    size: int

    @property
    def ending(self) -> str:
        """What it is read by."""
        return max((end for end in ENDINGS if self.name.lower().endswith(end)), key=len)


async def spool(body: AsyncIterator[bytes], file: BinaryIO) -> None:
    """Write a body to a file; a status of 413 for one that is too large."""
    left = MOST_BYTES + _LONGEST_LINE
    async for chunk in body:
        left -= len(chunk)
        if left < 0:
            raise too_large()
        file.write(chunk)
    file.seek(0)


def announced(body: BinaryIO) -> list[Announced]:
    """The files that the first line names; a status of 400, 413 or 415 for bad ones."""
    line = body.readline(_LONGEST_LINE)
    try:
        told = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, _UNNAMED) from error
    if not isinstance(told, list) or not told:
        raise HTTPException(400, _UNNAMED)
    if len(told) > _MOST_FILES:
        raise HTTPException(413, f"more than {_MOST_FILES:,} files")
    files = list(map(_announced, told))
    if sum(file.size for file in files) > MOST_BYTES:
        raise too_large()
    return files


def too_large() -> HTTPException:
    """What is said of more than can be opened at once."""
    return HTTPException(413, f"more than {MOST_BYTES // 1_000_000} MB; honbun serve FILE has room")


def _announced(told: Any) -> Announced:
    match told:
        case {"name": str(name), "size": int(size)} if size >= 0 and not isinstance(size, bool):
            file = Announced(_tidy(name), size)
        case _:
            raise HTTPException(400, _UNNAMED)
    if not file.name.lower().endswith(ENDINGS):
        raise HTTPException(415, f"neither a page nor a collection of pages: {file.name}")
    return file


def _tidy(name: str) -> str:
    """A name as it is shown and told: relative, printable, not too long.

    >>> _tidy("../../etc/pas\\nswd.html"), _tidy("site/a.html"), _tidy("/")
    ('etc/pas\\\\nswd.html', 'site/a.html', '')
    """
    parts = [part for part in PurePosixPath(name).parts if part not in ("/", "//", "..", ".")]
    return one_line("/".join(parts))[-_LONGEST_NAME:]
