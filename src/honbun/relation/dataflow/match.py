"""Match: a sentence of one page and the same, or nearly the same, of another."""

from __future__ import annotations

import ibis

_COLUMNS = ["page", "owner", "sentence", "width", "start", "quoted", "owners"]
"""What is known of the sentence on either page."""


VARIANTS = 3
"""Sentences that one may be near to: more are a formula in which a date or a name changes."""


def exact(evidence: ibis.Table) -> ibis.Table:
    """Every two pages that have the same sentence, the earlier page as `a`."""
    shared = evidence.filter(evidence.pages >= 2)
    a, b = _side(shared, "a"), _side(shared, "b")
    return _told(a.join(b, [a.sentence_a == b.sentence_b, a.page_a < b.page_b]), exact=True)


def candidates(evidence: ibis.Table, most: int) -> ibis.Table:
    """Two different sentences that may be nearly the same, each pair once, with their texts.

    Those that only one owner has are left out: within a site, sentences that differ a little are
    formulas in which a date or a number changes.
    """
    bands = evidence.select("sentence", band=evidence.bands.unnest()).distinct()
    counts = bands.group_by("band").agg(sentences=bands.count().cast("int64"))
    few = counts.filter((counts.sentences >= 2) & (counts.sentences <= most))
    rare = bands.semi_join(few, "band")
    x, y = rare.rename(x="sentence"), rare.rename(y="sentence")
    pairs = x.join(y, ["band", x.x < y.y]).select("x", "y").distinct()
    said = evidence.group_by("sentence").agg(
        text=evidence.text.min(), first=evidence.owner.min(), last=evidence.owner.max()
    )
    left = said.rename(x="sentence", text_x="text", first_x="first", last_x="last")
    right = said.rename(y="sentence", text_y="text", first_y="first", last_y="last")
    both = pairs.join(left, "x").join(right, "y")
    strangers = (
        (both.first_x != both.last_x)
        | (both.first_y != both.last_y)
        | (both.first_x != both.first_y)
    )
    return both.filter(strangers).select("x", "y", "text_x", "text_y")


def changed(evidence: ibis.Table, near: ibis.Table) -> ibis.Table:
    """Every two pages of different owners that have sentences which are nearly the same."""
    either = near.select("x", "y").union(near.select(x="y", y="x"))
    counts = either.group_by("x").agg(near=either.count())
    formulas = counts.filter(counts.near > VARIANTS)
    either = either.anti_join(formulas, "x").anti_join(formulas.rename(y="x"), "y")
    a, b = _side(evidence, "a"), _side(evidence, "b")
    left = a.join(either, a.sentence_a == either.x)
    both = left.join(b, [left.y == b.sentence_b, left.page_a < b.page_b])
    return _told(both.filter(both.owner_a != both.owner_b), exact=False)


def _told(matches: ibis.Table, *, exact: bool) -> ibis.Table:
    columns = [f"{column}_{side}" for side in ("a", "b") for column in _COLUMNS]
    return matches.select(*columns, exact=ibis.literal(exact))


def _side(evidence: ibis.Table, side: str) -> ibis.Table:
    return evidence.select(**{f"{column}_{side}": column for column in _COLUMNS})
