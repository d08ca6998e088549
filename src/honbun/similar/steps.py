"""The relations that pages are compared by: page, sentence, link."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ibis

from honbun.engines.rows import cached_expression
from honbun.similar.tables import BANDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    import ibis.expr.types as ir


@cached_expression
def latest(pages: ibis.Table) -> ibis.Table:
    """The pages, each address once: as it was read last. Pages without one are all there."""
    named = pages.filter(pages.url != "")
    last = named.group_by("url").agg(page=named.page.max())
    return pages.anti_join(named.anti_join(last, "page"), "page")


@cached_expression
def pages(reading: ibis.Table) -> ibis.Table:
    """The pages that could be read."""
    found = reading.filter(reading.trouble.isnull())
    return found.select("page", "url", "address", "site", "owner", "host", "path", "date", "digest")


@cached_expression
def sentences(reading: ibis.Table) -> ibis.Table:
    """The long sentences of every page, each once a page."""
    rows = reading.select("page", "site", "owner", one=reading.sentences.unnest())
    fields = ["sentence", "width", "start", "quoted", "content", "code", "text", *BANDS]
    return rows.select("page", "site", "owner", **{field: rows.one[field] for field in fields})


@cached_expression
def links(reading: ibis.Table) -> ibis.Table:
    """The links of every page, each once a page."""
    rows = reading.select("page", one=reading.links.unnest())
    return rows.select("page", target=rows.one["target"], start=rows.one["start"])


# Evidence: the sentences that tell something when two pages share them.
#
# A sentence that many pages have tells nothing: the paper takes those on at most 10 of 100 million
# pages. Among few pages that limit means little, and the boilerplate of a site of 30 pages would
# be evidence; so what stands on a good share of the pages of any one site is boilerplate too,
# wherever it is found. A site's own articles are not: the pages of one article (its day, its
# month, its category, the front page) are few, however large the site.

FEWEST = 4
"""Pages of a site that boilerplate stands on at least."""
ONE_IN = 5
"""A sentence on one in so many of a site's pages is boilerplate."""


@cached_expression
def frequencies(sentences: ibis.Table) -> ibis.Table:
    """On how many pages a sentence stands, of those that stand on several: most do not."""
    counts = sentences.group_by("sentence").agg(pages=sentences.count().cast("int64"))
    return counts.filter(counts.pages >= 2)


@cached_expression
def boilerplate(pages: ibis.Table, sentences: ibis.Table, frequencies: ibis.Table) -> ibis.Table:
    """The sentences that stand on many of the pages of some site.

    Pages are counted by what they say: four copies of a page have no boilerplate in common.
    """
    sizes = pages.group_by("site").agg(site_pages=pages.digest.nunique().cast("int64"))
    large = sizes.filter(sizes.site_pages >= FEWEST)
    often = frequencies.filter(frequencies.pages >= FEWEST)
    some = sentences.select("page", "site", "sentence").semi_join(often, "sentence")
    some = some.join(pages.select("page", "digest"), "page")
    counts = some.group_by(["site", "sentence"]).agg(on=some.digest.nunique().cast("int64"))
    found = counts.filter(counts.on >= FEWEST).join(large, "site")
    return found.filter(ONE_IN * found.on >= found.site_pages).select("sentence").distinct()


@cached_expression
def rare(sentences: ibis.Table, frequencies: ibis.Table, most: int) -> ibis.Table:
    """The sentences that do not stand on too many pages."""
    return sentences.anti_join(frequencies.filter(frequencies.pages > most), "sentence")


@cached_expression
def shared(rare: ibis.Table, frequencies: ibis.Table) -> ibis.Table:
    """Those of them that stand on several."""
    rows = rare.select("page", "owner", "sentence", "width", "start", "quoted", "content", "code")
    return rows.semi_join(frequencies, "sentence")


@cached_expression
def holders(shared: ibis.Table) -> ibis.Table:
    """For each sentence on several pages the first page, and the owners."""
    return shared.group_by("sentence").agg(
        first=shared.page.min(),
        low=shared.owner.min(),
        high=shared.owner.max(),
        owners=shared.owner.nunique().cast("int64"),
    )


@cached_expression
def sizes(pages: ibis.Table, sentences: ibis.Table) -> ibis.Table:
    """The columns of the long sentences of each page: of all, and of those in its content."""
    sums = sentences.group_by("page").agg(
        size=sentences.width.sum().cast("int64"),
        content=sentences.width.sum(where=sentences.content).cast("int64"),
    )
    joined = pages.select("page", "owner").left_join(sums, "page")
    numbers = {name: ibis.coalesce(joined[name], 0).cast("int64") for name in ("size", "content")}
    return joined.select("page", "owner", **numbers)


# Twins: pages that say exactly the same, more of them than a rare sentence may stand on.
#
# Every sentence of such a page is too frequent to be evidence, and every two of them would be a
# pair: 10,000 copies make 50 million. So the first stands for the others in all that follows, and
# each of the others is a pair with the first alone.


@cached_expression
def twins(pages: ibis.Table, most: int) -> ibis.Table:
    """The pages that another stands for, as (`page`, `first`)."""
    same = pages.filter(pages.digest.notnull())
    groups = same.group_by("digest").agg(first=same.page.min(), members=same.count().cast("int64"))
    large = groups.filter(groups.members > most)
    found = same.join(large, "digest").select("page", "first")
    return found.filter(found.page != found.first)


# Match: a sentence of one page and the same, or nearly the same, of another.

_COLUMNS = ["page", "owner", "sentence", "width", "start", "quoted", "content", "code", "owners"]
"""What is known of the sentence on either page."""


VARIANTS = 3
"""Sentences that one may be near to: more are a formula in which a date or a name changes."""


