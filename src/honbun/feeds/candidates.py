"""Leads: the nodes that an item's title may stand in.

A link, a heading, or any other short piece of text of its own: a diary's date, a bold line, the
term of a definition list. What stands inside a link or a heading speaks through that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from honbun.feeds.columns import width
from honbun.feeds.fields.date import contains_date, is_date
from honbun.html.blocks import HEADINGS
from honbun.text.phrases import is_page_turn

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from honbun.feeds.columns import Flags, NodeColumns, Numbers
    from honbun.feeds.measure.items import CandidateItems

LONGEST = 400
"""Room that a title takes at most; cards that are one link hold more than their title."""
_LONGEST_PLAIN = 160
LONGEST_CARD = 1200
_LONGEST_TURN = 60


def title_candidates(columns: NodeColumns) -> Numbers:
    """All leads of a page, in document order."""
    return np.sort(np.concatenate([_links(columns), _headings(columns), _plain(columns)]))


def _links(columns: NodeColumns) -> Numbers:
    nodes = np.flatnonzero([t is not None and not t.is_picture for t in columns.targets])
    fitting = _fitting(columns, nodes, LONGEST_CARD)
    return fitting[~_turn(columns, fitting)]


def _turn(columns: NodeColumns, links: Numbers) -> Flags:
    """Whether each link leads to another part of the list, as "Older posts" do."""
    found = (columns.heading[links] < 0) & (columns.text_width[links] <= _LONGEST_TURN)
    told: dict[str, bool] = {}
    for place in np.flatnonzero(found).tolist():
        text = columns.text_of(int(links[place]))
        if text not in told:
            told[text] = is_page_turn(text)
        found[place] = told[text]
    return found


def _headings(columns: NodeColumns) -> Numbers:
    nodes = np.flatnonzero(columns.heading == np.arange(len(columns)))
    return _fitting(columns, nodes, LONGEST)


def _plain(columns: NodeColumns) -> Numbers:
    """Elements with text of their own, outside of links and headings."""
    texts = columns.texts
    owners = np.unique(columns.sequence.parent[texts])
    owners = owners[(owners >= 0) & (columns.link[owners] < 0) & (columns.heading[owners] < 0)]
    return _fitting(columns, owners, _LONGEST_PLAIN)


def _fitting(columns: NodeColumns, nodes: Numbers, longest: int) -> Numbers:
    text_width = columns.text_width[nodes]
    return nodes[(text_width > 0) & (text_width <= longest) & ~columns.hidden[nodes]]


# Clues: what each lead says and where it leads, whatever group it is in.

_ADDRESS = re.compile(r"(?:https?://|www\.)\S+$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")
_LONGEST_DATED = 200
"""Characters of a title that is looked into for a date."""


@dataclass(frozen=True)
class TitleCandidates:
    """The leads of a page, and columns of what they say."""

    columns: NodeColumns
    node: Numbers

    def __len__(self) -> int:
        return len(self.node)

    def place(self, title_nodes: Numbers) -> Numbers:
        """The places of some leads among all of them."""
        return np.searchsorted(self.node, title_nodes)

    @cached_property
    def source(self) -> Numbers:
        """The node that each lead's title is read from: a heading in a link, else the lead."""
        columns, node = self.columns, self.node
        headings = np.flatnonzero(columns.tagged(HEADINGS) & (columns.text_width > 0))
        inner = np.append(headings, len(columns))[np.searchsorted(headings, node, side="right")]
        holds = columns.tagged({"a"})[node] & (inner < columns.sequence.end[node])
        return np.where(holds, inner, node)

    @cached_property
    def title(self) -> list[str]:
        """The text of each lead: that of a heading in it, else its own."""
        return [self.columns.text_of(at) for at in self.source.tolist()]

    @cached_property
    def width(self) -> Numbers:
        """The room that each title takes."""
        return np.array([width(title) for title in self.title], dtype=np.int64)

    @cached_property
    def number(self) -> Numbers:
        """A number for each title, equal for equal ones."""
        numbers: dict[str, int] = {}
        return np.array([numbers.setdefault(t, len(numbers)) for t in self.title], dtype=np.int64)

    @cached_property
    def rank(self) -> Numbers:
        """The place of each title in the alphabet of all of them."""
        folded = [title.casefold().lstrip("\"'“‘(「『") for title in self.title]
        return np.unique(np.array(folded, dtype=object), return_inverse=True)[1]

    @cached_property
    def is_date(self) -> Flags:
        """Whether each title is nothing but a date."""
        told = zip(self.title, self.has_date.tolist())
        return np.array([holds and is_date(title) for title, holds in told], dtype=bool)

    @cached_property
    def has_date(self) -> Flags:
        """Whether each title holds a date."""
        told = [len(title) < _LONGEST_DATED and contains_date(title) for title in self.title]
        return np.array(told, dtype=bool)

    @cached_property
    def wordless(self) -> Flags:
        """Whether each title has neither word nor date: a number, a year, a sign, an address."""
        bare = [not _WORD.search(t) or bool(_ADDRESS.match(t)) for t in self.title]
        return np.array(bare, dtype=bool) & ~self.has_date

    @cached_property
    def headed(self) -> Flags:
        """Whether each lead is a heading, stands in one or holds one."""
        found: Flags = (self.columns.heading[self.node] >= 0) | (self.source != self.node)
        return found


