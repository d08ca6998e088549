"""`/annotate/data/…`: the labels of one annotator, to be read and changed by the tool.

An action says what blocks are to become, so it may come late, or twice. To undo says nothing of
the kind: it is refused where the labels are no longer those that its sender saw, because somebody
else (the same annotator in another tab) has changed them, or because it was done already.
Either may name the page it means by its digest: see `Desk.prepared`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse

from honbun.annotation.carry import resettled
from honbun.annotation.model import State
from honbun.web.annotate.action import action, body
from honbun.web.annotate.desk import annotator, writer
from honbun.web.annotate.earlier import earlier
from honbun.web.annotate.said import found, standing_data
from honbun.web.pages import number

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.annotation.model import Standing
    from honbun.io.labels import Labels
    from honbun.web.annotate.desk import Desk
    from honbun.web.pages import Prepared

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
