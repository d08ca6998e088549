"""`/inspect` and below it: the pages for people."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse

from honbun.errors import HonbunError
from honbun.web import asked
from honbun.web.inspect.data import ROOMS, page_number
from honbun.web.inspect.lines import SHOWN, lines
from honbun.web.inspect.upload import ENDINGS, MOST_BYTES
from honbun.web.pages import GIVEN
from honbun.web.sheets import sheet
from honbun.web.troubles import told, trouble

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.web.inspect.lines import Lines
    from honbun.web.inspect.opened import Opened
    from honbun.web.inspect.opening import Opening
    from honbun.web.readers import Readers
    from honbun.web.troubles import Trouble
    from honbun.web.workers import Workers

_NUMBER = re.compile(r"[0-9]{1,9}")
_LONGEST_QUERY = 200
_MOST_FAILURES = 100


@dataclass(frozen=True, slots=True)
class Views:
    """The pages for people."""

    opened: Opened
    opening: Opening
    working: Workers
    readers: Readers
    annotates: bool
    """Whether the collection given can be annotated."""

    async def start(self, request: Request) -> Response:
        """Where one says what to look at; with `url=` the way to that page."""
        text = request.query_params.get("url", "").strip()
        if not text:
            return self._start("", None)
        try:
            self.opening.limits.admit(request)
            # People leave out what their browser does not show them.
            page = asked.page(text if "://" in text else f"https://{text}")
            name = await self.opening.address(page)
        except (HonbunError, HTTPException) as error:
            return self._start(text, trouble(error))
        return RedirectResponse(f"/inspect/{name}/0", 303)

    async def list(self, request: Request) -> Response:
        """The pages of a collection."""
        name = request.path_params["collection"]
        found = await self._lines(request)
        collection = self.opened.rooms(name).collection
        return sheet(
            "inspect_list.html",
            name=name,
            called=collection.name,
            query=_query(request),
            found=found,
            step=SHOWN,
            failures=[told(str(failure)) for failure in collection.failures[:_MOST_FAILURES]],
        )

    async def progress(self, request: Request) -> Response:
        """The same as data."""
        return JSONResponse((await self._lines(request)).told(), headers=_FRESH)

    async def page(self, request: Request) -> Response:
        """A page as it looks, and what the rooms say of it."""
        name = request.path_params["collection"]
        rooms = self.opened.rooms(name)
        n = page_number(request, rooms)
        room = request.query_params.get("room", ROOMS[0])
        if room not in ROOMS:
            raise HTTPException(400, f"room= is one of {', '.join(ROOMS)}")
        return sheet(
            "inspect_page.html",
            name=name,
            called=rooms.collection.name,
            n=n,
            pages=len(rooms.collection),
            head=await self.working.do(partial(rooms.read_head, n, self.readers)),
            chosen=room,
            rooms=ROOMS,
            annotate=f"/annotate/{n}" if self.annotates and name == GIVEN else None,
        )

    async def _lines(self, request: Request) -> Lines:
        rooms = self.opened.rooms(request.path_params["collection"])
        first = request.query_params.get("from", "0")
        if not _NUMBER.fullmatch(first):
            raise HTTPException(400, "from= is the number of a page in the list")
        return await self.working.do(partial(lines, rooms, _query(request), int(first)))

    def _start(self, text: str, said: Trouble | None) -> Response:
        return sheet(
            "inspect.html",
            said.status if said else 200,
            said.headers if said else None,
            asked=text,
            trouble=said,
            given=self.opened.given,
            endings=",".join(ENDINGS),
            megabytes=MOST_BYTES // 1_000_000,
        )


_FRESH = {"Cache-Control": "no-store"}


def _query(request: Request) -> str:
    return request.query_params.get("q", "").strip()[:_LONGEST_QUERY]
