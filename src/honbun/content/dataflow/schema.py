"""Every table of the dataflow, column by column.

Columns of bytes hold pickles. They are written and read by one run, and kept nowhere else.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ibis


@cache
def record() -> ibis.Schema:
    """One row for each page, as it was read."""
    import ibis

    return ibis.schema(
        {
            "page": "int64",  # its number: grows with its place in the input
            "address": "int64",  # a hash of its URL
            "sign": "int64",  # a hash of its signature; null for a page that could not be read
            "signature": "binary",
            "digest": "int64",  # in the order of `Record.digest`, but from the lowest number on
            "record": "binary",  # the Record without what has columns here, or the Failure
            "outline": "binary",
            "showing": "binary",
        }
    )


@cache
def kind() -> ibis.Schema:
    """The kind of each signature, and how many pages are of that kind."""
    import ibis

    return ibis.schema({"sign": "int64", "kind": "int64", "members": "int64"})


@cache
def copy() -> ibis.Schema:
    """The group of each address that is told to have copies."""
    import ibis

    return ibis.schema({"address": "int64", "copies": "int64"})


@cache
def lesson() -> ibis.Schema:
    """Of each kind how many pages its template was learnt from; 0 where that failed."""
    import ibis

    return ibis.schema({"kind": "int64", "pages": "int64"})


@cache
def result() -> ibis.Schema:
    """The Content of each page, or its Failure."""
    import ibis

    return ibis.schema({"page": "int64", "result": "binary"})
