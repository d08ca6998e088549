"""`/annotate`: the list of pages with the progress of an annotator, and the tool itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse
from starlette.routing import Route

from honbun.annotation.model import State
from honbun.web.annotate import adjudication, data, results
from honbun.web.annotate.project import KINDS, Project, annotator
from honbun.web.collections import number_in, page_number
from honbun.web.responses import render

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.stores.labels import Labels
    from honbun.web.collections import Pages
    from honbun.web.inspect.analysis import Analysis
    from honbun.web.jobs import Threads

    View = Callable[[Project, Request], Awaitable[Response]]

_LIST_PART = 100
"""Pages in one part of the list."""


def routes(analysis: Analysis, labels: Path, pages: Pages, threads: Threads) -> list[Route]:
    """The routes of the annotation tool for a collection and its file of labels."""
    project = Project(analysis, labels, pages, threads)

    def route(path: str, view: View, method: str = "GET") -> Route:
        return Route(f"/annotate{path}", partial(view, project), methods=[method])

    return [
        route("", overview),
        route("/data/pages", data.page_states),
        route("/data/{n}", data.get_labels),
        route("/data/{n}", data.change_labels, "POST"),
        route("/data/{n}/undo", data.undo_or_redo, "POST"),
        route("/data/{n}/redo", data.undo_or_redo, "POST"),
        route("/agreement", results.agreement),
        route("/adjudicate", adjudication.page_list),
        route("/adjudicate/{n}", adjudication.decide),
        route("/adjudicate/{n}/data", adjudication.disputes_data),
        route("/export", results.export),
        route("/{n}", tool),
    ]


@dataclass(frozen=True, slots=True)
class Row:
    """A page in the list."""

    n: int
    title: str | None
    address: str
    state: State
    labels: int


@dataclass(frozen=True, slots=True)
class Filter:
    """Which pages the list shows."""

    state: State | None
    text: str
    part: int
    """Of the pages that match, from 0."""

    @classmethod
    def of(cls, request: Request) -> Filter:
        """The filter of a request; invalid values are ignored."""
        query = request.query_params
        states = {state.value: state for state in State}
        part = number_in(query.get("part", "")) or 0
        return cls(states.get(query.get("state", "")), query.get("q", "").strip(), part)


@dataclass(frozen=True, slots=True)
class Progress:
    """One part of an annotator's list of pages, and the progress."""

    rows: list[Row]
    part: int
    matching: int
    counts: Counter[State]
    resume: int | None
    """The page to continue with."""
    untitled: int
    """Pages whose titles are not known yet and not searched."""


async def overview(project: Project, request: Request) -> Response:
    """The list of an annotator, or the form that asks for a name. Works without JavaScript."""
    # Starts extraction, so that the content is known when the first page is opened.
    project.collection.contents.start()
    if not request.query_params.get("by"):
        return await _ask_name(project, "", "")
    wanted = Filter.of(request)
    try:
        by = annotator(request)
        shown = await project.read(partial(_progress, project, by, wanted))
    except HTTPException as error:  # an invalid name, or one that differs only in case
        return await _ask_name(project, request.query_params["by"], error.detail)
    return render(
        "annotate.html",
        by=by,
        collection=project.collection,
        wanted=wanted,
        shown=shown,
        states=State,
        size=_LIST_PART,
    )


async def tool(project: Project, request: Request) -> Response:
    """The tool for one page; its script reads the rest from `data` and `/pages`."""
    n = page_number(request, project.collection)
    if not request.query_params.get("by"):
        return RedirectResponse("/annotate", 303)
    by = annotator(request)
    return render("annotate_tool.html", by=by, n=n, pages=len(project.collection), kinds=KINDS)


async def _ask_name(project: Project, name: str, error: str) -> Response:
    known = await project.read(lambda labels: labels.annotators())
    return render(
        "annotate_who.html",
        400 if error else 200,
        name=name,
        problem=error,
        known=known,
        collection=project.collection,
    )


def _progress(project: Project, by: str, wanted: Filter, labels: Labels) -> Progress:
    entries, digests, heads = project.collection.entries, project.digests, project.analysis.heads
    heads.start()
    known = labels.states(by)
    states = [known.get(digest, State.NEW) for digest in digests]
    untitled = 0 if heads.done else len(states) - heads.count
    matching = [n for n in range(len(states)) if _matches(project, n, states[n], wanted)]
    part = min(wanted.part, max(len(matching) - 1, 0) // _LIST_PART)
    rows = [
        Row(
            *(n, project.title(n), entries[n].address, states[n]),
            labels=len(labels.page_labels(by, digests[n]).labels),
        )
        for n in matching[part * _LIST_PART :][:_LIST_PART]
    ]
    return Progress(rows, part, len(matching), Counter(states), _resume(states), untitled)


def _matches(project: Project, n: int, state: State, wanted: Filter) -> bool:
    if wanted.state not in (None, state):
        return False
    text = wanted.text.casefold()
    if text in project.collection.entries[n].address.casefold():
        return True
    return text in (project.analysis.head(n).title or "").casefold()


def _resume(states: list[State]) -> int | None:
    """The first page that was begun, else the first new one."""
    for state in (State.BEGUN, State.NEW):
        if state in states:
            return states.index(state)
    return None
