"""`/annotate/{n}`: the tool itself. What it shows comes as data: see `data.py`, `web/pages.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse

from honbun.annotation.model import Kind
from honbun.web.annotate.desk import annotator
from honbun.web.pages import number
from honbun.web.sheets import sheet

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.web.annotate.desk import Desk

KINDS = (Kind.BODY, Kind.TITLE, Kind.DATE, Kind.AUTHOR, Kind.FIGURE, Kind.CAPTION, Kind.CREDIT)
"""In the order of their keys: what pages have most of comes first."""


@dataclass(frozen=True, slots=True)
class Tool:
    """Where pages are labelled."""

    desk: Desk

    async def get(self, request: Request) -> Response:
        """The tool, for whoever says who they are; others are asked first."""
        n = number(request)
        if n >= len(self.desk.collection):
            raise HTTPException(404, f"the collection has {len(self.desk.collection):,} pages")
        if not request.query_params.get("by"):
            return RedirectResponse("/annotate", 303)
        by = annotator(request)
        return sheet("annotate_tool.html", by=by, n=n, pages=len(self.desk.collection), kinds=KINDS)
