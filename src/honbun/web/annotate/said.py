"""What an annotator has said of a page, as data for the browser."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from honbun.annotation.model import NO_CONTENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from honbun.annotation.model import Label, Standing
    from honbun.annotation.places import BlockColumns
    from honbun.content.model import Content


def standing_data(standing: Standing, blocks: BlockColumns) -> dict[str, Any]:
    """Labels and denials by block, state, and a version that changes with them."""
    denied = {place.xpath for place in standing.denied}
    denials = {n: NO_CONTENT for n, xpath in enumerate(blocks.xpath) if xpath in denied}
    data = {
        "labels": kinds(standing.labels, blocks) | denials,
        "state": standing.state,
        "undoable": standing.undoable,
        "redoable": standing.redoable,
    }
    return data | {"version": _version(data)}


def kinds(labels: Iterable[Label], blocks: BlockColumns) -> dict[int, str]:
    """Labels of this very page by the numbers that its blocks have today."""
    numbers = {xpath: number for number, xpath in enumerate(blocks.xpath)}
    found = ((numbers.get(label.place.xpath), label.kind) for label in labels)
    return {number: kind.value for number, kind in found if number is not None}


def found(content: Content, blocks: BlockColumns) -> dict[int, str]:
    """What honbun takes for content, by block."""
    numbers = {xpath: number for number, xpath in enumerate(blocks.xpath)}
    return {
        numbers[block.xpath]: block.role.value
        for block in content.blocks
        if block.xpath in numbers and blocks.shown[numbers[block.xpath]]
    }


def _version(data: Mapping[str, Any]) -> str:
    return blake2b(json.dumps(data).encode(), digest_size=8).hexdigest()
