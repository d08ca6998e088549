"""`/inspect/data/{collection}/{n}/{task}`: what is found on a page, as JSON.

A collection is analysed in the background. Until the result for a page is there, the status is 202,
with the progress and, if possible, the result for the page alone.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.responses import Response

from honbun.errors import HonbunError, UnreadablePage
from honbun.html.blocks import split
from honbun.web.collections import number_in, page_number, parse_page
from honbun.web.inspect import overlays
from honbun.web.responses import NO_STORE, public_message

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from honbun.html.tree import Tree
    from honbun.page import Page
    from honbun.web.background import BackgroundResults
    from honbun.web.cache import SingleFlightCache
    from honbun.web.inspect.analysis import Analysis
    from honbun.web.inspect.uploads import Collections
    from honbun.web.jobs import PageProcesses, Threads

Result = TypeVar("Result")

TASKS = ("content", "posts", "list", "similar")
_MAX_BLOCKS = 30_000
"""The slowest task takes some seconds for a page of this size (measured: lists 8, posts 5, content
4), and a minute for three times as many blocks."""
_TOO_FEW = "similar pages need at least two pages: open a file with several, or several files"


@dataclass(frozen=True, slots=True)
class Answer:
    """A result as JSON."""

    body: bytes
    pending: BackgroundResults[Any] | None = None
    """The work that will give the final result; None if this is it."""


@dataclass(frozen=True, slots=True)
class Results:
    """The view of results."""

    collections: Collections
    threads: Threads
    processes: PageProcesses
    alone: SingleFlightCache[bytes]
    """Results for single pages."""

    async def get(self, request: Request) -> Response:
        """The result of a task for a page."""
        name = request.path_params["collection"]
        analysis = self.collections.analysis(name)
        n = page_number(request, analysis.collection)
        task = request.path_params["task"]
        if task not in TASKS:
            raise HTTPException(404, f"the results are {', '.join(TASKS)}")
        query = request.query_params
        if task == "similar":
            other = _other_page(query.get("with"), analysis)
            answer = await self.threads.run(_guarded, partial(_similar, analysis, n, other))
        elif task == "content" and "faithful" in query:
            answer = await self.threads.run(_guarded, partial(_by_paper, analysis, n))
        elif task == "list" or "alone" in query or len(analysis.collection) == 1:
            answer = Answer(await self._alone(analysis, name, n, task))
        else:
            answer = await self._in_collection(analysis, name, n, task)
        if answer.pending is None:
            return _json(answer.body)
        progress = to_json({"found": answer.pending.count, "pages": len(analysis.collection)})
        return _json(b'{"progress":%b,"meanwhile":%b}' % (progress, answer.body), 202)

    async def _in_collection(self, analysis: Analysis, name: str, n: int, task: str) -> Answer:
        """The result for a page as part of its collection, or for it alone until then."""
        results = _background(analysis, task)
        done = results.done  # read first: a result that arrives in between must not be missed
        body = await self.threads.run(_guarded, partial(_collection_result, analysis, n, task))
        if body is not None:
            return Answer(body)
        body = await self._alone(analysis, name, n, task)
        if not done:
            return Answer(body, results)
        if reason := results.error or analysis.failure(n):
            body = _with_reason(body, f"the page by itself: {public_message(reason)}")
        return Answer(body)

    async def _alone(self, analysis: Analysis, name: str, n: int, task: str) -> bytes:
        def work() -> bytes:
            return self.processes.run(analyse_alone, analysis.collection.page(n), task)

        return await self.alone.get((name, n, task), partial(self.threads.run, _guarded, work))


def analyse_alone(page: Page, task: str) -> bytes:
    """The content, posts or lists of a page without its collection; raises UnreadablePage."""
    tree = parse_bounded(page)
    if task == "content":
        content = overlays.content_alone(page)
        return to_json(overlays.content_overlay(content, tree, lambda _: None))
    if task == "posts":
        return to_json(overlays.posts_overlay(overlays.posts_alone(page), tree))
    return to_json(overlays.lists_overlay(page, tree))


def parse_bounded(page: Page) -> Tree:
    """The tree of a page; raises UnreadablePage if it has too many blocks."""
    tree = parse_page(page)
    if (blocks := len(split(tree))) > _MAX_BLOCKS:
        raise UnreadablePage(
            f"it has {blocks:,} blocks, and only pages of up to {_MAX_BLOCKS:,} are analysed here"
        )
    return tree


def to_json(value: Any) -> bytes:
    """JSON in ASCII: texts of pages may have lone surrogates, which UTF-8 cannot encode."""
    return json.dumps(value, separators=(",", ":")).encode()


def _other_page(text: str | None, analysis: Analysis) -> int | None:
    if text is None:
        return None
    number = number_in(text)
    if number is None or number >= len(analysis.collection):
        raise HTTPException(400, "with= is the number of another page of the collection")
    return number


def _guarded(work: Callable[[], Result]) -> Result:
    """Status 422 for any exception: a page that causes one is a problem of that page only."""
    try:
        return work()
    except HTTPException:
        raise
    except HonbunError as error:
        raise HTTPException(422, f"the page cannot be read: {error}") from error
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise HTTPException(422, f"the page cannot be read: {reason}") from error


def _background(analysis: Analysis, task: str) -> BackgroundResults[Any]:
    return analysis.collection.contents if task == "content" else analysis.threads


def _collection_result(analysis: Analysis, n: int, task: str) -> bytes | None:
    """The result for a page as part of its collection; None if there is none, or not yet."""
    found = _background(analysis, task).get(n)
    if found is None:
        return None
    tree = parse_bounded(analysis.collection.page(n))
    if task == "content":
        return to_json(overlays.content_overlay(found, tree, analysis.number))
    return to_json(overlays.posts_overlay(found, tree))


def _by_paper(analysis: Analysis, n: int) -> Answer:
    """The content of a page by the papers' method, which has no result for a page alone."""
    results = analysis.paper
    results.start()
    done = results.done  # read first, as above
    found = results.get(n)
    if found is not None:
        tree = parse_bounded(analysis.collection.page(n))
        return Answer(to_json(overlays.content_overlay(found, tree, analysis.number)))
    if not done:
        return Answer(to_json(None), results)
    reason = results.error or analysis.failure(n) or "the method gave no result"
    raise HTTPException(422, f"the papers' method: {public_message(reason)}")


def _similar(analysis: Analysis, n: int, other: int | None) -> Answer:
    if len(analysis.collection) < 2:
        return Answer(to_json({"pairs": [], "reason": _TOO_FEW}))
    found = analysis.pairs
    found.start()
    done = found.done  # read first, as above
    if other is not None:
        return _pair(analysis, n, other, done=done)
    reason = found.error or (None if analysis.similar(n) else "no page shares a sentence with it")
    pairs = {"pairs": overlays.similar_pages(analysis, n), "reason": reason if done else None}
    return Answer(to_json(pairs), None if done else found)


def _pair(analysis: Analysis, n: int, other: int, *, done: bool) -> Answer:
    pair = analysis.pair(n, other)
    if pair is None and done:
        raise HTTPException(404, "these two pages share no sentence")
    if pair is None:
        return Answer(to_json(None), analysis.pairs)
    for number in (n, other):
        parse_bounded(analysis.collection.page(number))
    return Answer(to_json(overlays.pair_overlay(analysis, n, pair)))


def _with_reason(body: bytes, reason: str) -> bytes:
    return to_json(json.loads(body) | {"reason": reason})


def _json(body: bytes, status: int = 200) -> Response:
    return Response(body, status, NO_STORE, "application/json")
