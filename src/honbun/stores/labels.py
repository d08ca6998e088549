"""Labels of annotators and their pages, in one SQLite file.

Pages are stored with the labels, by a digest of their bytes, so that the file alone is a collection
with its truth. Each annotator's labels are separate; adjudicated labels have the name `TRUTH`.
Every action can be undone, also after the file was closed: `ActionLog` stores what each action
changed, for the last 1,000 actions of an annotator on a page.

Every change is one transaction, so that programs may share a file. A connection belongs to the
thread that opened it: a server opens the file for each request, which takes a millisecond.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import orjson

from honbun.annotation.match import page_identity
from honbun.annotation.model import (
    NO_CONTENT,
    NO_LABELS,
    TRUTH,
    BlockRef,
    Decision,
    Kind,
    Label,
    PageLabels,
    State,
    StoredPage,
    annotator_name,
    body,
    digest,
)
from honbun.errors import InputError
from honbun.page import Page
from honbun.stores.sqlite import (
    Database,
    Schema,
    Store,
    checked_rows,
    compress,
    decompress,
    storable,
)

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_MOST_ACTIONS = 1_000
_TABLES = (
    # `characters`: the page was given as text, and its bytes are that text in UTF-8.
    """CREATE TABLE page (
        number INTEGER PRIMARY KEY,
        digest TEXT NOT NULL UNIQUE,
        url TEXT NOT NULL,
        source TEXT NOT NULL,
        content_type TEXT,
        characters INTEGER NOT NULL,
        body BLOB NOT NULL,
        kept REAL NOT NULL
    )""",
    "CREATE INDEX page_by_url ON page (url)",
    """CREATE TABLE annotator (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE
    )""",
    # Blocks, once per page and XPath: their texts are many times as long as the labels.
    """CREATE TABLE place (
        id INTEGER PRIMARY KEY,
        page INTEGER NOT NULL REFERENCES page ON DELETE CASCADE,
        xpath TEXT NOT NULL,
        number INTEGER NOT NULL,
        text TEXT NOT NULL,
        UNIQUE (page, xpath)
    )""",
    # Actions are numbered in ascending order. Those from `oldest` to `latest` can be undone, those
    # after `latest` up to `newest` redone.
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
_LABELS = """
    SELECT annotator.name, digest, state, oldest <= latest, newest > latest,
        place.number, xpath, text, kind
    FROM standing
    JOIN annotator ON annotator.number = standing.annotator
    JOIN page ON page.number = standing.page
    LEFT JOIN label ON label.annotator = standing.annotator AND label.page = standing.page
    LEFT JOIN place ON place.id = label.place
    """
"""One row per label or rejected block, and one per page without any."""
_LABEL_TYPES = (str, str, str, int, int, int, str, str, str)
_Change = tuple[int, str | None, str | None]
"""The id of a block, and its label before and after."""


class ActionLog:
    """The actions of one annotator on one page, both by number; used within a transaction."""

    def __init__(self, database: Database, annotator: int, page: int) -> None:
        self.annotator = annotator
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
        self._move(after, oldest, number, number)
        self._drop(oldest, latest)
        cell = compress(orjson.dumps(changed))
        insert = "INSERT INTO action VALUES (?, ?, ?, ?, ?, ?)"
        self._database.run(insert, *self._key, number, before, after, cell)
        self._label((place, kind) for place, _, kind in changed)

    def undo(self) -> None:
        """Undo the last action."""
        _, oldest, latest, newest = self._now()
        for before, _, changed in self._action(latest):
            self._move(before, oldest, latest - 1, newest)
            self._label((place, kind) for place, kind, _ in changed)

    def redo(self) -> None:
        """Redo what was undone last."""
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

    def _changes(self, wanted: Mapping[BlockRef, Decision | None]) -> list[_Change]:
        """The changes that differ from the current labels."""
        # A block may occur twice, as two versions of the program split it: the last one counts.
        last = {storable(place.xpath): (place, kind) for place, kind in wanted.items()}
        before = {xpath: self._kind(xpath) for xpath in last}
        return [
            (self._place(place), before[xpath], kind)
            for xpath, (place, kind) in last.items()
            if before[xpath] != kind
        ]

    def _kind(self, xpath: str) -> str | None:
        """The current label of a block."""
        rows = self._database.rows(
            "SELECT kind FROM place JOIN label ON label.place = id"
            " WHERE (place.page, xpath) = (?, ?) AND (annotator, label.page) = (?, ?)",
            self._key[1],
            xpath,
            *self._key,
        )
        return next((kind for (kind,) in rows), None)

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
        """Delete the actions that are older, and those that are newer."""
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
        """The action with a number, if there is one."""
        rows = self._database.rows(
            "SELECT state_before, state_after, changes FROM action"
            " WHERE (annotator, page, number) = (?, ?, ?)",
            *self._key,
            number,
        )
        for before, after, cell in rows:
            yield State(before), State(after), orjson.loads(decompress(cell))


def _page_labels(rows: Sequence[Any]) -> PageLabels:
    """The labels in the rows of one annotator and one page."""
    labelled = [row for row in rows if row[-1] is not None]
    decisions = [
        (BlockRef(number, xpath, text), kind)
        for *_, number, xpath, text, kind in checked_rows(labelled, *_LABEL_TYPES)
    ]
    labels = [Label(place, _KINDS[kind]) for place, kind in decisions if kind != NO_CONTENT]
    rejected = [place for place, kind in decisions if kind == NO_CONTENT]
    _, _, state, undoable, redoable, *_ = rows[0]
    return PageLabels(tuple(labels), State(state), bool(undoable), bool(redoable), tuple(rejected))


def _after_labelling(state: State) -> State:
    """The state of a page after a block was labelled."""
    return State.BEGUN if state in {State.NEW, State.SKIPPED} else state


_SCHEMA = Schema("file of labels", b"honl", 1, _TABLES)


class Labels(Store):
    """The labels of all annotators and their pages; the file is created if there is none.

    An annotator exists from the first call of `act` on. An invalid name raises InputError, and so
    does one that differs from another only in case; `TRUTH` is the adjudicator.

    On the same bytes a block is identified by its XPath. The numbers and texts of blocks are those
    of the program that labelled them last: `annotation.match` finds them as they are split now.
    """

    def __init__(self, path: str | os.PathLike[str], *, read_only: bool = False) -> None:
        super().__init__(Database(path, read_only=read_only, schema=_SCHEMA))

    def annotators(self) -> list[str]:
        """Who has labelled a page, in order of first use, without the adjudicator."""
        with self._database.translate_errors():
            rows = self._database.rows("SELECT name FROM annotator ORDER BY number")
            return [name for (name,) in checked_rows(rows, str) if name != TRUTH]

    def add_page(self, page: Page, url: str) -> str:
        """Store a page unless it is stored already, and return its digest.

        Pages with the same bytes are one page, with the URL it was first stored under.
        """
        known = digest(page)
        if self._known(known):
            return known
        with self._database.transaction():
            self._database.run(
                "INSERT INTO page (digest, url, source, content_type, characters, body, kept)"
                " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                known,
                storable(url),
                storable(page.source),
                None if page.content_type is None else storable(page.content_type),
                isinstance(page.html, str),
                compress(body(page)),
                time.time(),
            )
        return known

    def pages(self) -> list[StoredPage]:
        """The stored pages, in the order in which they were stored."""
        with self._database.translate_errors():
            rows = self._database.rows("SELECT digest, url, source, kept FROM page ORDER BY number")
            return [
                StoredPage(digest, url, source, datetime.fromtimestamp(kept, UTC))
                for digest, url, source, kept in checked_rows(rows, str, str, str, float)
            ]

    def page(self, digest: str) -> Page:
        """A stored page; raises InputError if there is none."""
        with self._database.translate_errors():
            rows = self._database.rows(
                "SELECT url, source, content_type, characters, body FROM page WHERE digest = ?",
                digest,
            )
            kinds = (str, str, str | None, int, bytes)
            for url, source, content_type, characters, cell in checked_rows(rows, *kinds):
                blob = decompress(cell)
                html = blob.decode("utf-8", "surrogatepass") if characters else blob
                return Page(html, url=url or None, source=source, content_type=content_type)
        raise _unknown(digest)

    def page_labels(self, annotator: str, digest: str) -> PageLabels:
        """The labels of a page by an annotator."""
        with self._database.translate_errors():
            return self._stored_labels(self._annotator(annotator), digest)

    def states(self, annotator: str) -> dict[str, State]:
        """The state of each page for an annotator, by digest, without those that are new."""
        with self._database.translate_errors():
            rows = self._database.rows(
                "SELECT digest, state FROM standing JOIN page ON page.number = page"
                " WHERE annotator = ? AND state != ? ORDER BY page.number",
                self._annotator(annotator),
                State.NEW,
            )
            return {digest: State(state) for digest, state in checked_rows(rows, str, str)}

    def all_labels(self) -> Iterator[tuple[str, str, PageLabels]]:
        """All labels with their annotator and the digest of their page, without new pages.

        Ordered by annotator and page, both by when they were added.
        """
        with self._database.translate_errors():
            rows = self._database.rows(
                f"{_LABELS} WHERE state != ? ORDER BY annotator.number, page.number, place.number",
                State.NEW,
            )
            found = [
                (annotator, page, _page_labels(list(same)))
                for (annotator, page), same in groupby(
                    checked_rows(rows, str, str), itemgetter(0, 1)
                )
            ]
        return iter(found)

    def earlier(
        self, annotator: str, url: str, digest: str, source: str
    ) -> tuple[str, tuple[Label, ...]] | None:
        """The digest and labels of the version of a page that was labelled last, except this one.

        Versions have the same `page_identity`, which depends on the page's URL and source.
        """
        at = storable(url), storable(source)
        with self._database.translate_errors():
            by = self._annotator(annotator)
            rows = self._database.rows(
                "SELECT digest, url, source FROM standing JOIN page ON page.number = page"
                " WHERE annotator = ? AND (url = ? OR source = ?) AND digest != ?"
                " AND EXISTS (SELECT * FROM label WHERE label.annotator = standing.annotator"
                " AND label.page = standing.page AND kind != ?)"
                " ORDER BY changed DESC, page.number DESC",
                by,
                *at,
                digest,
                NO_CONTENT,
            )
            for version, *stored_at in checked_rows(rows, str, str, str):
                if any(at) and page_identity(*stored_at) == page_identity(*at):
                    return version, self._stored_labels(by, version).labels
        return None

    def act(
        self,
        annotator: str,
        digest: str,
        changes: Mapping[BlockRef, Decision | None],
        state: State | None = None,
    ) -> PageLabels:
        """Label blocks of a stored page (None removes a label), or set its state.

        Only the adjudicator may reject a block explicitly; others raise InputError. A call that
        changes nothing is not an action. Without a `state`, labelling begins a page that was new or
        skipped; one that is done or unsure stays so. What was undone before cannot be redone.
        """
        if annotator != TRUTH and NO_CONTENT in changes.values():
            raise InputError("only the adjudicator rejects blocks; annotators remove their label")
        with self._database.transaction(), self._database.translate_errors():
            # A call without labels and state does not create an annotator.
            labels = any(kind is not None for kind in changes.values())
            creates = labels or state not in (None, State.NEW)
            log = self._action_log(self._annotator(annotator, new=creates), digest)
            log.act(changes, state)
            return self._stored_labels(log.annotator, digest)

    def undo(self, annotator: str, digest: str) -> PageLabels:
        """Undo an annotator's last action on a page, if there is one."""
        with self._database.transaction(), self._database.translate_errors():
            log = self._action_log(self._annotator(annotator), digest)
            log.undo()
            return self._stored_labels(log.annotator, digest)

    def redo(self, annotator: str, digest: str) -> PageLabels:
        """Redo what was undone last, if nothing was done since."""
        with self._database.transaction(), self._database.translate_errors():
            log = self._action_log(self._annotator(annotator), digest)
            log.redo()
            return self._stored_labels(log.annotator, digest)

    def forget(self, annotator: str) -> int:
        """Delete an annotator with all labels and actions; return how many pages they were on.

        The pages themselves remain.
        """
        with self._database.transaction(), self._database.translate_errors():
            by = self._annotator(annotator)
            [(pages,)] = self._database.rows(
                "SELECT count(*) FROM standing WHERE annotator = ? AND state != ?", by, State.NEW
            )
            self._database.run("DELETE FROM annotator WHERE number = ?", by)
        return int(pages)

    def _known(self, digest: str) -> int | None:
        with self._database.translate_errors():
            rows = self._database.rows("SELECT number FROM page WHERE digest = ?", digest)
        return next((number for (number,) in rows), None)

    def _action_log(self, annotator: int, digest: str) -> ActionLog:
        page = self._known(digest)
        if page is None:
            raise _unknown(digest)
        return ActionLog(self._database, annotator, page)

    def _annotator(self, annotator: str, *, new: bool = False) -> int:
        """The number of an annotator; 0, which nobody has, if there is none of that name."""
        name = annotator if annotator == TRUTH else annotator_name(annotator)
        query = "SELECT number, name FROM annotator WHERE folded = ?"
        for number, known in self._database.rows(query, name.casefold()):
            if known != name:
                raise InputError(f"{name} is too similar to the annotator {known}")
            return int(number)
        if not new:
            return 0
        insert = "INSERT INTO annotator (name, folded) VALUES (?, ?)"
        return self._database.run(insert, name, name.casefold()).lastrowid or 0

    def _stored_labels(self, annotator: int, digest: str) -> PageLabels:
        where = "WHERE standing.annotator = ? AND digest = ? ORDER BY place.number"
        rows = self._database.rows(f"{_LABELS} {where}", annotator, digest)
        return _page_labels(rows) if rows else NO_LABELS


def _unknown(digest: str) -> InputError:
    return InputError(f"no page {digest} is stored with the labels")
