"""Addresses: how similar those of two pages are, and which page links to the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ibis

from honbun.tables.built import built_once

if TYPE_CHECKING:
    import ibis.expr.types as ir

COMMON = 5
"""Sites on which a part of a path may stand and still tell something."""
NEAR = 500
"""Characters between a link and shared text up to which it is a link to its source."""


@built_once
def telling(pages: ibis.Table) -> ibis.Table:
    """The hosts and paths of pages, without the parts of paths that many sites have."""
    rows = pages.select("page", "owner", part=pages.path.unnest())
    counts = rows.group_by("part").agg(owners=rows.owner.nunique())
    rare = rows.semi_join(counts.filter(counts.owners <= COMMON), "part")
    paths = rare.group_by("page").agg(path=rare.part.collect())
    both = pages.select("page", "owner", "host").left_join(paths, "page")
    return both.select("page", "owner", "host", "path")


@built_once
def as_given(pages: ibis.Table) -> ibis.Table:
    """The hosts and paths of pages with all their parts: the paper's way."""
    return pages.select("page", "owner", "host", "path")


@built_once
def similarity(pairs: ibis.Table, telling: ibis.Table) -> ibis.Table:
    """For each pair the similarity of the URLs, as `relation/url.py` defines it, and the owners."""
    left = telling.rename(a="page", owner_a="owner", host_a="host", path_a="path")
    right = telling.rename(b="page", owner_b="owner", host_b="host", path_b="path")
    both = pairs.select("a", "b").join(left, "a").join(right, "b")
    host = _simpson(both.host_a, both.host_b)
    path = _simpson(both.path_a, both.path_b)
    return both.select("a", "b", "owner_a", "owner_b", url_similarity=(host + path) / 2)


def _simpson(a: ir.ArrayValue, b: ir.ArrayValue) -> ir.FloatingValue:
    smaller = ibis.least(a.length(), b.length())
    share = a.intersect(b).length() / ibis.greatest(smaller, 1)
    return ibis.coalesce(share, 0.0)


@built_once
def linked(pairs: ibis.Table, links: ibis.Table, pages: ibis.Table) -> ibis.Table:
    """Pairs where one page links to the other: which, and whether beside what they share."""
    targets = pages.select("address", to="page")
    found = links.join(targets, links.target == targets.address).select("page", "to", "start")
    forth = pairs.join(found, [pairs.a == found.page, pairs.b == found.to])
    back = pairs.join(found, [pairs.b == found.page, pairs.a == found.to])
    rows = _beside(forth, "a").union(_beside(back, "b"))
    return rows.group_by(["a", "b"]).agg(
        forth=rows.forth.any(),
        back=(~rows.forth).any(),
        beside=rows.beside.any(),
    )


def _beside(rows: ibis.Table, side: str) -> ibis.Table:
    near = rows.start.between(rows[f"first_{side}"] - NEAR, rows[f"last_{side}"] + 2 * NEAR)
    return rows.select("a", "b", forth=ibis.literal(side == "a"), beside=near)
