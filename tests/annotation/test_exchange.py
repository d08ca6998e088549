"""Labels for Label Studio and doccano, and back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from honbun.annotation.exchange import doccano, label_studio, read_label_studio, read_lines
from honbun.annotation.model import Kind
from honbun.annotation.records import Record
from honbun.errors import Failure, InputError
from tests.evaluation.boats import KINDS, labelled, page

if TYPE_CHECKING:
    from pathlib import Path

PAGES = [labelled(page(1)), labelled(page(2), {"Boats float": Kind.TITLE})]


def _kinds(record: Record | Failure) -> dict[str, Kind]:
    assert isinstance(record, Record)
    return {label.block.xpath: label.kind for label in record.labels}


def _expected() -> list[dict[str, Kind]]:
    return [{label.block.xpath: label.kind for label in one.labels} for one in PAGES]


def test_label_studio_gives_back_what_it_was_given(tmp_path: Path) -> None:
    path = tmp_path / "tasks.json"
    path.write_bytes(label_studio(PAGES))
    records = list(read_label_studio(path))
    assert [_kinds(record) for record in records] == _expected()
    assert len(_kinds(records[0])) == len(KINDS)
    assert [record.digest for record in records if isinstance(record, Record)] == [
        one.digest for one in PAGES
    ]


def test_every_block_is_a_paragraph_of_label_studio() -> None:
    [task, _] = json.loads(label_studio(PAGES))
    paragraphs = task["data"]["blocks"]
    for region in task["annotations"][0]["result"]:
        value = region["value"]
        assert value["text"] == paragraphs[int(value["start"])]["text"]
        assert value["endOffset"] == len(value["text"]) > 0
        assert (region["from_name"], region["to_name"]) == ("kind", "blocks")


def test_doccano_gives_back_what_it_was_given(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(doccano(PAGES))
    assert [_kinds(record) for record in read_lines(path, "lines")] == _expected()


def test_spans_of_doccano_are_the_text_of_blocks() -> None:
    row = json.loads(doccano(PAGES).splitlines()[1])
    assert [row["text"][start:end] for start, end, _ in row["label"]] == ["Boats float"]


def test_a_span_over_several_lines_labels_each_and_the_longer_label_counts(tmp_path: Path) -> None:
    row = json.loads(doccano(PAGES[:1]))
    first, second = row["text"].split("\n")[:2]
    end = len(first) + 1 + len(second)
    # A later version of doccano calls them `label`, an earlier one `labels`.
    row["labels"], row["label"] = [[0, end, "body"], [0, 1, "title"]], []
    path = tmp_path / "changed.jsonl"
    path.write_text(json.dumps(row))
    [record] = read_lines(path, "changed")
    assert list(_kinds(record).values()) == [Kind.BODY, Kind.BODY]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"label": [[0, 3, "advert"]]}, "advert is no kind"),
        ({"label": [[0]]}, "a part is missing"),
        ({"text": "one line"}, "other lines than blocks"),
        ({"blocks": "none"}, "its blocks are missing"),
    ],
)
def test_a_line_that_cannot_be_read_is_a_failure(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text(json.dumps(json.loads(doccano(PAGES[:1])) | change))
    [failure] = read_lines(path, "broken")
    assert isinstance(failure, Failure)
    assert message in failure.message


def test_other_json_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    for text, message in (("{}", "not an export of Label Studio"), ("[", "is not JSON")):
        path.write_text(text)
        with pytest.raises(InputError, match=message):
            list(read_label_studio(path))
    path.write_text('[{"data": {"text": "x"}, "annotations": []}, 5]')
    assert all(isinstance(record, Failure) for record in read_label_studio(path))