@cached_expression
def exact(shared: ibis.Table, holders: ibis.Table) -> ibis.Table:
    """Every two pages that have the same sentence, the earlier page as `a`.

    Between owners it must be in the content of both: what stands beside it is the same wherever
    the same program made the page, or the same firm asks for consent.
    """
    told = shared.join(holders.select("sentence", "owners"), "sentence")
    a, b = _side_match(told, "a"), _side_match(told, "b")
    both = a.join(b, [a.sentence_a == b.sentence_b, a.page_a < b.page_b])
    at_home = both.owner_a == both.owner_b
    return _told(both.filter(at_home | (both.content_a & both.content_b)), exact=True)


@cached_expression
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


@cached_expression
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


@cached_expression
def with_texts(candidates: ibis.Table, sentences: ibis.Table) -> ibis.Table:
    """Candidates with what they say."""
    asked = candidates.select(sentence="x").union(candidates.select(sentence="y")).distinct()
    rows = sentences.select("sentence", "text").semi_join(asked, "sentence")
    said = rows.group_by("sentence").agg(text=rows.text.min())
    left, right = said.rename(x="sentence", text_x="text"), said.rename(y="sentence", text_y="text")
    return candidates.join(left, "x").join(right, "y").select("x", "y", "text_x", "text_y")


@cached_expression
def changed(rare: ibis.Table, holders: ibis.Table, near: ibis.Table) -> ibis.Table:
    """Every two pages of different owners that have sentences which are nearly the same."""
    either = near.select("x", "y").union(near.select(x="y", y="x"))
    counts = either.group_by("x").agg(near=either.count())
    formulas = counts.filter(counts.near > VARIANTS)
    either = either.anti_join(formulas, "x").anti_join(formulas.rename(y="x"), "y")
    rows = rare.semi_join(either.select(sentence="x").distinct(), "sentence")
    rows = rows.left_join(holders.select("sentence", "owners"), "sentence")
    rows = rows.mutate(owners=ibis.coalesce(rows.owners, 1).cast("int64"))
    a, b = _side_match(rows, "a"), _side_match(rows, "b")
    left = a.join(either, a.sentence_a == either.x)
    both = left.join(b, [left.y == b.sentence_b, left.page_a < b.page_b])
    return _told(both.filter(both.owner_a != both.owner_b), exact=False)


@cached_expression
def beside(changed: ibis.Table, exact: ibis.Table) -> ibis.Table:
    """Changed sentences of two pages, but for those that the other page has unchanged as well."""
    pages = ["page_a", "page_b"]
    for side in ("a", "b"):
        changed = changed.anti_join(exact, [*pages, f"sentence_{side}"])
    return changed


def _told(matches: ibis.Table, *, exact: bool) -> ibis.Table:
    columns = [f"{column}_{side}" for side in ("a", "b") for column in _COLUMNS]
    return matches.select(*columns, exact=ibis.literal(exact))


def _side_match(evidence: ibis.Table, side: str) -> ibis.Table:
    return evidence.select(**{f"{column}_{side}": column for column in _COLUMNS})


# Pair: two pages that share evidence, and how much of each it is.

_PASSED_ON = 3
"""Owners from which a sentence is no longer something between two pages."""


@cached_expression
def candidate_pairs(matches: ibis.Table) -> ibis.Table:
    """Every two pages of some match, with what is shared as either page has it.

    `shared` is the columns of the sentences, `altered` of those that were changed, `quoted` of
    those that stand as quotations, `spread` of those that a third owner has as well, `first` and
    `last` where on the page they begin.
    """
    whole = ["page_a", "page_b"]
    a, b = _side_pair(matches, "a"), _side_pair(matches, "b")
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


def _side_pair(matches: ibis.Table, side: str) -> ibis.Table:
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


@cached_expression
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


@cached_expression
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


# Addresses: how similar those of two pages are, and which page links to the other.

COMMON = 5
"""Sites on which a part of a path may stand and still tell something."""
NEAR = 500
"""Characters between a link and shared text up to which it is a link to its source."""


@cached_expression
def telling(pages: ibis.Table) -> ibis.Table:
    """The hosts and paths of pages, without the parts of paths that many sites have."""
    rows = pages.select("page", "owner", part=pages.path.unnest())
    counts = rows.group_by("part").agg(owners=rows.owner.nunique())
    rare = rows.semi_join(counts.filter(counts.owners <= COMMON), "part")
    paths = rare.group_by("page").agg(path=rare.part.collect())
    both = pages.select("page", "owner", "host").left_join(paths, "page")
    return both.select("page", "owner", "host", "path")


@cached_expression
def as_given(pages: ibis.Table) -> ibis.Table:
    """The hosts and paths of pages with all their parts: the paper's way."""
    return pages.select("page", "owner", "host", "path")


@cached_expression
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


@cached_expression
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


# Stitched pages: those that are made of the text of others.
#
# A page whose text is found on pages of unrelated owners, from each something that the others do
# not have, was put together from them. An article that many have copied is none: what its copies
# have, they have from one place, and share among themselves.

_OWNERS = 2
"""Other owners of a sentence that tells a source: the one it is from, and perhaps one more copy."""


@cached_expression
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


# Answer: pairs with the addresses of their pages, and the sentences to show for them.

_ORDER = ("a", "b")


@cached_expression
def answer_pairs(found: ibis.Table, pages: ibis.Table) -> ibis.Table:
    """Every pair in the order of its pages, with their URLs and dates."""
    left = pages.select(a="page", url_a="url", date_a="date")
    right = pages.select(b="page", url_b="url", date_b="date")
    return found.join(left, "a").join(right, "b").order_by(_ORDER)


@cached_expression
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
