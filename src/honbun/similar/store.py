"""Base: the relations page, sentence and link, and how pages come to join them.

An engine whose tables stay, such as a store file, is added to: what was read once is not read
again. Of an address that comes again the last reading counts.

A page is there when the table of pages has it. That table is written after the others, so that a
run that was interrupted leaves no page behind that lacks its sentences; what it left in the others
is removed by the next one.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import ibis
import pyarrow as pa

from honbun.errors import HonbunError
from honbun.similar import steps

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from honbun.engines.base import Engine
    from honbun.similar.model import SimilarOptions

_HOW = "how"
"""The table that tells how the pages of a store were read."""
_FORM = 2
"""Grows when what is kept of a page changes: older stores cannot be added to."""
_READ_BY = ("min_length", "region", "near", "faithful")
"""The options that decide what is kept of a page."""
_SCRATCH = (
    *("reading", "twin", "frequency", "boilerplate", "evidence", "holder", "exact", "said"),
    *("banded", "candidate", "comparing", "near", "match", "size", "shared", "whole", "measured"),
    *("stitched", "pair"),
)
"""The tables of a comparison that the next one makes anew."""


@dataclass(frozen=True, slots=True)
class Base:
    """The relations that pages are compared by (see `dataflow/relations.py`)."""

    pages: ibis.Table
    sentences: ibis.Table
    links: ibis.Table


def first_number(engine: Engine) -> int:
    """The number of the next page that joins."""
    return _last(engine, "page") + 1


def count(engine: Engine) -> int:
    """How many pages have joined."""
    if not engine.has("page"):
        return 0
    [number] = _column(engine, engine.table("page").count().as_table())
    return int(number)


def made_with(engine: Engine) -> Mapping[str, Any]:
    """The options that the pages of a store were read by; none where it holds no pages yet."""
    if not (engine.has(_HOW) and engine.has("page")):
        return {}
    [told] = _column(engine, engine.table(_HOW))
    how = json.loads(told)
    if how.pop("form", None) != _FORM:
        raise HonbunError("the store was made by another version of honbun; make it anew")
    return dict(how)


def check(engine: Engine, options: SimilarOptions) -> None:
    """Raise where the pages of a store were read by other options; note them in a new one."""
    asked = {name: asdict(options)[name] for name in _READ_BY}
    before = made_with(engine)
    if not before:
        rows = pa.RecordBatch.from_pydict({"how": [json.dumps({"form": _FORM} | asked)]})
        engine.load(_HOW, ibis.schema({"how": "string"}), [rows])
    elif differences := list(_differences(before, asked)):
        raise HonbunError(f"the store was made {', and '.join(differences)}")


def _differences(before: Mapping[str, Any], asked: Mapping[str, Any]) -> Iterator[str]:
    """What is not the same in two sets of options, in the words of the command."""
    for name, value in asked.items():
        if before[name] == value:
            continue
        if name == "faithful":
            yield "without --faithful" if value else "with --faithful"
        elif name == "near":
            yield "with --exact, not --near" if value else "with --near, not --exact"
        elif name == "region":
            yield f"with region={before[name]!r}, not {value!r}"
        else:
            yield f"with --min-length {before[name]}, not {value}"


def join(engine: Engine, reading: ibis.Table) -> Base:
    """The relations with the pages that were read just now."""
    _mend(engine)
    links = engine.add("link", steps.links(reading))
    sentences = engine.add("sentence", steps.sentences(reading))
    pages = engine.add("page", steps.pages(reading))
    engine.drop("reading")
    latest = steps.latest(pages)
    [old] = _column(engine, pages.anti_join(latest, "page").count().as_table())
    if old:
        links = engine.keep("link", links.semi_join(latest, "page"))
        sentences = engine.keep("sentence", sentences.semi_join(latest, "page"))
        pages = engine.keep("page", latest)
    return Base(pages, sentences, links)


def tidy(engine: Engine) -> None:
    """Drop what was needed for one answer only."""
    for name in _SCRATCH:
        engine.drop(name)


def _mend(engine: Engine) -> None:
    """Remove what an interrupted run has left of pages that did not join."""
    first = first_number(engine)
    for name in ("sentence", "link"):
        if _last(engine, name) >= first:
            rows = engine.table(name)
            engine.keep(name, rows.filter(rows.page < first))


def _last(engine: Engine, name: str) -> int:
    """The highest number of a page in a table, -1 where there is none."""
    if not engine.has(name):
        return -1
    rows = engine.table(name)
    [number] = _column(engine, rows.agg(last=rows.page.max()))
    return -1 if number is None else int(number)


def _column(engine: Engine, table: ibis.Table) -> list:  # type: ignore[type-arg]
    return [value for batch in engine.batches(table) for value in batch.column(0).to_pylist()]
