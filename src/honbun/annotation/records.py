"""Labelled pages as JSON Lines, and which labels of a page count.

A line has `url`, `source`, `sha256` (of the page's bytes), `annotator`, `state` and `labels`, each
with `number`, `xpath`, `kind` and `text`. With pages it also has `html`, the text of the page, and
`content_type`; if the page's bytes are not that text in UTF-8, it has them as `bytes` in base64.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from honbun.annotation.blocks import labellable_blocks
from honbun.annotation.match import match_labels, page_identity
from honbun.annotation.model import TRUTH, BlockRef, Kind, Label, LabelledPage, State, digest
from honbun.errors import Failure, InputError
from honbun.inputs.json_rows import read_rows
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from honbun.annotation.model import LabelStore
    from honbun.inputs.json_rows import Row

Value = TypeVar("Value", bound=StrEnum)

_ENDINGS = frozenset({".jsonl", ".ndjson"})
MAX_LINE_BYTES = 100_000_000
"""Bytes of a line, halved: pages that are not UTF-8 are written twice, once in base64."""
DONE = frozenset({State.DONE})


@dataclass(frozen=True, slots=True)
class Record:
    """The labels of one page by one annotator; the page itself may have to be found."""

    where: str
    url: str
    source: str
    digest: str
    annotator: str
    state: State
    labels: tuple[Label, ...]
    page: Page | None = None


def is_lines(path: Path) -> bool:
    """Whether a file is JSON Lines by its name; otherwise it is a file of labels."""
    plain = path.with_suffix("") if path.suffix.lower() == ".gz" else path
    return plain.suffix.lower() in _ENDINGS


def read_records(path: Path, source: str) -> Iterator[Record | Failure]:
    """The lines of a file of labelled pages; a line that cannot be read becomes a Failure."""
    for row in read_rows(path, source, MAX_LINE_BYTES):
        yield row if isinstance(row, Failure) else parse_record(row)


def store_records(labels: LabelStore) -> Iterator[Record]:
    """All labels of a store, without the pages, by annotator."""
    pages = {page.digest: page for page in labels.pages()}
    for annotator, known_as, page in labels.all_labels():
        stored = pages[known_as]
        yield Record(
            where=stored.source,
            url=stored.url,
            source=stored.source,
            digest=known_as,
            annotator=annotator,
            state=page.state,
            labels=page.labels,
        )


def choose(
    labels: LabelStore, by: str | None = None, states: Collection[State] = DONE
) -> list[LabelledPage]:
    """The pages of a store in these states: labels by `by`, else the truth, else the only ones.

    Of a page that has changed, the latest version is chosen, preferably one with a truth. Raises
    InputError if several have labelled a page without a truth and `by` is None.
    """
    if by is not None and by not in (*labels.annotators(), TRUTH):
        raise _nobody(by, labels.annotators())
    order = {page.digest: number for number, page in enumerate(labels.pages())}
    records = [record for record in store_records(labels) if record.state in states]
    records.sort(key=lambda record: order[record.digest])
    return _choose(records, by, lambda record: labels.page(record.digest))


def choose_lines(path: Path, by: str | None = None) -> list[LabelledPage]:
    """The finished pages of a JSON Lines file, chosen like those of a store."""
    records = []
    for record in read_records(path, path.name):
        if isinstance(record, Failure):
            raise InputError(str(record))
        if record.state in DONE:
            records.append(record)
    everyone = sorted({record.annotator for record in records})
    if by is not None and by not in everyone:
        raise _nobody(by, everyone)
    return _choose(records, by, _included_page)


def _included_page(record: Record) -> Page:
    if record.page is None:
        raise InputError(f"{record.where}: the line has no page: export with --pages")
    return record.page


def _choose(
    records: Iterable[Record], by: str | None, load: Callable[[Record], Page]
) -> list[LabelledPage]:
    pages: dict[str, dict[str, Record]] = {}
    for record in records:
        if by in (None, record.annotator):
            pages.setdefault(record.digest, {})[record.annotator] = record
    versions: dict[tuple[str, str], list[dict[str, Record]]] = {}
    for by_annotator in pages.values():
        first = next(iter(by_annotator.values()))
        identity = page_identity(first.url, first.source)
        known = identity if any(identity) else ("", first.digest)
        versions.setdefault(known, []).append(by_annotator)
    return [_latest(version, load) for version in versions.values()]


def _latest(versions: Sequence[dict[str, Record]], load: Callable[[Record], Page]) -> LabelledPage:
    """The labels that count among the versions of one page: the last, or the last with a truth."""
    records = ([one for one in versions if TRUTH in one] or versions)[-1]
    first = next(iter(records.values()))
    record = records[_whose(first.url or first.source, list(records))]
    page = load(record)
    matched = match_labels(record.labels, labellable_blocks(page))
    return LabelledPage(
        page=page,
        url=record.url,
        digest=record.digest,
        annotator=record.annotator,
        state=record.state,
        labels=matched.labels,
        lost=len(matched.lost),
        older=len(versions) - 1,
    )


def _whose(page: str, annotators: Sequence[str]) -> str:
    """Whose labels of a page count: the adjudicator's, else those of the only annotator."""
    if TRUTH in annotators:
        return TRUTH
    if len(annotators) > 1:
        raise InputError(
            f"{_names(annotators)} have labelled {page}, and there is no adjudicated truth:"
            " choose an annotator with --by"
        )
    return annotators[0]


