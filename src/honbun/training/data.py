"""Folders that can be learnt from: WCXB by its truth, sites by what the collection finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.evaluation.sites import read_sites
from honbun.evaluation.wcxb import is_wcxb, read_wcxb
from honbun.training.example import self_taught, taught

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from honbun.training.example import Example

_PAGES = 60
"""Pages of a site that teach, so that no site has the say."""


def examples(folders: Iterable[Path], jobs: int, say: Callable[[str], None]) -> Iterator[Example]:
    """The examples of some folders. Of sites no truth is read: the collection is the teacher."""
    for folder in folders:
        say(f"reading {folder}")
        if is_wcxb(folder):
            yield from filter(None, taught(read_wcxb(folder), jobs))
        else:
            for site in read_sites(folder, ("article", "list")):
                pages = [page.page for page in site.pages]
                found = list(self_taught(pages, site.name, jobs))
                yield from found[:: max(1, -(-len(found) // _PAGES))]
