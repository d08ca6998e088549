"""WCXB: pages of seven types from many domains, with the text of their main content.

`truth.jsonl.gz` has a line per page, which names the file of the page.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from honbun.errors import TruthError
from honbun.evaluation.truth import truth_errors
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
    """Whether a folder has the format of WCXB."""
    return (folder / _TRUTH).is_file()


def read_wcxb(folder: Path) -> Iterator[TypedPage]:
    """The pages of a folder, in the order of its truth."""
    if not is_wcxb(folder):
        raise TruthError(f"{folder} has no {_TRUTH}: it is not in the format of WCXB")
    with truth_errors(folder / _TRUTH):
        with gzip.open(folder / _TRUTH) as lines:
            rows = [orjson.loads(line) for line in lines]
        for row in rows:
            file = folder / row["file"]
            html = gzip.decompress(file.read_bytes())
            page = Page(html, url=row["url"] or None, source=str(file))
            domain = row["domain"] or row["id"]
            yield TypedPage(page, row["type"], domain, row["main_content"] or "")
