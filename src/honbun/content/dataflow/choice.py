"""Choices: which pages are of a kind, and which of them it is learnt from."""

from __future__ import annotations

import ibis


def signatures(record: ibis.Table) -> ibis.Table:
    """On how many pages each signature stands."""
    read = record.filter(record.sign.notnull())
    return read.group_by("sign").agg(
        signature=read.signature.arbitrary(), pages=read.count().cast("int64")
    )


def placed(record: ibis.Table, kind: ibis.Table, copy: ibis.Table) -> ibis.Table:
    """The pages that were read, each with its kind and the copies that it is told to have."""
    return record.join(kind, "sign").left_join(copy, "address").drop("address_right")


def sample(pages: ibis.Table, most: int) -> ibis.Table:
    """The pages that each kind is learnt from, as `collection.sample` chooses them.

    A page with no other of its kind teaches nothing.
    """
    few = pages.filter((pages.members > 1) & (pages.members <= most))
    many = pages.filter((pages.members > 1) & (pages.members > most))
    # What is told to be a page's copy is known by that, and any other page by what it says.
    key = many.mutate(said=ibis.ifelse(many.copies.isnull(), many.digest, None))
    firsts = key.group_by("kind", "copies", "said", "digest").agg(page=key.page.min())
    distinct = firsts.group_by("kind", "copies", "said").agg(
        page=firsts.page.argmin(firsts.digest), lowest=firsts.digest.min()
    )
    by_chance = ibis.row_number().over(group_by=distinct.kind, order_by=["lowest", "page"])
    ranked = distinct.mutate(rank=by_chance)
    chosen = ranked.filter(ranked.rank < most)
    return few.select("kind", "page").union(chosen.select("kind", "page"))
