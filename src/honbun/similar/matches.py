"""Steps on matches: a sentence of one page and the equal or nearly equal sentence of another."""

from __future__ import annotations

import ibis

from honbun.engines.rows import cached_expression

_COLUMNS = ["page", "owner", "sentence", "width", "start", "quoted", "content", "code", "owners"]
"""The columns of the sentence on either page."""


VARIANTS = 3
"""Maximum number of sentences near to one: more are a formula with a changing date or name."""


@cached_expression
def exact(shared: ibis.Table, holders: ibis.Table) -> ibis.Table:
    """Every two pages that have the same sentence, the earlier page as `a`.

    Between owners it must be in the content of both: text outside the content is shared by all
    pages of one content management system or consent dialog.
    """
    evidence = shared.join(holders.select("sentence", "owners"), "sentence")
    a, b = _side(evidence, "a"), _side(evidence, "b")
    both = a.join(b, [a.sentence_a == b.sentence_b, a.page_a < b.page_b])
    at_home = both.owner_a == both.owner_b
    return _columns(both.filter(at_home | (both.content_a & both.content_b)), exact=True)


@cached_expression
def distinct_sentences(rare: ibis.Table, holders: ibis.Table) -> ibis.Table:
    """Each rare sentence once, with the lowest and the highest of its owners."""
    rows = rare.left_join(holders.select("sentence", "first", "low", "high"), "sentence")
    once = rows.filter(rows.first.isnull() | (rows.page == rows.first))
    bands = [column for column in rare.columns if column.startswith("band_")]
    return once.select(
        "sentence",
        *bands,
        low=ibis.coalesce(once.low, once.owner),
        high=ibis.coalesce(once.high, once.owner),
    )


@cached_expression
def candidates(sentences: ibis.Table, band: str, most: int) -> ibis.Table:
    """Two different sentences that may be nearly equal, because one of their bands is equal.

    Sentences of only one owner are left out: within a site, sentences that differ a little are
    formulas with a changing date or number.
    """
    rows = sentences.filter(sentences[band].notnull()).select("sentence", "low", "high", band=band)
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


@cached_expression
def with_texts(candidates: ibis.Table, sentences: ibis.Table) -> ibis.Table:
    """Candidates with their texts."""
    wanted = candidates.select(sentence="x").union(candidates.select(sentence="y")).distinct()
    rows = sentences.select("sentence", "text").semi_join(wanted, "sentence")
    texts = rows.group_by("sentence").agg(text=rows.text.min())
    left = texts.rename(x="sentence", text_x="text")
    right = texts.rename(y="sentence", text_y="text")
    return candidates.join(left, "x").join(right, "y").select("x", "y", "text_x", "text_y")


@cached_expression
def changed(rare: ibis.Table, holders: ibis.Table, near: ibis.Table) -> ibis.Table:
    """Every two pages of different owners with nearly equal sentences."""
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
    return _columns(both.filter(both.owner_a != both.owner_b), exact=False)


@cached_expression
def without_exact(changed: ibis.Table, exact: ibis.Table) -> ibis.Table:
    """Changed sentences, without those that the other page has unchanged as well."""
    pages = ["page_a", "page_b"]
    for side in ("a", "b"):
        changed = changed.anti_join(exact, [*pages, f"sentence_{side}"])
    return changed


def _columns(matches: ibis.Table, *, exact: bool) -> ibis.Table:
    columns = [f"{column}_{side}" for side in ("a", "b") for column in _COLUMNS]
    return matches.select(*columns, exact=ibis.literal(exact))


def _side(evidence: ibis.Table, side: str) -> ibis.Table:
    return evidence.select(**{f"{column}_{side}": column for column in _COLUMNS})
