"""`/annotate`: who one is, how far one is, and the list of pages; whole without JavaScript."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

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
    matching: int
    counts: Counter[State]
    resume: int | None
    """The page to go on with."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The list of pages."""

    desk: Desk

    async def get(self, request: Request) -> Response:
        """The list of whoever says who they are, or the question who that is."""
        collection = self.desk.collection
        by = annotator(request) if request.query_params.get("by") else None
        wanted = Wanted.of(request)
        collection.contents.begin()  # so that it is there when the first page is opened
        known = await self.desk.read(lambda labels: labels.annotators())
        shown = None
        if by is not None:
            shown = await self.desk.read(lambda labels: self._shown(labels, by, wanted))
        return sheet(
            "annotate.html",
            by=by,
            known=known,
            collection=collection,
            wanted=wanted,
            shown=shown,
            states=State,
            part=_SHOWN,
        )

    def _shown(self, labels: Labels, by: str, wanted: Wanted) -> Shown:
        digests = self.desk.index.digests()
        known = labels.standings(by)
        states = [known.get(digest, State.NEW) for digest in digests]
        matching = [n for n in range(len(states)) if self._matches(n, states[n], wanted)]
        rows = [
            Row(
                n,
                self.desk.index.titles[n],
                self.desk.collection.entries[n].address,
                states[n],
                len(labels.standing(by, digests[n]).labels),
            )
            for n in matching[wanted.part * _SHOWN :][:_SHOWN]
        ]
        return Shown(rows, len(matching), Counter(states), _resume(states))

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
