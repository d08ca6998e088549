"""Answer: pairs with the addresses of their pages, and the sentences to show for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ibis

from honbun.tables.built import built_once

if TYPE_CHECKING:
    from collections.abc import Sequence

_ORDER = ("a", "b")


@built_once
def pairs(found: ibis.Table, pages: ibis.Table) -> ibis.Table:
    """Every pair in the order of its pages, with their URLs and dates."""
    left = pages.select(a="page", url_a="url", date_a="date")
    right = pages.select(b="page", url_b="url", date_b="date")
    return found.join(left, "a").join(right, "b").order_by(_ORDER)


@built_once
def shown(
    found: ibis.Table, matches: ibis.Table, repeated: ibis.Table, sentences: ibis.Table, most: int
) -> ibis.Table:
    """Up to so many sentences of every pair, as either page has them, in the order of pages."""
    chosen = _first(_matched(matches), most).semi_join(found, _ORDER)
    whole = _first(_of_twins(repeated, sentences), most)
    rows = chosen.union(whole)
    own = sentences.select(a="page", sentence_a="sentence", text_a="text")
    other = sentences.select(b="page", sentence_b="sentence", text_b="text")
    told = rows.join(own, ["a", "sentence_a"]).join(other, ["b", "sentence_b"])
    return told.order_by([*_ORDER, "place"]).select(*_ORDER, "text_a", "text_b")


def _matched(matches: ibis.Table) -> ibis.Table:
    """One row for each sentence of the earlier page; of several near ones, the first by number."""
    rows = matches.rename(a="page_a", b="page_b")
    return rows.group_by([*_ORDER, "sentence_a"]).agg(
        start=rows.start_a.min(), sentence_b=rows.sentence_b.min()
    )


def _of_twins(repeated: ibis.Table, sentences: ibis.Table) -> ibis.Table:
    own = sentences.select(a="page", sentence_a="sentence", start="start", sentence_b="sentence")
    pairs = repeated.select(a="first", b="page")
    return pairs.join(own, "a").select(*_ORDER, "sentence_a", "start", "sentence_b")


def _first(rows: ibis.Table, most: int) -> ibis.Table:
    order: Sequence[ibis.Value] = [rows.start, rows.sentence_a]
    place = ibis.row_number().over(group_by=_ORDER, order_by=order).cast("int64")
    ranked = rows.mutate(place=place)
    return ranked.filter(ranked.place < most).select(*_ORDER, "sentence_a", "sentence_b", "place")
