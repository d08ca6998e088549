"""`/annotate/agreement` and `/annotate/export`: how annotators agree, and labels to download."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from honbun.annotation.adjudication import measure_agreement
from honbun.annotation.agreement import NONE
from honbun.annotation.model import TRUTH
from honbun.annotation.records import choose, line
from honbun.web.annotate.project import KINDS, writer
from honbun.web.responses import NO_STORE, render

if TYPE_CHECKING:
    from starlette.requests import Request

    from honbun.stores.labels import Labels
    from honbun.web.annotate.project import Project

_AGREEMENT_FORMATS = ("html", "csv", "json")


async def agreement(project: Project, request: Request) -> Response:
    """The agreement of all annotators as HTML, CSV or JSON."""
    form = request.query_params.get("format", "html")
    if form not in _AGREEMENT_FORMATS:
        raise HTTPException(400, f"format= is one of {', '.join(_AGREEMENT_FORMATS)}")
    found = await project.read_cached(measure_agreement)
    if form == "csv":
        headers = _download("agreement.csv")
        return Response(found.csv(), media_type="text/csv; charset=utf-8", headers=headers)
    if form == "json":
        return JSONResponse(found.data(), headers=_download("agreement.json"))
    return render(
        "annotate_agreement.html",
        by=request.query_params.get("by", ""),
        report=found,
        kinds=[str(kind) for kind in (*KINDS, NONE)],
        truth=TRUTH,
        tags=found.disputes,
    )


def _download(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"', **NO_STORE}


async def export(project: Project, request: Request) -> Response:
    """The labels as JSON Lines, or the page with links to them."""
    form = request.query_params.get("format")
    if form is None:
        counts = await project.read_cached(_page_counts)
        by = request.query_params.get("by", "")
        return render("annotate_export.html", by=by, counts=counts, truth=TRUTH)
    if form != "jsonl":
        raise HTTPException(400, "format= is jsonl")
    by_name = writer(request) if request.query_params.get("by") else None
    body = await project.read(lambda labels: _json_lines(labels, by_name))
    return Response(body, media_type="application/jsonl", headers=_download("labels.jsonl"))


def _json_lines(labels: Labels, by_name: str | None) -> bytes:
    pages = choose(labels, by_name)
    if not pages:
        raise HTTPException(404, "no page is done yet: there is nothing to export")
    return b"".join([line(page, with_page=True) for page in pages])


def _page_counts(labels: Labels) -> dict[str, int]:
    """The pages that can be exported: of the truth, if there is one, then of each annotator."""
    adjudicated = [TRUTH] if labels.states(TRUTH) else []
    return {name: len(choose(labels, name)) for name in adjudicated + labels.annotators()}
