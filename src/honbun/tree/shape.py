"""Shapes: ordered labelled trees by number, so that what is known of equal trees is known once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence


class Shapes:
    """Ordered labelled trees by number: trees have one number where they are equal."""

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
        """The number of the tree below each node of a row in preorder, parents told by place."""
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
