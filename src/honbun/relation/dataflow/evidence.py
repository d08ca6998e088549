"""Evidence: the sentences that tell something when two pages share them.

A sentence that many pages have tells nothing: the paper takes those on at most 10 of 100 million
pages. Among few pages that limit means little, and the boilerplate of a site of 30 pages would be
evidence; so what stands on a good share of the pages of any one site is boilerplate too, wherever
it is found. A site's own articles are not: the pages of one article (its day, its month, its
category, the front page) are few, however large the site.
"""

from __future__ import annotations

import ibis

FEWEST = 4
"""Pages of a site that boilerplate stands on at least."""
ONE_IN = 5
"""A sentence on one in so many of a site's pages is boilerplate."""


def boilerplate(pages: ibis.Table, sentences: ibis.Table) -> ibis.Table:
    """The sentences that stand on many of the pages of some site."""
    sizes = pages.group_by("site").agg(site_pages=pages.count().cast("int64"))
    large = sizes.filter(sizes.site_pages >= FEWEST)
    counts = sentences.group_by(["site", "sentence"]).agg(on=sentences.count().cast("int64"))
    often = counts.filter(counts.on >= FEWEST).join(large, "site")
    return often.filter(ONE_IN * often.on >= often.site_pages).select("sentence").distinct()


def frequencies(sentences: ibis.Table, pages: ibis.Table) -> ibis.Table:
    """On how many pages each sentence stands, and of how many owners."""
    owned = sentences.select("page", "sentence").join(pages.select("page", "owner"), "page")
    return owned.group_by("sentence").agg(
        pages=owned.count().cast("int64"), owners=owned.owner.nunique().cast("int64")
    )


def evidence(sentences: ibis.Table, frequencies: ibis.Table, most: int) -> ibis.Table:
    """The sentences that are rare, with the number of owners that have them."""
    rare = frequencies.filter(frequencies.pages <= most)
    return sentences.join(rare, "sentence").drop("site")


def sizes(pages: ibis.Table, sentences: ibis.Table) -> ibis.Table:
    """The columns of all long sentences of each page, 0 where it has none."""
    sums = sentences.group_by("page").agg(size=sentences.width.sum().cast("int64"))
    joined = pages.select("page").left_join(sums, "page")
    return joined.select("page", size=ibis.coalesce(joined.size, 0).cast("int64"))
