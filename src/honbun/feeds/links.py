"""Links: where the links of a page lead, as columns, and which of them is an item's own.

A title that is a link leads there. A heading may hold several links, or none: then the item's link
is in the place where the other items have theirs too, each another one ("Full story", a date that
is a permalink), not the first that its text happens to have.
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
    from honbun.html.nodes import NodeSequence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun.feeds.columns import Flags, NodeColumns, Numbers
    from honbun.feeds.items import ItemSpans

    Shares = NDArray[np.float64]

_NUMBER = re.compile(r"\d+")
_LABEL = 40
_MANY = 60
"""Links of one item that are looked at."""
_USUAL = 0.4
"""Share of items that must have a link in one place for it to be that of each."""
_DEEPER = 0.05
"""What a step more of the path counts: of an owner and a thing of theirs, the thing."""


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
        """Where each leads."""
        targets = self.columns.targets
        return [target for at in self.node.tolist() if (target := targets[at]) is not None]

    @cached_property
    def key(self) -> Numbers:
        """A number for each address; places on the page itself differ by their fragment."""
        keys: dict[str, int] = {}
        named = [f"{t.key}#{t.fragment}" if t.on_page else t.key for t in self.target]
        return np.array([keys.setdefault(key, len(keys)) for key in named], dtype=np.int64)

    @cached_property
    def shape(self) -> Numbers:
        """A number for the site, first step and depth of each address."""
        shapes: dict[tuple[str, str, int], int] = {}
        found = [(t.site, t.path.strip("/").partition("/")[0], t.depth) for t in self.target]
        return np.array([shapes.setdefault(each, len(shapes)) for each in found], dtype=np.int64)

    @cached_property
    def home(self) -> str:
        """The page's own site: for a page of unknown address the one that most links lead to."""
        sites = Counter(target.site for target in self.target)
        return self.columns.page_target.site or (sites.most_common(1)[0][0] if sites else "")

    @cached_property
    def on_site(self) -> Flags:
        """Whether each leads to the page's own site."""
        return self._flags([target.site in (self.home, "") for target in self.target])

    @cached_property
    def on_page(self) -> Flags:
        """Whether each leads to a place on the page itself."""
        return self._flags([target.on_page for target in self.target])

    @cached_property
    def upward(self) -> Flags:
        """Whether each leads to where the page hangs below: what breadcrumbs do."""
        path = self.columns.page_target.path + "/"
        above = [not t.query and path.startswith(t.path + "/") for t in self.target]
        return self._flags(above) & self.on_site & ~self.on_page

    @cached_property
    def variant(self) -> Flags:
        """Whether each leads to the same page with another query: sorted, filtered, turned."""
        path = self.columns.page_target.path
        return self._flags([t.path == path for t in self.target]) & self.on_site & ~self.on_page

    @cached_property
    def below(self) -> Flags:
        """Whether each leads to what hangs below the page."""
        path = self.columns.page_target.path.rpartition(".")[0] or self.columns.page_target.path
        under = [len(t.path) > len(path) and t.path.startswith(path) for t in self.target]
        return self._flags(under) & self.on_site & ~self.on_page

    @cached_property
    def beside(self) -> Flags:
        """Whether each leads to a page whose address is made as that of the page itself."""
        page = self.columns.page_target
        folder = page.path.rpartition("/")[0]
        like = [t.depth == page.depth and t.path.rpartition("/")[0] == folder for t in self.target]
        return self._flags(like) & self.on_site & ~self.on_page

    @cached_property
    def part(self) -> Flags:
        """Whether each leads into the middle of another page, as tables of contents do."""
        return self._flags([bool(t.fragment) and not t.on_page for t in self.target])

    @cached_property
    def slug(self) -> Flags:
        """Whether the last step of each address is made of several words, as from a title."""
        return self._flags([target.words >= 3 for target in self.target])

    @cached_property
    def numbered(self) -> Flags:
        """Whether each address has a number of some length, as of a day or a record."""
        digits = [sum(map(str.isdigit, t.path + t.query)) for t in self.target]
        return np.array(digits, dtype=np.int64) >= 4

    @cached_property
    def leads_on(self) -> Flags:
        """Whether each leads to another page of the site, not to a file or a part of this one."""
        pages = [not t.is_picture and not t.is_file for t in self.target]
        return self._flags(pages) & self.on_site & ~self.on_page & ~self.upward

    @cached_property
    def depth(self) -> Numbers:
        """How many steps each address has."""
        return np.array([target.depth for target in self.target], dtype=np.int64)

    @cached_property
    def made(self) -> Numbers:
        """A number for how each link is made, and for what it says, where that is short."""
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
        """The place among the links of each item's own; -1 where it has none."""
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
        # An item here and there that has no link in its title has none; a list of such has others.
        lacking = np.add.reduceat(none.astype(np.int64), spans.first[:-1])
        none &= (2 * lacking >= spans.counts)[spans.group]
        first = np.searchsorted(self.node, spans.start)
        last = np.searchsorted(self.node, spans.stop)
        return self._best(spans, none & (last > first), first, last, found, slotted=False)

    def completed(self, spans: ItemSpans, part: slice, chosen: Numbers) -> Numbers:
        """The links of one group's items, with links of the usual shape for those without one.

        Where "Full story" leads to an article, "Comments" does so for those that are short.
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
        """For the items that want one, the link that stands where others' do, each another."""
        items = np.flatnonzero(wanting)
        if not len(items):
            return found
        many = np.minimum(last[items] - first[items], _MANY)
        item = np.repeat(items, many)
        slot = np.arange(len(item)) - np.repeat(np.cumsum(many) - many, many)
        link = first[item] + slot
        group = spans.group[item]
        kind = slot if slotted else self.made[link]
        pair = group * (int(kind.max()) + 1) + kind
        names, number = np.unique(pair, return_inverse=True)
        covers = _distinct(number, item, len(names))
        differ = _distinct(number, self.key[link], len(names))
        size = np.bincount(number, minlength=len(names))
        depth = np.bincount(number, self.depth[link], minlength=len(names)) / size
        usual = np.minimum(covers, differ) / spans.counts[names // (int(kind.max()) + 1)]
        worth = usual[number] + (_DEEPER * np.minimum(depth, 8))[number]
        if not slotted:
            # A reader is led to the article on the site, not to what its text speaks of.
            worth[(usual[number] < _USUAL) | ~self.leads_on[link]] = -1.0
        order = np.lexsort((slot, -worth, item))
        kept = order[np.append(True, np.diff(item[order]) != 0)]
        kept = kept[worth[kept] > 0]
        result = found.copy()
        result[item[kept]] = link[kept]
        return result


def _distinct(number: Numbers, value: Numbers, size: int) -> Numbers:
    """How many different values each number comes with."""
    pairs = np.unique(number * (int(value.max()) + 1) + value)
    counted: Numbers = np.bincount(pairs // (int(value.max()) + 1), minlength=size)
    return counted


# Target: where a link leads, as far as lists care.

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
    """An address that a link leads to."""

    address: str
    key: str
    """What it is told from other addresses by: spellings of one address have one key."""
    fragment: str
    site: str
    """The host, without www."""
    path: str
    query: str
    on_page: bool
    """Whether it is a place on the page itself."""

    @property
    def depth(self) -> int:
        """How many steps the path has."""
        return self.path.count("/")

    @property
    def is_picture(self) -> bool:
        """Whether it is a picture, not a page."""
        return _PICTURE.search(self.path) is not None

    @property
    def is_file(self) -> bool:
        """Whether it is something to load or to see, not to read."""
        return _FILE.search(self.path) is not None

    @property
    def words(self) -> int:
        """How many words the last step of the path has: a slug has several."""
        return len(_WORD.findall(self.path.rpartition("/")[2]))


def parse_target(url: str) -> LinkTarget:
    """An address as the target of a link from itself."""
    parts = _parts(url)
    return _made(url, parts, parts)


def link_targets(sequence: NodeSequence, url: str, base: str) -> list[LinkTarget | None]:
    """Where each link of a row leads; None for what is no link to a page."""
    found: list[LinkTarget | None] = [None] * len(sequence)
    links = [at for at, tag in enumerate(sequence.tag) if tag == "a"]
    own = _parts(url)
    # Pages of one folder name each other without it; there is no more to do than to put it before.
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
    # A page of unknown address has relative links, which lead somewhere all the same.
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
