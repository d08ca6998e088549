"""The article set of a page as a list with items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.language import dates
from honbun.listing.faithful.articles import article_set
from honbun.listing.faithful.lines import Lines
from honbun.listing.model import Item, Listing
from honbun.tree.address import safe_address
from honbun.tree.path import Paths
from honbun.tree.strand import strand

if TYPE_CHECKING:
    from honbun.listing.faithful.candidates import Article
    from honbun.tree.tree import Tree

_NEAR = 2000
"""Characters of an article in which its date is looked for, if its title has none."""

_NO_PAGES = ("mailto:", "tel:", "ftp:")


def lists(tree: Tree, url: str, base: str) -> list[Listing]:
    """The one list that the paper's method finds, or none.

    `url` is the page's own address, `base` what its relative addresses are relative to.
    """
    lines = Lines(strand(tree))
    found = article_set(lines)
    if not found.articles:
        return []
    reader = _Reader(lines, url, base)
    return [Listing(tuple(map(reader.item, found.articles)), None, found.worth.whole)]


class _Reader:
    """Articles of one page as items."""

    def __init__(self, lines: Lines, url: str, base: str) -> None:
        self._lines, self._url, self._base = lines, url, base
        self._tree = lines.strand.tree
        self._paths = Paths(self._tree)
        self._links: list[int] = []
        """The link that each node stands in or is, else -1."""
        for node, (tag, parent) in enumerate(zip(lines.strand.tag, lines.parent)):
            above = self._links[parent] if parent >= 0 else -1
            self._links.append(node if tag == "a" else above)

    def item(self, article: Article) -> Item:
        lines = self._lines
        title = lines.read(article.title)
        whole = lines.read(lines.inside(article.node))
        return Item(
            title=title,
            link=self._link(article) or self._own(article),
            published=dates.read(title) or dates.read(whole[:_NEAR]),
            summary=lines.read(article.body),
            author=None,
            image=None,
            categories=(),
            xpath=self._paths.of(self._title_element(article)),
        )

    def _title_element(self, article: Article) -> int:
        """The smallest element that holds the title."""
        first = self._lines.texts[article.title.first]
        last = self._lines.texts[article.title.stop - 1]
        node = self._lines.parent[first]
        while self._lines.end[node] <= last:
            node = self._lines.parent[node]
        return int(self._lines.strand.node[node])

    def _link(self, article: Article) -> str | None:
        """The first link of the title, else of the article: of its body last.

        A body may lead anywhere. What stands beside it leads to the article, as a rule.
        """
        texts = self._lines.texts
        title = [texts[at] for at in range(*article.title)]
        body = range(texts[article.body.first], texts[article.body.stop - 1] + 1)
        nodes = range(article.node, self._lines.end[article.node])
        beside = [node for node in nodes if node not in body]
        links = dict.fromkeys(self._links[node] for node in (*title, *beside, *body))
        addresses = (self._address(link) for link in links if link >= 0)
        return next((address for address in addresses if address), None)

    def _address(self, link: int) -> str | None:
        href = self._tree.attribute(int(self._lines.strand.node[link]), "href")
        address = safe_address(self._base, href)
        return None if address and address.startswith(_NO_PAGES) else address

    def _own(self, article: Article) -> str | None:
        """The page's address with the first anchor inside of the article, if it has one."""
        for node in range(article.node, self._lines.end[article.node]):
            if self._lines.strand.run[node] >= 0:
                continue
            element = int(self._lines.strand.node[node])
            names = ("id", "name") if self._lines.strand.tag[node] == "a" else ("id",)
            for name in names:
                if anchor := self._tree.attribute(element, name):
                    return safe_address(self._url, f"#{anchor}")
        return None
