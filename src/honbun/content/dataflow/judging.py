"""Judging: rows of pages to their contents, each by the template of its kind."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from honbun.content.collection import rule, rule_alone
from honbun.content.dataflow import schema
from honbun.content.dataflow.lesson import copies_of, taught
from honbun.content.dataflow.reading import batches, rows, whole
from honbun.content.measure.outline import Outline
from honbun.content.pipeline import content
from honbun.content.record import Showing
from honbun.errors import Failure, HonbunError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    import pyarrow as pa

    from honbun.content.decisions import Ruling
    from honbun.content.model import Content, ContentOptions
    from honbun.content.record import Record


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges pages by what was learnt, in a folder, about their kinds."""

    folder: Path
    options: ContentOptions

    def __call__(self, given: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        judged = (
            {"page": row["page"], "result": pickle.dumps(self._result(row))} for row in rows(given)
        )
        return batches(judged, schema.result().to_pyarrow())

    def _result(self, row: Mapping[str, Any]) -> Content | Failure:
        page = whole(row)
        try:
            outline = Outline.unpack(page.outline)
            ruling = self._ruling(row, page, outline)
            if isinstance(ruling, Failure):
                return ruling
            return content(page, outline, Showing.unpack(page.showing), ruling)
        except HonbunError:
            raise  # not of the page: templates that are not where they should be
        except Exception as error:
            return Failure(page.source, page.url, "judge", f"{type(error).__name__}: {error}")

    def _ruling(self, row: Mapping[str, Any], page: Record, outline: Outline) -> Ruling | Failure:
        if row["members"] == 1:
            return rule_alone(page, outline, self.options)
        lesson, template = taught(self.folder, row["kind"])
        if lesson.trouble is not None:
            return Failure(page.source, page.url, "judge", lesson.trouble)
        if template is None:
            return rule_alone(page, outline, self.options)
        if row["page"] in lesson.numbers:
            reading = template.reread(outline, lesson.numbers.index(row["page"]))
        else:
            reading = template.read(outline, copies_of(row, page.url, lesson, template))
        return rule(page, reading, template, self.options)
