"""Stitched pages: those that are made of the text of others.

A page whose text is found on pages of unrelated owners, from each something that the others do not
have, was put together from them. An article that many have copied is none: what its copies have,
they have from one place, and share among themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ibis

from honbun.tables.built import built_once

_OWNERS = 2
"""Other owners of a sentence that tells a source: the one it is from, and perhaps one more copy."""


@built_once
def stitched(matches: ibis.Table, sizes: ibis.Table) -> ibis.Table:
    """For pages that share with other owners: `sources`, and the `covered` share of their text."""
    strangers = matches.filter(matches.owner_a != matches.owner_b)
    rows = _seen_from(strangers, "a", "b").union(_seen_from(strangers, "b", "a"))
    each = rows.group_by(["page", "sentence"]).agg(
        width=rows.width.max(), owner=rows.other.min(), owners=rows.other.nunique()
    )
    sums = each.group_by("page").agg(
        taken=each.width.sum().cast("int64"),
        sources=each.owner.nunique(where=each.owners <= _OWNERS).cast("int64"),
    )
    both = sums.join(sizes, "page")
    return both.select("page", "sources", covered=both.taken / both.content)


def _seen_from(matches: ibis.Table, side: str, other: str) -> ibis.Table:
    return matches.select(
        page=f"page_{side}",
        sentence=f"sentence_{side}",
        width=f"width_{side}",
        other=f"owner_{other}",
    )
