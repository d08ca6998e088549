"""Action: what a browser asks to be done to the labels of a page, read with care."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException

from honbun.annotation.model import NO_CONTENT, Kind, Place, State, Verdict

if TYPE_CHECKING:
    from starlette.requests import Request

    from honbun.annotation.places import BlockColumns

_LARGEST = 1 << 22
"""Bytes of a request: labels for some 200,000 blocks."""


@dataclass(frozen=True, slots=True)
class Action:
    """Labels and denials to set or to take away, and the state to leave the page in."""

    changes: dict[Place, Verdict | None]
    state: State | None


async def body(request: Request) -> dict[str, Any]:
    """The JSON object in a request; statuses of 413 and 400 for what is too long or none."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > _LARGEST:
            raise HTTPException(413, f"an action takes at most {_LARGEST:,} bytes")
    try:
        read = json.loads(data or b"{}")
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, "an action is JSON") from error
    if not isinstance(read, dict):
        raise HTTPException(400, "an action is a JSON object")
    return read


def action(asked: dict[str, Any], blocks: BlockColumns) -> Action:
    """An action on these blocks; a status of 400 where it is none."""
    changes = asked.get("changes", {})
    if not isinstance(changes, dict):
        raise HTTPException(400, "changes are an object: a kind, none, or null, by block")
    try:
        state = None if asked.get("state") is None else State(asked["state"])
        wanted = {
            _place(text, blocks): kind if kind in (None, NO_CONTENT) else Kind(kind)
            for text, kind in changes.items()
        }
    except (ValueError, TypeError) as error:
        raise HTTPException(400, "there is no such kind or state") from error
    return Action(wanted, state)


def _place(text: str, blocks: BlockColumns) -> Place:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
    if not 0 <= number < len(blocks) or not blocks.shown[number]:
        raise HTTPException(400, f"the page shows no block {text[:20]}")
    return Place(number, blocks.xpath[number], blocks.text[number])
