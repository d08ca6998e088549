"""`/annotate/adjudicate`: where annotators differ, and what is true there.

The adjudicated labels are kept like those of an annotator, under the name `TRUTH`; here alone is
seen what others have said. A difference is decided if the truth has a label for its block, or
denies that it is content. What all agree on becomes true when the page is done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from honbun.annotation.adjudication import disputes, proposal
from honbun.annotation.agreement import FINISHED, sheet
from honbun.annotation.model import TRUTH, UNTOUCHED, State
from honbun.html.blocks import split
from honbun.web.annotate.views import KINDS, annotator
from honbun.web.collections import number
from honbun.web.rendering import sheet as paper

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.annotation.model import Standing
    from honbun.stores.labels import Labels
    from honbun.web.annotate.views import Desk

_SHOWN = 500
"""Pages in the list; those beyond come up when these are decided."""


@dataclass(frozen=True, slots=True)
class Row:
    """A page that somebody has finished, or that has a truth already."""

    n: int
    title: str | None
    address: str
    annotators: list[str]
    differing: int
    """Blocks that they say different things of."""
    new: int
    """Blocks that somebody has labelled since the page was done, and the truth is silent on."""
    state: State
    """Of the adjudication; what is new begins it again."""


@dataclass(frozen=True, slots=True)
class Adjudication:
    """Differences, and decisions on them."""

    desk: Desk

    async def pages(self, request: Request) -> Response:
        """The pages that there is something to decide on: those in dispute first."""
        rows = await self.desk.read(self._rows)
        return paper(
            "annotate_adjudicate.html",
            by=request.query_params.get("by", ""),
            rows=rows[:_SHOWN],
            all=len(rows),
            open=sum(row.state not in FINISHED for row in rows),
        )

    async def page(self, request: Request) -> Response:
        """Where a page is decided on; an annotator who has yet to label it is warned first."""
        n = number(request)
        if n >= len(self.desk.collection):
            raise HTTPException(404, f"the collection has {len(self.desk.collection):,} pages")
        if request.query_params.get("by") and not await self._has_judged(annotator(request), n):
            return paper("annotate_biased.html", by=annotator(request), n=n)
        rows = await self.desk.read(self._rows)
        others = (row.n for row in rows if row.state not in FINISHED and row.n != n)
        return paper(
            "annotate_decide.html",
            by=request.query_params.get("by", ""),
            n=n,
            kinds=KINDS,
            truth=TRUTH,
            next=next(others, ""),
        )

    async def data(self, request: Request) -> Response:
        """What everybody says of a page who has finished it."""
        page = await self.desk.prepared(request)

        def read(labels: Labels) -> dict[str, Any]:
            standings = {
                name: standing
                for name in labels.annotators()
                if (standing := labels.standing(name, page.digest)).state in FINISHED
            }
            said = sheet(page.digest, page.blocks, standings)
            found = disputes(said, split(page.page.parse()))
            return {
                "annotators": {name: standings[name].state for name in said.annotators},
                "agreed": proposal(said),
                "disputes": [
                    {"block": one.block, "says": one.says, "tag": one.tag} for one in found
                ],
            }

        return JSONResponse(await self.desk.read(read), headers={"Cache-Control": "no-store"})

    def _rows(self, labels: Labels) -> list[Row]:
        standings: dict[str, dict[str, Standing]] = {}
        for name, digest, standing in labels.everything():
            if standing.state in FINISHED or name == TRUTH:
                standings.setdefault(digest, {})[name] = standing
        index = self.desk.index
        rows = []
        for n, digest in enumerate(index.digests()):
            said = dict(standings.get(digest, {}))
            truth = said.pop(TRUTH, UNTOUCHED)
            if said or truth is not UNTOUCHED:
                address = self.desk.collection.entries[n].address
                new = _unheard(said, truth) if truth.state in FINISHED else 0
                state = State.BEGUN if new else truth.state
                about = n, index.title(n), address, list(said)
                rows.append(Row(*about, _differing(said), new, state))
        return sorted(rows, key=lambda row: (row.state in FINISHED, -row.differing, row.n))

    async def _has_judged(self, by: str, n: int) -> bool:
        """Whether an annotator has nothing more to say of a page that others could sway."""

        def read(labels: Labels) -> State:
            return labels.standing(by, self.desk.index.digests()[n]).state

        return await self.desk.read(read) in {*FINISHED, State.SKIPPED}


def _differing(said: Mapping[str, Standing]) -> int:
    """How many blocks somebody labels otherwise than somebody else."""
    kinds = [{label.place.xpath: label.kind for label in each.labels} for each in said.values()]
    blocks = {xpath for each in kinds for xpath in each}
    return sum(len({each.get(xpath) for each in kinds}) > 1 for xpath in blocks)


def _unheard(said: Mapping[str, Standing], truth: Standing) -> int:
    """How many blocks somebody labels that the truth neither labels nor denies."""
    places = (label.place for each in said.values() for label in each.labels)
    decided = {label.place.xpath for label in truth.labels}
    decided |= {place.xpath for place in truth.denied}
    return len({place.xpath for place in places} - decided)
