"""Records: what one annotator says of one page, which may have to be looked for.

They are the lines of a JSON Lines file, as `io.labelled` writes them, or all that is in a file of
labels.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from honbun.annotation.model import Kind, Label, Place, State, digest
from honbun.errors import InputError
from honbun.failure import Failure
from honbun.io.jsonl import read_rows
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from honbun.io.jsonl import Row
    from honbun.io.labels import Labels

Value = TypeVar("Value", bound=StrEnum)

_MAX_BYTES = 100_000_000
"""Of a line, halved: pages are written twice where they are not UTF-8, once in base64."""


@dataclass(frozen=True, slots=True)
class Record:
    """A line of labels, whose page may have to be looked for."""

    where: str
    url: str
    source: str
    digest: str
    annotator: str
    state: State
    labels: tuple[Label, ...]
    page: Page | None


def read_records(path: Path, source: str) -> Iterator[Record | Failure]:
    """The lines of a file of labelled pages; what is none becomes a Failure."""
    for row in read_rows(path, source, _MAX_BYTES):
        yield row if isinstance(row, Failure) else _record(row)


def kept_records(labels: Labels) -> Iterator[Record]:
    """All that is said in a file of labels, by whomever."""
    addresses = {kept.digest: kept.url for kept in labels.pages()}
    for annotator, known_as, standing in labels.everything():
        page = labels.page(known_as)
        yield Record(
            where=page.source,
            url=addresses[known_as],
            source=page.source,
            digest=known_as,
            annotator=annotator,
            state=standing.state,
            labels=standing.labels,
            page=page,
        )


def _record(row: Row) -> Record | Failure:
    cells = row.cells
    try:
        page = _page(cells)
        return Record(
            where=row.where,
            url=_text(cells, "url"),
            source=_text(cells, "source"),
            digest=_text(cells, "sha256") or (digest(page) if page else ""),
            annotator=_text(cells, "annotator"),
            state=_one_of(State, cells, "state", State.DONE),
            labels=_labels(cells),
            page=page,
        )
    except InputError as error:
        return Failure(row.where, None, "read", f"the line holds no labelled page: {error}")


def _labels(cells: dict[str, Any]) -> tuple[Label, ...]:
    labels = cells.get("labels")
    if not isinstance(labels, list) or not all(isinstance(label, dict) for label in labels):
        raise InputError("labels is no list of objects")
    return tuple(map(_label, labels))


def _label(cells: dict[str, Any]) -> Label:
    number = cells.get("number", 0)
    if not isinstance(number, int):
        raise InputError("a label's number is none")
    place = Place(number, _text(cells, "xpath"), _text(cells, "text"))
    return Label(place, _one_of(Kind, cells, "kind"))


def _one_of(values: type[Value], cells: dict[str, Any], name: str, default: str = "") -> Value:
    found = _text(cells, name, default)
    if found not in set(values):
        raise InputError(f"{name} is not one of {', '.join(values)}, but {found or 'missing'}")
    return values(found)


def _page(cells: dict[str, Any]) -> Page | None:
    if "html" not in cells:
        return None
    # Text is read as what it says, whatever the page declares; its digest is that of its bytes.
    html: bytes | str = _text(cells, "html")
    if "bytes" in cells:
        html = _bytes(_text(cells, "bytes"))
    return Page(
        html,
        url=_text(cells, "url") or None,
        source=_text(cells, "source"),
        content_type=_text(cells, "content_type") or None,
    )


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError as error:  # letters that are no ASCII have an error of their own
        raise InputError("bytes is no base64") from error


def _text(cells: dict[str, Any], name: str, default: str = "") -> str:
    value = cells.get(name, default)
    if not isinstance(value, str):
        raise InputError(f"{name} is no text")
    return value
