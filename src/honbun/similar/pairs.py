"""Steps on pairs: two pages that share evidence, how much of each, their addresses and links."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ibis

from honbun.engines.rows import cached_expression

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import ibis.expr.types as ir


_PASSED_ON = 3
"""Number of owners from which a sentence is no longer specific to two pages."""


@cached_expression
def candidate_pairs(matches: ibis.Table) -> ibis.Table:
    """Every two pages of some match, with what either page shares.

    `shared` is the width of the shared sentences, `altered` of the changed ones, `quoted` of the
    quotations, `spread` of those that a third owner has too; `first` and `last` are the positions
    on the page where they begin.
    """
    whole = ["page_a", "page_b"]
    a, b = _side(matches, "a"), _side(matches, "b")
    counts = matches.group_by(whole).agg(
        exact=matches.count(where=matches.exact).cast("int64"),
        prose=matches.count(where=~matches.code_a & ~matches.code_b).cast("int64"),
        # Several sentences of one page may be near to one of the other.
        changed=ibis.least(
            matches.sentence_a.nunique(where=~matches.exact),
            matches.sentence_b.nunique(where=~matches.exact),
        ).cast("int64"),
    )
    return counts.join(a, whole).join(b, whole).rename(a="page_a", b="page_b")


def _side(matches: ibis.Table, side: str) -> ibis.Table:
    # A sentence that is near to several of the other page counts once.
    whole = ["page_a", "page_b"]
    facts = {
        name: matches[f"{name}_{side}"].max() for name in ("width", "start", "quoted", "owners")
    }
    own = matches.group_by([*whole, f"sentence_{side}"]).agg(**facts, exact=matches.exact.any())
    measures = {
        "shared": own.width.sum().cast("int64"),
        "altered": _sum_where(own, ~own.exact),
        "quoted": _sum_where(own, own.quoted),
        "spread": _sum_where(own, own.owners >= _PASSED_ON),
        "first": own.start.min(),
        "last": own.start.max(),
    }
    return own.group_by(whole).agg(**{f"{name}_{side}": value for name, value in measures.items()})


def _sum_where(table: ibis.Table, where: ibis.expr.types.BooleanValue) -> ibis.expr.types.Value:
    return ibis.coalesce(table.width.sum(where=where), 0).cast("int64")


@cached_expression
def measured(pairs: ibis.Table, sizes: ibis.Table) -> ibis.Table:
    """Add the overlap R and Simpson's coefficient of paper 003."""
    left = sizes.select(a="page", owner_a="owner", whole_a="size", content_a="content")
    right = sizes.select(b="page", owner_b="owner", whole_b="size", content_b="content")
    both = pairs.join(left, "a").join(right, "b")
    # Pages of one owner are compared whole, others by their content.
    same_owner = both.owner_a == both.owner_b
    both = both.select(
        *pairs.columns,
        size_a=same_owner.ifelse(both.whole_a, both.content_a),
        size_b=same_owner.ifelse(both.whole_b, both.content_b),
    )
    a_is_smaller = both.size_a <= both.size_b
    smaller = a_is_smaller.ifelse(both.size_a, both.size_b)
    of_smaller = a_is_smaller.ifelse(both.shared_a, both.shared_b)
    return both.mutate(
        overlap=(both.shared_a + both.shared_b) / (both.size_a + both.size_b),
        containment=of_smaller / smaller,
    )


@cached_expression
def overlap_of_all(pairs: ibis.Table, sentences: ibis.Table, sizes: ibis.Table) -> ibis.Table:
    """R of each pair if frequent sentences count as shared too."""
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


COMMON = 5
"""Maximum number of sites with a path segment for it to count as specific."""
NEAR = 500
"""Maximum distance in characters between a link and shared text for it to link the source."""


@cached_expression
def specific_urls(pages: ibis.Table) -> ibis.Table:
    """The hosts and paths of pages, without path segments that many sites have."""
    rows = pages.select("page", "owner", part=pages.path.unnest())
    counts = rows.group_by("part").agg(owners=rows.owner.nunique())
    rare = rows.semi_join(counts.filter(counts.owners <= COMMON), "part")
    paths = rare.group_by("page").agg(path=rare.part.collect())
    both = pages.select("page", "owner", "host").left_join(paths, "page")
    return both.select("page", "owner", "host", "path")


@cached_expression
def full_urls(pages: ibis.Table) -> ibis.Table:
    """The hosts and paths of pages with all segments, as in paper 003."""
    return pages.select("page", "owner", "host", "path")


