"""Both engines give the same pairs, row for row."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from honbun.io.shard import shards
from honbun.pairs import similar_in
from honbun.relation.model import Relation, SimilarOptions
from honbun.tables.duck import Duck
from tests.relation.collection import SITES, Draw, compared, emptied, rows, shown
from tests.relation.written import HARBOUR, LAKE, TRAIN, alone, link, page

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.failure import Failure
    from honbun.relation.model import Pair
    from honbun.tables.engine import Engine
    from honbun.tables.spark import Spark


@pytest.mark.spark
def test_spark_gives_the_table_that_duckdb_gives(spark: Spark) -> None:
    draw = Draw(pages=60, sentences=90, limit=4, sites=len(SITES), random=Random(7))
    pages = dict(enumerate(draw.readings()))
    options = SimilarOptions(pages=draw.limit)
    answers = []
    with Duck() as duck:
        for engine in (duck, spark):
            found = compared(emptied(engine), pages, options)
            answers.append((rows(engine, found), shown(engine, found, 3)))
        emptied(spark)
    assert answers[0] == answers[1]
    assert len({row["relation"] for row in answers[0][0]}) >= len(Relation) - 1


@pytest.mark.spark
def test_files_are_read_alike_and_a_page_that_fails_is_told(spark: Spark, tmp_path: Path) -> None:
    source = "https://mizuumi.example/"
    lines = [
        page(source, *LAKE),
        page("https://yomu.example/", f"<blockquote>{LAKE[0]}</blockquote>", *alone("a", "b")),
        page("https://broken.example/", "<i>" * 600_000),
        page("https://harbour.example/", *HARBOUR),
    ]
    written = [json.dumps({"url": one.url, "html": one.html}) for one in lines]
    (tmp_path / "a.jsonl").write_text("\n".join([*written, "{broken"]), encoding="utf-8")
    folder = tmp_path / "html"
    folder.mkdir()
    for name, said in {"copy": [*HARBOUR, *TRAIN[:1]], "part": [*LAKE[1:3], link(source)]}.items():
        html = page("", *said, *alone(name)).html
        (folder / f"{name}.html").write_text(str(html), encoding="utf-8")
    with Duck() as duck:
        expected = _answer(duck, tmp_path)
    assert _answer(emptied(spark), tmp_path) == expected
    emptied(spark)
    found, failures = expected
    assert [(pair.a, pair.b, pair.relation.value) for pair in found] == [
        (source, "https://yomu.example/", "citation"),
        (source, "html/part.html", "link-list"),
        ("https://harbour.example/", "html/copy.html", "copy"),
    ]
    assert [failure.step for failure in failures] == ["compare", "read"]


def _answer(engine: Engine, folder: Path) -> tuple[list[Pair], list[Failure]]:
    failures: list[Failure] = []
    found = similar_in(shards([folder]), engine=engine, on_failure=failures.append)
    return list(found), failures
