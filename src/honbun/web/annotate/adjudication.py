"""`/annotate/adjudicate`: where annotators disagree, and the decisions on it.

Decisions are stored like the labels of an annotator named `TRUTH`; only here can the labels of
others be seen. A dispute is decided if the truth labels the block or denies that it is content.
What all agree on becomes part of the truth when the page is done.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse

from honbun.annotation.adjudication import disputes, proposal
from honbun.annotation.agreement import annotated_page
from honbun.annotation.model import FINISHED, NO_LABELS, TRUTH, State
from honbun.html.blocks import split
from honbun.web.annotate.project import KINDS, annotator
from honbun.web.collections import page_number
from honbun.web.responses import NO_STORE, render

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.annotation.model import PageLabels
    from honbun.stores.labels import Labels
    from honbun.web.annotate.project import Project

_MAX_ROWS = 500
"""Pages in the list; later ones appear when these are decided."""


@dataclass(frozen=True, slots=True)
class Row:
    """A page that somebody has finished, or that has been adjudicated."""

    n: int
    title: str | None
    address: str
    annotators: list[str]
    differing: int
    """Blocks on which they differ."""
    new: int
    """Blocks without a decision that somebody has labelled since the page was done."""
    state: State
    """Of the adjudication; new labels open it again."""


async def page_list(project: Project, request: Request) -> Response:
    """The pages to decide on, those with most differences first."""
    rows = await project.read(partial(_rows, project))
    return render(
        "annotate_adjudicate.html",
        by=request.query_params.get("by", ""),
        rows=rows[:_MAX_ROWS],
        all=len(rows),
        open=sum(row.state not in FINISHED for row in rows),
    )


async def decide(project: Project, request: Request) -> Response:
    """The tool for decisions; warns annotators who have yet to label the page."""
    n = page_number(request, project.collection)
    if request.query_params.get("by") and not await _has_finished(project, request, n):
        return render("annotate_biased.html", by=annotator(request), n=n)
    rows = await project.read(partial(_rows, project))
    others = (row.n for row in rows if row.state not in FINISHED and row.n != n)
    return render(
        "annotate_decide.html",
        by=request.query_params.get("by", ""),
        n=n,
        kinds=KINDS,
        truth=TRUTH,
        next=next(others, ""),
    )


async def disputes_data(project: Project, request: Request) -> Response:
    """The labels of all annotators who have finished a page, and their disputes."""
    page = await project.prepared(request)

    def read(labels: Labels) -> dict[str, Any]:
        standings = {
            name: standing
            for name in labels.annotators()
            if (standing := labels.page_labels(name, page.digest)).state in FINISHED
        }
        labelled = annotated_page(page.digest, page.blocks, standings)
        found = disputes(labelled, split(page.page.parse()))
        return {
            "annotators": {name: standings[name].state for name in labelled.annotators},
            "agreed": proposal(labelled),
            "disputes": [{"block": one.block, "says": one.kinds, "tag": one.tag} for one in found],
        }

    return JSONResponse(await project.read(read), headers=NO_STORE)


async def _has_finished(project: Project, request: Request, n: int) -> bool:
    """Whether an annotator has finished or skipped a page, and so cannot be biased."""
    by = annotator(request)

    def read(labels: Labels) -> State:
        return labels.page_labels(by, project.digests[n]).state

    return await project.read(read) in {*FINISHED, State.SKIPPED}


def _rows(project: Project, labels: Labels) -> list[Row]:
    standings: dict[str, dict[str, PageLabels]] = {}
    for name, digest, standing in labels.all_labels():
        if standing.state in FINISHED or name == TRUTH:
            standings.setdefault(digest, {})[name] = standing
    rows = []
    for n, digest in enumerate(project.digests):
        by_name = dict(standings.get(digest, {}))
        truth = by_name.pop(TRUTH, NO_LABELS)
        if by_name or truth is not NO_LABELS:
            rows.append(_row(project, n, by_name, truth))
    return sorted(rows, key=lambda row: (row.state in FINISHED, -row.differing, row.n))


def _row(project: Project, n: int, by_name: Mapping[str, PageLabels], truth: PageLabels) -> Row:
    new = _undecided(by_name, truth) if truth.state in FINISHED else 0
    return Row(
        n,
        title=project.title(n),
        address=project.collection.entries[n].address,
        annotators=list(by_name),
        differing=_differing(by_name),
        new=new,
        state=State.BEGUN if new else truth.state,
    )


def _differing(by_name: Mapping[str, PageLabels]) -> int:
    """How many blocks are not labelled alike by all annotators."""
    kinds = [{label.block.xpath: label.kind for label in each.labels} for each in by_name.values()]
    blocks = {xpath for each in kinds for xpath in each}
    return sum(len({each.get(xpath) for each in kinds}) > 1 for xpath in blocks)


def _undecided(by_name: Mapping[str, PageLabels], truth: PageLabels) -> int:
    """How many labelled blocks the truth neither labels nor denies."""
    places = (label.block for each in by_name.values() for label in each.labels)
    decided = {label.block.xpath for label in truth.labels}
    decided |= {place.xpath for place in truth.rejected}
    return len({place.xpath for place in places} - decided)