# Ways: what each node of a page is told to be made alike by.
#
# Numbers over the nodes: those with one number are alike. What "alike" means differs from page to
# page, so there are several: the way of tags up from the node, so many steps of it; the class,
# with those of its ancestors; the nearest class above.

_STEPS = (2, 3, 4, 6)
_NUMBER = re.compile(r"\d")


def group_keys(columns: NodeColumns) -> Iterator[Numbers]:
    """All of them, each a number for every node."""
    yield columns.tag_path
    yield from _upward(columns.tag, columns.box, _STEPS)
    tag_class = _makes(columns)
    yield from _upward(tag_class, columns.sequence.parent, (1, 2, 3))
    yield _named(columns, tag_class)


def _upward(own: Numbers, above: Numbers, told: Collection[int]) -> Iterator[Numbers]:
    """A number for what each node and so many of its ancestors are, for each number told."""
    key = own
    for steps in range(1, max(told) + 1):
        if steps > 1:
            upper = np.append(key, -1)[above]
            pair = own * (int(upper.max(initial=0)) + 2) + upper + 1
            key = np.unique(pair, return_inverse=True)[1]
        if steps in told:
            yield key


def _makes(columns: NodeColumns) -> Numbers:
    """Tag and class, but for names that hold numbers: those are one element's own."""
    numbers: dict[tuple[str, str], int] = {}
    plain: dict[str, str] = {}
    found = []
    for tag, names in zip(columns.sequence.tag, columns.classes):
        if names not in plain:
            plain[names] = " ".join(name for name in names.split() if not _NUMBER.search(name))
        found.append(numbers.setdefault((tag, plain[names]), len(numbers)))
    return np.array(found, dtype=np.int64)


def _named(columns: NodeColumns, tag_class: Numbers) -> Numbers:
    """The way up to the nearest ancestor with a class, and that class."""
    numbers: dict[tuple[int, int], int] = {}
    found = [0] * (len(columns) + 1)
    found[-1] = -1
    rows = zip(tag_class.tolist(), columns.classes, columns.sequence.parent.tolist())
    for at, (own, named, parent) in enumerate(rows):
        found[at] = numbers.setdefault((own, -2 if named else found[parent]), len(numbers))
    return np.array(found[:-1], dtype=np.int64)


# Thinned groups: one lead for each item, where an item has several that are made alike.
#
# One for each address, or one for each ancestor so many steps up: the first, the one with most
# text, or the second. Many groups are thinned at once, on columns of all their leads: pages have
# hundreds of groups, most of them small.

_UP = 6
_AT_ONCE = 100_000
"""Leads that are thinned at once, for all that is made of them has to be held."""


def one_per_item(columns: NodeColumns, groups: Sequence[Numbers]) -> Iterator[Numbers]:
    """What each group becomes with one lead for each item, as far as that is less than it was."""
    first, title_nodes = 0, 0
    for last, group in enumerate(groups, 1):
        title_nodes += len(group)
        if title_nodes >= _AT_ONCE or last == len(groups):
            yield from _Columns(columns, groups[first:last]).thinned()
            first, title_nodes = last, 0


