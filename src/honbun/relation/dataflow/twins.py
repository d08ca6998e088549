"""Twins: pages that say exactly the same, more of them than a rare sentence may stand on.

Every sentence of such a page is too frequent to be evidence, and every two of them would be a pair:
10,000 copies make 50 million. So the first stands for the others in all that follows, and each of
the others is a pair with the first alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ibis

from honbun.tables.built import built_once


@built_once
def twins(pages: ibis.Table, most: int) -> ibis.Table:
    """The pages that another stands for, as (`page`, `first`)."""
    same = pages.filter(pages.digest.notnull())
    groups = same.group_by("digest").agg(first=same.page.min(), members=same.count().cast("int64"))
    large = groups.filter(groups.members > most)
    found = same.join(large, "digest").select("page", "first")
    return found.filter(found.page != found.first)
