"""`/inspect/data/...`: what the rooms say of a page, as JSON.

A collection is judged in the background. Until a room has its answer the status is 202, with how
far the work is and, where the room can judge a page by itself, what it says of it meanwhile.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.responses import Response

from honbun.api import posts
from honbun.errors import Failure, HonbunError, UnreadablePage, one_line
from honbun.html.blocks import split
from honbun.metadata import head
from honbun.runner.limits import Limits
from honbun.runner.pages import Step, map_results
from honbun.runner.run import Run
from honbun.web.cache import Findings
from honbun.web.collections import number as requested_number
from honbun.web.collections import parsed
from honbun.web.errors import told
from honbun.web.inspect import overlays
from honbun.web.inspect.pairs import Pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from starlette.requests import Request

    from honbun.html.tree import Tree
    from honbun.page import Page
    from honbun.posts.model import Thread
    from honbun.web.cache import Kept
    from honbun.web.collections import Collection
    from honbun.web.inspect.uploads import Opened
    from honbun.web.jobs import Readers, Workers

# Which pages the rooms are asked about: one that is too large would hold up everybody else.

_MOST_BLOCKS = 30_000
"""The slowest room takes some seconds for these (measured: lists 8, posts 5, content 4), and a
minute for three times as many."""


def readable(page: Page) -> Tree:
    """The tree of a page; raises UnreadablePage for one that the rooms are not asked about."""
    tree = parsed(page)
    if (blocks := len(split(tree))) > _MOST_BLOCKS:
        raise UnreadablePage(
            f"it has {blocks:,} blocks, and pages of up to {_MOST_BLOCKS:,} are judged here"
        )
    return tree


# What a room says of a page by itself, whatever else is in its collection, as JSON.


def alone(page: Page, room: str) -> bytes:
    """The answer of the content, posts or list room; raises UnreadablePage where there is none."""
    tree = readable(page)
    if room == "content":
        # What a page by itself says names no other page.
        return packed(overlays.Told(lambda _: None)(overlays.alone_content(page), tree))
    if room == "posts":
        return packed(overlays.told_posts(overlays.alone_posts(page), tree))
    return packed(overlays.told_lists(page, tree))


def packed(told: Any) -> bytes:
    """As JSON in ASCII: the page's text may have halves of characters, which UTF-8 has not."""
    return json.dumps(told, separators=(",", ":")).encode()


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
    n = requested_number(request)
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
    tell = overlays.Told(rooms.number) if room == "content" else overlays.told_posts
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
        return Answer(packed(overlays.both(rooms, n, pair)))
    reason = found.trouble or (None if rooms.pairs.of(n) else "no page shares a sentence with it")
    pairs = {"pairs": overlays.beside(rooms, n), "reason": reason if done else None}
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


# What a list of pages says of each: its title and its address.


@dataclass(frozen=True, slots=True)
class Head:
    """What a page is called, and where it stands."""

    title: str | None
    address: str
    trouble: str | None = None
    """Why the page cannot be read, in one line."""


def heads(pages: Iterable[Page]) -> Iterator[Head | Failure]:
    """What pages are called, in their order, read in a process that they may end."""
    return map_results(Step(_head, None, "read"), pages, Run(limits=Limits()))


def head_of(page: Page) -> Head:
    """What a page is called; raises UnreadablePage where it is none."""
    tree = parsed(page)
    return Head(head.title(tree), page.resolve_url(tree))


def _head(page: Page, _: None) -> Head:
    return head_of(page)


# Rooms: what is known of a collection, and what is still being found out.


class Rooms:
    """A collection and the rooms' findings on it; each is begun when somebody asks."""

    def __init__(self, collection: Collection) -> None:
        self.collection = collection
        self._numbers: dict[str, int | None] = {}
        self.heads: Findings[Head] = Findings(self._heads)
        self.threads: Findings[Thread] = Findings(self._threads)
        self.pairs = Pairs(collection, self.heads)

    def close(self) -> None:
        """Let go of what is known; the collection is its owner's."""
        for findings in (self.heads, self.threads, self.pairs.found):
            findings.close()

    def head(self, number: int) -> Head:
        """What a page is called, as well as it is known yet."""
        return self.heads.get(number) or Head(None, self.collection.entries[number].address)

    def read_head(self, number: int, readers: Readers) -> Head:
        """The same, if need be by having the page read."""
        known = self.heads.get(number)
        try:
            return known or readers.show(head_of, self.collection.page(number))
        except HonbunError as error:
            return self._unread(number, str(error))

    def number(self, address: str) -> int | None:
        """The page with an address; None where there is none, or several, or not all are known."""
        self.heads.begin()
        return self._numbers.get(address) if self.heads.done else None

    def _heads(self) -> Iterator[tuple[int, Head]]:
        for number, found in enumerate(heads(self.collection.pages())):
            head = found
            if isinstance(head, Failure):
                head = self._unread(number, head.message)
            self._numbers[head.address] = None if head.address in self._numbers else number
            yield number, head

    def _unread(self, number: int, why: str) -> Head:
        return Head(None, self.collection.entries[number].address, one_line(why))

    def _threads(self) -> Iterator[tuple[int, Thread]]:
        # Further pages of a thread come behind its first, wherever they stand in the collection.
        waiting: defaultdict[str, list[int]] = defaultdict(list)
        for number, entry in enumerate(self.collection.entries):
            waiting[entry.source].append(number)
        pages = self.collection.pages()
        for thread in posts(pages, run=Run(limits=Limits(), on_failure=lambda _: None)):
            yield waiting[thread.source].pop(0), thread
