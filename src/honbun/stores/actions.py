"""The actions of annotators in a file of labels: what each changed, so that it can be undone."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import orjson

from honbun.annotation.model import State
from honbun.stores.sqlite import compress, decompress, storable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from honbun.annotation.model import BlockRef, Decision
    from honbun.stores.sqlite import Database

_MOST_ACTIONS = 1_000
"""Actions of an annotator on a page that can be undone."""
_Change = tuple[int, str | None, str | None]
"""The id of a block, and its label before and after."""


class ActionLog:
    """The actions of one annotator on one page, both by number; used within a transaction."""

    def __init__(self, database: Database, annotator: int, page: int) -> None:
        self._database = database
        self._key = (annotator, page)

    def act(self, changes: Mapping[BlockRef, Decision | None], state: State | None) -> None:
        """Add an action, unless it changes nothing, and drop what was undone."""
        before, oldest, latest, _ = self._now()
        changed = self._changes(changes)
        after = state or (_after_labelling(before) if changed else before)
        if not changed and after == before:
            return
        number = latest + 1
        oldest = max(oldest, number - _MOST_ACTIONS + 1)
        self._apply(((place, kind) for place, _, kind in changed), after, oldest, number, number)
        drop = "DELETE FROM action WHERE (annotator, page) = (?, ?) AND (number < ? OR number > ?)"
        self._database.run(drop, *self._key, oldest, latest)
        insert = "INSERT INTO action VALUES (?, ?, ?, ?, ?, ?)"
        cell = compress(orjson.dumps(changed))
        self._database.run(insert, *self._key, number, before, after, cell)

    def undo(self) -> None:
        """Undo the last action."""
        _, oldest, latest, newest = self._now()
        for before, _, changed in self._action(latest):
            labels = ((place, kind) for place, kind, _ in changed)
            self._apply(labels, before, oldest, latest - 1, newest)

    def redo(self) -> None:
        """Redo what was undone last."""
        _, oldest, latest, newest = self._now()
        for _, after, changed in self._action(latest + 1):
            labels = ((place, kind) for place, _, kind in changed)
            self._apply(labels, after, oldest, latest + 1, newest)

    def _now(self) -> tuple[State, int, int, int]:
        """The state, and the numbers of the oldest, the latest and the newest action."""
        select = "SELECT state, oldest, latest, newest FROM standing"
        where = "WHERE (annotator, page) = (?, ?)"
        for state, *numbers in self._database.rows(f"{select} {where}", *self._key):
            return State(state), *numbers
        return State.NEW, 1, 0, 0

    def _changes(self, wanted: Mapping[BlockRef, Decision | None]) -> list[_Change]:
        """The changes that differ from the current labels."""
        # A block may occur twice, as two versions of the program split it: the last one counts.
        last = {storable(place.xpath): (place, kind) for place, kind in wanted.items()}
        query = (
            "SELECT xpath, kind FROM label JOIN place ON place.id = label.place"
            " WHERE (annotator, label.page) = (?, ?)"
        )
        before = dict(self._database.rows(query, *self._key))
        return [
            (self._place(place), before.get(xpath), kind)
            for xpath, (place, kind) in last.items()
            if before.get(xpath) != kind
        ]

    def _place(self, place: BlockRef) -> int:
        """The id of a block, stored as this version of the program splits it."""
        [(at,)] = self._database.rows(
            "INSERT INTO place (page, xpath, number, text) VALUES (?, ?, ?, ?) ON CONFLICT"
            " DO UPDATE SET number = excluded.number, text = excluded.text RETURNING id",
            self._key[1],
            storable(place.xpath),
            place.number,
            storable(place.text),
        )
        return int(at)

    def _apply(
        self,
        labels: Iterable[tuple[int, str | None]],
        state: State,
        oldest: int,
        latest: int,
        newest: int,
    ) -> None:
        """Store the state and the numbers of actions, then labels of blocks."""
        upsert = (
            "INSERT INTO standing VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
            " state = excluded.state, changed = excluded.changed, oldest = excluded.oldest,"
            " latest = excluded.latest, newest = excluded.newest"
        )
        self._database.run(upsert, *self._key, state, time.time(), oldest, latest, newest)
        for place, kind in labels:
            if kind is None:
                delete = "DELETE FROM label WHERE (annotator, page, place) = (?, ?, ?)"
                self._database.run(delete, *self._key, place)
            else:
                insert = "INSERT OR REPLACE INTO label VALUES (?, ?, ?, ?)"
                self._database.run(insert, *self._key, place, kind)

    def _action(self, number: int) -> Iterator[tuple[State, State, list[_Change]]]:
        """The action with a number, if there is one."""
        select = "SELECT state_before, state_after, changes FROM action"
        where = "WHERE (annotator, page, number) = (?, ?, ?)"
        for before, after, cell in self._database.rows(f"{select} {where}", *self._key, number):
            yield State(before), State(after), orjson.loads(decompress(cell))


def _after_labelling(state: State) -> State:
    """The state of a page after a block was labelled."""
    return State.BEGUN if state in {State.NEW, State.SKIPPED} else state
