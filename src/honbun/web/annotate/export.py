"""`/annotate/export`: labels to take along, as JSON Lines or in our site format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import Response

from honbun.annotation.model import TRUTH
from honbun.eval.archive import zipped
from honbun.eval.labelled import stamped
from honbun.io.labelled import choose, line
from honbun.web.annotate.desk import writer
from honbun.web.sheets import sheet

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from honbun.annotation.labelled import Labelled
    from honbun.io.labels import Labels
    from honbun.web.annotate.desk import Desk


@dataclass(frozen=True, slots=True)
class _Format:
    name: str
    """Of the file."""
    media_type: str
    write: Callable[[list[Labelled]], bytes]


def _lines(pages: list[Labelled]) -> bytes:
    return b"".join([line(page, with_page=True) for page in pages])


def _archive(pages: list[Labelled]) -> bytes:
    return zipped(map(stamped, pages))


_FORMATS = {
    "jsonl": _Format("labels.jsonl", "application/jsonl", _lines),
    "site": _Format("labels.zip", "application/zip", _archive),
}


@dataclass(frozen=True, slots=True)
class Share:
    """What there is to take along of one annotator, or of the adjudicator."""

    name: str
    pages: int
    lost: int
    """Blocks that the site format cannot tell as they were labelled."""


class Export:
    """Labels that leave."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._known: tuple[object, list[Share]] | None = None

    async def get(self, request: Request) -> Response:
        """The file that is asked for, or the question which it is to be."""
        form = request.query_params.get("format")
        if form is None:
            shares = await self._shares()
            by = request.query_params.get("by", "")
            return sheet("annotate_export.html", by=by, shares=shares, truth=TRUTH)
        if form not in _FORMATS:
            raise HTTPException(400, f"format= is one of {', '.join(_FORMATS)}")
        format_ = _FORMATS[form]
        whose = writer(request) if request.query_params.get("by") else None
        body = await self._desk.read(lambda labels: _written(labels, whose, format_))
        named = {"Content-Disposition": f'attachment; filename="{format_.name}"'}
        return Response(
            body, media_type=format_.media_type, headers={**named, "Cache-Control": "no-store"}
        )

    async def _shares(self) -> list[Share]:
        """Counted anew when the labels have changed: to know what is lost, pages are stamped."""
        stamp = self._desk.stamp()
        if self._known is None or self._known[0] != stamp:
            self._known = stamp, await self._desk.read(_counted)
        return self._known[1]


def _written(labels: Labels, whose: str | None, format_: _Format) -> bytes:
    pages = choose(labels, whose)
    if not pages:
        raise HTTPException(404, "no page is done yet: there is nothing to export")
    return format_.write(pages)


def _counted(labels: Labels) -> list[Share]:
    """Whose labels there are: the truth first, if there is any."""
    decided = [TRUTH] if labels.standings(TRUTH) else []
    return [_share(labels, name) for name in decided + labels.annotators()]


def _share(labels: Labels, name: str) -> Share:
    pages = choose(labels, name)
    return Share(name, len(pages), sum(stamped(page).lost for page in pages))
