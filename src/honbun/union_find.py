"""Union-find: names that belong together, directly or through others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

Name = TypeVar("Name")


class UnionFind(Generic[Name]):
    """Disjoint sets of names, with path halving.

    >>> sets = UnionFind()
    >>> sets.join("a", "b"); sets.join("c", "b"); _ = sets.find("d")
    >>> list(sets)
    [['a', 'b', 'c'], ['d']]
    """

    def __init__(self) -> None:
        self._parent: dict[Name, Name] = {}

    def join(self, one: Name, other: Name) -> None:
        """Merge the sets of two names."""
        root = self.find(one)
        self._parent[self.find(other)] = root

    def find(self, name: Name) -> Name:
        """The representative of a name's set; a new name is added as a set of its own."""
        parent = self._parent
        parent.setdefault(name, name)
        while parent[name] != name:
            parent[name] = name = parent[parent[name]]
        return name

    def __iter__(self) -> Iterator[list[Name]]:
        """All sets, in the order in which their first names were added."""
        members: dict[Name, list[Name]] = {}
        for name in list(self._parent):
            members.setdefault(self.find(name), []).append(name)
        return iter(members.values())
