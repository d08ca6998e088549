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
from honbun.stores.actions import ActionLog
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
    from collections.abc import Callable, Iterator, Mapping, Sequence

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


def _page_labels(rows: Sequence[Any]) -> PageLabels:
    """The labels in the rows of one annotator and one page."""
    labelled = [row for row in rows if row[-1] is not None]
    decisions = [
        (BlockRef(number, xpath, text), kind)
        for *_, number, xpath, text, kind in checked_rows(labelled, *_LABEL_TYPES)
    ]
    labels = [Label(place, Kind(kind)) for place, kind in decisions if kind != NO_CONTENT]
    rejected = [place for place, kind in decisions if kind == NO_CONTENT]
    _, _, state, undoable, redoable, *_ = rows[0]
    return PageLabels(tuple(labels), State(state), bool(undoable), bool(redoable), tuple(rejected))


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
        # A call without labels and state does not create an annotator.
        labels = any(kind is not None for kind in changes.values())
        creates = labels or state not in (None, State.NEW)
        return self._change(annotator, digest, lambda log: log.act(changes, state), new=creates)

    def undo(self, annotator: str, digest: str) -> PageLabels:
        """Undo an annotator's last action on a page, if there is one."""
        return self._change(annotator, digest, ActionLog.undo)

    def redo(self, annotator: str, digest: str) -> PageLabels:
        """Redo what was undone last, if nothing was done since."""
        return self._change(annotator, digest, ActionLog.redo)

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

    def _change(
        self,
        annotator: str,
        digest: str,
        change: Callable[[ActionLog], None],
        *,
        new: bool = False,
    ) -> PageLabels:
        """Change the labels of a page in one transaction, and return them."""
        with self._database.transaction(), self._database.translate_errors():
            by = self._annotator(annotator, new=new)
            page = self._known(digest)
            if page is None:
                raise _unknown(digest)
            change(ActionLog(self._database, by, page))
            return self._stored_labels(by, digest)

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
