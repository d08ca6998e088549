"""Pair: two pages that share evidence, and how much of each it is."""

from __future__ import annotations

import ibis

from honbun.tables.built import built_once

_PASSED_ON = 3
"""Owners from which a sentence is no longer something between two pages."""


@built_once
def pairs(matches: ibis.Table) -> ibis.Table:
    """Every two pages of some match, with what is shared as either page has it.

    `shared` is the columns of the sentences, `altered` of those that were changed, `quoted` of
    those that stand as quotations, `spread` of those that a third owner has as well, `first` and
    `last` where on the page they begin.
    """
    whole = ["page_a", "page_b"]
    a, b = _side(matches, "a"), _side(matches, "b")
    counts = matches.group_by(whole).agg(
        exact=matches.count(where=matches.exact).cast("int64"),
        prose=matches.count(where=~matches.code_a & ~matches.code_b).cast("int64"),
        # Several of one page may be near to one of the other.
        changed=ibis.least(
            matches.sentence_a.nunique(where=~matches.exact),
            matches.sentence_b.nunique(where=~matches.exact),
        ).cast("int64"),
    )
    return counts.join(a, whole).join(b, whole).rename(a="page_a", b="page_b")


def _side(matches: ibis.Table, side: str) -> ibis.Table:
    # A sentence may be near to several of the other page, and counts once.
    whole = ["page_a", "page_b"]
    facts = {
        name: matches[f"{name}_{side}"].max() for name in ("width", "start", "quoted", "owners")
    }
    own = matches.group_by([*whole, f"sentence_{side}"]).agg(**facts, exact=matches.exact.any())
    told = {
        "shared": own.width.sum().cast("int64"),
        "altered": _sum_where(own, ~own.exact),
        "quoted": _sum_where(own, own.quoted),
        "spread": _sum_where(own, own.owners >= _PASSED_ON),
        "first": own.start.min(),
        "last": own.start.max(),
    }
    return own.group_by(whole).agg(**{f"{name}_{side}": value for name, value in told.items()})


def _sum_where(table: ibis.Table, where: ibis.expr.types.BooleanValue) -> ibis.expr.types.Value:
    return ibis.coalesce(table.width.sum(where=where), 0).cast("int64")


@built_once
def measured(pairs: ibis.Table, sizes: ibis.Table) -> ibis.Table:
    """Pairs with the overlap R and Simpson's coefficient of the paper."""
    left = sizes.select(a="page", owner_a="owner", whole_a="size", content_a="content")
    right = sizes.select(b="page", owner_b="owner", whole_b="size", content_b="content")
    both = pairs.join(left, "a").join(right, "b")
    # Of pages of one owner all is compared, of others their content.
    at_home = both.owner_a == both.owner_b
    both = both.select(
        *pairs.columns,
        size_a=at_home.ifelse(both.whole_a, both.content_a),
        size_b=at_home.ifelse(both.whole_b, both.content_b),
    )
    a_is_smaller = both.size_a <= both.size_b
    smaller = a_is_smaller.ifelse(both.size_a, both.size_b)
    of_smaller = a_is_smaller.ifelse(both.shared_a, both.shared_b)
    return both.mutate(
        overlap=(both.shared_a + both.shared_b) / (both.size_a + both.size_b),
        containment=of_smaller / smaller,
    )


@built_once
def overlap_of_all(pairs: ibis.Table, sentences: ibis.Table, sizes: ibis.Table) -> ibis.Table:
    """For each pair R as it is when frequent sentences count as shared too."""
    own = sentences.select(a="page", sentence="sentence", width="width")
    other = sentences.select(b="page", sentence="sentence")
    rows = pairs.select("a", "b").join(own, "a").join(other, ["b", "sentence"])
    sums = rows.group_by(["a", "b"]).agg(common=rows.width.sum().cast("int64"))
    left, right = sizes.select(a="page", all_a="size"), sizes.select(b="page", all_b="size")
    both = pairs.left_join(sums, ["a", "b"])
    altered = both.altered_a + both.altered_b
    both = both.select("a", "b", common=2 * ibis.coalesce(both.common, 0) + altered)
    both = both.join(left, "a").join(right, "b")
    return both.select("a", "b", overlap_all=both.common / (both.all_a + both.all_b))
