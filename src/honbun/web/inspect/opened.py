"""Opened: the collections that can be looked at: the one given, and the last few opened here."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from honbun.web.inspect.rooms import Rooms
from honbun.web.pages import GIVEN

if TYPE_CHECKING:
    from honbun.web.collection import Collection

_MOST = 4
"""Collections kept beside the one given: each may hold many pages."""


class Opened:
    """Collections by name; of those that were opened here only the last few."""

    def __init__(self, given: Collection | None = None) -> None:
        self._given = Rooms(given) if given is not None else None
        self._rooms: OrderedDict[str, Rooms] = OrderedDict()

    @property
    def given(self) -> Collection | None:
        """The collection that the server was given."""
        return self._given.collection if self._given else None

    def find(self, name: str) -> Collection | None:
        """The collection of a name, if it is there."""
        rooms = self._find(name)
        return rooms.collection if rooms else None

    def rooms(self, name: str) -> Rooms:
        """What is known of a collection; a status of 404 for one that is not there."""
        rooms = self._find(name)
        if rooms is None and name == GIVEN:
            raise HTTPException(
                404, "this server was given no pages: start it with honbun serve INPUT"
            )
        if rooms is None:
            raise HTTPException(404, "there is no such collection here any more: open it again")
        return rooms

    def add(self, collection: Collection) -> str:
        """Take a collection in, and forget the oldest; gives its name, which nobody can guess."""
        name = secrets.token_urlsafe(12)
        self._rooms[name] = Rooms(collection)
        while len(self._rooms) > _MOST:
            self._forget_oldest()
        return name

    def close(self) -> None:
        """Forget all that was opened here, and what was found out about the one given."""
        while self._rooms:
            self._forget_oldest()
        if self._given:
            self._given.close()

    def _forget_oldest(self) -> None:
        _, rooms = self._rooms.popitem(last=False)
        rooms.close()
        rooms.collection.close()

    def _find(self, name: str) -> Rooms | None:
        return self._given if name == GIVEN else self._rooms.get(name)
