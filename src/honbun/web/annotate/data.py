"""`/annotate/data/…`: the labels of one annotator, to be read and changed by the tool.

An action says what blocks are to become, so it may come late, or twice. To undo says nothing of
the kind: it is refused where the labels are no longer those that its sender saw, because somebody
else (the same annotator in another tab) has changed them, or because it was done already.
Either may name the page it means by its digest: see `Desk.prepared`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from honbun.annotation.blocks import places
from honbun.annotation.match import carry, resettled
from honbun.annotation.model import NO_CONTENT, Kind, Place, State, Verdict
from honbun.web.annotate.views import annotator, writer
from honbun.web.collections import number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.annotation.blocks import BlockColumns
    from honbun.annotation.model import Label, Standing
    from honbun.content.model import Content
    from honbun.stores.labels import Labels
    from honbun.web.annotate.views import Desk
    from honbun.web.collections import Prepared

# Action: what a browser asks to be done to the labels of a page, read with care.

_LARGEST = 1 << 22
"""Bytes of a request: labels for some 200,000 blocks."""


@dataclass(frozen=True, slots=True)
class Action:
    """Labels and denials to set or to take away, and the state to leave the page in."""

    changes: dict[Place, Verdict | None]
    state: State | None


async def body(request: Request) -> dict[str, Any]:
    """The JSON object in a request; statuses of 413 and 400 for what is too long or none."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > _LARGEST:
            raise HTTPException(413, f"an action takes at most {_LARGEST:,} bytes")
    try:
        read = json.loads(data or b"{}")
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, "an action is JSON") from error
    if not isinstance(read, dict):
        raise HTTPException(400, "an action is a JSON object")
    return read


def action(asked: dict[str, Any], blocks: BlockColumns) -> Action:
    """An action on these blocks; a status of 400 where it is none."""
    changes = asked.get("changes", {})
    if not isinstance(changes, dict):
        raise HTTPException(400, "changes are an object: a kind, none, or null, by block")
    try:
        state = None if asked.get("state") is None else State(asked["state"])
        wanted = {
            _place(text, blocks): kind if kind in (None, NO_CONTENT) else Kind(kind)
            for text, kind in changes.items()
        }
    except (ValueError, TypeError) as error:
        raise HTTPException(400, "there is no such kind or state") from error
    return Action(wanted, state)


def _place(text: str, blocks: BlockColumns) -> Place:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
    if not 0 <= number < len(blocks) or not blocks.shown[number]:
        raise HTTPException(400, f"the page shows no block {text[:20]}")
    return Place(number, blocks.xpath[number], blocks.text[number])


# What an annotator has said of a page, as data for the browser.


def standing_data(standing: Standing, blocks: BlockColumns) -> dict[str, Any]:
    """Labels and denials by block, state, and a version that changes with them."""
    denied = {place.xpath for place in standing.denied}
    denials = {n: NO_CONTENT for n, xpath in enumerate(blocks.xpath) if xpath in denied}
    data = {
        "labels": kinds(standing.labels, blocks) | denials,
        "state": standing.state,
        "undoable": standing.undoable,
        "redoable": standing.redoable,
    }
    return data | {"version": _version(data)}


def kinds(labels: Iterable[Label], blocks: BlockColumns) -> dict[int, str]:
    """Labels of this very page by the numbers that its blocks have today."""
    numbers = {xpath: number for number, xpath in enumerate(blocks.xpath)}
    found = ((numbers.get(label.place.xpath), label.kind) for label in labels)
    return {number: kind.value for number, kind in found if number is not None}


def found(content: Content, blocks: BlockColumns) -> dict[int, str]:
    """What honbun takes for content, by block."""
    numbers = {xpath: number for number, xpath in enumerate(blocks.xpath)}
    return {
        numbers[block.xpath]: block.role.value
        for block in content.blocks
        if block.xpath in numbers and blocks.shown[numbers[block.xpath]]
    }


def _version(data: Mapping[str, Any]) -> str:
    return blake2b(json.dumps(data).encode(), digest_size=8).hexdigest()


# Labels of an earlier version of a page, offered for this one.


def earlier(labels: Labels, by: str, page: Prepared) -> dict[str, Any] | None:
    """What an annotator's labels of another version of the page would be on this one."""
    found = labels.earlier(by, page.url, page.digest, page.page.source)
    if found is None:
        return None
    version, said = found
    carried = carry(said, page.blocks.places(), places(labels.page(version)))
    if not carried.labels:
        return None
    return {"labels": kinds(carried.labels, page.blocks), "of": len(said)}


_NO_STORE = {"Cache-Control": "no-store"}


@dataclass(frozen=True, slots=True)
class Data:
    """What the tool reads and writes."""

    desk: Desk

    async def states(self, request: Request) -> Response:
        """How far the annotator is with each page, in order."""
        by = annotator(request)

        def read(labels: Labels) -> list[str]:
            known = labels.standings(by)
            return [known.get(digest, State.NEW) for digest in self.desk.index.digests()]

        return JSONResponse({"states": await self.desk.read(read)}, headers=_NO_STORE)

    async def get(self, request: Request) -> Response:
        """What the annotator has said of a page, and what may be offered to begin with."""
        by, page = writer(request), await self.desk.prepared(request)

        def read(labels: Labels) -> tuple[Standing, dict[str, Any] | None]:
            standing = labels.standing(by, page.digest)
            return standing, earlier(labels, by, page) if standing.state is State.NEW else None

        standing, offer = await self.desk.read(read)
        if changes := resettled(standing, page.blocks.places()):
            standing = await self.desk.write(
                lambda labels: labels.act(by, page.digest, changes, standing.state)
            )
        said = {"page": page.digest, "earlier": offer} | standing_data(standing, page.blocks)
        return JSONResponse(said | self._found(number(request), page), headers=_NO_STORE)

    async def act(self, request: Request) -> Response:
        """Do what is asked, and tell how the labels are now."""
        by, asked, page = writer(request), await body(request), await self.desk.prepared(request)
        wanted = action(asked, page.blocks)

        def write(labels: Labels) -> Standing:
            if not wanted.changes and wanted.state is None:
                return labels.standing(by, page.digest)
            labels.keep(page.page, page.url)
            return labels.act(by, page.digest, wanted.changes, wanted.state)

        standing = await self.desk.write(write)
        return JSONResponse(standing_data(standing, page.blocks), headers=_NO_STORE)

    async def undo(self, request: Request) -> Response:
        """Take the last action back."""
        return await self._step(request, back=True)

    async def redo(self, request: Request) -> Response:
        """Do again what was taken back."""
        return await self._step(request, back=False)

    async def _step(self, request: Request, *, back: bool) -> Response:
        by, asked, page = writer(request), await body(request), await self.desk.prepared(request)

        def write(labels: Labels) -> tuple[int, Standing]:
            before = labels.standing(by, page.digest)
            if asked.get("version") != standing_data(before, page.blocks)["version"]:
                return 409, before
            if not (before.undoable if back else before.redoable):
                return 200, before
            step = labels.undo if back else labels.redo
            return 200, step(by, page.digest)

        status, standing = await self.desk.write(write)
        return JSONResponse(standing_data(standing, page.blocks), status, headers=_NO_STORE)

    def _found(self, n: int, page: Prepared) -> dict[str, Any]:
        contents = self.desk.collection.contents
        done = contents.done  # asked first, so that what is missing then will not come
        content = contents.get(n)
        return {
            "found": None if content is None else found(content, page.blocks),
            "finding": content is None and not done,
        }
