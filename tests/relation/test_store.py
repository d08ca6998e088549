"""Pages that join a store one after another are compared as if they had come at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.errors import HonbunError
from honbun.pairs import similar
from honbun.relation.model import SimilarOptions
from honbun.tables.duck import Duck
from tests.relation.collection import DRAWS, Draw, compared, emptied, rows, shown
from tests.relation.plain import plain
from tests.relation.written import BREAD, LAKE, TRAIN, alone, link, page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from honbun.page import Page
    from honbun.relation.model import Pair


@pytest.fixture(scope="module")
def duck() -> Iterator[Duck]:
    with Duck(threads=1) as engine:
        yield engine


@given(draw=DRAWS, cut=st.floats(0, 1), again=st.integers(0, 9))
@settings(max_examples=8)
def test_parts_that_join_are_as_the_whole(duck: Duck, draw: Draw, cut: float, again: int) -> None:
    """Some pages come again, with the text of others."""
    pages = draw.readings()
    others = draw.random.sample(pages, min(again, len(pages)))
    pages += [
        replace(page, url=old.url, sentences=page.sentences, digest=page.digest)
        for page, old in zip(draw.random.sample(pages, len(others)), others)
    ]
    numbered = list(enumerate(pages))
    options = SimilarOptions(pages=draw.limit)
    place = int(cut * len(pages))
    compared(emptied(duck), dict(numbered[:place]), options)
    found = compared(duck, dict(numbered[place:]), options)
    latest = {one.url: number for number, one in numbered}
    definition = plain({number: pages[number] for number in latest.values()}, options)
    assert rows(duck, found) == definition.rows()
    assert shown(duck, found, options.evidence) == [
        (row["a"], row["b"], *texts) for row in definition.rows() for texts in definition.shown(row)
    ]


def joined(path: Path, *pages: Page, options: SimilarOptions | None = None) -> list[Pair]:
    """The pairs of a store when more pages have come to it."""
    with Duck(path) as engine:
        return list(similar(pages, options, engine=engine))


def test_store_that_is_opened_again_knows_its_pages(tmp_path: Path) -> None:
    a, b = page("https://a.example/", *LAKE), page("https://b.example/", *LAKE)
    store = tmp_path / "store.duckdb"
    assert joined(store, a) == []
    [found] = joined(store, b)
    assert [found] == list(similar([a, b]))
    assert joined(store) == [found]


def test_sentence_that_becomes_frequent_takes_its_pairs_with_it(tmp_path: Path) -> None:
    options = SimilarOptions(pages=2)
    store = tmp_path / "store.duckdb"
    pages = [page(f"https://{name}.example/", *LAKE, *alone(name)) for name in "abc"]
    assert len(joined(store, *pages[:2], options=options)) == 1
    assert joined(store, pages[2], options=options) == []


def test_page_that_comes_again_replaces_the_old_one(tmp_path: Path) -> None:
    store = tmp_path / "store.duckdb"
    a, b, c = (f"https://{name}.example/" for name in "abc")
    [before] = joined(store, page(a, *LAKE), page(b, *LAKE, link(c)), page(c, *TRAIN, *BREAD))
    [after] = joined(store, page(b, *TRAIN))
    assert (before.a, before.b) == (a, b)
    assert (after.a, after.b) == (c, b)
    with Duck(store) as engine:
        tables = [engine.batches(engine.table(name)) for name in ("page", "sentence", "link")]
        counts = [sum(batch.num_rows for batch in table) for table in tables]
    assert counts == [3, len(LAKE) + len(TRAIN) + len(BREAD) + len(TRAIN), 0]


def test_pages_read_by_other_options_are_refused_in_one_line(tmp_path: Path) -> None:
    store = tmp_path / "store.duckdb"
    joined(store, page("https://a.example/", *LAKE))
    for other in (
        SimilarOptions(length=10),
        SimilarOptions(region="page"),
        SimilarOptions(changed=False),
        SimilarOptions(faithful=True),
    ):
        with pytest.raises(HonbunError, match="made with other options") as error:
            joined(store, options=other)
        assert "\n" not in str(error.value)
    assert joined(store, options=SimilarOptions(pages=3, evidence=0)) == []


def test_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text('{"url": "https://a.example/"}\n' * 1_000, encoding="utf-8")
    with pytest.raises(HonbunError, match=r"pages\.jsonl: it is no store"):
        joined(path, page("https://a.example/", *LAKE))
    assert path.read_text(encoding="utf-8").startswith('{"url"')
