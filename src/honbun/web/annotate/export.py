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
class Export:
    """Labels that leave."""

    desk: Desk

    async def get(self, request: Request) -> Response:
        """The file that is asked for, or the question which it is to be."""
        form = request.query_params.get("format")
        if form is None:
            whose = await self.desk.read(_whose)
            return sheet("annotate_export.html", by=request.query_params.get("by", ""), whose=whose)
        if form not in _FORMATS:
            raise HTTPException(400, f"format= is one of {', '.join(_FORMATS)}")
        format_ = _FORMATS[form]
        by = writer(request) if request.query_params.get("by") else None
        body = await self.desk.read(lambda labels: format_.write(choose(labels, by)))
        named = {"Content-Disposition": f'attachment; filename="{format_.name}"'}
        return Response(
            body, media_type=format_.media_type, headers={**named, "Cache-Control": "no-store"}
        )


def _whose(labels: Labels) -> list[str]:
    """Whose labels there are: the truth first, if there is any."""
    decided = [TRUTH] if labels.standings(TRUTH) else []
    return decided + labels.annotators()