def _nobody(by: str, others: Sequence[str]) -> InputError:
    return InputError(f"no labels by {by} are here, but by {_names(others) or 'nobody else'}")


def _names(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if names[1:] else "".join(names)


def line(labelled: LabelledPage, *, with_page: bool = False) -> bytes:
    """A labelled page as one line of JSON."""
    row: dict[str, Any] = {
        "url": labelled.url,
        "source": labelled.page.source,
        "sha256": labelled.digest,
        "annotator": labelled.annotator,
        "state": labelled.state,
        "labels": [
            {
                "number": label.block.number,
                "xpath": label.block.xpath,
                "kind": label.kind,
                "text": label.block.text,
            }
            for label in labelled.labels
        ],
    }
    if with_page:
        row |= _page_cells(labelled.page)
    # A lone surrogate cannot be encoded in UTF-8, but it can be escaped in JSON.
    return (json.dumps(row, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def _page_cells(page: Page) -> dict[str, str]:
    cells = {} if page.content_type is None else {"content_type": page.content_type}
    if isinstance(page.html, str):
        return {"html": page.html, **cells}
    text = page.decode().text
    if text.encode() != page.html:
        cells["bytes"] = base64.b64encode(page.html).decode()
    return {"html": text, **cells}


def parse_record(row: Row) -> Record | Failure:
    """The labels of a line; a line that is not a labelled page becomes a Failure."""
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
        return Failure(row.where, None, "read", f"the line is not a labelled page: {error}")


def _labels(cells: dict[str, Any]) -> tuple[Label, ...]:
    labels = cells.get("labels")
    if not isinstance(labels, list) or not all(isinstance(label, dict) for label in labels):
        raise InputError("labels is not a list of objects")
    return tuple(map(_label, labels))


def _label(cells: dict[str, Any]) -> Label:
    number = cells.get("number", 0)
    if not isinstance(number, int):
        raise InputError("number of a label is not a number")
    block = BlockRef(number, _text(cells, "xpath"), _text(cells, "text"))
    return Label(block, _one_of(Kind, cells, "kind"))


def _one_of(values: type[Value], cells: dict[str, Any], name: str, default: str = "") -> Value:
    found = _text(cells, name, default)
    if found not in set(values):
        raise InputError(f"{name} is not one of {', '.join(values)}, but {found or 'missing'}")
    return values(found)


def _page(cells: dict[str, Any]) -> Page | None:
    if "html" not in cells:
        return None
    # Text is taken as it is, whatever the page declares; the digest is that of its bytes.
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
    except ValueError as error:
        raise InputError("bytes is not base64") from error


def _text(cells: dict[str, Any], name: str, default: str = "") -> str:
    value = cells.get(name, default)
    if not isinstance(value, str):
        raise InputError(f"{name} is not a string")
    return value
