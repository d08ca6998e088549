"""The schema of the table of pages that were read, and its Arrow batches."""

from __future__ import annotations

from functools import cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

from honbun.text import similarity

if TYPE_CHECKING:
    from collections.abc import Sequence

    import ibis
    import pyarrow as pa

    from honbun.errors import Failure
    from honbun.similar.reading import PageRow

BANDS = tuple(f"band_{number}" for number in range(similarity.BANDS))
"""The MinHash bands of a sentence, one column each."""
_NONE = (None,) * len(BANDS)


@cache
def reading() -> ibis.Schema:
    """One row per page (`similar/reading.py`)."""
    import ibis

    return ibis.schema(
        {
            "page": "int64",  # its number, in input order
            "url": "string",
            "source": "string",
            "address": "int64",
            "site": "int64",  # a number for the site, 0 if unknown
            "owner": "int64",  # the site, or the page itself if unknown
            "host": "array<string>",
            "path": "array<string>",
            "date": "string",
            "title": "int64",  # a number for the title, 0 if there is none
            "digest": "int64",
            "sentences": (
                "array<struct<sentence: int64, width: int64, start: int64, quoted: boolean, "
                "content: boolean, code: boolean, text: string, "
                + ", ".join(f"{name}: int64" for name in BANDS)
                + ">>"
            ),
            "links": "array<struct<target: int64, start: int64>>",
            "step": "string",  # the step that failed, ...
            "trouble": "string",  # ... and why; the other columns are empty then
        }
    )


def batch(readings: Sequence[tuple[int, PageRow]]) -> pa.RecordBatch:
    """Numbered pages as rows."""
    import pyarrow as pa

    types = reading().to_pyarrow()
    pages = [page for _, page in readings]
    plain = ("source", "address", "site", "owner", "host", "path", "date", "title", "digest")
    values: dict[str, pa.Array] = {"page": pa.array([number for number, _ in readings], pa.int64())}
    values["url"] = pa.array([page.url or f"page {number}" for number, page in readings])
    for name in plain:
        values[name] = pa.array([getattr(page, name) for page in pages], types.field(name).type)
    sentences = [[(*one[:-1], *(one.bands or _NONE)) for one in page.sentences] for page in pages]
    values["sentences"] = _nested(sentences, types.field("sentences").type)
    values["links"] = _nested([page.links for page in pages], types.field("links").type)
    values["step"] = values["trouble"] = pa.nulls(len(pages), pa.string())
    return pa.RecordBatch.from_arrays([values[name] for name in types.names], schema=types)


def failed_batch(failures: Sequence[tuple[int, Failure]]) -> pa.RecordBatch:
    """Failed pages as rows of the same table."""
    import pyarrow as pa

    rows = [
        {
            "page": number,
            "url": failure.url,
            "source": failure.source,
            "step": failure.step,
            "trouble": failure.message,
        }
        for number, failure in failures
    ]
    return pa.RecordBatch.from_pylist(rows, schema=reading().to_pyarrow())


def _nested(lists: Sequence[Sequence[tuple[Any, ...]]], kind: pa.ListType) -> pa.Array:
    """Lists of tuples as a column of lists of structs, built column by column for speed."""
    import pyarrow as pa

    fields = [kind.value_type.field(i) for i in range(kind.value_type.num_fields)]
    flat = list(chain.from_iterable(lists))
    columns = list(zip(*flat)) if flat else [()] * len(fields)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, fields)]
    offsets = pa.array([0, *accumulate(map(len, lists))], pa.int32())
    return pa.ListArray.from_arrays(offsets, pa.StructArray.from_arrays(arrays, fields=fields))
