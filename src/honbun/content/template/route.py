"""The route to the content: down from the body on all pages of a template in step.

On every page, the text that no other page has and that is not link weighs. From the body we go into
the child that holds most of that weight on most pages, by its key, for as long as one child does.
Pages that have no such child are another kind of page, and get a route of their own from there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.measure.outline import Outline

FLOW = frozenset(
    "p h1 h2 h3 h4 h5 h6 li ul ol dl dt dd tr td th tbody thead table blockquote pre figure "
    "figcaption".split()
)
"""What a text is made of. The route ends before these ..."""
_TABLE = frozenset({"table", "tbody", "tr"})
"""... but for tables, whose cells hold whole pages of a certain age."""
_TEXT = FLOW - {"ul", "ol", "dl", "table"}
_SHARE = 0.6
"""Share of the weight, on average over the pages, that a child must hold to be gone into."""
_WINS = 0.3
"""Share of the pages on which a child must hold half of the weight to be preferred to one with a
greater average: a few pages with a huge table of another kind do not lead the others astray."""
_HEAVY = 0.25
"""Two children with such shares on nearly all pages are an article and its comments: the first."""
_NEARLY_ALL = 0.8
_EMPTY = 0.05
"""A child with less than that of the weight counts as lacking."""
_KIND = 3
"""Pages that are enough to make a kind of page."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the route: into the child with a key."""

    key: str
    then: Step | None
    otherwise: Step | None
    """The route of pages that have no such child."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A page on which the route is learnt or gone."""

    outline: Outline
    key: list[str]
    anchor: list[bool]
    others: list[int]
    weight: list[int]

    def comments(self, node: int, article: int) -> int:
        """The weight of boxes of another key that follow an article and have dates in them."""
        outline = self.outline
        return sum(
            self.weight[block]
            for block in outline.children(node)
            if block > article
            and self.key[block] != self.key[article]
            and outline.tag[block] not in _TEXT
            and any(outline.dated[block : outline.end[block]])
        )

    def heaviest(self, node: int, key: str) -> int | None:
        """The child with this key that weighs most."""
        found = [child for child in self.outline.children(node) if self.key[child] == key]
        return max(found, key=lambda child: self.weight[child], default=None)


def weights(outline: Outline, others: Sequence[int]) -> list[int]:
    """The plain text of each block and all inside it that no other page has."""
    weight = [
        size - linked if not others_have and not aside else 0
        for size, linked, others_have, aside in zip(
            outline.size, outline.linked, others, outline.aside
        )
    ]
    for block in range(len(weight) - 1, 0, -1):
        if outline.parent[block] >= 0:
            weight[outline.parent[block]] += weight[block]
    return weight


def follow(page: Weighed, route: Step | None) -> int:
    """The block that the route leads to."""
    node, step = 0, route
    while step is not None:
        child = page.heaviest(node, step.key)
        lacking = child is None or page.weight[child] < _EMPTY * page.weight[node]
        if step.otherwise is not None and lacking:
            step = step.otherwise
        elif child is None:
            break
        else:
            node, step = child, step.then
    return node


def learn(pages: Sequence[Weighed]) -> Step | None:
    """The route of a template, from some of its pages."""
    return _learn([(page, 0) for page in pages if len(page.outline)])


_Standing = list[tuple[Weighed, int]]
"""Pages, and the block that each has got to."""


def _learn(standing: _Standing) -> Step | None:
    standing = [(page, node) for page, node in standing if page.weight[node] > 0]
    if not standing:
        return None
    level = _Level(standing)
    key = level.choice()
    if key is None:
        return None
    lacking = level.lacking(key)
    tag = _tag(key)
    kinds = len(lacking) >= _KIND and tag not in FLOW
    if kinds and level.share(key, lacking) >= _SHARE:
        having = [i for i in range(len(standing)) if i not in lacking]
        return Step(
            key,
            _learn([(standing[i][0], level.child[key][i]) for i in having]),
            _learn([standing[i] for i in sorted(lacking)]),
        )
    if 2 * len(level.child[key]) < len(standing) or level.share(key, set()) < _SHARE:
        return None
    inside = [(standing[i][0], child) for i, child in level.child[key].items()]
    if tag in FLOW and not _is_layout(tag, inside):
        return None
    then = _learn(inside)
    # A table is gone into for a cell that holds a page, or not at all.
    return None if tag in _TABLE and then is None else Step(key, then, None)


def _is_layout(tag: str, standing: _Standing) -> bool:
    """Whether an element is part of a table that lays out a page: its cells hold blocks."""
    if tag != "td":
        return tag in _TABLE
    holding = [page.outline.end[cell] > cell + 1 for page, cell in standing]
    return 2 * sum(holding) >= len(holding)


class _Level:
    """The children of the blocks that the pages stand on, by key."""

    def __init__(self, standing: _Standing) -> None:
        self.standing = standing
        self.child: dict[str, dict[int, int]] = {}
        """For each key the heaviest such child, by number of the page."""
        for i, (page, node) in enumerate(standing):
            for block in page.outline.children(node):
                found = self.child.setdefault(page.key[block], {})
                if i not in found or page.weight[block] > page.weight[found[i]]:
                    found[i] = block
        self.wins = Counter(
            [
                key
                for key, found in self.child.items()
                for i, block in found.items()
                if 2 * standing[i][0].weight[block] >= standing[i][0].weight[standing[i][1]]
            ]
        )
        self.shares = {key: self._mean(key, set(), without_comments=False) for key in self.child}
        # Boxes that nearly all pages have, each with a good part of the text.
        self.heavy = [
            key
            for key, share in self.shares.items()
            if share >= _HEAVY
            and len(self.child[key]) >= _NEARLY_ALL * len(standing)
            and _tag(key) not in FLOW
        ]

    def choice(self) -> str | None:
        if not self.child:
            return None
        if self.heavy:
            return min(self.heavy, key=lambda key: median(self.child[key].values()))
        if self.wins:
            key, wins = self.wins.most_common(1)[0]
            if wins >= _WINS * len(self.standing) and _tag(key) not in FLOW:
                return key
        return max(self.shares, key=lambda key: (self.shares[key], key))

    def share(self, key: str, without: set[int]) -> float:
        """The share of the weight that a child holds, on average over the other pages.

        What follows a heavy box and has dates in it is comments, and does not count against it.
        """
        return self._mean(key, without, without_comments=key in self.heavy)

    def _mean(self, key: str, without: set[int], *, without_comments: bool) -> float:
        total = 0.0
        for i, block in self.child[key].items():
            if i not in without:
                page, node = self.standing[i]
                whole = page.weight[node]
                if without_comments:
                    whole -= page.comments(node, block)
                total += page.weight[block] / max(1, whole)
        return total / max(1, len(self.standing) - len(without))

    def lacking(self, key: str) -> set[int]:
        """The pages that have no such child, or only an empty one."""
        found = self.child[key]
        return {
            i
            for i, (page, node) in enumerate(self.standing)
            if i not in found or page.weight[found[i]] < _EMPTY * page.weight[node]
        }


def _tag(key: str) -> str:
    return key.partition(".")[0].partition("#")[0]
