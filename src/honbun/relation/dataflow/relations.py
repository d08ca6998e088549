"""The relations that pages are compared by: page, sentence, link."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ibis


def latest(pages: ibis.Table) -> ibis.Table:
    """The pages, each address once: as it was read last."""
    last = pages.group_by("url").agg(page=pages.page.max())
    return pages.semi_join(last, "page")


def pages(reading: ibis.Table) -> ibis.Table:
    """The pages that could be read.

    `owner` is the site, or the page itself where no site is known: pages of unknown sites are
    strangers to each other, though they may well have one site's boilerplate.
    """
    reading = reading.filter(reading.trouble.isnull())
    return reading.select(
        "page",
        "url",
        "address",
        "site",
        "host",
        "path",
        "date",
        "digest",
        owner=(reading.site == "").ifelse(reading.url, reading.site),
    )


def sentences(reading: ibis.Table) -> ibis.Table:
    """The long sentences of every page, each once a page."""
    rows = reading.select("page", "site", one=reading.sentences.unnest())
    fields = ["sentence", "width", "start", "quoted", "text", "bands"]
    return rows.select("page", "site", **{field: rows.one[field] for field in fields})


def links(reading: ibis.Table) -> ibis.Table:
    """The links of every page, each once a page."""
    rows = reading.select("page", one=reading.links.unnest())
    return rows.select("page", target=rows.one["target"], start=rows.one["start"])
