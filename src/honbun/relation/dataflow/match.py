"""Match: a sentence of one page and the same, or nearly the same, of another."""

from __future__ import annotations

import ibis

from honbun.tables.built import built_once

_COLUMNS = ["page", "owner", "sentence", "width", "start", "quoted", "content", "code", "owners"]
"""What is known of the sentence on either page."""


VARIANTS = 3
"""Sentences that one may be near to: more are a formula in which a date or a name changes."""


@built_once
def exact(shared: ibis.Table, holders: ibis.Table) -> ibis.Table:
    """Every two pages that have the same sentence, the earlier page as `a`.

    Between owners it must be in the content of both: what stands beside it is the same wherever
    the same program made the page, or the same firm asks for consent.
    """
    told = shared.join(holders.select("sentence", "owners"), "sentence")
    a, b = _side(told, "a"), _side(told, "b")
    both = a.join(b, [a.sentence_a == b.sentence_b, a.page_a < b.page_b])
    at_home = both.owner_a == both.owner_b
    return _told(both.filter(at_home | (both.content_a & both.content_b)), exact=True)


@built_once
def said(rare: ibis.Table, holders: ibis.Table) -> ibis.Table:
    """Each rare sentence once, with the least and the greatest of its owners."""
    rows = rare.left_join(holders.select("sentence", "first", "low", "high"), "sentence")
    once = rows.filter(rows.first.isnull() | (rows.page == rows.first))
    bands = [column for column in rare.columns if column.startswith("band_")]
    return once.select(
        "sentence",
        *bands,
        low=ibis.coalesce(once.low, once.owner),
        high=ibis.coalesce(once.high, once.owner),
    )


@built_once
def candidates(said: ibis.Table, band: str, most: int) -> ibis.Table:
    """Two different sentences that may be nearly the same, because one of their bands is.

    Those that only one owner has are left out: within a site, sentences that differ a little are
    formulas in which a date or a number changes.
    """
    rows = said.filter(said[band].notnull()).select("sentence", "low", "high", band=band)
    counts = rows.group_by("band").agg(
        sentences=rows.count().cast("int64"), low=rows.low.min(), high=rows.high.max()
    )
    few = counts.filter(counts.sentences.between(2, most) & (counts.low != counts.high))
    some = rows.semi_join(few, "band")
    x = some.rename(x="sentence", low_x="low", high_x="high")
    y = some.rename(y="sentence", low_y="low", high_y="high")
    both = x.join(y, ["band", x.x < y.y])
    low, high = ibis.least(both.low_x, both.low_y), ibis.greatest(both.high_x, both.high_y)
    return both.filter(low != high).select("x", "y")


@built_once
def with_texts(candidates: ibis.Table, sentences: ibis.Table) -> ibis.Table:
    """Candidates with what they say."""
    asked = candidates.select(sentence="x").union(candidates.select(sentence="y")).distinct()
    rows = sentences.select("sentence", "text").semi_join(asked, "sentence")
    said = rows.group_by("sentence").agg(text=rows.text.min())
    left, right = said.rename(x="sentence", text_x="text"), said.rename(y="sentence", text_y="text")
    return candidates.join(left, "x").join(right, "y").select("x", "y", "text_x", "text_y")


@built_once
def changed(rare: ibis.Table, holders: ibis.Table, near: ibis.Table) -> ibis.Table:
    """Every two pages of different owners that have sentences which are nearly the same."""
    either = near.select("x", "y").union(near.select(x="y", y="x"))
    counts = either.group_by("x").agg(near=either.count())
    formulas = counts.filter(counts.near > VARIANTS)
    either = either.anti_join(formulas, "x").anti_join(formulas.rename(y="x"), "y")
    rows = rare.semi_join(either.select(sentence="x").distinct(), "sentence")
    rows = rows.left_join(holders.select("sentence", "owners"), "sentence")
    rows = rows.mutate(owners=ibis.coalesce(rows.owners, 1).cast("int64"))
    a, b = _side(rows, "a"), _side(rows, "b")
    left = a.join(either, a.sentence_a == either.x)
    both = left.join(b, [left.y == b.sentence_b, left.page_a < b.page_b])
    return _told(both.filter(both.owner_a != both.owner_b), exact=False)


@built_once
def beside(changed: ibis.Table, exact: ibis.Table) -> ibis.Table:
    """Changed sentences of two pages, but for those that the other page has unchanged as well."""
    pages = ["page_a", "page_b"]
    for side in ("a", "b"):
        changed = changed.anti_join(exact, [*pages, f"sentence_{side}"])
    return changed


def _told(matches: ibis.Table, *, exact: bool) -> ibis.Table:
    columns = [f"{column}_{side}" for side in ("a", "b") for column in _COLUMNS]
    return matches.select(*columns, exact=ibis.literal(exact))


def _side(evidence: ibis.Table, side: str) -> ibis.Table:
    return evidence.select(**{f"{column}_{side}": column for column in _COLUMNS})
