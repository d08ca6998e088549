"""HTML files, plain or gzip, and folders."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import quote, urljoin

from honbun.errors import Failure, UnreadablePage
from honbun.inputs.fetch.decoding import decode_body, join_bounded, too_large
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path, PurePath


def read_html(path: Path, source: str, place: str, max_bytes: int) -> Page | Failure:
    """The page in an HTML file, or a Failure."""
    try:
        html = _read_gzip(path, max_bytes) if _is_gzip(path) else _read_plain(path, max_bytes)
    except (UnreadablePage, OSError) as error:
        return Failure(source, None, "read", error_message(error))
    return Page(html, source=source, fallback_url=place)


def walk(folder: Path) -> Iterator[Path | Failure]:
    """Every file under a folder, in path order, without hidden files.

    Symbolic links are followed. Each folder is entered once, so that a loop of links ends.
    """
    entered: set[tuple[int, int]] = set()
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        try:
            if path.is_dir():
                waiting += reversed(_entries(path, entered))
            elif path.is_file() or path.is_symlink():  # a pipe would block
                yield path
        except OSError as error:
            yield Failure(printable(path), None, "read", error_message(error))


def printable(path: str | PurePath) -> str:
    """A path as text, even if its name is not UTF-8."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def relative_url(relative: PurePath, base_url: str | None) -> str:
    """The URL of a file: its relative path, joined to `base_url` if there is one.

    >>> from pathlib import Path
    >>> relative_url(Path("news/a b.html.gz"), None)
    'news/a b.html'
    >>> from pathlib import Path
    >>> relative_url(Path("news/a b.html.gz"), "https://example.org/site")
    'https://example.org/site/news/a%20b.html'
    """
    plain = relative.with_suffix("") if _is_gzip(relative) else relative
    if base_url is None:
        return printable(plain.as_posix())
    # The base URL is that of the folder, with or without a final slash.
    return urljoin(base_url.rstrip("/") + "/", quote(os.fsencode(plain.as_posix())))


def _entries(folder: Path, entered: set[tuple[int, int]]) -> list[Path]:
    status = folder.stat()
    identity = (status.st_dev, status.st_ino)
    if identity in entered:
        return []
    entered.add(identity)
    return sorted(path for path in folder.iterdir() if not path.name.startswith("."))


def _read_plain(path: Path, max_bytes: int) -> bytes:
    with path.open("rb") as file:
        html = file.read(max_bytes + 1)
        if len(html) > max_bytes:
            raise too_large(max(os.fstat(file.fileno()).st_size, len(html)), max_bytes)
    return html


def _read_gzip(path: Path, max_bytes: int) -> bytes:
    with path.open("rb") as file:
        return join_bounded(decode_body(iter(lambda: file.read(1 << 16), b""), "gzip"), max_bytes)


def _is_gzip(path: PurePath) -> bool:
    return path.suffix.lower() == ".gz"


def error_message(error: Exception) -> str:
    """The message of an error, without the path, which is reported next to it."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
