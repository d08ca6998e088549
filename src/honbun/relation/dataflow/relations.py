"""The relations that pages are compared by: page, sentence, link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.relation.schema import BANDS

if TYPE_CHECKING:
    import ibis

from honbun.tables.built import built_once


@built_once
def latest(pages: ibis.Table) -> ibis.Table:
    """The pages, each address once: as it was read last. Pages without one are all there."""
    named = pages.filter(pages.url != "")
    last = named.group_by("url").agg(page=named.page.max())
    return pages.anti_join(named.anti_join(last, "page"), "page")


@built_once
def pages(reading: ibis.Table) -> ibis.Table:
    """The pages that could be read."""
    found = reading.filter(reading.trouble.isnull())
    return found.select("page", "url", "address", "site", "owner", "host", "path", "date", "digest")


@built_once
def sentences(reading: ibis.Table) -> ibis.Table:
    """The long sentences of every page, each once a page."""
    rows = reading.select("page", "site", "owner", one=reading.sentences.unnest())
    fields = ["sentence", "width", "start", "quoted", "content", "code", "text", *BANDS]
    return rows.select("page", "site", "owner", **{field: rows.one[field] for field in fields})


@built_once
def links(reading: ibis.Table) -> ibis.Table:
    """The links of every page, each once a page."""
    rows = reading.select("page", one=reading.links.unnest())
    return rows.select("page", target=rows.one["target"], start=rows.one["start"])
