"""The paper's method from a page to a list with items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.feeds.model import Item, ItemList
from honbun.feeds.page import build_feed
from honbun.html.links import base_url, safe_url
from honbun.html.nodes import node_sequence
from honbun.metadata import head
from honbun.papers.feed_001.articles import article_set
from honbun.papers.feed_001.lines import Lines
from honbun.text import dates as text_dates

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from honbun.feeds.model import Feed, FeedOptions
    from honbun.html.tree import Tree
    from honbun.page import Page
    from honbun.papers.feed_001.clusters import Article

_NEAR = 2000
"""Characters of an article that are searched for a date if its title has none."""

_NO_PAGES = ("mailto:", "tel:", "ftp:")


def feed(page: Page, _: FeedOptions) -> Feed:
    """The list of a page by the paper's method; the counterpart of `honbun.feed`."""
    decoded = page.decode()
    tree = page.parse(decoded)
    return build_feed(page, decoded, tree, lists(tree, page.resolve_url(tree), page.fetched_at))


def lists(tree: Tree, url: str, when: datetime | None = None) -> list[ItemList]:
    """The one list that the paper's method finds on a page with this address, or none.

    `when` is the time the page was fetched; relative dates refer to it.
    """
    lines = Lines(node_sequence(tree))
    found = article_set(lines)
    if not found.articles:
        return []
    reader = _Reader(lines, url, when)
    return [ItemList(tuple(map(reader.item, found.articles)), None, found.worth.whole)]


class _Reader:
    """Articles of one page as items."""

    def __init__(self, lines: Lines, url: str, when: datetime | None) -> None:
        self._lines, self._url, self._when = lines, url, when
        self._tree = lines.sequence.tree
        self._base = base_url(self._tree, url)
        self._language = head.language(self._tree)
        self._links: list[int] = []
        """The link that contains or is each node, else -1."""
        for node, (tag, parent) in enumerate(zip(lines.sequence.tag, lines.parent)):
            above = self._links[parent] if parent >= 0 else -1
            self._links.append(node if tag == "a" else above)

    def item(self, article: Article) -> Item:
        lines = self._lines
        title = lines.read(article.title)
        whole = lines.read(lines.inside(article.node))
        return Item(
            title=title,
            link=self._link(article),
            published=self._date(title) or self._date(whole[:_NEAR]),
            summary=lines.read(article.body),
            author=None,
            image=None,
            categories=(),
            xpath=self._tree.xpath(self._title_element(article)),
        )

    def _date(self, text: str) -> str | None:
        return text_dates.read(text, language=self._language, now=self._when)

    def _title_element(self, article: Article) -> int:
        """The smallest element that contains the title."""
        first = self._lines.texts[article.title.first]
        last = self._lines.texts[article.title.stop - 1]
        node = self._lines.parent[first]
        while self._lines.end[node] <= last:
            node = self._lines.parent[node]
        return int(self._lines.sequence.node[node])

    def _link(self, article: Article) -> str | None:
        """The first link of the title or beside the body, else the article's own anchor.

        Links in the body come last: links beside it usually lead to the article, links in it
        anywhere.
        """
        texts = self._lines.texts
        title = [texts[at] for at in range(*article.title)]
        body = range(texts[article.body.first], texts[article.body.stop - 1] + 1)
        nodes = range(article.node, self._lines.end[article.node])
        beside = [node for node in nodes if node not in body]
        return self._first((*title, *beside)) or self._anchor(nodes) or self._first(body)

    def _first(self, nodes: Iterable[int]) -> str | None:
        """The target of the first link that contains or is one of the nodes."""
        links = dict.fromkeys(self._links[node] for node in nodes)
        addresses = (self._address(link) for link in links if link >= 0)
        return next((address for address in addresses if address), None)

    def _address(self, link: int) -> str | None:
        href = self._tree.attribute(int(self._lines.sequence.node[link]), "href")
        address = safe_url(self._base, href)
        return None if address and address.startswith(_NO_PAGES) else address

    def _anchor(self, nodes: Iterable[int]) -> str | None:
        """The page's address with the first anchor among some nodes."""
        for node in nodes:
            if self._lines.sequence.run[node] >= 0:
                continue
            element = int(self._lines.sequence.node[node])
            names = ("id", "name") if self._lines.sequence.tag[node] == "a" else ("id",)
            for name in names:
                if anchor := self._tree.attribute(element, name):
                    return safe_url(self._url, f"#{anchor}")
        return None