@cached_expression
def url_similarity(pairs: ibis.Table, urls: ibis.Table, *, faithful: bool) -> ibis.Table:
    """The URL similarity of each pair, and the owners.

    It is defined in `text/url_similarity.py`, and that of paper 003 in
    `papers/similar_003/url.py`.
    """
    left = urls.rename(a="page", owner_a="owner", host_a="host", path_a="path")
    right = urls.rename(b="page", owner_b="owner", host_b="host", path_b="path")
    both = pairs.select("a", "b").join(left, "a").join(right, "b")
    host = _share(both.host_a, both.host_b, ibis.least)
    path = _share(both.path_a, both.path_b, ibis.greatest if faithful else ibis.least)
    return both.select("a", "b", "owner_a", "owner_b", url_similarity=(host + path) / 2)


def _share(a: ir.ArrayValue, b: ir.ArrayValue, of: Callable[..., ibis.Value]) -> ir.FloatingValue:
    """The parts that two URLs share, of the smaller (`ibis.least`) or larger number of parts."""
    share = a.intersect(b).length() / ibis.greatest(of(a.length(), b.length()), 1)
    return ibis.coalesce(share, 0.0)


@cached_expression
def same_title(pairs: ibis.Table, pages: ibis.Table) -> ibis.Table:
    """Whether the documents of each pair have the same title."""
    left, right = pages.select(a="page", title_a="title"), pages.select(b="page", title_b="title")
    both = pairs.select("a", "b").join(left, "a").join(right, "b")
    same = (both.title_a != 0) & (both.title_a == both.title_b)
    return both.select("a", "b", same_title=same)


@cached_expression
def linked(pairs: ibis.Table, links: ibis.Table, pages: ibis.Table) -> ibis.Table:
    """Pairs where one page links to the other: which page, and whether near the shared text."""
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


_OWNERS = 2
"""Maximum number of other owners of a sentence that identifies a source: the source and a copy."""


@cached_expression
def stitched(matches: ibis.Table, sizes: ibis.Table) -> ibis.Table:
    """Pages made of the text of others: `sources`, and the `covered` share of their text.

    A page that shares text with unrelated owners, from each something that the others do not have,
    is stitched together from them. An article that many copied is not: its copies share the same
    text among themselves.
    """
    unrelated = matches.filter(matches.owner_a != matches.owner_b)
    rows = _seen_from(unrelated, "a", "b").union(_seen_from(unrelated, "b", "a"))
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


_ORDER = ("a", "b")


@cached_expression
def with_pages(found: ibis.Table, pages: ibis.Table) -> ibis.Table:
    """Every pair in page order, with URLs and dates."""
    left = pages.select(a="page", url_a="url", date_a="date")
    right = pages.select(b="page", url_b="url", date_b="date")
    return found.join(left, "a").join(right, "b").order_by(_ORDER)


@cached_expression
def shared_sentences(
    found: ibis.Table, matches: ibis.Table, repeated: ibis.Table, sentences: ibis.Table, most: int
) -> ibis.Table:
    """At most `most` shared sentences of every pair, as either page has them, in page order."""
    chosen = _first(_matched(matches), most).semi_join(found, _ORDER)
    whole = _first(_of_duplicates(repeated, sentences), most)
    rows = chosen.union(whole)
    own = sentences.select(a="page", sentence_a="sentence", text_a="text")
    other = sentences.select(b="page", sentence_b="sentence", text_b="text")
    texts = rows.join(own, ["a", "sentence_a"]).join(other, ["b", "sentence_b"])
    return texts.order_by([*_ORDER, "place"]).select(*_ORDER, "text_a", "text_b")


def _matched(matches: ibis.Table) -> ibis.Table:
    """One row per sentence of the earlier page; of several near ones, the first by number."""
    rows = matches.rename(a="page_a", b="page_b")
    return rows.group_by([*_ORDER, "sentence_a"]).agg(
        start=rows.start_a.min(), sentence_b=rows.sentence_b.min()
    )


def _of_duplicates(repeated: ibis.Table, sentences: ibis.Table) -> ibis.Table:
    own = sentences.select(a="page", sentence_a="sentence", start="start", sentence_b="sentence")
    pairs = repeated.select(a="first", b="page")
    return pairs.join(own, "a").select(*_ORDER, "sentence_a", "start", "sentence_b")


def _first(rows: ibis.Table, most: int) -> ibis.Table:
    order: Sequence[ibis.Value] = [rows.start, rows.sentence_a]
    place = ibis.row_number().over(group_by=_ORDER, order_by=order).cast("int64")
    ranked = rows.mutate(place=place)
    return ranked.filter(ranked.place < most).select(*_ORDER, "sentence_a", "sentence_b", "place")
