"""Group: names that belong together, directly or by way of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Groups:
    """A union-find forest: ways are halved as they are gone, so that none stays long."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def join(self, one: str, other: str) -> None:
        """Put two names, and all that belong to either, together."""
        root = self.find(one)
        self._parent[self.find(other)] = root

    def find(self, name: str) -> str:
        """The name that stands for the group of another, which is its own where it is new."""
        parent = self._parent
        parent.setdefault(name, name)
        while parent[name] != name:
            parent[name] = name = parent[parent[name]]
        return name

    def __iter__(self) -> Iterator[list[str]]:
        """Every group, in the order in which its first name came; so are the names of each."""
        members: dict[str, list[str]] = {}
        for name in list(self._parent):
            members.setdefault(self.find(name), []).append(name)
        return iter(members.values())