class _Columns:
    """The leads of some groups, one after another."""

    def __init__(self, columns: NodeColumns, groups: Sequence[Numbers]) -> None:
        self._sheet = columns
        self._lead = np.concatenate(groups)
        self._counts = np.array([len(group) for group in groups], dtype=np.int64)
        self._group = np.repeat(np.arange(len(groups)), self._counts)
        self._size = columns.text_width[self._lead]

    def thinned(self) -> Iterator[Numbers]:
        """All that can be made of a group, then of the next."""
        made: list[list[Numbers]] = [[] for _ in self._counts]
        order, runs = self._runs(self._sheet.address[self._lead])
        self._add(made, self._largest(order, runs))
        above = self._lead
        for _ in range(_UP):
            above = np.maximum(self._sheet.sequence.parent[above], 0)
            order, runs = self._runs(above)
            first = np.sort(order[runs])
            # Every group begins with a first, so none reaches into the next group.
            follow = np.diff(first, append=len(self._lead))
            least = np.minimum.reduceat(follow, self._begins(first)[:-1])
            self._add(made, first)
            self._add(made, self._largest(order, runs))
            second = first[least[self._group[first]] > 1] + 1
            self._add(made, second)
        for each in made:
            yield from each

    def _runs(self, key: Numbers) -> tuple[Numbers, Numbers]:
        """The leads in the order of a key within their group, and where each run of it begins."""
        whole = self._group * (int(key.max()) + 1) + key
        order = np.argsort(whole, kind="stable")
        return order, np.flatnonzero(np.diff(whole[order], prepend=-1))

    def _largest(self, order: Numbers, runs: Numbers) -> Numbers:
        """Of each run the lead with most text, the first of those."""
        size = self._size[order]
        lengths = np.diff(runs, append=len(order))
        greatest = np.flatnonzero(size == np.repeat(np.maximum.reduceat(size, runs), lengths))
        run = np.repeat(np.arange(len(runs)), lengths)[greatest]
        return np.sort(order[greatest[np.diff(run, prepend=-1) > 0]])

    def _begins(self, kept: Numbers) -> Numbers:
        """Where each group begins among the leads that were kept, with their number at the end."""
        counts = np.bincount(self._group[kept], minlength=len(self._counts))
        return np.concatenate([[0], np.cumsum(counts)])

    def _add(self, made: list[list[Numbers]], kept: Numbers) -> None:
        begins = self._begins(kept)
        counts = np.diff(begins)
        title_nodes, bounds = self._lead[kept], begins.tolist()
        for group in np.flatnonzero((counts > 1) & (counts < self._counts)).tolist():
            made[group].append(title_nodes[bounds[group] : bounds[group + 1]])


# Groups: leads that are made alike, and so may be the titles of one list.
#
# Leads are alike by one of the ways of `way.py`, or by the address that they lead to. Every group
# is also cut wherever the page branches, so that a list can be told from another that is made
# alike, and thinned to one lead for each item.

_MOST_GROUPS = 4000
_MOST_ITEMS = 400_000
"""Items of the groups that one step may add. Real pages of ten thousand nodes have half of that;
what nests hundreds of levels deep would have as many for every lead."""


def group_titles(titles: TitleCandidates) -> list[Numbers]:
    """The groups of a page's leads, each in document order, none twice."""
    columns, title_nodes = titles.columns, titles.node
    found = _Found()
    found.take(
        group
        for tag_path in group_keys(columns)
        for group in _by(tag_path[title_nodes], title_nodes)
    )
    found.take(_by_address(columns, title_nodes))
    found.take(_parts(columns, list(found)))
    found.take(one_per_item(columns, list(found)))
    found.take(_days(titles, list(found)))
    return list(found)


class _Found:
    def __init__(self) -> None:
        self._groups: dict[bytes, Numbers] = {}

    def take(self, groups: Iterable[Numbers]) -> None:
        """Add those of some groups that are not known, until there are enough."""
        left = _MOST_ITEMS
        for group in groups:
            key = group.tobytes()
            if len(group) < 2 or key in self._groups:
                continue
            if left <= 0 or len(self._groups) == _MOST_GROUPS:
                return
            self._groups[key] = group
            left -= len(group)

    def __iter__(self) -> Iterator[Numbers]:
        return iter(self._groups.values())


def _by(key: Numbers, title_nodes: Numbers) -> Iterator[Numbers]:
    order = np.argsort(key, kind="stable")
    edges = np.flatnonzero(np.diff(key[order])) + 1
    start, stop = np.append(0, edges), np.append(edges, len(title_nodes))
    several = stop - start > 1
    for part in zip(start[several].tolist(), stop[several].tolist()):
        yield title_nodes[order[slice(*part)]]


def _by_address(columns: NodeColumns, title_nodes: Numbers) -> Iterator[Numbers]:
    """Links of one site whose addresses are alike, the one with most text for each address."""
    shapes: dict[tuple[str | int, ...], dict[str, int]] = {}
    sizes = columns.text_width.tolist()
    for at in title_nodes.tolist():
        target = columns.targets[at]
        if target is None or target.on_page:
            continue
        steps = target.path.strip("/").split("/")
        for shape in ((len(steps),), (steps[0], len(steps)), (steps[0],)):
            best = shapes.setdefault((target.site, *shape), {})
            if target.key not in best or sizes[at] > sizes[best[target.key]]:
                best[target.key] = at
    for best in shapes.values():
        yield np.array(sorted(best.values()), dtype=np.int64)


