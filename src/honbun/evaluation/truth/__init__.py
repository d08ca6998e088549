"""Readers of pages with their true results; docs/guide/evaluation.md describes the formats."""

from __future__ import annotations

import gzip
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING

from honbun.errors import TruthError
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_DAMAGE = (
    *(ValueError, KeyError, TypeError, AttributeError, IndexError),
    *(OSError, EOFError, zlib.error),
)
"""What reading damaged or unexpected data raises."""


@contextmanager
def truth_errors(path: Path) -> Iterator[None]:
    """Report damaged data as a TruthError that names the file."""
    try:
        yield
    except _DAMAGE as error:
        raise TruthError(f"{path}: {error!r}") from error


def find_files(folder: Path, name: str) -> list[Path]:
    """The files of this name in the folders inside a folder, else the one in the folder itself.

    Raises TruthError if there is none.
    """
    found = sorted(folder.glob(f"*/{name}"))
    if not found and (folder / name).is_file():
        found = [folder / name]
    if not found:
        raise TruthError(f"no {name} found in {folder} or the folders inside it")
    return found


def read_page(path: Path, url: str | None, source: str, encoding: str | None) -> Page:
    """A page from a file, which may be packed with gzip.

    The encoding is that of the file; archives often store a page in another one than it declares.
    """
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        html = file.read()
    return Page(
        html, url=url, source=source, content_type=f"text/html; charset={encoding or 'utf-8'}"
    )
