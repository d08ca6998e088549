"""`/annotate/data/…`: the labels of one annotator, read and changed by the tool.

A change names the new label of each block, so it may arrive late or twice. Undo and redo are
relative: they are refused if the labels are no longer those that the client saw, because the same
annotator changed them in another tab or because the request arrives again.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from honbun.annotation.blocks import labellable_blocks
from honbun.annotation.match import match_labels, relocated_labels
from honbun.annotation.model import NO_CONTENT, BlockRef, Decision, Kind, State
from honbun.web.annotate.project import annotator, writer
from honbun.web.collections import number_in, page_number
from honbun.web.responses import NO_STORE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.annotation.blocks import PageBlocks
    from honbun.annotation.model import Label, PageLabels
    from honbun.content.model import Content
    from honbun.stores.labels import Labels
    from honbun.web.annotate.project import Project
    from honbun.web.collections import PreparedPage

_MAX_BODY = 1 << 22
"""Bytes of a request: labels for some 200,000 blocks."""


async def page_states(project: Project, request: Request) -> Response:
    """The annotator's state of each page, in order."""
    by = annotator(request)

    def read(labels: Labels) -> list[str]:
        known = labels.states(by)
        return [known.get(digest, State.NEW) for digest in project.digests]

    return JSONResponse({"states": await project.read(read)}, headers=NO_STORE)


async def get_labels(project: Project, request: Request) -> Response:
    """The labels of a page, and the labels that can be taken over to begin with."""
    by, page = writer(request), await project.prepared(request)

    def read(labels: Labels) -> tuple[PageLabels, dict[str, Any] | None]:
        standing = labels.page_labels(by, page.digest)
        return standing, _earlier(labels, by, page) if standing.state is State.NEW else None

    standing, offer = await project.read(read)
    if moved := relocated_labels(standing, page.blocks.labellable()):
        standing = await project.write(
            lambda labels: labels.act(by, page.digest, moved, standing.state)
        )
    body = {"page": page.digest, "earlier": offer} | labels_data(standing, page.blocks)
    return JSONResponse(body | _extracted(project, page_number(request), page), headers=NO_STORE)


async def change_labels(project: Project, request: Request) -> Response:
    """Change labels; returns the labels as they are now."""
    by, body, page = writer(request), await _body(request), await project.prepared(request)
    changes, state = parse_change(body, page.blocks)

    def write(labels: Labels) -> PageLabels:
        if not changes and state is None:
            return labels.page_labels(by, page.digest)
        labels.add_page(page.page, page.url)
        return labels.act(by, page.digest, changes, state)

    standing = await project.write(write)
    return JSONResponse(labels_data(standing, page.blocks), headers=NO_STORE)


async def undo_or_redo(project: Project, request: Request) -> Response:
    """Undo the last change, or redo what was undone; status 409 if the client has not seen it."""
    back = request.url.path.endswith("/undo")
    by, body, page = writer(request), await _body(request), await project.prepared(request)

    def write(labels: Labels) -> tuple[int, PageLabels]:
        before = labels.page_labels(by, page.digest)
        if body.get("version") != labels_data(before, page.blocks)["version"]:
            return 409, before
        if not (before.undoable if back else before.redoable):
            return 200, before
        step = labels.undo if back else labels.redo
        return 200, step(by, page.digest)

    status, standing = await project.write(write)
    return JSONResponse(labels_data(standing, page.blocks), status, headers=NO_STORE)


async def _body(request: Request) -> dict[str, Any]:
    """The JSON object in a request; status 413 or 400 if it is too long or none."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > _MAX_BODY:
            raise HTTPException(413, f"a change has at most {_MAX_BODY:,} bytes")
    try:
        body = json.loads(data or b"{}")
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, "a change must be JSON") from error
    if not isinstance(body, dict):
        raise HTTPException(400, "a change must be a JSON object")
    return body


def parse_change(
    body: dict[str, Any], blocks: PageBlocks
) -> tuple[dict[BlockRef, Decision | None], State | None]:
    """New labels of blocks (None removes one) and the new state; status 400 if invalid."""
    changes = body.get("changes", {})
    if not isinstance(changes, dict):
        raise HTTPException(400, "changes must be an object: a kind, none, or null, by block")
    try:
        state = None if body.get("state") is None else State(body["state"])
        labels = {
            _place(text, blocks): kind if kind in (None, NO_CONTENT) else Kind(kind)
            for text, kind in changes.items()
        }
    except (ValueError, TypeError) as error:
        raise HTTPException(400, "there is no such kind or state") from error
    return labels, state


def _place(text: str, blocks: PageBlocks) -> BlockRef:
    number = number_in(text)
    if number is None or number >= len(blocks) or not blocks.shown[number]:
        raise HTTPException(400, f"the page shows no block {text[:20]}")
    return BlockRef(number, blocks.xpath[number], blocks.text[number])


def labels_data(standing: PageLabels, blocks: PageBlocks) -> dict[str, Any]:
    """The labels of a page by block, its state, and a version that changes with them."""
    denied = {place.xpath for place in standing.rejected}
    not_content = {n: NO_CONTENT for n, xpath in enumerate(blocks.xpath) if xpath in denied}
    data = {
        "labels": _kinds(standing.labels, blocks) | not_content,
        "state": standing.state,
        "undoable": standing.undoable,
        "redoable": standing.redoable,
    }
    return data | {"version": blake2b(json.dumps(data).encode(), digest_size=8).hexdigest()}


def _kinds(labels: Iterable[Label], blocks: PageBlocks) -> dict[int, str]:
    """The kinds of labels by block number."""
    numbers = {xpath: number for number, xpath in enumerate(blocks.xpath)}
    found = ((numbers.get(label.block.xpath), label.kind) for label in labels)
    return {number: kind.value for number, kind in found if number is not None}


def _earlier(labels: Labels, by: str, page: PreparedPage) -> dict[str, Any] | None:
    """The annotator's labels of another version of the page, matched to this one."""
    found = labels.earlier(by, page.url, page.digest, page.page.source)
    if found is None:
        return None
    version, old = found
    carried = match_labels(old, page.blocks.labellable(), labellable_blocks(labels.page(version)))
    if not carried.labels:
        return None
    return {"labels": _kinds(carried.labels, page.blocks), "of": len(old)}


def _extracted(project: Project, n: int, page: PreparedPage) -> dict[str, Any]:
    """The content that honbun extracts; null while the collection is being read."""
    contents = project.collection.contents
    done = contents.done  # read first: a result that is missing then will not come
    content = contents.get(n)
    return {
        "found": None if content is None else _roles(content, page.blocks),
        "finding": content is None and not done,
    }


def _roles(content: Content, blocks: PageBlocks) -> dict[int, str]:
    """The roles of content blocks by block number."""
    numbers = {xpath: number for number, xpath in enumerate(blocks.xpath)}
    return {
        numbers[block.xpath]: block.role.value
        for block in content.blocks
        if block.xpath in numbers and blocks.shown[numbers[block.xpath]]
    }
