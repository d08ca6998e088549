"""Evidence: the sentences that tell something when two pages share them.

A sentence that many pages have tells nothing: the paper takes those on at most 10 of 100 million
pages. Among few pages that limit means little, and the boilerplate of a site of 30 pages would be
evidence; so what stands on a good share of the pages of any one site is boilerplate too, wherever
it is found. A site's own articles are not: the pages of one article (its day, its month, its
category, the front page) are few, however large the site.
"""

from __future__ import annotations

import ibis

from honbun.tables.built import built_once

FEWEST = 4
"""Pages of a site that boilerplate stands on at least."""
ONE_IN = 5
"""A sentence on one in so many of a site's pages is boilerplate."""


@built_once
def frequencies(sentences: ibis.Table) -> ibis.Table:
    """On how many pages a sentence stands, of those that stand on several: most do not."""
    counts = sentences.group_by("sentence").agg(pages=sentences.count().cast("int64"))
    return counts.filter(counts.pages >= 2)


@built_once
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


@built_once
def rare(sentences: ibis.Table, frequencies: ibis.Table, most: int) -> ibis.Table:
    """The sentences that do not stand on too many pages."""
    return sentences.anti_join(frequencies.filter(frequencies.pages > most), "sentence")


@built_once
def shared(rare: ibis.Table, frequencies: ibis.Table) -> ibis.Table:
    """Those of them that stand on several."""
    rows = rare.select("page", "owner", "sentence", "width", "start", "quoted", "content", "code")
    return rows.semi_join(frequencies, "sentence")


@built_once
def holders(shared: ibis.Table) -> ibis.Table:
    """For each sentence on several pages the first page, and the owners."""
    return shared.group_by("sentence").agg(
        first=shared.page.min(),
        low=shared.owner.min(),
        high=shared.owner.max(),
        owners=shared.owner.nunique().cast("int64"),
    )


@built_once
def sizes(pages: ibis.Table, sentences: ibis.Table) -> ibis.Table:
    """The columns of the long sentences of each page: of all, and of those in its content."""
    sums = sentences.group_by("page").agg(
        size=sentences.width.sum().cast("int64"),
        content=sentences.width.sum(where=sentences.content).cast("int64"),
    )
    joined = pages.select("page", "owner").left_join(sums, "page")
    numbers = {name: ibis.coalesce(joined[name], 0).cast("int64") for name in ("size", "content")}
    return joined.select("page", "owner", **numbers)
