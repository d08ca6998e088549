"""Bytes become markup, of a page and of any other kind, for the scanner of the compiled core."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise

from honbun._core import scan
from honbun._core.page import PageColumns
from honbun.html.parse import parse


def scanner(data: bytes) -> None:
    """Markup of the parser is read, any other is read or refused, and offsets stay inside."""
    text = data.decode("utf-8", "surrogateescape")
    html = parse(text).html
    cut = len(data) and len(html) * data[-1] // 256
    lengths = [byte - 1 for byte in data[:8]]
    for markup, verbatim in ((html, None), (html[:cut], None), (text, None), (text, lengths)):
        page = PageColumns()
        with suppress(ValueError, scan.Ambiguous):
            scan.read(page, markup, verbatim)
        _check(page)


def _check(page: PageColumns) -> None:
    parent, end = page.column("parent"), page.column("end")
    start, stop = page.column("start"), page.column("stop")
    length = len(page.text) if len(page) else 0
    for node in range(len(page)):
        assert parent[node] < node < end[node] <= len(page)
        assert start[node] <= stop[node] <= length
        page.attributes(node)
        page.raw_text(node)
        page.xpath(node)
    assert all(one <= other for one, other in pairwise(page.column("run_start")))
    assert all(0 <= owner < max(len(page), 1) for owner in page.column("run_owner"))
    page.find(*page.tags()[:3], "p")
    page.find_attributes("class", "href", containing="a")
