"""Edit mappings equal their definition, which tries every set of pairs."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.papers.feed_001.mapping import Mappings, Shapes, distance

Pair = tuple[int, int]

LABELS = st.sampled_from("ab")


@st.composite
def trees(draw: st.DrawFn, most: int = 6) -> tuple[list[str], list[int]]:
    """Labels and parents of a tree in preorder; the label on top is always the same."""
    size = draw(st.integers(1, most))
    parents = [-1]
    for at in range(1, size):
        # In preorder a node hangs below the last one or below an ancestor of it.
        line = [at - 1]
        while parents[line[-1]] >= 0:
            line.append(parents[line[-1]])
        parents.append(draw(st.sampled_from(line)))
    return ["a", *(draw(LABELS) for _ in range(size - 1))], parents


class Plain:
    """A tree by its definition."""

    def __init__(self, labels: list[str], parents: list[int]) -> None:
        self.labels, self.parents = labels, parents

    def above(self, node: int) -> list[int]:
        """The node itself and its ancestors, innermost first."""
        return [node] if self.parents[node] < 0 else [node, *self.above(self.parents[node])]

    def is_ancestor(self, one: int, other: int) -> bool:
        return one != other and one in self.above(other)

    def is_left(self, one: int, other: int) -> bool:
        return one < other and not self.is_ancestor(one, other)

    def meet(self, one: int, other: int) -> int:
        """The lowest common ancestor of two nodes."""
        return next(node for node in self.above(one) if node in self.above(other))


def agree(left: Plain, right: Plain, one: Pair, other: Pair) -> bool:
    """The three conditions of the paper for two pairs."""
    (v1, w1), (v2, w2) = one, other
    return (
        (v1 == v2) == (w1 == w2)
        and left.is_ancestor(v1, v2) == right.is_ancestor(w1, w2)
        and left.is_ancestor(v2, v1) == right.is_ancestor(w2, w1)
        and left.is_left(v1, v2) == right.is_left(w1, w2)
        and left.is_left(v2, v1) == right.is_left(w2, w1)
    )


def is_separate(left: Plain, right: Plain, pairs: list[Pair]) -> bool:
    """Zhang's condition: subtrees that are separate in one tree are separate in the other."""
    return all(
        left.is_ancestor(left.meet(v1, v2), v3) == right.is_ancestor(right.meet(w1, w2), w3)
        for (v1, w1), (v2, w2), (v3, w3) in product(pairs, repeat=3)
    )


def most(left: Plain, right: Plain, *, constrained: bool) -> int:
    """The number of pairs of the largest mapping, by trying all."""
    alike = [
        (v, w)
        for v, w in product(range(len(left.labels)), range(len(right.labels)))
        if left.labels[v] == right.labels[w]
    ]

    def grown(chosen: list[Pair], rest: list[Pair]) -> int:
        best = len(chosen)
        for at, pair in enumerate(rest):
            wider = [*chosen, pair]
            if constrained and not is_separate(left, right, wider):
                continue
            further = [each for each in rest[at + 1 :] if agree(left, right, pair, each)]
            if len(wider) + len(further) > best:
                best = max(best, grown(wider, further))
        return best

    return grown([], alike)


@given(trees(), trees())
def test_mapping_preserves_ancestors_and_order_and_is_maximal(
    one: tuple[list[str], list[int]], other: tuple[list[str], list[int]]
) -> None:
    shapes = Shapes()
    pairs = Mappings(shapes).between(shapes.rows(*one)[0], shapes.rows(*other)[0])
    left, right = Plain(*one), Plain(*other)
    assert pairs[0] == (0, 0)
    assert all(left.labels[v] == right.labels[w] for v, w in pairs)
    assert all(agree(left, right, a, b) for a, b in product(pairs, repeat=2))
    for pair in product(range(len(one[0])), range(len(other[0]))):
        if pair not in pairs and left.labels[pair[0]] == right.labels[pair[1]]:
            assert not all(agree(left, right, pair, each) for each in pairs)


@given(trees(5), trees(5))
def test_mapping_has_as_many_pairs_as_the_largest_constrained_one(
    one: tuple[list[str], list[int]], other: tuple[list[str], list[int]]
) -> None:
    shapes = Shapes()
    a, b = shapes.rows(*one)[0], shapes.rows(*other)[0]
    mappings = Mappings(shapes)
    left, right = Plain(*one), Plain(*other)
    assert mappings.size(a, b) == most(left, right, constrained=True)
    # Both roots have the same label, so some largest mapping maps them to each other.
    found = len(mappings.between(a, b))
    assert mappings.size(a, b) <= found <= most(left, right, constrained=False)


