"""Labels: what annotators say of pages, in one SQLite file.

The pages are kept with the labels, by a digest of their bytes, so that the file alone is a
collection with its truth. Each annotator's labels are kept apart; the adjudicated ones under the
name `TRUTH`. Every action can be undone, also after the file was closed: see `ledger.py`.

Every change is one transaction, so that programs may share a file. A connection belongs to the
thread that opened it: a server opens the file for each request, which takes a millisecond.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from honbun.annotation.model import (
    NO_CONTENT,
    TRUTH,
    UNTOUCHED,
    Label,
    Place,
    Standing,
    State,
    Verdict,
    annotator_name,
    body,
    digest,
)
from honbun.annotation.version import identity
from honbun.errors import InputError
from honbun.io.cell import packed, storable, typed, unpacked
from honbun.io.database import Database, Kept, Schema
from honbun.io.ledger import SAID, TABLES, Ledger, standing
from honbun.page import Page

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping

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
    *TABLES,
)
_SCHEMA = Schema("file of labels", b"honl", 1, _TABLES)


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page that is kept, without its bytes."""

    digest: str
    url: str
    source: str
    kept: datetime
    """When it was first kept."""


class Labels(Kept):
    """The labels of all annotators and their pages, on disk; made where there is no file.

    An annotator is known from the first call of `act` on. What is no name is refused with an
    InputError, and so is one that differs from another only in case; `TRUTH` itself is the
    adjudicator's.

    On the same bytes a block is known by its XPath. The numbers and texts of places are those of
    the program that labelled them last: `annotation.carry` finds them in a page as it is split now.
    """

    def __init__(self, path: str | os.PathLike[str], *, read_only: bool = False) -> None:
        super().__init__(Database(path, read_only=read_only, schema=_SCHEMA))

    def annotators(self) -> list[str]:
        """Who has labelled a page, in the order in which they began; without the adjudicator."""
        with self._database.told():
            rows = self._database.rows("SELECT name FROM annotator ORDER BY number")
            return [name for (name,) in typed(rows, str) if name != TRUTH]

    def keep(self, page: Page, url: str) -> str:
        """Keep a page under its address, if it is not kept already, and give its digest.

        Pages with the same bytes are one page: the address it was first kept under stays.
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
                packed(body(page)),
                time.time(),
            )
        return known

    def pages(self) -> list[KeptPage]:
        """The pages that are kept, in the order in which they were first."""
        with self._database.told():
            rows = self._database.rows("SELECT digest, url, source, kept FROM page ORDER BY number")
            return [
                KeptPage(digest, url, source, datetime.fromtimestamp(kept, UTC))
                for digest, url, source, kept in typed(rows, str, str, str, float)
            ]

    def page(self, digest: str) -> Page:
        """A page as it was kept; raises InputError where it never was."""
        with self._database.told():
            rows = self._database.rows(
                "SELECT url, source, content_type, characters, body FROM page WHERE digest = ?",
                digest,
            )
            kinds = (str, str, str | None, int, bytes)
            for url, source, content_type, characters, cell in typed(rows, *kinds):
                blob = unpacked(cell)
                html = blob.decode("utf-8", "surrogatepass") if characters else blob
                return Page(html, url=url or None, source=source, content_type=content_type)
        raise _unknown(digest)

    def standing(self, annotator: str, digest: str) -> Standing:
        """What an annotator has said of a page so far; nothing where it was never labelled."""
        with self._database.told():
            return self._standing(self._annotator(annotator), digest)

    def standings(self, annotator: str) -> dict[str, State]:
        """How far an annotator is, by the digests of pages; all others are new."""
        with self._database.told():
            rows = self._database.rows(
                "SELECT digest, state FROM standing JOIN page ON page.number = page"
                " WHERE annotator = ? AND state != ? ORDER BY page.number",
                self._annotator(annotator),
                State.NEW,
            )
            return {digest: State(state) for digest, state in typed(rows, str, str)}

    def everything(self) -> Iterator[tuple[str, str, Standing]]:
        """What all annotators and the adjudicator have said, with the digest of each page.

        By annotators and pages, in the order in which they came. Pages that are new to an
        annotator are left out.
        """
        with self._database.told():
            rows = self._database.rows(
                f"{SAID} WHERE state != ? ORDER BY annotator.number, page.number, place.number",
                State.NEW,
            )
            found = [
                (annotator, page, standing(list(said)))
                for (annotator, page), said in groupby(typed(rows, str, str), itemgetter(0, 1))
            ]
        return iter(found)

    def earlier(
        self, annotator: str, url: str, digest: str, source: str
    ) -> tuple[str, tuple[Label, ...]] | None:
        """The digest and the labels of another version of a page: the one labelled last.

        What is one is told by `annotation.version`, from the page's URL and source.
        """
        at = storable(url), storable(source)
        with self._database.told():
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
            for version, *kept_at in typed(rows, str, str, str):
                if any(at) and identity(*kept_at) == identity(*at):
                    return version, self._standing(by, version).labels
        return None

    def act(
        self,
        annotator: str,
        digest: str,
        changes: Mapping[Place, Verdict | None],
        state: State | None = None,
    ) -> Standing:
        """Label blocks of a page that is kept (None takes a label away), or set its state.

        The adjudicator may also deny that a block is content; others raise InputError with that.
        What changes nothing is no action. Without a `state`, labelling begins a page that was new
        or skipped; one that is done or unsure stays so, for a correction is no reason to look for
        it in the list again. Whatever was undone before cannot be redone any more.
        """
        if annotator != TRUTH and NO_CONTENT in changes.values():
            raise InputError("an annotator says that a block is no content by giving it no label")
        with self._database.transaction(), self._database.told():
            # Whoever says nothing of a page does not become an annotator.
            labels = any(kind is not None for kind in changes.values())
            says = labels or state not in (None, State.NEW)
            ledger = self._ledger(self._annotator(annotator, new=says), digest)
            ledger.act(changes, state)
            return self._standing(ledger.annotator, digest)

    def undo(self, annotator: str, digest: str) -> Standing:
        """Take an annotator's last action on a page back, if there is one."""
        with self._database.transaction(), self._database.told():
            ledger = self._ledger(self._annotator(annotator), digest)
            ledger.undo()
            return self._standing(ledger.annotator, digest)

    def redo(self, annotator: str, digest: str) -> Standing:
        """Do again what was undone last, if nothing was done since."""
        with self._database.transaction(), self._database.told():
            ledger = self._ledger(self._annotator(annotator), digest)
            ledger.redo()
            return self._standing(ledger.annotator, digest)

    def forget(self, annotator: str) -> int:
        """Delete an annotator with all labels and actions; gives how many pages they were on.

        The pages themselves stay.
        """
        with self._database.transaction(), self._database.told():
            by = self._annotator(annotator)
            [(pages,)] = self._database.rows(
                "SELECT count(*) FROM standing WHERE annotator = ? AND state != ?", by, State.NEW
            )
            self._database.run("DELETE FROM annotator WHERE number = ?", by)
        return int(pages)

    def _known(self, digest: str) -> int | None:
        with self._database.told():
            rows = self._database.rows("SELECT number FROM page WHERE digest = ?", digest)
        return next((number for (number,) in rows), None)

    def _ledger(self, annotator: int, digest: str) -> Ledger:
        page = self._known(digest)
        if page is None:
            raise _unknown(digest)
        return Ledger(self._database, annotator, page)

    def _annotator(self, annotator: str, *, new: bool = False) -> int:
        """The number of an annotator; 0, which nobody has, for one who is not known."""
        name = annotator if annotator == TRUTH else annotator_name(annotator)
        query = "SELECT number, name FROM annotator WHERE folded = ?"
        for number, known in self._database.rows(query, name.casefold()):
            if known != name:
                raise InputError(f"{name} is taken: there is an annotator {known}")
            return int(number)
        if not new:
            return 0
        insert = "INSERT INTO annotator (name, folded) VALUES (?, ?)"
        return self._database.run(insert, name, name.casefold()).lastrowid or 0

    def _standing(self, annotator: int, digest: str) -> Standing:
        where = "WHERE standing.annotator = ? AND digest = ? ORDER BY place.number"
        rows = self._database.rows(f"{SAID} {where}", annotator, digest)
        return standing(rows) if rows else UNTOUCHED


def _unknown(digest: str) -> InputError:
    return InputError(f"no page {digest} is kept with the labels")
