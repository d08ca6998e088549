"""Lessons: the template of each kind, learnt by one worker and read by those that judge.

Workers cannot ask the engine for rows, so what they need of a kind lies in a file of its own, in a
folder that all of them reach: first the pages to learn from, then what was learnt.
"""

from __future__ import annotations

import pickle
import uuid
import zlib
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from honbun.content.collection import learn_apart
from honbun.content.dataflow import schema
from honbun.content.dataflow.reading import batches, whole
from honbun.content.duplicates import NO_COPIES, Copies
from honbun.content.measure.outline import Outline
from honbun.content.template.pack import pack_template, unpack_template
from honbun.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    import pyarrow as pa

    from honbun.content.template.template import Template

_PAGES = 512
"""Pages that one task learns from, if they are of several kinds: some seconds of work."""
_HELD = 4
"""Templates that a worker holds: pages come to it kind by kind."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the pages of a kind are judged by."""

    template: bytes | None = None
    """None where all pages of the kind turned out to be one, or nothing could be learnt."""
    numbers: tuple[int, ...] = ()
    """The pages that it was learnt from."""
    copies: Copies = NO_COPIES
    """Those of them that are told to have copies."""
    trouble: str | None = None
    """Why nothing could be learnt."""


def write_samples(folder: Path, rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[int, ...]]:
    """Write a file for each kind, of rows that come kind by kind; some kinds for each task."""
    waiting: list[int] = []
    pages = 0
    for kind, members in groupby(rows, key=lambda row: int(row["kind"])):
        with _sample(folder, kind).open("wb") as file:
            for row in members:
                pickle.dump(row, file)
                pages += 1
        waiting.append(kind)
        if pages >= _PAGES:
            yield tuple(waiting)
            waiting, pages = [], 0
    if waiting:
        yield tuple(waiting)


@dataclass(frozen=True, slots=True)
class Learner:
    """Learns some kinds."""

    folder: Path

    def __call__(self, kinds: Sequence[int]) -> Iterator[pa.RecordBatch]:
        found = ({"kind": kind, "pages": self._learn(kind)} for kind in kinds)
        return batches(found, schema.lesson().to_pyarrow())

    def _learn(self, kind: int) -> int:
        rows = list(_rows(self.folder, kind))
        try:
            lesson = learn(rows)
        except Exception as error:
            # As in one process: what breaks the learning costs the pages of the kind.
            lesson = Lesson(trouble=f"{type(error).__name__}: {error}")
        path = _template(self.folder, kind)
        # A task may be run twice, by two workers at a time.
        new = path.with_name(f"{path.name}.{uuid.uuid4().hex}")
        new.write_bytes(zlib.compress(pickle.dumps(lesson), 1))
        new.replace(path)
        return len(lesson.numbers)


def learn(rows: Sequence[Mapping[str, Any]]) -> Lesson:
    """What the sampled pages of a kind teach."""
    pages = [whole(row) for row in rows]
    told = [(page.url, page.declared.language) for page in pages]
    copies = Copies({page.url: _group(row) for page, row in zip(pages, rows) if _group(row)})
    kept, learnt = learn_apart([Outline.unpack(page.outline) for page in pages], told, copies)
    numbers = tuple(rows[i]["page"] for i in kept)
    template = pack_template(learnt.template) if learnt.template.pages > 1 else None
    return Lesson(template, numbers, copies)


@lru_cache(_HELD)
def taught(folder: Path, kind: int) -> tuple[Lesson, Template | None]:
    """What was learnt about a kind."""
    try:
        data = _template(folder, kind).read_bytes()
    except OSError as error:
        raise _unreached(folder) from error
    lesson: Lesson = pickle.loads(zlib.decompress(data))
    return lesson, unpack_template(lesson.template) if lesson.template else None


def copies_of(row: Mapping[str, Any], url: str, lesson: Lesson, template: Template) -> list[int]:
    """Which pages of a template are told to be copies of a page, or are itself."""
    if not _group(row):
        return []
    return Copies({**lesson.copies.group, url: _group(row)}).among(url, template.urls)


def _group(row: Mapping[str, Any]) -> str:
    return "" if row["copies"] is None else str(row["copies"])


def _rows(folder: Path, kind: int) -> Iterator[dict[str, Any]]:
    try:
        file = _sample(folder, kind).open("rb")
    except OSError as error:
        raise _unreached(folder) from error
    with file:
        while file.peek(1):
            yield pickle.load(file)


def _sample(folder: Path, kind: int) -> Path:
    return folder / f"{kind}.sample"


def _template(folder: Path, kind: int) -> Path:
    return folder / f"{kind}.template"


def _unreached(folder: Path) -> EngineError:
    return EngineError(f"{folder}: no worker finds it; name a folder that all machines reach")
