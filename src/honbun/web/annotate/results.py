"""`/annotate/agreement`: how well annotators agree, as a page, as CSV or as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from honbun.annotation.adjudication import judged, tally
from honbun.annotation.agreement import NONE
from honbun.annotation.export import choose, line
from honbun.annotation.model import TRUTH
from honbun.evaluation.archive import zipped
from honbun.evaluation.labelled import stamped
from honbun.web.annotate.views import KINDS, writer
from honbun.web.rendering import sheet

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from honbun.annotation.adjudication import Judged
    from honbun.annotation.agreement import Agreement as Compared
    from honbun.annotation.model import Labelled
    from honbun.stores.labels import Labels
    from honbun.web.annotate.views import Desk

_FORMATS_AGREEMENT = ("html", "csv", "json")


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
        if form not in _FORMATS_AGREEMENT:
            raise HTTPException(400, f"format= is one of {', '.join(_FORMATS_AGREEMENT)}")
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


# `/annotate/export`: labels to take along, as JSON Lines or in our site format.


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


_FORMATS_EXPORT = {
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
        if form not in _FORMATS_EXPORT:
            raise HTTPException(400, f"format= is one of {', '.join(_FORMATS_EXPORT)}")
        format_ = _FORMATS_EXPORT[form]
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
