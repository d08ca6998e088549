"""Pairs that were found before, by another command on the same pages: they are found again.

To compare pages takes a second, and a dozen lines of the documentation differ only in what they
write of the same pairs.
"""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

from honbun.engines.duckdb import DuckDBEngine
from honbun.runner.resume import digest
from honbun.similar import pipeline as relation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from honbun.engines.base import Engine
    from honbun.page import Page
    from honbun.runner.run import Run
    from honbun.similar.model import Pair
    from honbun.similar.reading import Reader


def replay(folder: Path) -> None:
    """From now on keep the pairs of pages in a folder, in this process and its children."""
    folder.mkdir()
    find = relation.similar

    def similar(
        pages: Iterable[Page], reader: Reader, *, engine: Engine | None, run: Run
    ) -> Iterator[Pair]:
        # What goes on where it was, or with pages of other days, does more than find pairs.
        if run.journal is not None or (
            isinstance(engine, DuckDBEngine) and engine._path is not None
        ):
            yield from find(pages, reader, engine=engine, run=run)
            return
        given = list(pages)
        known = folder / digest(reader, *given).hex()
        if not known.exists():
            found = list(find(given, reader, engine=engine, run=run))
            known.with_suffix(".new").write_bytes(pickle.dumps(found))
            known.with_suffix(".new").rename(known)
        yield from pickle.loads(known.read_bytes())

    vars(relation).update(similar=similar)
