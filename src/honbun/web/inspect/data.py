"""`/inspect/data/...`: what the rooms say of a page, as JSON.

A collection is judged in the background. Until a room has its answer the status is 202, with how
far the work is and, where the room can judge a page by itself, what it says of it meanwhile.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from honbun.errors import HonbunError
from honbun.web.inspect.said import content, lists, posts, similar
from honbun.web.pages import number

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from honbun.page import Page
    from honbun.web.findings import Findings
    from honbun.web.inspect.opened import Opened
    from honbun.web.inspect.rooms import Rooms
    from honbun.web.workers import Workers

ROOMS = ("content", "posts", "list", "similar")
_NUMBER = re.compile(r"[0-9]{1,9}")
_TOO_FEW = "similar pages need two pages at least: open a file with several, or several files"


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said, and whether it is the last word."""

    told: Any
    under_way: Findings[Any] | None = None


@dataclass(frozen=True, slots=True)
class Data:
    """The rooms' answers."""

    opened: Opened
    working: Workers

    async def get(self, request: Request) -> Response:
        """What a room says of a page."""
        rooms = self.opened.rooms(request.path_params["collection"])
        n = page_number(request, rooms)
        room = request.path_params["room"]
        if room not in ROOMS:
            raise HTTPException(404, f"the rooms are {', '.join(ROOMS)}")
        query = request.query_params
        work: Callable[[], Answer]
        if room == "content":
            work = partial(_content, rooms, n, alone="alone" in query)
        elif room == "similar":
            work = partial(_similar, rooms, n, _other(query.get("with"), rooms))
        else:
            work = partial(_posts if room == "posts" else _list, rooms, n)
        answer = await self.working.do(partial(_guarded, work))
        if answer.under_way is None:
            return _json(answer.told)
        progress = {"found": answer.under_way.found, "pages": len(rooms.collection)}
        return _json({"progress": progress, "meanwhile": answer.told}, 202)


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


def _guarded(work: Callable[[], Answer]) -> Answer:
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


def _content(rooms: Rooms, n: int, *, alone: bool) -> Answer:
    page = rooms.collection.page(n)
    told = content.Told(rooms.number)
    if alone or len(rooms.collection) == 1:
        return Answer(told(content.alone(page), page.parse()))
    contents = rooms.collection.contents
    done = contents.done  # asked first: what comes in between would be missed
    found = contents.get(n)
    answer = told(found or content.alone(page), page.parse())
    if found is None and done:
        answer["reason"] = contents.trouble or _failure(rooms, page) or answer["reason"]
    return Answer(answer, None if found or done else contents)


def _posts(rooms: Rooms, n: int) -> Answer:
    page = rooms.collection.page(n)
    several = len(rooms.collection) > 1
    done = rooms.threads.done or not several
    found = rooms.threads.get(n) if several else None
    thread = found or posts.alone(page)
    if thread is None:
        raise HTTPException(422, _failure(rooms, page) or "the page cannot be read")
    return Answer(posts.told(thread, page.parse()), None if found or done else rooms.threads)


def _list(rooms: Rooms, n: int) -> Answer:
    return Answer(lists.told(rooms.collection.page(n)))


def _similar(rooms: Rooms, n: int, other: int | None) -> Answer:
    if len(rooms.collection) < 2:
        return Answer({"pairs": [], "reason": _TOO_FEW})
    found = rooms.pairs.found
    found.begin()
    done = found.done  # asked first, as above
    if other is not None:
        pair = rooms.pairs.between(n, other)
        if pair is None and done:
            raise HTTPException(404, "these two pages share no sentence")
        told = similar.both(rooms, n, pair) if pair else None
        return Answer(told, found if pair is None else None)
    reason = found.trouble or (None if rooms.pairs.of(n) else "no page shares a sentence with it")
    told_pairs = {"pairs": similar.beside(rooms, n), "reason": reason if done else None}
    return Answer(told_pairs, None if done else found)


def _failure(rooms: Rooms, page: Page) -> str | None:
    """What went wrong with a page while its collection was judged."""
    failures = tuple(rooms.collection.failures)
    return next((one.message for one in failures if one.source == page.source), None)


def _json(told: Any, status: int = 200) -> Response:
    # As ASCII: the page's text may have halves of characters, which UTF-8 has not.
    body = json.dumps(told, separators=(",", ":")).encode()
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")
