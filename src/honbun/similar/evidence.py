"""Steps on pages and sentences: the tables of a collection, and the sentences that are evidence.

A sentence on many pages shows nothing: paper 003 uses sentences on at most 10 of 100 million pages.
In a small collection that limit is too generous, and the boilerplate of a site of 30 pages would be
evidence. So a sentence on a good share of the pages of any one site is boilerplate too, wherever it
occurs. A site's own articles are not: the pages of one article (its day, month, category, the front
page) are few, however large the site is.
"""

from __future__ import annotations

import ibis

from honbun.engines.rows import cached_expression
from honbun.similar.tables import BANDS


@cached_expression
def latest(pages: ibis.Table) -> ibis.Table:
    """The last version of each address; pages without an address are all kept."""
    named = pages.filter(pages.url != "")
    last = named.group_by("url").agg(page=named.page.max())
    return pages.anti_join(named.anti_join(last, "page"), "page")


@cached_expression
def pages(reading: ibis.Table) -> ibis.Table:
    """The pages that were read without failure."""
    found = reading.filter(reading.trouble.isnull())
    columns = "page url address site owner host path date title digest"
    return found.select(*columns.split())


@cached_expression
def sentences(reading: ibis.Table) -> ibis.Table:
    """The long sentences of every page, each once per page."""
    rows = reading.select("page", "site", "owner", one=reading.sentences.unnest())
    fields = ["sentence", "width", "start", "quoted", "content", "code", "text", *BANDS]
    return rows.select("page", "site", "owner", **{field: rows.one[field] for field in fields})


@cached_expression
def links(reading: ibis.Table) -> ibis.Table:
    """The links of every page, each once per page."""
    rows = reading.select("page", one=reading.links.unnest())
    return rows.select("page", target=rows.one["target"], start=rows.one["start"])


FEWEST = 4
"""Minimum number of pages of a site that boilerplate is on."""
ONE_IN = 5
"""A sentence on one in so many of a site's pages is boilerplate."""


@cached_expression
def frequencies(sentences: ibis.Table) -> ibis.Table:
    """The number of pages of each sentence that is on several; most are not."""
    counts = sentences.group_by("sentence").agg(pages=sentences.count().cast("int64"))
    return counts.filter(counts.pages >= 2)


@cached_expression
def boilerplate(pages: ibis.Table, sentences: ibis.Table, frequencies: ibis.Table) -> ibis.Table:
    """The sentences on many pages of some site.

    Pages with the same text count once: four copies of a page have no boilerplate in common.
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
def content(sentences: ibis.Table) -> ibis.Table:
    """The sentences in the content of their pages."""
    return sentences.filter(sentences.content)


@cached_expression
def rare(sentences: ibis.Table, frequencies: ibis.Table, most: int) -> ibis.Table:
    """The sentences that are not on too many pages."""
    return sentences.anti_join(frequencies.filter(frequencies.pages > most), "sentence")


@cached_expression
def shared(rare: ibis.Table, frequencies: ibis.Table) -> ibis.Table:
    """The rare sentences that are on several pages."""
    rows = rare.select("page", "owner", "sentence", "width", "start", "quoted", "content", "code")
    return rows.semi_join(frequencies, "sentence")


@cached_expression
def holders(shared: ibis.Table) -> ibis.Table:
    """The first page and the owners of each shared sentence."""
    return shared.group_by("sentence").agg(
        first=shared.page.min(),
        low=shared.owner.min(),
        high=shared.owner.max(),
        owners=shared.owner.nunique().cast("int64"),
    )


@cached_expression
def sizes(pages: ibis.Table, sentences: ibis.Table) -> ibis.Table:
    """The total width of the long sentences of each page: all, and those in its content."""
    sums = sentences.group_by("page").agg(
        size=sentences.width.sum().cast("int64"),
        content=sentences.width.sum(where=sentences.content).cast("int64"),
    )
    joined = pages.select("page", "owner").left_join(sums, "page")
    numbers = {name: ibis.coalesce(joined[name], 0).cast("int64") for name in ("size", "content")}
    return joined.select("page", "owner", **numbers)


@cached_expression
def duplicate_pages(pages: ibis.Table, most: int) -> ibis.Table:
    """Pages with the same text as a page before, as (`page`, `first`), if there are many of them.

    Every sentence of such pages is too frequent to be evidence, and every two of them would be a
    pair: 10,000 copies make 50 million. The first page represents them, and each of the others is
    a pair with the first only.
    """
    same = pages.filter(pages.digest.notnull())
    groups = same.group_by("digest").agg(first=same.page.min(), members=same.count().cast("int64"))
    large = groups.filter(groups.members > most)
    found = same.join(large, "digest").select("page", "first")
    return found.filter(found.page != found.first)
