"""Groups of title candidates that are alike, each of which may be the titles of one list.

Candidates are grouped by each group key and by similar URLs. Every group is also split where the
page branches, to separate lists with the same markup, and reduced to one title per item.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from honbun.feeds.candidate_items import CandidateItems
    from honbun.feeds.candidates import TitleCandidates
    from honbun.feeds.columns import Flags, NodeColumns, Numbers

# What makes nodes alike differs from page to page, so there are several group keys: the tags of the
# node and some of its ancestors, the classes of both, the nearest class above.

_STEPS = (2, 3, 4, 6)
_NUMBER = re.compile(r"\d")


def group_keys(columns: NodeColumns) -> Iterator[Numbers]:
    """All group keys; each is an id for every node."""
    yield columns.tag_path
    yield from _upward(columns.tag, columns.box, _STEPS)
    tag_class = _tag_classes(columns)
    yield from _upward(tag_class, columns.sequence.parent, (1, 2, 3))
    yield _class_paths(columns, tag_class)


def _upward(own: Numbers, above: Numbers, wanted: Collection[int]) -> Iterator[Numbers]:
    """An id for the values of each node and its ancestors, for each number of steps."""
    key = own
    for steps in range(1, max(wanted) + 1):
        if steps > 1:
            upper = np.append(key, -1)[above]
            pair = own * (int(upper.max(initial=0)) + 2) + upper + 1
            key = np.unique(pair, return_inverse=True)[1]
        if steps in wanted:
            yield key


def _tag_classes(columns: NodeColumns) -> Numbers:
    """Ids for tag and class, without classes that contain digits: those are specific to one
    element."""
    numbers: dict[tuple[str, str], int] = {}
    plain: dict[str, str] = {}
    found = []
    for tag, names in zip(columns.sequence.tag, columns.classes):
        if names not in plain:
            plain[names] = " ".join(name for name in names.split() if not _NUMBER.search(name))
        found.append(numbers.setdefault((tag, plain[names]), len(numbers)))
    return np.array(found, dtype=np.int64)


def _class_paths(columns: NodeColumns, tag_class: Numbers) -> Numbers:
    """Ids for the path to the nearest ancestor with a class, and that class."""
    numbers: dict[tuple[int, int], int] = {}
    found = [0] * (len(columns) + 1)
    found[-1] = -1
    rows = zip(tag_class.tolist(), columns.classes, columns.sequence.parent.tolist())
    for at, (own, named, parent) in enumerate(rows):
        found[at] = numbers.setdefault((own, -2 if named else found[parent]), len(numbers))
    return np.array(found[:-1], dtype=np.int64)


# An item may have several title candidates that are alike. Groups are reduced to one per item: one
# per URL, or one per ancestor some steps up, which is the first, the longest or the second. Many
# groups are reduced at once, because pages have hundreds, most of them small.

_UP = 6
_AT_ONCE = 100_000
"""Maximum number of candidates that are reduced at once, to bound memory."""


def one_per_item(columns: NodeColumns, groups: Sequence[Numbers]) -> Iterator[Numbers]:
    """Each group reduced to one title per item, in all ways that make it smaller."""
    first, title_nodes = 0, 0
    for last, group in enumerate(groups, 1):
        title_nodes += len(group)
        if title_nodes >= _AT_ONCE or last == len(groups):
            yield from _Reduction(columns, groups[first:last]).reductions()
            first, title_nodes = last, 0


class _Reduction:
    """The title candidates of some groups, one group after another."""

    def __init__(self, columns: NodeColumns, groups: Sequence[Numbers]) -> None:
        self._columns = columns
        self._title_nodes = np.concatenate(groups)
        self._counts = np.array([len(group) for group in groups], dtype=np.int64)
        self._group = np.repeat(np.arange(len(groups)), self._counts)
        self._size = columns.text_width[self._title_nodes]

    def reductions(self) -> Iterator[Numbers]:
        """All reductions of the first group, then of the next."""
        reduced: list[list[Numbers]] = [[] for _ in self._counts]
        order, runs = self._runs(self._columns.address[self._title_nodes])
        self._add(reduced, self._largest(order, runs))
        above = self._title_nodes
        for _ in range(_UP):
            above = np.maximum(self._columns.sequence.parent[above], 0)
            order, runs = self._runs(above)
            first = np.sort(order[runs])
            # Every group starts with a first candidate, so none extends into the next group.
            follow = np.diff(first, append=len(self._title_nodes))
            least = np.minimum.reduceat(follow, self._group_starts(first)[:-1])
            self._add(reduced, first)
            self._add(reduced, self._largest(order, runs))
            second = first[least[self._group[first]] > 1] + 1
            self._add(reduced, second)
        for each in reduced:
            yield from each

    def _runs(self, key: Numbers) -> tuple[Numbers, Numbers]:
        """The order by a key within groups, and where each run of equal keys starts."""
        whole = self._group * (int(key.max()) + 1) + key
        order = np.argsort(whole, kind="stable")
        return order, np.flatnonzero(np.diff(whole[order], prepend=-1))

    def _largest(self, order: Numbers, runs: Numbers) -> Numbers:
        """The longest candidate of each run."""
        size = self._size[order]
        lengths = np.diff(runs, append=len(order))
        greatest = np.flatnonzero(size == np.repeat(np.maximum.reduceat(size, runs), lengths))
        run = np.repeat(np.arange(len(runs)), lengths)[greatest]
        return np.sort(order[greatest[np.diff(run, prepend=-1) > 0]])

    def _group_starts(self, remaining: Numbers) -> Numbers:
        """Where each group starts among the remaining candidates, with their number at the end."""
        counts = np.bincount(self._group[remaining], minlength=len(self._counts))
        return np.concatenate([[0], np.cumsum(counts)])

    def _add(self, reduced: list[list[Numbers]], remaining: Numbers) -> None:
        begins = self._group_starts(remaining)
        counts = np.diff(begins)
        title_nodes, bounds = self._title_nodes[remaining], begins.tolist()
        for group in np.flatnonzero((counts > 1) & (counts < self._counts)).tolist():
            reduced[group].append(title_nodes[bounds[group] : bounds[group + 1]])


_MOST_GROUPS = 4000
_MOST_ITEMS = 400_000
"""Maximum number of items that one step may add. Real pages of ten thousand nodes have half as
many; pages nested hundreds of levels deep would have as many for every candidate."""


def group_titles(titles: TitleCandidates) -> list[Numbers]:
    """The distinct groups of a page's title candidates, each in document order."""
    columns, title_nodes = titles.columns, titles.node
    found = _GroupSet()
    found.add(
        group
        for tag_path in group_keys(columns)
        for group in _by(tag_path[title_nodes], title_nodes)
    )
    found.add(_by_address(columns, title_nodes))
    found.add(_parts(columns, list(found)))
    found.add(one_per_item(columns, list(found)))
    found.add(_days(titles, list(found)))
    return list(found)


