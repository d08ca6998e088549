"""The sites that content is measured on: those of a folder, or those that somebody has labelled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.annotation.export import labelled_sites
from honbun.annotation.records import choose, choose_lines, is_lines
from honbun.annotation.sites import read_sites
from honbun.errors import TruthError
from honbun.stores.labels import Labels

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.annotation.sites import Site


def read_truth(data: Path, by: str | None) -> tuple[list[Site], int]:
    """The sites, and the number of blocks that cannot be measured as they were labelled."""
    if data.is_dir():
        if by is not None:
            raise TruthError(f"{data} is a folder of sites: --by applies to labels")
        return list(read_sites(data, ("article",))), 0
    if not data.exists():
        raise TruthError(f"{data}: there is no such file or folder")
    if is_lines(data):
        pages = choose_lines(data, by)
    else:
        with Labels(data, read_only=True) as labels:
            pages = choose(labels, by)
    if not pages:
        raise TruthError(f"no page is done in {data}: there is nothing to measure")
    return labelled_sites(pages)
