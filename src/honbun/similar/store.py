"""The tables page, sentence and link, and how new pages are added to them.

An engine whose tables persist, such as a store file, is extended: pages are not read twice. If an
address comes again, its last version counts.

The table of pages is written last, so an interrupted run leaves no page without its sentences; the
next run removes the rows it left in the other tables.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import ibis
import pyarrow as pa

from honbun.errors import HonbunError
from honbun.similar import evidence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from honbun.engines.base import Engine
    from honbun.similar.model import SimilarOptions

_HOW = "how"
"""The table with the options by which the pages of a store were read."""
_FORM = 3
"""Version of the tables: pages cannot be added to a store of another version."""
_READ_BY = ("min_length", "region", "near", "faithful")
"""The options that decide what is stored of a page."""
_TEMPORARY = (
    "reading duplicate frequency boilerplate evidence holder exact distinct banded candidate "
    "comparing near match size shared whole measured stitched pair".split()
)
"""Tables of one comparison, dropped when it ends."""


@dataclass(frozen=True, slots=True)
class PageTables:
    """The tables by which pages are compared."""

    pages: ibis.Table
    sentences: ibis.Table
    links: ibis.Table


def first_number(engine: Engine) -> int:
    """The number of the next page that is added."""
    return _last(engine, "page") + 1


def count(engine: Engine) -> int:
    """The number of pages in the store."""
    if not engine.has("page"):
        return 0
    [number] = _column(engine, engine.table("page").count().as_table())
    return int(number)


def made_with(engine: Engine) -> Mapping[str, Any]:
    """The options by which the pages of a store were read; empty for a store without pages."""
    if not (engine.has(_HOW) and engine.has("page")):
        return {}
    [options] = _column(engine, engine.table(_HOW))
    how = json.loads(options)
    if how.pop("form", None) != _FORM:
        raise HonbunError("the store was made by another version of honbun; create it again")
    return dict(how)


def check(engine: Engine, options: SimilarOptions) -> None:
    """Raise if the pages of a store were read by other options; record them in a new store."""
    asked = {name: asdict(options)[name] for name in _READ_BY}
    before = made_with(engine)
    if not before:
        rows = pa.RecordBatch.from_pydict({"how": [json.dumps({"form": _FORM} | asked)]})
        engine.load(_HOW, ibis.schema({"how": "string"}), [rows])
    elif differences := list(_differences(before, asked)):
        raise HonbunError(f"the store was made {', and '.join(differences)}")


def _differences(before: Mapping[str, Any], asked: Mapping[str, Any]) -> Iterator[str]:
    """The differences between two sets of options, as command-line options."""
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


def join(engine: Engine, reading: ibis.Table) -> PageTables:
    """Add the pages that were just read."""
    _remove_incomplete(engine)
    links = engine.add("link", evidence.links(reading))
    sentences = engine.add("sentence", evidence.sentences(reading))
    pages = engine.add("page", evidence.pages(reading))
    engine.drop("reading")
    latest = evidence.latest(pages)
    [old] = _column(engine, pages.anti_join(latest, "page").count().as_table())
    if old:
        links = engine.keep("link", links.semi_join(latest, "page"))
        sentences = engine.keep("sentence", sentences.semi_join(latest, "page"))
        pages = engine.keep("page", latest)
    return PageTables(pages, sentences, links)


def tidy(engine: Engine) -> None:
    """Drop the tables of one comparison."""
    for name in _TEMPORARY:
        engine.drop(name)


def _remove_incomplete(engine: Engine) -> None:
    """Remove rows of pages that an interrupted run did not finish."""
    first = first_number(engine)
    for name in ("sentence", "link"):
        if _last(engine, name) >= first:
            rows = engine.table(name)
            engine.keep(name, rows.filter(rows.page < first))


def _last(engine: Engine, name: str) -> int:
    """The highest page number in a table, -1 for an empty table."""
    if not engine.has(name):
        return -1
    rows = engine.table(name)
    [number] = _column(engine, rows.agg(last=rows.page.max()))
    return -1 if number is None else int(number)


def _column(engine: Engine, table: ibis.Table) -> list:  # type: ignore[type-arg]
    return [value for batch in engine.batches(table) for value in batch.column(0).to_pylist()]
