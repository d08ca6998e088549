"""Links: their targets as columns, and which link of an item leads to its article.

A title that is a link leads to the article. A heading may contain several links, or none: then the
link is at the position where the other items have one, too, each with another target ("Full story",
a date that is a permalink), not the first link in the item's text.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import numpy as np

from honbun.html.links import safe_url

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun.feeds.columns import Flags, NodeColumns, Numbers
    from honbun.feeds.items import ItemSpans
    from honbun.html.nodes import NodeSequence

    Shares = NDArray[np.float64]

_NUMBER = re.compile(r"\d+")
_LABEL = 40
_MANY = 60
"""Maximum number of links per item that are considered."""
_USUAL = 0.4
"""Minimum share of items with a link at a position for it to be the item's own."""
_DEEPER = 0.05
"""Score of one more path segment: of an owner's page and a page below it, the latter."""


@dataclass(frozen=True)
class LinkColumns:
    """The links of a page."""

    columns: NodeColumns

    @cached_property
    def node(self) -> Numbers:
        """The nodes that are links, in document order."""
        return np.flatnonzero(np.array([target is not None for target in self.columns.targets]))

    @cached_property
    def target(self) -> list[LinkTarget]:
        """The target of each link."""
        targets = self.columns.targets
        return [target for at in self.node.tolist() if (target := targets[at]) is not None]

    @cached_property
    def key(self) -> Numbers:
        """An id for each target URL; targets on the page itself differ by fragment."""
        keys: dict[str, int] = {}
        named = [f"{t.key}#{t.fragment}" if t.on_page else t.key for t in self.target]
        return np.array([keys.setdefault(key, len(keys)) for key in named], dtype=np.int64)

    @cached_property
    def shape(self) -> Numbers:
        """An id for site, first path segment and depth of each target."""
        shapes: dict[tuple[str, str, int], int] = {}
        found = [(t.site, t.path.strip("/").partition("/")[0], t.depth) for t in self.target]
        return np.array([shapes.setdefault(each, len(shapes)) for each in found], dtype=np.int64)

    @cached_property
    def home(self) -> str:
        """The page's own site; if unknown, the site that most links lead to."""
        sites = Counter(target.site for target in self.target)
        return self.columns.page_target.site or (sites.most_common(1)[0][0] if sites else "")

    @cached_property
    def on_site(self) -> Flags:
        """Whether each target is on the page's own site."""
        return self._flags([target.site in (self.home, "") for target in self.target])

    @cached_property
    def on_page(self) -> Flags:
        """Whether each target is on the page itself."""
        return self._flags([target.on_page for target in self.target])

    @cached_property
    def upward(self) -> Flags:
        """Whether each target is above the page in the path, as in breadcrumbs."""
        path = self.columns.page_target.path + "/"
        above = [not t.query and path.startswith(t.path + "/") for t in self.target]
        return self._flags(above) & self.on_site & ~self.on_page

    @cached_property
    def variant(self) -> Flags:
        """Whether each target is the same page with another query: sorted, filtered, next page."""
        path = self.columns.page_target.path
        return self._flags([t.path == path for t in self.target]) & self.on_site & ~self.on_page

    @cached_property
    def below(self) -> Flags:
        """Whether each target is below the page in the path."""
        path = self.columns.page_target.path.rpartition(".")[0] or self.columns.page_target.path
        under = [len(t.path) > len(path) and t.path.startswith(path) for t in self.target]
        return self._flags(under) & self.on_site & ~self.on_page

    @cached_property
    def beside(self) -> Flags:
        """Whether each target is in the same folder as the page, at the same depth."""
        page = self.columns.page_target
        folder = page.path.rpartition("/")[0]
        like = [t.depth == page.depth and t.path.rpartition("/")[0] == folder for t in self.target]
        return self._flags(like) & self.on_site & ~self.on_page

    @cached_property
    def part(self) -> Flags:
        """Whether each target is a part of another page, as in a table of contents."""
        return self._flags([bool(t.fragment) and not t.on_page for t in self.target])

    @cached_property
    def slug(self) -> Flags:
        """Whether the last path segment has several words, as a slug from a title has."""
        return self._flags([target.words >= 3 for target in self.target])

    @cached_property
    def numbered(self) -> Flags:
        """Whether each target has four digits or more, such as a date or a record number."""
        digits = [sum(map(str.isdigit, t.path + t.query)) for t in self.target]
        return np.array(digits, dtype=np.int64) >= 4

    @cached_property
    def is_article_link(self) -> Flags:
        """Whether each target is another page of the site, not a file or a part of this page."""
        pages = [not t.is_picture and not t.is_file for t in self.target]
        return self._flags(pages) & self.on_site & ~self.on_page & ~self.upward

    @cached_property
    def depth(self) -> Numbers:
        """The depth of each target's path."""
        return np.array([target.depth for target in self.target], dtype=np.int64)

    @cached_property
    def label_id(self) -> Numbers:
        """An id for each link's tag and class, and its text if short."""
        columns = self.columns
        numbers: dict[tuple[int, str], int] = {}
        found = []
        for at, tag_class in zip(self.node.tolist(), columns.tag_class[self.node].tolist()):
            text = columns.text_of(at)
            label = _NUMBER.sub("0", text) if len(text) <= _LABEL else ""
            found.append(numbers.setdefault((tag_class, label), len(numbers)))
        return np.array(found, dtype=np.int64)

    @staticmethod
    def _flags(values: list[bool]) -> Flags:
        return np.array(values, dtype=bool)

    def of(self, spans: ItemSpans) -> Numbers:
        """The index of each item's own link; -1 for none."""
        columns, title_node = self.columns, spans.title_node
        found = np.full(len(title_node), -1, dtype=np.int64)
        if not len(self.node):
            return found
        holder = columns.link[title_node]
        inside = holder >= 0
        found[inside] = np.searchsorted(self.node, holder[inside])
        first = np.searchsorted(self.node, title_node)
        last = np.searchsorted(self.node, columns.sequence.end[title_node])
        one = ~inside & (last - first == 1)
        found[one] = first[one]
        several = ~inside & (last - first > 1)
        found = self._best(spans, several, first, last, found, slotted=True)
        none = ~inside & (last == first)
        # A single item without a link in its title has none; if most have none, their links are
        # elsewhere.
        lacking = np.add.reduceat(none.astype(np.int64), spans.first[:-1])
        none &= (2 * lacking >= spans.counts)[spans.group]
        first = np.searchsorted(self.node, spans.start)
        last = np.searchsorted(self.node, spans.stop)
        return self._best(spans, none & (last > first), first, last, found, slotted=False)

    def fill_missing(self, spans: ItemSpans, part: slice, chosen: Numbers) -> Numbers:
        """The links of one group's items, with links of the usual shape for items without one.

        Where "Full story" leads to an article, "Comments" does so for short items.
        """
        title_node, start, stop = spans.title_node[part], spans.start[part], spans.stop[part]
        apart = (chosen >= 0) & (self.columns.link[title_node] < 0)
        if apart.all() or 2 * apart.sum() < len(chosen):
            return chosen
        shape = np.bincount(self.shape[chosen[apart]]).argmax()
        found = chosen.copy()
        for at in np.flatnonzero(chosen < 0).tolist():
            first, last = np.searchsorted(self.node, [start[at], stop[at]])
            alike = np.flatnonzero(self.shape[first:last] == shape)
            if len(alike):
                found[at] = first + alike[-1]
        return found

    def _best(
        self,
        spans: ItemSpans,
        wanting: Flags,
        first: Numbers,
        last: Numbers,
        found: Numbers,
        *,
        slotted: bool,
    ) -> Numbers:
        """For some items, the link at the position where the other items have one with another
        target."""
        items = np.flatnonzero(wanting)
        if not len(items):
            return found
        many = np.minimum(last[items] - first[items], _MANY)
        item = np.repeat(items, many)
        slot = np.arange(len(item)) - np.repeat(np.cumsum(many) - many, many)
        link = first[item] + slot
        group = spans.group[item]
        kind = slot if slotted else self.label_id[link]
        pair = group * (int(kind.max()) + 1) + kind
        names, number = np.unique(pair, return_inverse=True)
        covers = _distinct(number, item, len(names))
        differ = _distinct(number, self.key[link], len(names))
        size = np.bincount(number, minlength=len(names))
        depth = np.bincount(number, self.depth[link], minlength=len(names)) / size
        usual = np.minimum(covers, differ) / spans.counts[names // (int(kind.max()) + 1)]
        worth = usual[number] + (_DEEPER * np.minimum(depth, 8))[number]
        if not slotted:
            # The item's own link leads to an article on the site, not to what its text mentions.
            worth[(usual[number] < _USUAL) | ~self.is_article_link[link]] = -1.0
        order = np.lexsort((slot, -worth, item))
        kept = order[np.append(True, np.diff(item[order]) != 0)]
        kept = kept[worth[kept] > 0]
        result = found.copy()
        result[item[kept]] = link[kept]
        return result


def _distinct(number: Numbers, value: Numbers, size: int) -> Numbers:
    """Number of distinct values for each id."""
    pairs = np.unique(number * (int(value.max()) + 1) + value)
    counted: Numbers = np.bincount(pairs // (int(value.max()) + 1), minlength=size)
    return counted


_INDEX = re.compile(r"(?:/index\.\w{2,5})?/?$", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_NAME = re.compile(r"[\w-]+(?:\.[\w-]+)*\Z", re.ASCII)
_PICTURE = re.compile(r"\.(?:jpe?g|png|gif|webp|svg|bmp|tiff?)$", re.IGNORECASE)

_FILE = re.compile(
    r"\.(?:zip|gz|tgz|bz2|xz|rar|7z|exe|dmg|iso|patch|diff|sig|asc|mp[34]|m4a|ogg|avi|mov|rss|xml)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """The target of a link."""

    address: str
    key: str
    """Identifies the target: different spellings of one URL have the same key."""
    fragment: str
    site: str
    """The host without "www."."""
    path: str
    query: str
    on_page: bool
    """Whether it is on the page itself."""

    @property
    def depth(self) -> int:
        """Number of path segments."""
        return self.path.count("/")

    @property
    def is_picture(self) -> bool:
        """Whether it is an image."""
        return _PICTURE.search(self.path) is not None

    @property
    def is_file(self) -> bool:
        """Whether it is a file to download or play."""
        return _FILE.search(self.path) is not None

    @property
    def words(self) -> int:
        """Number of words in the last path segment."""
        return len(_WORD.findall(self.path.rpartition("/")[2]))


def parse_target(url: str) -> LinkTarget:
    """A URL as the target of a link on that page itself."""
    parts = _parts(url)
    return _made(url, parts, parts)


def link_targets(sequence: NodeSequence, url: str, base: str) -> list[LinkTarget | None]:
    """The target of each link; None for other nodes and for links that lead to no page."""
    found: list[LinkTarget | None] = [None] * len(sequence)
    links = [at for at, tag in enumerate(sequence.tag) if tag == "a"]
    own = _parts(url)
    # Relative links without special characters are resolved by concatenation, which is faster.
    sibling = safe_url(base, "a")
    known: dict[str, LinkTarget | None] = {}
    values = sequence.tree.values(sequence.node[links].tolist(), "href") if links else []
    for at, href in zip(links, values):
        if href is None:
            continue
        if href not in known:
            named = sibling[:-1] + href if sibling and _NAME.match(href) else None
            known[href] = _target(named or safe_url(base, href), own)
        found[at] = known[href]
    return found


def _target(address: str | None, own: tuple[str, str, str]) -> LinkTarget | None:
    # Pages without a URL have relative targets.
    if address is None or urlsplit(address).scheme not in ("http", "https", ""):
        return None
    return _made(address, _parts(address), own)


def _made(address: str, parts: tuple[str, str, str], own: tuple[str, str, str]) -> LinkTarget:
    site, path, query = parts
    fragment = address.partition("#")[2]
    key = f"{site}{path}?{query}" if query else f"{site}{path}"
    return LinkTarget(address, key, fragment, site, path, query, parts == own)


def _parts(url: str) -> tuple[str, str, str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", url, ""
    site = parts.netloc.lower().removeprefix("www.")
    return site, _INDEX.sub("", unquote(parts.path)), unquote(parts.query)
