"""Near-duplicates planted into a site: the same article at several URLs.

A crawl finds articles repeatedly: with another sidebar, as a print version, in full on a list page.
Such pages are generated from the articles of a site and added to its collection without being
scored, to measure their effect on the scores of the originals.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape
from itertools import cycle
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from honbun.annotation.sites import Site, SitePage
from honbun.html.parse import parse
from honbun.metadata import head
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.html.tree import Tree

_EVERY = 10
"""One article in this many is planted a second time."""
_LISTED = 3
"""Articles on the planted list page."""
_ASIDE = 200
"""Characters of a planted sidebar."""
_VOID = frozenset(
    # HTML Standard, 13.1.2 "Elements": these have no end tag.
    "area base br col embed hr img input link meta source track wbr".split()
)


def planted(site: Site) -> Site:
    """A site with near-duplicates of some of its articles after its own pages."""
    articles = site.articles
    if not articles:
        return site
    plants = [
        make(page, articles[place - 1])
        for make, (place, page) in zip(
            cycle((_with_aside_first, _print_version, _with_aside_last)),
            list(enumerate(articles))[::_EVERY],
        )
    ]
    # Articles next to those above, so that no original has two duplicates.
    listed = articles[1 : 1 + _LISTED] or articles
    return Site(site.name, [*site.pages, *plants, _list_page(listed)])


def _with_aside_first(page: SitePage, other: SitePage) -> SitePage:
    # Spans count each line end as one character, as the parser does.
    html = page.page.decode().text.replace("\r\n", "\n").replace("\r", "\n")
    place = _body_begins(parse(html), len(html))
    return _plant(page, "?from=home", html[:place] + _aside(other) + html[place:])


def _body_begins(tree: Tree, otherwise: int) -> int:
    """The offset in the source at which the body begins; its tag is optional."""
    body = tree.body()
    if body is None:
        return otherwise
    if span := tree.span(body):
        return span.open_end
    spans = (tree.span(child) for child in tree.children(body))
    return next((span.start for span in spans if span), otherwise)


def _with_aside_last(page: SitePage, other: SitePage) -> SitePage:
    # Content after </html> belongs to the body, by the HTML standard.
    return _plant(page, "?from=search", page.page.decode().text + _aside(other))


def _print_version(page: SitePage, _: SitePage) -> SitePage:
    tree, content = page.content()
    return _plant(page, "?print=1", _bare(head.title(tree) or "", [_html(tree, content)]))


def _list_page(pages: Sequence[SitePage]) -> SitePage:
    return _plant(pages[0], "all.html", _bare("All", [_html(*page.content()) for page in pages]))


def _plant(page: SitePage, address: str, html: str) -> SitePage:
    """A page of the same site at another URL."""
    url = urljoin(page.page.url or "", address)
    source = f"{page.page.source}#{address}"
    return replace(page, page=Page(html, url=url, source=source), kind="plant")


def _aside(other: SitePage) -> str:
    """A sidebar with words of the site in an order that occurs nowhere else."""
    words = re.split(r"(\W+)", other.truth().text[:_ASIDE])
    return f"<aside><p>{escape(''.join(reversed(words)))}</p></aside>"


def _bare(title: str, articles: Sequence[str]) -> str:
    body = "".join(f"<article>{article}</article>\n" for article in articles)
    return f"<!doctype html><title>{escape(title)}</title><body>{body}"


def _html(tree: Tree, nodes: set[int]) -> str:
    """These elements of a tree and their text as HTML."""
    runs = [
        (begin, run)
        for begin, run, owner in zip(tree.run_start, tree.run, tree.run_owner)
        if owner in nodes
    ]
    runs.reverse()
    parts: list[str] = []
    still_open: list[int] = []

    def write_text(stop: int) -> None:
        while runs and runs[-1][0] < stop:
            parts.append(escape(runs.pop()[1], quote=False))

    def close(before: int) -> None:
        while still_open and tree.end[still_open[-1]] <= before:
            node = still_open.pop()
            write_text(tree.stop[node])
            if tree.tag[node] not in _VOID:
                parts.append(f"</{tree.tag[node]}>")

    for node in sorted(nodes):
        close(node)
        write_text(tree.start[node])
        still_open.append(node)
        attributes = "".join(f' {name}="{escape(value)}"' for name, value in tree.attributes(node))
        parts.append(f"<{tree.tag[node]}{attributes}>")
    close(len(tree))
    return "".join(parts)
