"""WCXB: pages of seven types from many domains, with the text of their main content.

The format is that of `shared/data/wcxb`: `truth.jsonl.gz` with a line for each page, which names
the file that holds it.
"""

from __future__ import annotations

import gzip
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from honbun.errors import TruthError
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TYPES = ("article", "service", "product", "collection", "forum", "listing", "documentation")
_TRUTH = "truth.jsonl.gz"


@dataclass(frozen=True, slots=True)
class TypedPage:
    """A page with its true text."""

    page: Page
    type: str
    domain: str
    text: str


def is_wcxb(folder: Path) -> bool:
    return (folder / _TRUTH).is_file()


def read_wcxb(folder: Path) -> Iterator[TypedPage]:
    """The pages of a folder, as the truth lists them."""
    if not is_wcxb(folder):
        raise TruthError(f"{folder} holds no {_TRUTH}: this wants the data of WCXB")
    try:
        with gzip.open(folder / _TRUTH) as lines:
            told = [orjson.loads(line) for line in lines]
        for row in told:
            file = folder / row["file"]
            page = Page(
                gzip.decompress(file.read_bytes()), url=row["url"] or None, source=str(file)
            )
            yield TypedPage(
                page, row["type"], row["domain"] or row["id"], row["main_content"] or ""
            )
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError) as error:
        raise TruthError(f"{folder} cannot be read as WCXB: {error!s}") from error
