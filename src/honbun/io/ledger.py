"""Ledger: what one annotator did to one page, action by action, so that it can be undone.

Of each action it is kept what every changed block and the state were before, and what after. The
ledger stays small: of each page the last 1,000 actions are kept. Blocks are kept once for each
page, by XPath: their texts would be many times as long as the labels.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import orjson

from honbun.annotation.model import NO_CONTENT, Kind, Label, Place, Standing, State
from honbun.io.cell import packed, storable, typed, unpacked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from honbun.annotation.model import Verdict
    from honbun.io.database import Database

_MOST_ACTIONS = 1_000
TABLES = (
    """CREATE TABLE place (
        id INTEGER PRIMARY KEY,
        page INTEGER NOT NULL REFERENCES page ON DELETE CASCADE,
        xpath TEXT NOT NULL,
        number INTEGER NOT NULL,
        text TEXT NOT NULL,
        UNIQUE (page, xpath)
    )""",
    # Actions are numbered upwards for ever. Those from `oldest` to `latest` can be undone, those
    # after that, up to `newest`, redone.
    """CREATE TABLE standing (
        annotator INTEGER NOT NULL REFERENCES annotator ON DELETE CASCADE,
        page INTEGER NOT NULL REFERENCES page ON DELETE CASCADE,
        state TEXT NOT NULL,
        changed REAL NOT NULL,
        oldest INTEGER NOT NULL,
        latest INTEGER NOT NULL,
        newest INTEGER NOT NULL,
        PRIMARY KEY (annotator, page)
    ) WITHOUT ROWID""",
    """CREATE TABLE label (
        annotator INTEGER NOT NULL,
        page INTEGER NOT NULL,
        place INTEGER NOT NULL REFERENCES place ON DELETE CASCADE,
        kind TEXT NOT NULL,
        PRIMARY KEY (annotator, page, place),
        FOREIGN KEY (annotator, page) REFERENCES standing ON DELETE CASCADE
    ) WITHOUT ROWID""",
    """CREATE TABLE action (
        annotator INTEGER NOT NULL,
        page INTEGER NOT NULL,
        number INTEGER NOT NULL,
        state_before TEXT NOT NULL,
        state_after TEXT NOT NULL,
        changes BLOB NOT NULL,
        PRIMARY KEY (annotator, page, number),
        FOREIGN KEY (annotator, page) REFERENCES standing ON DELETE CASCADE
    )""",
)
_KINDS = {kind.value: kind for kind in Kind}
SAID = """
    SELECT annotator.name, digest, state, oldest <= latest, newest > latest,
        place.number, xpath, text, kind
    FROM standing
    JOIN annotator ON annotator.number = standing.annotator
    JOIN page ON page.number = standing.page
    LEFT JOIN label ON label.annotator = standing.annotator AND label.page = standing.page
    LEFT JOIN place ON place.id = label.place
    """
"""One row for each label or denial, and one for each page without any."""
_SAID_KINDS = (str, str, str, int, int, int, str, str, str)
_Change = tuple[int, str | None, str | None]
"""The id of a place, and its label or denial before and after."""


class Ledger:
    """The actions of one annotator on one page, both by their numbers; used in a transaction."""

    def __init__(self, database: Database, annotator: int, page: int) -> None:
        self.annotator = annotator
        self._database = database
        self._key = (annotator, page)

    def act(self, changes: Mapping[Place, Verdict | None], state: State | None) -> None:
        """Add an action, unless it changes nothing, and forget what was undone."""
        before, oldest, latest, _ = self._now()
        changed = self._changes(changes)
        after = state or (_labelled(before) if changed else before)
        if not changed and after == before:
            return
        number = latest + 1
        oldest = max(oldest, number - _MOST_ACTIONS + 1)
        self._move(after, oldest, number, number)
        self._drop(oldest, latest)
        cell = packed(orjson.dumps(changed))
        insert = "INSERT INTO action VALUES (?, ?, ?, ?, ?, ?)"
        self._database.run(insert, *self._key, number, before, after, cell)
        self._label((place, kind) for place, _, kind in changed)

    def undo(self) -> None:
        """Take the last action back."""
        _, oldest, latest, newest = self._now()
        for before, _, changed in self._action(latest):
            self._move(before, oldest, latest - 1, newest)
            self._label((place, kind) for place, kind, _ in changed)

    def redo(self) -> None:
        """Do again what was undone last."""
        _, oldest, latest, newest = self._now()
        for _, after, changed in self._action(latest + 1):
            self._move(after, oldest, latest + 1, newest)
            self._label((place, kind) for place, _, kind in changed)

    def _now(self) -> tuple[State, int, int, int]:
        """The state, and the numbers of the oldest, the latest and the newest action."""
        query = (
            "SELECT state, oldest, latest, newest FROM standing WHERE (annotator, page) = (?, ?)"
        )
        for state, oldest, latest, newest in self._database.rows(query, *self._key):
            return State(state), oldest, latest, newest
        return State.NEW, 1, 0, 0

    def _changes(self, wanted: Mapping[Place, Verdict | None]) -> list[_Change]:
        """What differs from the labels as they are."""
        # A block may be named twice, as two versions of the program see it: the last is meant.
        last = {storable(place.xpath): (place, kind) for place, kind in wanted.items()}
        before = {xpath: self._kind(xpath) for xpath in last}
        return [
            (self._place(place), before[xpath], kind)
            for xpath, (place, kind) in last.items()
            if before[xpath] != kind
        ]

    def _kind(self, xpath: str) -> str | None:
        """The label or denial of a block as it is."""
        rows = self._database.rows(
            "SELECT kind FROM place JOIN label ON label.place = id"
            " WHERE (place.page, xpath) = (?, ?) AND (annotator, label.page) = (?, ?)",
            self._key[1],
            xpath,
            *self._key,
        )
        return next((kind for (kind,) in rows), None)

    def _place(self, place: Place) -> int:
        """The id of a place, which is kept as this version of the program sees it."""
        [(at,)] = self._database.rows(
            "INSERT INTO place (page, xpath, number, text) VALUES (?, ?, ?, ?) ON CONFLICT"
            " DO UPDATE SET number = excluded.number, text = excluded.text RETURNING id",
            self._key[1],
            storable(place.xpath),
            place.number,
            storable(place.text),
        )
        return int(at)

    def _move(self, state: State, oldest: int, latest: int, newest: int) -> None:
        self._database.run(
            "INSERT INTO standing VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
            " state = excluded.state, changed = excluded.changed, oldest = excluded.oldest,"
            " latest = excluded.latest, newest = excluded.newest",
            *self._key,
            state,
            time.time(),
            oldest,
            latest,
            newest,
        )

    def _drop(self, oldest: int, newest: int) -> None:
        """Forget the actions that are older, and those that are newer."""
        self._database.run(
            "DELETE FROM action WHERE (annotator, page) = (?, ?) AND (number < ? OR number > ?)",
            *self._key,
            oldest,
            newest,
        )

    def _label(self, labels: Iterable[tuple[int, str | None]]) -> None:
        for place, kind in labels:
            if kind is None:
                delete = "DELETE FROM label WHERE (annotator, page, place) = (?, ?, ?)"
                self._database.run(delete, *self._key, place)
            else:
                insert = "INSERT OR REPLACE INTO label VALUES (?, ?, ?, ?)"
                self._database.run(insert, *self._key, place, kind)

    def _action(self, number: int) -> Iterator[tuple[State, State, list[_Change]]]:
        """The action of a number, if there is one."""
        rows = self._database.rows(
            "SELECT state_before, state_after, changes FROM action"
            " WHERE (annotator, page, number) = (?, ?, ?)",
            *self._key,
            number,
        )
        for before, after, cell in rows:
            yield State(before), State(after), orjson.loads(unpacked(cell))


def standing(rows: Sequence[Any]) -> Standing:
    """What the rows of `SAID` tell of one annotator and one page."""
    labelled = [row for row in rows if row[-1] is not None]
    said = [
        (Place(number, xpath, text), kind)
        for *_, number, xpath, text, kind in typed(labelled, *_SAID_KINDS)
    ]
    labels = [Label(place, _KINDS[kind]) for place, kind in said if kind != NO_CONTENT]
    denied = [place for place, kind in said if kind == NO_CONTENT]
    _, _, state, undoable, redoable, *_ = rows[0]
    return Standing(tuple(labels), State(state), bool(undoable), bool(redoable), tuple(denied))


def _labelled(state: State) -> State:
    """The state of a page after a block of it was labelled."""
    return State.BEGUN if state in {State.NEW, State.SKIPPED} else state
