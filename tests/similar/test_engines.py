"""Both engines give the same pairs, row for row."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from honbun.api import similar_parts
from honbun.engines.duckdb import DuckDBEngine
from honbun.inputs.shards import shards
from honbun.runner.run import Run
from tests.cli.similar_pages import COLLECTION
from tests.hostile.pages import LEFT_OPEN
from tests.similar.collection import emptied
from tests.similar.written import HARBOUR, LAKE, TRAIN, alone, link, page

if TYPE_CHECKING:
    from honbun.engines.base import Engine
    from honbun.engines.spark import SparkEngine
    from honbun.errors import Failure
    from honbun.similar.model import Pair


@pytest.mark.spark
def test_spark_and_duckdb_give_equal_pairs_and_report_failed_pages(
    spark: SparkEngine, tmp_path: Path
) -> None:
    """From files to pairs, with most relations."""
    source = "https://mizuumi.example/"
    lines = [
        page(source, *LAKE),
        page("https://yomu.example/", f"<blockquote>{LAKE[0]}</blockquote>", *alone("a", "b")),
        page("https://harbour.example/", *HARBOUR),
    ]
    written = [json.dumps({"url": one.url, "html": one.html}) for one in lines]
    (tmp_path / "a.jsonl").write_text("\n".join([*written, "{broken"]), encoding="utf-8")
    folder = tmp_path / "html"
    folder.mkdir()
    for name, texts in {"copy": [*HARBOUR, *TRAIN[:1]], "part": [*LAKE[1:3], link(source)]}.items():
        html = page("", *texts, *alone(name)).html
        (folder / f"{name}.html").write_text(str(html), encoding="utf-8")
    (folder / "broken.html").write_bytes(b"\0" * 1_000)
    (folder / "left-open.html").write_bytes(LEFT_OPEN)
    (tmp_path / "b.jsonl").write_bytes(COLLECTION)
    with DuckDBEngine() as duck:
        expected = _answer(duck, tmp_path)
    assert _answer(emptied(spark), tmp_path) == expected
    emptied(spark)
    found, failures = expected
    relations = {(pair.a, pair.b): pair.relation.value for pair in found}
    assert relations[source, "https://yomu.example/"] == "citation"
    assert relations[source, "html/part.html"] == "link-list"
    assert relations["https://harbour.example/", "html/copy.html"] == "copy"
    assert {*relations.values()} >= {"archive", "mirror", "shared-passage"}
    assert [(failure.step, Path(failure.source).name) for failure in failures] == [
        ("read", "a.jsonl:4"),
        ("read", "broken.html"),
        ("compare", "left-open.html"),
    ]


def _answer(engine: Engine, folder: Path) -> tuple[list[Pair], list[Failure]]:
    failures: list[Failure] = []
    found = similar_parts(shards([folder]), engine=engine, run=Run(on_failure=failures.append))
    return list(found), failures