def _parts(columns: NodeColumns, groups: Sequence[Numbers]) -> Iterator[Numbers]:
    """The groups cut at every ancestor that several of their leads share."""
    seen: set[bytes] = set()
    for group in groups:
        shared = columns.shared_depth(group[:-1], group[1:]).tolist()
        waiting = [(0, len(group))]
        while waiting:
            start, stop = waiting.pop()
            # What was cut before, as part of another group, would be cut in the same way.
            key = group[start:stop].tobytes()
            if key in seen:
                continue
            seen.add(key)
            for part in _cut(shared, start, stop):
                waiting.append(part)
                yield group[slice(*part)]


def _cut(shared: list[int], start: int, stop: int) -> Iterator[tuple[int, int]]:
    """A stretch of leads, cut where neighbours share least; without those that stand alone."""
    least = min(shared[start : stop - 1])
    edges = [at for at in range(start + 1, stop) if shared[at - 1] == least]
    for first, last in zip([start, *edges], [*edges, stop]):
        if last - first > 1:
            yield first, last


def _days(titles: TitleCandidates, groups: Sequence[Numbers]) -> Iterator[Numbers]:
    """Of groups of which most are dates, those. What stands between days belongs to a day."""
    if not groups:
        return
    title_node = np.concatenate(groups)
    counts = np.array([len(group) for group in groups], dtype=np.int64)
    first = np.cumsum(counts) - counts
    dated = np.zeros(len(titles.columns), dtype=bool)
    dated[titles.node] = titles.has_date
    told = np.add.reduceat(dated[title_node].astype(np.int64), first)
    linked = np.maximum.reduceat(titles.columns.link[title_node], first) >= 0
    for number in np.flatnonzero((2 * told > counts) & (told < counts) & ~linked).tolist():
        yield groups[number][dated[groups[number]]]


# Refined groups: without the few items that lack what most of a group have.
#
# A link to older posts may be made as the titles above it, and an advertisement as the cards
# around it. What tells them is that most items have a date or a picture and they have none, or
# that they lead elsewhere. Whether a group is better without them is for its score to say.

_MOST = 0.6
"""Share of items that must have what the others lack."""


def refine_groups(
    items: CandidateItems, numbers: Sequence[int], known: Sequence[Numbers]
) -> list[Numbers]:
    """What groups become without items that lack what most have, as far as it is not known."""
    seen = {group.tobytes() for group in known}
    found = []
    for number in numbers:
        part = slice(*items.spans.first[number : number + 2].tolist())
        title_nodes = items.spans.title_node[part]
        kept = [title_nodes[has] for has in _properties(items, part)]
        made = [group for group in kept if max(2, _MOST * len(title_nodes)) <= len(group)]
        for group in [*made, _aligned(items, part)]:
            if group.tobytes() not in seen:
                seen.add(group.tobytes())
                found.append(group)
    return found


def _aligned(items: CandidateItems, part: slice) -> Numbers:
    """The group with each lead where most items have theirs, if the item has one there.

    A link in the text of one item may be longer than its title.
    """
    spans, node, tag_path = items.spans, items.page.titles.node, items.page.columns.tag_path
    title_nodes = spans.title_node[part].copy()
    ways, counts = np.unique(tag_path[title_nodes], return_counts=True)
    usual = int(ways[np.argmax(counts)])
    if 2 * counts.max() <= len(title_nodes):
        return title_nodes
    alike = node[tag_path[node] == usual]
    for at in np.flatnonzero(tag_path[title_nodes] != usual).tolist():
        first = int(np.searchsorted(alike, spans.start[part][at]))
        if first < len(alike) and alike[first] < spans.stop[part][at]:
            title_nodes[at] = alike[first]
    return np.unique(title_nodes)


def _properties(items: CandidateItems, part: slice) -> Iterator[Flags]:
    """What items of a group can have in common, and which of them do."""
    page, spans = items.page, items.spans
    element, link = spans.element[part], items.link[part]
    yield items.dates[part] > 0
    yield items.pictured[part]
    yield page.titles.headed[items.place[part]]
    yield _usual(page.columns.tag_class[element])
    yield _usual(page.columns.sequence.parent[element])
    yield _usual(np.append(page.links.shape, -1)[link])
    yield np.append(page.links.on_site, False)[link]


def _usual(values: Numbers) -> Flags:
    """Whether each value is the commonest."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    flags: Flags = inverse == int(np.argmax(counts))
    return flags
