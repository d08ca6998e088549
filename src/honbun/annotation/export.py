"""Labelled pages: chosen from a file of labels, and as JSON Lines.

A line holds `url`, `source`, `sha256` (of the page's bytes), `annotator`, `state` and `labels`,
each with `number`, `xpath`, `kind` and `text`. With the pages it also holds `html`, their text,
and `content_type`; where the page's bytes are not that text in UTF-8, they are there too, as
`bytes` in base64: a page is known by its bytes.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from honbun.annotation.blocks import places
from honbun.annotation.match import carry, identity
from honbun.annotation.model import TRUTH, Kind, Label, Labelled, Place, Standing, State, digest
from honbun.errors import Failure, InputError
from honbun.inputs.rows import read_rows
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from pathlib import Path

    from honbun.inputs.rows import Row
    from honbun.stores.labels import KeptPage, Labels

# Records: what one annotator says of one page, which may have to be looked for.
#
# They are the lines of a JSON Lines file, as `io.labelled` writes them, or all that is in a file
# of labels.

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


Version = TypeVar("Version")

_LINES = frozenset({".jsonl", ".ndjson"})
DONE = frozenset({State.DONE})


def is_lines(path: Path) -> bool:
    """Whether a file is JSON Lines, by its name; else it is taken for a file of labels."""
    plain = path.with_suffix("") if path.suffix.lower() == ".gz" else path
    return plain.suffix.lower() in _LINES


def choose(
    labels: Labels, by: str | None = None, states: Collection[State] = DONE
) -> list[Labelled]:
    """The pages in these states: as the truth has them, else as the only annotator, or as `by`.

    Of a page that has changed it is the latest version: of those with a truth, if there is one.
    Raises InputError where several have labelled a page without truth and nobody is named.
    """
    if by is not None and by not in (*labels.annotators(), TRUTH):
        raise _nobody(by, labels.annotators())
    said: dict[str, dict[str, Standing]] = {}
    for annotator, known_as, standing in labels.everything():
        if standing.state in states and by in (None, annotator):
            said.setdefault(known_as, {})[annotator] = standing
    versions: dict[tuple[str, str], list[tuple[KeptPage, dict[str, Standing]]]] = {}
    for kept in labels.pages():
        if standings := said.get(kept.digest):
            versions.setdefault(_known_by(kept), []).append((kept, standings))
    return [_latest(labels, pages) for pages in versions.values()]


def _known_by(page: KeptPage | Record) -> tuple[str, str]:
    """What the versions of a page have in common; one of which nothing is told has no others."""
    known = identity(page.url, page.source)
    return known if any(known) else ("", page.digest)


def _latest(labels: Labels, pages: Sequence[tuple[KeptPage, dict[str, Standing]]]) -> Labelled:
    """The version that counts of those that a file of labels has of one page."""
    kept, standings = _newest(pages, lambda page: page[1])
    annotator = voice(kept.url or kept.source, [*standings])
    page, standing = labels.page(kept.digest), standings[annotator]
    found = _carried(page, kept.url, kept.digest, annotator, standing)
    return replace(found, older=len(pages) - 1)


def _newest(versions: Sequence[Version], said: Callable[[Version], Collection[str]]) -> Version:
    """The version that counts of a page, in the order they came: the last with a truth, if any."""
    return ([one for one in versions if TRUTH in said(one)] or versions)[-1]


def voice(page: str, annotators: Sequence[str]) -> str:
    """Whose labels count on a page: the adjudicator's, else those of the only one who has any.

    Raises InputError where there are several.
    """
    if TRUTH in annotators:
        return TRUTH
    if len(annotators) > 1:
        raise InputError(
            f"{_names(annotators)} have labelled {page}, and there is no adjudicated truth:"
            " say whose labels are meant (--by)"
        )
    return annotators[0]


def _nobody(by: str, others: Sequence[str]) -> InputError:
    return InputError(f"no labels by {by} are here, but by {_names(others) or 'nobody else'}")


def _names(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if names[1:] else "".join(names)


def _carried(page: Page, url: str, known_as: str, annotator: str, standing: Standing) -> Labelled:
    carried = carry(standing.labels, places(page))
    return Labelled(
        page=page,
        url=url,
        digest=known_as,
        annotator=annotator,
        state=standing.state,
        labels=carried.labels,
        lost=len(carried.lost),
    )


def choose_lines(path: Path, by: str | None = None) -> list[Labelled]:
    """The pages of a JSON Lines file that are done, as `choose` gives those of a file of labels.

    Raises InputError for a line that is none or comes without its page.
    """
    found: dict[str, dict[str, Record]] = {}
    for record in read_records(path, path.name):
        if isinstance(record, Failure):
            raise InputError(str(record))
        if record.state in DONE:
            found.setdefault(record.digest, {})[record.annotator] = record
    if by is not None:
        everyone = {name for records in found.values() for name in records}
        if by not in everyone:
            raise _nobody(by, sorted(everyone))
        found = {page: {by: records[by]} for page, records in found.items() if by in records}
    versions: dict[tuple[str, str], list[dict[str, Record]]] = {}
    for records in found.values():
        first = next(iter(records.values()))
        versions.setdefault(_known_by(first), []).append(records)
    return [_from_lines(pages) for pages in versions.values()]


def _from_lines(versions: Sequence[dict[str, Record]]) -> Labelled:
    """The labels that count of the lines about one page, by version and annotator."""
    records = _newest(versions, lambda said: said)
    name = next(iter(records.values())).url
    record = records[voice(name, [*records])]
    if record.page is None:
        raise InputError(f"{record.where}: the line has no page: export with --pages")
    standing = Standing(record.labels, record.state, undoable=False, redoable=False)
    found = _carried(record.page, record.url, record.digest, record.annotator, standing)
    return replace(found, older=len(versions) - 1)


def line(labelled: Labelled, *, with_page: bool = False) -> bytes:
    """A labelled page as one line of JSON."""
    row: dict[str, Any] = {
        "url": labelled.url,
        "source": labelled.page.source,
        "sha256": labelled.digest,
        "annotator": labelled.annotator,
        "state": labelled.state,
        "labels": [
            {
                "number": label.place.number,
                "xpath": label.place.xpath,
                "kind": label.kind,
                "text": label.place.text,
            }
            for label in labelled.labels
        ],
    }
    if with_page:
        row |= _page_cells(labelled.page)
    # Half a surrogate pair has no bytes in UTF-8, but an escape in JSON, and it is the same one.
    return (json.dumps(row, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def _page_cells(page: Page) -> dict[str, str]:
    cells = {} if page.content_type is None else {"content_type": page.content_type}
    if isinstance(page.html, str):
        return {"html": page.html, **cells}
    text = page.decode().text
    if text.encode() != page.html:
        cells["bytes"] = base64.b64encode(page.html).decode()
    return {"html": text, **cells}
