"""Edit mappings between ordered trees: which nodes of one correspond to which of the other.

A mapping is a set of pairs of nodes that is one-to-one and preserves ancestors and left-to-right
order (Tai 1979); here the nodes of a pair also have the same label. The largest such mapping takes
too long for the thousands of pairs of trees of a page. So the largest *constrained* mapping is
computed (Zhang 1995: disjoint subtrees map to disjoint subtrees), in time proportional to the
product of the sizes, and pairs are added while any can be. The result is maximal: no pair with the
same label can be added.

Equal trees have one shape, and results are cached per pair of shapes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    Pair = tuple[int, int]
    """Nodes that correspond, each by its position in the preorder of its own tree."""


class Mappings:
    """Mappings between trees of a few dozen nodes; recursive, so no deeper than that."""

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes
        self._most_below: dict[Pair, int] = {}
        self._most: dict[Pair, int] = {}
        self._pairs: dict[Pair, tuple[Pair, ...]] = {}
        self._sides: dict[int, _Side] = {}
        self.steps = 0
        """Number of comparisons of two trees: the work done."""

    def between(self, one: int, other: int) -> tuple[Pair, ...]:
        """A maximal mapping that maps top to top, in preorder; both tops have one label."""
        if one == other:
            return tuple((at, at) for at in range(self._shapes.size[one]))
        if (one, other) not in self._pairs:
            pairs = [(0, 0), *self._below(one, other, 0, 0)]
            if len(pairs) < min(self._shapes.size[one], self._shapes.size[other]):
                _extend(pairs, self._side(one), self._side(other))
            self._pairs[one, other] = tuple(sorted(pairs))
        return self._pairs[one, other]

    def size(self, one: int, other: int) -> int:
        """The size of the largest constrained mapping of two trees."""
        size = self._shapes.size
        if one == other:
            return size[one]
        if (one, other) in self._most:
            return self._most[one, other]
        label, children = self._shapes.label, self._shapes.children
        most = self.size_below(one, other) + (label[one] == label[other])
        for child in children[other]:
            if min(size[one], size[child]) > most:
                most = max(most, self.size(one, child))
        for child in children[one]:
            if min(size[child], size[other]) > most:
                most = max(most, self.size(child, other))
        self._most[one, other] = most
        return most

    def size_below(self, one: int, other: int) -> int:
        """The same below their tops."""
        size, children = self._shapes.size, self._shapes.children
        if one == other:
            return size[one] - 1
        if not children[one] or not children[other]:
            return 0
        if (one, other) in self._most_below:
            return self._most_below[one, other]
        most = self._aligned(children[one], children[other])
        # Everything below one top may also map into a single child of the other.
        for child in children[other]:
            if min(size[one], size[child]) - 1 > most:
                most = max(most, self.size_below(one, child))
        for child in children[one]:
            if min(size[child], size[other]) - 1 > most:
                most = max(most, self.size_below(child, other))
        self._most_below[one, other] = most
        return most

    def _aligned(self, ones: tuple[int, ...], others: tuple[int, ...]) -> int:
        """The maximum number of pairs if children map to children, in order."""
        before, after = _equal_ends(ones, others)
        size = self._shapes.size
        same = sum(map(size.__getitem__, ones[:before] + ones[len(ones) - after :]))
        left, right = ones[before : len(ones) - after], others[before : len(others) - after]
        return same + (self._table(left, right)[-1][-1] if left and right else 0)

    def _table(self, ones: tuple[int, ...], others: tuple[int, ...]) -> list[list[int]]:
        """The maximum number of pairs of all prefixes of two sequences of trees."""
        self.steps += len(ones) * len(others)
        table = [[0] * (len(others) + 1)]
        for one in ones:
            above, row, last = table[-1], [0], 0
            for at, other in enumerate(others):
                last = max(last, above[at + 1], above[at] + self.size(one, other))
                row.append(last)
            table.append(row)
        return table

    def _tree(self, one: int, other: int, left: int, right: int) -> Iterable[Pair]:
        """The pairs of two trees whose tops are at the given positions."""
        size, children = self._shapes.size, self._shapes.children
        if one == other:
            return zip(range(left, left + size[one]), range(right, right + size[one]))
        most = self.size(one, other)
        alike = self._shapes.label[one] == self._shapes.label[other]
        if self.size_below(one, other) + alike == most:
            top = [(left, right)] if alike else []
            return [*top, *self._below(one, other, left, right)]
        for child, place in self._places(children[other], right):
            if min(size[one], size[child]) >= most and self.size(one, child) == most:
                return self._tree(one, child, left, place)
        for child, place in self._places(children[one], left):
            if min(size[child], size[other]) >= most and self.size(child, other) == most:
                return self._tree(child, other, place, right)
        raise AssertionError("the size of a mapping comes from somewhere")

    def _below(self, one: int, other: int, left: int, right: int) -> Iterable[Pair]:
        """The pairs below two tops at the given positions."""
        size, children = self._shapes.size, self._shapes.children
        most = self.size_below(one, other)
        if not most:
            return []
        ones = list(self._places(children[one], left))
        others = list(self._places(children[other], right))
        if one == other or self._aligned(children[one], children[other]) == most:
            return self._aligned_pairs(ones, others)
        for child, place in others:
            if min(size[one], size[child]) > most and self.size_below(one, child) == most:
                return self._below(one, child, left, place)
        for child, place in ones:
            if min(size[child], size[other]) > most and self.size_below(child, other) == most:
                return self._below(child, other, place, right)
        raise AssertionError("the size of a mapping comes from somewhere")

    def _aligned_pairs(self, ones: list[Pair], others: list[Pair]) -> list[Pair]:
        """The pairs of two sequences of trees, each with its position."""
        left, right = tuple(tree for tree, _ in ones), tuple(tree for tree, _ in others)
        before, after = _equal_ends(left, right)
        i, j = len(ones) - after, len(others) - after
        matched = list(zip(range(before), range(before)))
        matched += zip(range(i, len(ones)), range(j, len(others)))
        table = self._table(left[before:i], right[before:j])
        while i > before and j > before:
            here = table[i - before][j - before]
            if here == table[i - before - 1][j - before]:
                i -= 1
            elif here == table[i - before][j - before - 1]:
                j -= 1
            else:
                i, j = i - 1, j - 1
                matched.append((i, j))
        pairs: list[Pair] = []
        for i, j in sorted(matched):
            pairs += self._tree(ones[i][0], others[j][0], ones[i][1], others[j][1])
        return pairs

    def _side(self, shape: int) -> _Side:
        if shape not in self._sides:
            self._sides[shape] = _Side(self._shapes, shape)
        return self._sides[shape]

    def _places(self, children: Iterable[int], top: int) -> Iterable[Pair]:
        """The trees below a top, each with its position."""
        place = top + 1
        for child in children:
            yield child, place
            place += self._shapes.size[child]


def _equal_ends(ones: tuple[int, ...], others: tuple[int, ...]) -> Pair:
    """The common prefix and suffix of two sequences of trees: pairing these is optimal."""
    most = min(len(ones), len(others))
    before = 0
    while before < most and ones[before] == others[before]:
        before += 1
    after = 0
    while after < most - before and ones[-1 - after] == others[-1 - after]:
        after += 1
    return before, after


def _extend(pairs: list[Pair], left: _Side, right: _Side) -> None:
    """Add pairs to a mapping until none can be added.

    A mapping keeps both the preorder and the postorder, and what keeps these is one. So a pair can
    be added just where as many nodes of the mapping come before both of its nodes, in either order.
    """
    while True:
        free: dict[tuple[Hashable, int, int], int] = {}
        for rank, at in right.ranks([b for _, b in pairs]):
            free.setdefault(rank, at)
        ranks = left.ranks([a for a, _ in pairs])
        added = next(((at, free[rank]) for rank, at in ranks if rank in free), None)
        if added is None:
            return
        pairs.append(added)


class _Side:
    """One of the trees of a mapping."""

    def __init__(self, shapes: Shapes, shape: int) -> None:
        self._labels = shapes.labels(shape)
        parents = shapes.parents(shape)
        last = list(range(len(parents)))
        depth = [0] * len(parents)
        for at in range(len(parents) - 1, 0, -1):
            last[parents[at]] = max(last[parents[at]], last[at])
        for at in range(1, len(parents)):
            depth[at] = depth[parents[at]] + 1
        # A node comes after all that ends before it does, and of those that end together the
        # deepest comes first.
        self._postorder = sorted(range(len(parents)), key=lambda at: (last[at], -depth[at]))

    def ranks(self, mapped: Iterable[int]) -> list[tuple[tuple[Hashable, int, int], int]]:
        """The label of each unmapped node and the number of mapped ones before it."""
        taken = set(mapped)
        after, count = {}, 0
        for at in self._postorder:
            after[at] = count
            count += at in taken
        ranks, count = [], 0
        for at, label in enumerate(self._labels):
            if at in taken:
                count += 1
            else:
                ranks.append(((label, count, after[at]), at))
        return ranks


# The distance of two trees, given the mapping between them:
#
#     d(T1, T2) = sum of a(v) p(v)^2 over the nodes v of both
#
# p(v) is the number of levels from v up to its nearest mapped ancestor, 0 for a mapped node: a
# branch that the other tree lacks costs more the deeper it is. The weight a(v) is 1, and up to 2 if
# the nearest mapped nodes above and below v have other attributes than their counterparts.


def distance(
    pairs: Iterable[tuple[int, int]],
    one: tuple[Sequence[int], Sequence[Hashable]],
    other: tuple[Sequence[int], Sequence[Hashable]],
) -> float:
    """The distance of two trees by a mapping that has both tops.

    Of each tree the parent of every node in preorder, and what is known of its attributes.
    """
    left = dict(pairs)
    right = {b: a for a, b in left.items()}
    return _half(left, one[0], one[1], other[1]) + _half(right, other[0], other[1], one[1])


def _half(
    mapped: dict[int, int],
    parents: Sequence[int],
    own: Sequence[Hashable],
    theirs: Sequence[Hashable],
) -> float:
    """The sum over the nodes of one tree."""
    if len(mapped) == len(parents):
        return 0.0
    path = [0] * len(parents)
    # For each unmapped node: the nearest mapped ones, and how many of them differ.
    next_to, differ = [0] * len(parents), [0] * len(parents)
    above = [0] * len(parents)
    for at in range(1, len(parents)):
        parent = parents[at]
        if at not in mapped:
            path[at] = path[parent] + 1
            above[at] = above[parent] if parent not in mapped else parent
            next_to[at] += 1
            differ[at] += own[above[at]] != theirs[mapped[above[at]]]
        elif parent not in mapped:
            other = own[at] != theirs[mapped[at]]
            while parent not in mapped:
                next_to[parent] += 1
                differ[parent] += other
                parent = parents[parent]
    return sum(
        (1 + differ[at] / next_to[at]) * path[at] ** 2 for at in range(len(parents)) if path[at]
    )


class Shapes:
    """Ordered labelled trees by number: equal trees have the same number."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[Hashable, tuple[int, ...]], int] = {}
        self.label: list[Hashable] = []
        self.children: list[tuple[int, ...]] = []
        self.size: list[int] = []

    def of(self, label: Hashable, children: tuple[int, ...] = ()) -> int:
        """The number of the tree with this label on top and these trees below it."""
        number = self._numbers.setdefault((label, children), len(self.label))
        if number == len(self.label):
            self.label.append(label)
            self.children.append(children)
            self.size.append(1 + sum(map(self.size.__getitem__, children)))
        return number

    def rows(self, labels: Sequence[Hashable], parents: Sequence[int]) -> list[int]:
        """The number of the tree below each node in preorder, given the positions of parents."""
        below: list[list[int]] = [[] for _ in labels]
        shapes = [0] * len(labels)
        for at in range(len(labels) - 1, -1, -1):
            shapes[at] = self.of(labels[at], tuple(reversed(below[at])))
            if parents[at] >= 0:
                below[parents[at]].append(shapes[at])
        return shapes

    def parents(self, shape: int) -> list[int]:
        """The parent of each node in preorder, -1 for the top."""
        parents: list[int] = []
        todo = [(shape, -1)]
        while todo:
            tree, parent = todo.pop()
            todo.extend((child, len(parents)) for child in reversed(self.children[tree]))
            parents.append(parent)
        return parents

    def labels(self, shape: int) -> list[Hashable]:
        """The label of each node in preorder."""
        labels: list[Hashable] = []
        todo = [shape]
        while todo:
            tree = todo.pop()
            labels.append(self.label[tree])
            todo.extend(reversed(self.children[tree]))
        return labels
