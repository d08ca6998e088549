"""`/inspect/data/...`: what the rooms say of a page, as JSON.

A collection is judged in the background. Until a room has its answer the status is 202, with how
far the work is and, where the room can judge a page by itself, what it says of it meanwhile.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.responses import Response

from honbun.errors import HonbunError
from honbun.web.inspect.alone import alone, packed
from honbun.web.inspect.readable import readable
from honbun.web.inspect.said import content, posts, similar
from honbun.web.pages import number
from honbun.web.troubles import told

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from honbun.web.findings import Findings
    from honbun.web.inspect.opened import Opened
    from honbun.web.inspect.rooms import Rooms
    from honbun.web.kept import Kept
    from honbun.web.readers import Readers
    from honbun.web.workers import Workers

Result = TypeVar("Result")

ROOMS = ("content", "posts", "list", "similar")
_NUMBER = re.compile(r"[0-9]{1,9}")
_TOO_FEW = "similar pages need two pages at least: open a file with several, or several files"


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said, as JSON, and whether it is the last word."""

    told: bytes
    under_way: Findings[Any] | None = None


@dataclass(frozen=True, slots=True)
class Data:
    """The rooms' answers."""

    opened: Opened
    working: Workers
    readers: Readers
    alone: Kept[bytes]
    """What the rooms say of pages by themselves."""

    async def get(self, request: Request) -> Response:
        """What a room says of a page."""
        name = request.path_params["collection"]
        rooms = self.opened.rooms(name)
        n = page_number(request, rooms)
        room = request.path_params["room"]
        if room not in ROOMS:
            raise HTTPException(404, f"the rooms are {', '.join(ROOMS)}")
        query = request.query_params
        if room == "similar":
            work = partial(_similar, rooms, n, _other(query.get("with"), rooms))
            answer = await self.working.do(partial(_guarded, work))
        elif room == "list" or "alone" in query or len(rooms.collection) == 1:
            answer = Answer(await self._alone(rooms, name, n, room))
        else:
            answer = await self._judged(rooms, name, n, room)
        if answer.under_way is None:
            return _json(answer.told)
        progress = packed({"found": answer.under_way.found, "pages": len(rooms.collection)})
        return _json(b'{"progress":%b,"meanwhile":%b}' % (progress, answer.told), 202)

    async def _judged(self, rooms: Rooms, name: str, n: int, room: str) -> Answer:
        """What a room says of a page as one of its collection, or of it alone until then."""
        findings = _findings(rooms, room)
        done = findings.done  # asked first: what comes in between would be missed
        judged = await self.working.do(partial(_guarded, partial(_judged, rooms, n, room)))
        if judged is not None:
            return Answer(judged)
        answer = await self._alone(rooms, name, n, room)
        if not done:
            return Answer(answer, findings)
        why = findings.trouble or _failure(rooms, n)
        return Answer(_with_reason(answer, f"the page by itself: {told(why)}") if why else answer)

    async def _alone(self, rooms: Rooms, name: str, n: int, room: str) -> bytes:
        def work() -> bytes:
            return self.readers.show(alone, rooms.collection.page(n), room)

        return await self.alone.get(name, (n, room), partial(_guarded, work))


def page_number(request: Request, rooms: Rooms) -> int:
    """The number of a page in the path; a status of 404 where there is none."""
    n = number(request)
    if n >= len(rooms.collection):
        raise HTTPException(404, f"the collection has {len(rooms.collection):,} pages, from 0")
    return n


def _other(text: str | None, rooms: Rooms) -> int | None:
    if text is None:
        return None
    if not _NUMBER.fullmatch(text) or int(text) >= len(rooms.collection):
        raise HTTPException(400, "with= is the number of another page of the collection")
    return int(text)


def _guarded(work: Callable[[], Result]) -> Result:
    try:
        return work()
    except HTTPException:
        raise
    except HonbunError as error:
        raise HTTPException(422, f"the page cannot be read: {error}") from error
    except Exception as error:
        # Pages are hostile: one that breaks a step, in whatever way, is its own fault.
        said = f"the page cannot be read: {type(error).__name__}: {error}"
        raise HTTPException(422, said) from error


def _findings(rooms: Rooms, room: str) -> Findings[Any]:
    return rooms.collection.contents if room == "content" else rooms.threads


def _judged(rooms: Rooms, n: int, room: str) -> bytes | None:
    """What a room said of a page as one of its collection; None where it did not, or not yet."""
    found = _findings(rooms, room).get(n)
    if found is None:
        return None
    tree = readable(rooms.collection.page(n))
    tell = content.Told(rooms.number) if room == "content" else posts.told
    return packed(tell(found, tree))


def _similar(rooms: Rooms, n: int, other: int | None) -> Answer:
    if len(rooms.collection) < 2:
        return Answer(packed({"pairs": [], "reason": _TOO_FEW}))
    found = rooms.pairs.found
    found.begin()
    done = found.done  # asked first, as above
    if other is not None:
        pair = rooms.pairs.between(n, other)
        if pair is None and done:
            raise HTTPException(404, "these two pages share no sentence")
        if pair is None:
            return Answer(packed(None), found)
        for one in (n, other):
            readable(rooms.collection.page(one))
        return Answer(packed(similar.both(rooms, n, pair)))
    reason = found.trouble or (None if rooms.pairs.of(n) else "no page shares a sentence with it")
    pairs = {"pairs": similar.beside(rooms, n), "reason": reason if done else None}
    return Answer(packed(pairs), None if done else found)


def _failure(rooms: Rooms, n: int) -> str | None:
    """What went wrong with a page while its collection was judged."""
    source = rooms.collection.entries[n].source
    failures = tuple(rooms.collection.failures)
    return next((one.message for one in failures if one.source == source), None)


def _with_reason(answer: bytes, reason: str) -> bytes:
    return packed(json.loads(answer) | {"reason": reason})


def _json(body: bytes, status: int = 200) -> Response:
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")