class _GroupSet:
    def __init__(self) -> None:
        self._groups: dict[bytes, Numbers] = {}

    def add(self, groups: Iterable[Numbers]) -> None:
        """Add groups that are new, up to the limits."""
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
    """Links to one site with similar URLs; the longest link for each URL."""
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
    """Groups split at every ancestor that several of their candidates share."""
    seen: set[bytes] = set()
    for group in groups:
        shared = columns.shared_depth(group[:-1], group[1:]).tolist()
        waiting = [(0, len(group))]
        while waiting:
            start, stop = waiting.pop()
            # The same candidates would be split in the same way as in another group.
            key = group[start:stop].tobytes()
            if key in seen:
                continue
            seen.add(key)
            for part in _split(shared, start, stop):
                waiting.append(part)
                yield group[slice(*part)]


def _split(shared: list[int], start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Split a range of candidates where neighbours have the fewest ancestors in common; drop single
    ones."""
    least = min(shared[start : stop - 1])
    edges = [at for at in range(start + 1, stop) if shared[at - 1] == least]
    for first, last in zip([start, *edges], [*edges, stop]):
        if last - first > 1:
            yield first, last


def _days(titles: TitleCandidates, groups: Sequence[Numbers]) -> Iterator[Numbers]:
    """Groups that are mostly dates, reduced to the dates: what is between two days belongs to the
    first."""
    if not groups:
        return
    title_node = np.concatenate(groups)
    counts = np.array([len(group) for group in groups], dtype=np.int64)
    first = np.cumsum(counts) - counts
    dated = np.zeros(len(titles.columns), dtype=bool)
    dated[titles.node] = titles.has_date
    days = np.add.reduceat(dated[title_node].astype(np.int64), first)
    linked = np.maximum.reduceat(titles.columns.link[title_node], first) >= 0
    for number in np.flatnonzero((2 * days > counts) & (days < counts) & ~linked).tolist():
        yield groups[number][dated[groups[number]]]


# A link to older posts may have the markup of the titles above it, and an advertisement that of the
# cards around it. Refined groups lack the few items without a date or an image, or with a link
# elsewhere; the score decides whether they are better.

_MOST = 0.6
"""Minimum share of items that must have a property for the others to be dropped."""


def refine_groups(
    items: CandidateItems, numbers: Sequence[int], known: Sequence[Numbers]
) -> list[Numbers]:
    """New groups without the items that lack what most items have."""
    seen = {group.tobytes() for group in known}
    found = []
    for number in numbers:
        part = slice(*items.spans.first[number : number + 2].tolist())
        title_nodes = items.spans.title_node[part]
        remaining = [title_nodes[has] for has in _properties(items, part)]
        reduced = [group for group in remaining if max(2, _MOST * len(title_nodes)) <= len(group)]
        for group in [*reduced, _aligned(items, part)]:
            if group.tobytes() not in seen:
                seen.add(group.tobytes())
                found.append(group)
    return found


def _aligned(items: CandidateItems, part: slice) -> Numbers:
    """The group with titles at the usual tag path, where an item has one there.

    A link in the text of an item may be longer than its title.
    """
    spans, node, tag_path = items.spans, items.page.titles.node, items.page.columns.tag_path
    title_nodes = spans.title_node[part].copy()
    paths, counts = np.unique(tag_path[title_nodes], return_counts=True)
    usual = int(paths[np.argmax(counts)])
    if 2 * counts.max() <= len(title_nodes):
        return title_nodes
    alike = node[tag_path[node] == usual]
    for at in np.flatnonzero(tag_path[title_nodes] != usual).tolist():
        first = int(np.searchsorted(alike, spans.start[part][at]))
        if first < len(alike) and alike[first] < spans.stop[part][at]:
            title_nodes[at] = alike[first]
    return np.unique(title_nodes)


def _properties(items: CandidateItems, part: slice) -> Iterator[Flags]:
    """Which items have each of several properties."""
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
    """Whether each value is the most frequent one."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    flags: Flags = inverse == int(np.argmax(counts))
    return flags
