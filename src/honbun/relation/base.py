"""Base: the relations page, sentence and link, and how pages come to join them.

An engine whose tables stay, such as a store file, is added to: what was read once is not read
again. Of an address that comes again the last reading counts.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import ibis
import pyarrow as pa

from honbun.errors import HonbunError
from honbun.relation.dataflow import relations

if TYPE_CHECKING:
    from honbun.relation.model import SimilarOptions
    from honbun.tables.engine import Engine

_HOW = "how"
"""The table that tells how the pages of a store were read."""
_FORM = 1
"""Grows when what is kept of a page changes: older stores cannot be added to."""
_READ_BY = ("length", "region", "changed", "faithful")
"""The options that decide what is kept of a page."""


@dataclass(frozen=True, slots=True)
class Base:
    """The relations that pages are compared by (see `dataflow/relations.py`)."""

    pages: ibis.Table
    sentences: ibis.Table
    links: ibis.Table


def first_number(engine: Engine) -> int:
    """The number of the next page that joins."""
    if not engine.has("page"):
        return 0
    pages = engine.table("page")
    [number] = _column(engine, pages.agg(last=pages.page.max()))
    return 0 if number is None else number + 1


def count(engine: Engine) -> int:
    """How many pages have joined."""
    [number] = _column(engine, engine.table("page").count().as_table())
    return int(number)


def check(engine: Engine, options: SimilarOptions) -> None:
    """Raise where the pages of a store were read by other options; note them in a new one."""
    told = json.dumps({"form": _FORM} | {name: asdict(options)[name] for name in _READ_BY})
    if not engine.has(_HOW):
        rows = pa.RecordBatch.from_pydict({"how": [told]})
        engine.load(_HOW, ibis.schema({"how": "string"}), [rows])
        return
    [before] = _column(engine, engine.table(_HOW))
    if before != told:
        raise HonbunError(f"the store was made with other options: {before}, not {told}")


def join(engine: Engine, reading: ibis.Table) -> Base:
    """The relations with the pages that were read just now."""
    pages = engine.add("page", relations.pages(reading))
    sentences = engine.add("sentence", relations.sentences(reading))
    links = engine.add("link", relations.links(reading))
    engine.drop("reading")
    latest = relations.latest(pages)
    [old] = _column(engine, pages.anti_join(latest, "page").count().as_table())
    if old:
        pages = engine.keep("page", latest)
        sentences = engine.keep("sentence", sentences.semi_join(pages, "page"))
        links = engine.keep("link", links.semi_join(pages, "page"))
    return Base(pages, sentences, links)


def _column(engine: Engine, table: ibis.Table) -> list:  # type: ignore[type-arg]
    return [value for batch in engine.batches(table) for value in batch.column(0).to_pylist()]
