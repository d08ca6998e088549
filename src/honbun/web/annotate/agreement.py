"""`/annotate/agreement`: how well annotators agree, as a page, as CSV or as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from honbun.annotation.dispute import tally
from honbun.annotation.model import TRUTH
from honbun.eval.agreement import NONE
from honbun.eval.judged import judged
from honbun.web.annotate.tool import KINDS
from honbun.web.sheets import sheet

if TYPE_CHECKING:
    from starlette.requests import Request

    from honbun.eval.agreement import Agreement as Compared
    from honbun.eval.judged import Judged
    from honbun.web.annotate.desk import Desk

_FORMATS = ("html", "csv", "json")


@dataclass(frozen=True, slots=True)
class Confusion:
    """Which kinds one side takes for which."""

    of: Compared
    names: list[str]
    """The kinds that either side has named, and none."""

    @classmethod
    def among(cls, compared: Compared) -> Confusion:
        """The kinds of a comparison, in the order of the toolbar."""
        said = {name for pair in compared.kinds for name in pair}
        return cls(compared, [name for name in (*KINDS, NONE) if name in said])


class Agreement:
    """The agreement of all who have labelled; computed anew when the labels have changed."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._known: tuple[object, Judged] | None = None

    async def get(self, request: Request) -> Response:
        """The tables, in the format that is asked for."""
        form = request.query_params.get("format", "html")
        if form not in _FORMATS:
            raise HTTPException(400, f"format= is one of {', '.join(_FORMATS)}")
        found = await self._judged()
        if form == "csv":
            return _download(found.csv(), "text/csv; charset=utf-8", "agreement.csv")
        if form == "json":
            return JSONResponse(found.data(), headers=_named("agreement.json"))
        report = found.report
        return sheet(
            "annotate_agreement.html",
            by=request.query_params.get("by", ""),
            report=report,
            confusions=[Confusion.among(one) for one in (*report.annotators, *report.pairs)],
            truth=TRUTH,
            tags=tally(found.disputes),
        )

    async def _judged(self) -> Judged:
        stamp = self._desk.stamp()
        if self._known is None or self._known[0] != stamp:
            self._known = stamp, await self._desk.read(judged)
        return self._known[1]


def _download(text: str, media_type: str, name: str) -> Response:
    return Response(text, media_type=media_type, headers=_named(name))


def _named(name: str) -> dict[str, str]:
    return {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