@given(trees(10), trees(10))
def test_equal_trees_have_the_same_shape(
    one: tuple[list[str], list[int]], other: tuple[list[str], list[int]]
) -> None:
    shapes = Shapes()
    assert (shapes.rows(*one)[0] == shapes.rows(*other)[0]) == (one == other)


def shape(shapes: Shapes, nested: str) -> int:
    """The shape of a tree such as `a(b c(d))`."""
    labels: list[str] = []
    parents: list[int] = []
    line = [-1]
    for sign in nested.replace(" ", ""):
        if sign == "(":
            line.append(len(labels) - 1)
        elif sign == ")":
            line.pop()
        else:
            labels.append(sign)
            parents.append(line[-1])
    return shapes.rows(labels, parents)[0]


@pytest.mark.parametrize(
    ("one", "other", "pairs"),
    [
        ("r(b c)", "r(w(b c))", [(0, 0), (1, 2), (2, 3)]),
        ("r(a(b c) d)", "r(w(a(b c)) d)", [(0, 0), (1, 2), (2, 3), (3, 4), (4, 5)]),
    ],
)
def test_wrapped_nodes_still_correspond(one: str, other: str, pairs: list[Pair]) -> None:
    shapes = Shapes()
    mappings = Mappings(shapes)
    a, b = shape(shapes, one), shape(shapes, other)
    assert mappings.size(a, b) == mappings.size(b, a) == len(pairs)
    assert list(mappings.between(a, b)) == pairs
    assert list(mappings.between(b, a)) == [(w, v) for v, w in pairs]


def test_pair_that_enlarges_a_mapping_is_added() -> None:
    shapes = Shapes()
    one, other = shape(shapes, "r(a b c)"), shape(shapes, "r(w(a b) c)")
    mappings = Mappings(shapes)
    assert mappings.size(one, other) == 3
    assert mappings.between(one, other) == ((0, 0), (1, 2), (2, 3), (3, 4))


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        ("r(b c)", "r(b c)", 0),
        ("r(b)", "r(b c)", 1),
        ("r(b c)", "r(d)", 3),
        # Deeper nodes of a branch cost more.
        ("r", "r(b(c))", 1 + 4),
        ("r(c)", "r(b(c))", 1),
    ],
)
def test_distance_grows_with_the_depth_of_missing_nodes(one: str, other: str, far: float) -> None:
    shapes = Shapes()
    a, b = shape(shapes, one), shape(shapes, other)
    sides = [(shapes.parents(each), [""] * shapes.size[each]) for each in (a, b)]
    assert distance(Mappings(shapes).between(a, b), sides[0], sides[1]) == far


def test_distance_is_larger_if_attributes_of_neighbours_differ() -> None:
    shapes = Shapes()
    a, b = shape(shapes, "r(c)"), shape(shapes, "r(b(c))")
    pairs = Mappings(shapes).between(a, b)
    parents = (shapes.parents(a), shapes.parents(b))

    def far(one: list[str], other: list[str]) -> float:
        return distance(pairs, (parents[0], one), (parents[1], other))

    assert far(["x", "y"], ["x", "-", "y"]) == 1
    assert far(["x", "y"], ["x", "-", "z"]) == 1.5
    assert far(["x", "y"], ["w", "-", "z"]) == 2


@given(trees(8), trees(8))
def test_distance_is_zero_only_between_equal_trees(
    one: tuple[list[str], list[int]], other: tuple[list[str], list[int]]
) -> None:
    shapes = Shapes()
    a, b = shapes.rows(*one)[0], shapes.rows(*other)[0]
    far = distance(
        Mappings(shapes).between(a, b),
        (one[1], [""] * len(one[1])),
        (other[1], [""] * len(other[1])),
    )
    assert (far == 0) == (one == other)


def test_trees_of_sixty_nodes_are_mapped_quickly() -> None:
    shapes = Shapes()
    wide = shapes.of("d", tuple(shapes.of(str(at % 7)) for at in range(40)))
    deep = shapes.of("x")
    for at in range(60):
        deep = shapes.of(str(at % 5), (deep,))
    deep = shapes.of("d", (deep,))
    pairs = Mappings(shapes).between(wide, deep)
    assert pairs[0] == (0, 0)
    assert len(pairs) == 2
