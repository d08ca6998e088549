"""Labelled pages for Label Studio and doccano, and back.

Neither knows blocks. In Label Studio every block is a paragraph (`Paragraphs`, `ParagraphLabels`),
in doccano a line of the text. The numbers and XPaths of the blocks travel with the data, so that
labels find their blocks again.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from honbun.annotation.blocks import labellable_blocks
from honbun.annotation.model import BlockRef, Kind, Label, State
from honbun.annotation.records import MAX_LINE_BYTES, Record, parse_record
from honbun.errors import Failure, InputError
from honbun.inputs.json_rows import read_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from honbun.annotation.model import LabelledPage

_PICTURE = "\N{FRAME WITH PICTURE}"
"""The text of a block without text: a label needs some."""
_CONTROL = "kind"
_OBJECT = "blocks"


def label_studio(pages: Iterable[LabelledPage]) -> bytes:
    """The tasks of a Label Studio project, with the labels as annotations."""
    return _json([_task(page) for page in pages])


def doccano(pages: Iterable[LabelledPage]) -> bytes:
    """The lines of a doccano project for sequence labelling, in JSON Lines."""
    return b"".join(_json(_line(page)) + b"\n" for page in pages)


def is_label_studio(path: Path) -> bool:
    """Whether a file is an export of Label Studio by its name."""
    return path.suffix.lower() == ".json"


def read_label_studio(path: Path) -> Iterator[Record | Failure]:
    """The labels of an export of Label Studio in its own JSON."""
    try:
        tasks = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not JSON: {error}") from error
    if not isinstance(tasks, list):
        raise InputError(f"{path} is not an export of Label Studio: export it as JSON")
    for number, task in enumerate(tasks):
        where = f"{path.name}, task {number + 1}"
        try:
            yield from _task_records(where, task)
        except (InputError, LookupError, TypeError, ValueError) as error:
            yield _failure(where, error)


def read_lines(path: Path, source: str) -> Iterator[Record | Failure]:
    """The lines of a file of labels in JSON Lines: our own, or those of doccano."""
    for row in read_rows(path, source, MAX_LINE_BYTES):
        if isinstance(row, Failure):
            yield row
        elif _is_doccano(row.cells):
            yield doccano_record(row.where, row.cells)
        else:
            yield parse_record(row)


def _is_doccano(cells: dict[str, Any]) -> bool:
    """Whether a line of JSON is one of doccano."""
    return "text" in cells and ("label" in cells or "labels" in cells) and "blocks" in cells


def doccano_record(where: str, cells: dict[str, Any]) -> Record | Failure:
    """The labels of a line of doccano. A block has the label that covers most of its line."""
    try:
        blocks, lines = _blocks(cells), cells["text"].split("\n")
        if len(lines) != len(blocks):
            raise InputError("the text has other lines than blocks")
        blocks = [replace(block, text=_block_text(line)) for block, line in zip(blocks, lines)]
        starts = [0, *accumulate(len(line) + 1 for line in lines)]
        spans = cells.get("label") or cells.get("labels") or ()
        covered = (
            (number, min(end, starts[number + 1] - 1) - max(start, starts[number]), kind)
            for start, end, kind in spans
            for number in range(len(lines))
        )
        return _record(where, cells, _labels(blocks, covered))
    except (InputError, LookupError, TypeError, ValueError, AttributeError) as error:
        return _failure(where, error)


def _task(page: LabelledPage) -> dict[str, Any]:
    blocks = labellable_blocks(page.page)
    about = _about(page, blocks)
    paragraphs = [_text(block) for block in blocks]
    result = []
    for number, block in enumerate(blocks):
        if (kind := _kinds(page).get(block.xpath)) is None:
            continue
        value = {
            "start": str(number),
            "end": str(number),
            "startOffset": 0,
            "endOffset": len(paragraphs[number]),
            "text": paragraphs[number],
            "paragraphlabels": [kind],
        }
        names = {"from_name": _CONTROL, "to_name": _OBJECT, "type": "paragraphlabels"}
        result.append({"id": f"block-{block.number}", **names, "value": value})
    about["blocks"] = [
        {"text": text, **cells} for text, cells in zip(paragraphs, about["blocks"], strict=True)
    ]
    return {"data": about, "annotations": [{"result": result}]}


def _line(page: LabelledPage) -> dict[str, Any]:
    blocks = labellable_blocks(page.page)
    kinds, lines = _kinds(page), [_text(block) for block in blocks]
    starts = accumulate((len(line) + 1 for line in lines), initial=0)
    spans = [
        [start, start + len(line), kinds[block.xpath]]
        for start, line, block in zip(starts, lines, blocks)
        if block.xpath in kinds
    ]
    return {"text": "\n".join(lines), "label": spans, **_about(page, blocks)}


def _about(page: LabelledPage, blocks: Iterable[BlockRef]) -> dict[str, Any]:
    return {
        "url": page.url,
        "source": page.page.source,
        "sha256": page.digest,
        "annotator": page.annotator,
        "blocks": [{"number": block.number, "xpath": block.xpath} for block in blocks],
    }


def _kinds(page: LabelledPage) -> dict[str, str]:
    return {label.block.xpath: label.kind.value for label in page.labels}


def _text(block: BlockRef) -> str:
    """The text of a block as one line."""
    return " ".join(block.text.split()) or _PICTURE


def _block_text(line: str) -> str:
    return "" if line == _PICTURE else line


def _task_records(where: str, task: dict[str, Any]) -> Iterator[Record]:
    about = task["data"]
    blocks = _blocks(about)
    for annotation in task.get("annotations", ()):
        if annotation.get("was_cancelled"):
            continue
        covered = (
            (number, _covered(value, number), kind)
            for value in (region["value"] for region in annotation["result"])
            for kind in value.get("paragraphlabels", ())
            for number in range(int(value["start"]), int(value["end"]) + 1)
        )
        yield _record(where, about, _labels(blocks, covered))


def _covered(value: dict[str, Any], number: int) -> float:
    """How many characters of a paragraph a region covers; all of one between its ends."""
    start = value["startOffset"] if number == int(value["start"]) else 0
    end = value["endOffset"] if number == int(value["end"]) else float("inf")
    return float(end - start)


def _blocks(about: dict[str, Any]) -> list[BlockRef]:
    if not isinstance(about.get("blocks"), list):
        raise InputError("it was not exported by honbun: its blocks are missing")
    return [
        BlockRef(int(cells["number"]), str(cells["xpath"]), _block_text(str(cells.get("text", ""))))
        for cells in about["blocks"]
    ]


def _labels(blocks: list[BlockRef], covered: Iterable[tuple[int, float, str]]) -> tuple[Label, ...]:
    """The label of each block: the one that covers most of it."""
    most: dict[int, tuple[float, Kind]] = {}
    for number, amount, name in covered:
        if amount > 0 and 0 <= number < len(blocks):
            if name not in set(Kind):
                raise InputError(f"{name} is no kind, only {', '.join(Kind)}")
            if number not in most or amount > most[number][0]:
                most[number] = amount, Kind(name)
    return tuple(Label(blocks[number], kind) for number, (_, kind) in sorted(most.items()))


def _record(where: str, about: dict[str, Any], labels: tuple[Label, ...]) -> Record:
    return Record(
        where=where,
        url=str(about.get("url") or ""),
        source=str(about.get("source") or ""),
        digest=str(about.get("sha256") or ""),
        annotator=str(about.get("annotator") or ""),
        state=State.DONE,
        labels=labels,
    )


def _failure(where: str, error: Exception) -> Failure:
    message = str(error) if isinstance(error, InputError) else f"a part is missing: {error!r}"
    return Failure(where, None, "read", message)


def _json(value: object) -> bytes:
    # A lone surrogate cannot be encoded in UTF-8, but it can be escaped in JSON.
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace")
