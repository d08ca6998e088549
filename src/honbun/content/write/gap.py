"""Gaps that a reader sees where the markup has no white space.

Style sheets part elements (a name and a role, a product and its price), and we read none. What the
letters tell is enough: on 748 pages with known text, of the places where two elements meet between
letters, a capital after a small letter was the start of another word 524 times and inside of one
once; two small letters were inside of one word 43 times of 51.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honbun.html.tree import Tree

_STYLED = frozenset(
    "abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s small strong sub sup tt u "
    "var".split()
)
"""Elements that style a part of a text: what they hold may end or begin inside of a word."""


def has_gap(tree: Tree, before: int, after: int) -> bool:
    """Whether a reader sees a gap between two text runs with nothing between them."""
    last, first = tree.run[before][-1:], tree.run[after][:1]
    if not (last.isalnum() and first.isalnum()):
        return False
    sides = _sides(tree, tree.run_owner[before], tree.run_owner[after])
    tags = [tree.tag[side] for side in sides if side is not None]
    if not tags:
        return False  # one element, and something without text inside it, such as <wbr>
    if "button" in tags or (last.islower() and first.isupper()):
        return True
    # "Accessories1385" of two elements; but "CO2" and "21st" with one of them styled.
    return len(tags) == 2 and not _STYLED.intersection(tags) and _differ(tree, before, after)


def _differ(tree: Tree, before: int, after: int) -> bool:
    last, first = tree.run[before][-2:], tree.run[after][:2]
    if last.isupper() and first[0].isupper():
        # Two names in capitals; single letters are those of one word, each in its own colour.
        return len(last.strip()) == len(first.strip()) == 2
    return last[-1].isdigit() != first[0].isdigit() and not first[0].islower()


def _sides(tree: Tree, one: int, other: int) -> tuple[int | None, int | None]:
    """The children of the nearest element around both that each of two elements stands in."""
    left = right = None
    while one != other:
        if tree.depth[one] >= tree.depth[other]:
            left, one = one, tree.parent[one]
        else:
            right, other = other, tree.parent[other]
    return left, right
