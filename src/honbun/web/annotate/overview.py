"""`/annotate`: who one is, how far one is, and the list of pages; whole without JavaScript."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from honbun.annotation.model import State
from honbun.web.annotate.desk import annotator
from honbun.web.sheets import sheet

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.io.labels import Labels
    from honbun.web.annotate.desk import Desk

_SHOWN = 100
"""Pages in one part of the list."""


@dataclass(frozen=True, slots=True)
class Row:
    """A page in the list."""

    n: int
    title: str | None
    address: str
    state: State
    labels: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which pages the list is to show."""

    state: State | None
    text: str
    part: int
    """Of the pages that match, from 0."""

    @classmethod
    def of(cls, request: Request) -> Wanted:
        """What a request asks for; what it asks for amiss is left aside."""
        query = request.query_params
        states = {state.value: state for state in State}
        part = query.get("part", "")
        return cls(
            states.get(query.get("state", "")),
            query.get("q", "").strip(),
            int(part) if part.isascii() and part.isdigit() and len(part) < 8 else 0,
        )


@dataclass(frozen=True, slots=True)
class Shown:
    """One annotator's list of pages, and how far it is labelled."""

    rows: list[Row]
    part: int
    """Which part of the pages that match the rows are, from 0."""
    matching: int
    counts: Counter[State]
    resume: int | None
    """The page to go on with."""
    untitled: int
    """Pages whose titles are not known yet: words may be in them, too."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The list of pages."""

    desk: Desk

    async def get(self, request: Request) -> Response:
        """The list of whoever says who they are, or the question who that is."""
        # So that it is there when the first page is opened.
        self.desk.collection.contents.begin()
        if not request.query_params.get("by"):
            return await self._ask("", "")
        wanted = Wanted.of(request)
        try:
            by = annotator(request)
            shown = await self.desk.read(lambda labels: self._shown(labels, by, wanted))
        except HTTPException as error:  # no name, or one that differs from another only in case
            return await self._ask(request.query_params["by"], error.detail)
        return sheet(
            "annotate.html",
            by=by,
            collection=self.desk.collection,
            wanted=wanted,
            shown=shown,
            states=State,
            size=_SHOWN,
        )

    async def _ask(self, name: str, trouble: str) -> Response:
        """The question who one is; again, where the name that was given is none."""
        known = await self.desk.read(lambda labels: labels.annotators())
        return sheet(
            "annotate_who.html",
            400 if trouble else 200,
            name=name,
            trouble=trouble,
            known=known,
            collection=self.desk.collection,
        )

    def _shown(self, labels: Labels, by: str, wanted: Wanted) -> Shown:
        digests = self.desk.index.digests()
        known = labels.standings(by)
        states = [known.get(digest, State.NEW) for digest in digests]
        untitled = len(states) - self.desk.index.titled
        matching = [n for n in range(len(states)) if self._matches(n, states[n], wanted)]
        part = min(wanted.part, max(len(matching) - 1, 0) // _SHOWN)
        rows = [
            Row(
                n,
                self.desk.index.title(n),
                self.desk.collection.entries[n].address,
                states[n],
                len(labels.standing(by, digests[n]).labels),
            )
            for n in matching[part * _SHOWN :][:_SHOWN]
        ]
        return Shown(rows, part, len(matching), Counter(states), _resume(states), untitled)

    def _matches(self, n: int, state: State, wanted: Wanted) -> bool:
        if wanted.state not in (None, state):
            return False
        text = wanted.text.casefold()
        title, address = self.desk.index.titles[n] or "", self.desk.collection.entries[n].address
        return text in title.casefold() or text in address.casefold()


def _resume(states: list[State]) -> int | None:
    """The first page that was begun, else the first that is new."""
    for state in (State.BEGUN, State.NEW):
        if state in states:
            return states.index(state)
    return None
