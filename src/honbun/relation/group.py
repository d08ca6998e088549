"""Group: names that belong together, directly or by way of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Groups:
    """A union-find forest: every join and every question takes next to constant time."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}
        self._size: dict[str, int] = {}

    def join(self, one: str, other: str) -> None:
        """Put two names, and all that belong to either, together."""
        small, large = self.find(one), self.find(other)
        if small == large:
            return
        if self._size[small] > self._size[large]:
            small, large = large, small
        self._parent[small] = large
        self._size[large] += self._size.pop(small)

    def find(self, name: str) -> str:
        """The name that stands for the group of another, which is its own where it is new."""
        parent = self._parent
        if name not in parent:
            parent[name] = name
            self._size[name] = 1
        while parent[name] != name:
            parent[name] = name = parent[parent[name]]
        return name

    def __iter__(self) -> Iterator[list[str]]:
        """Every group, in the order in which its first name came; so are the names of each."""
        members: dict[str, list[str]] = {}
        for name in list(self._parent):
            members.setdefault(self.find(name), []).append(name)
        return iter(members.values())
