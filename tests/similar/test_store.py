"""Pages that are added to a store one after another are compared as if added at once."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.api import similar
from honbun.content.pipeline import content_nodes
from honbun.engines.duckdb import DuckDBEngine
from honbun.errors import HonbunError
from honbun.similar import tables as schema
from honbun.similar.model import SimilarOptions
from honbun.similar.reading import Reader
from honbun.similar.store import first_number, join, tidy
from tests.similar.collection import DRAWS, Draw, compared, emptied, rows, shown
from tests.similar.plain import plain
from tests.similar.written import BREAD, LAKE, TRAIN, alone, link, page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import ibis

    from honbun.page import Page
    from honbun.similar.model import Pair


@pytest.fixture(scope="module")
def duck() -> Iterator[DuckDBEngine]:
    with DuckDBEngine(threads=1) as engine:
        yield engine


@given(draw=DRAWS, cut=st.floats(0, 1), again=st.integers(0, 9))
@settings(max_examples=4)
def test_incremental_runs_equal_one_run(
    duck: DuckDBEngine, draw: Draw, cut: float, again: int
) -> None:
    """Some pages are added again, with other text."""
    pages = draw.readings()
    others = draw.random.sample(pages, min(again, len(pages)))
    pages += [
        replace(page, url=old.url, sentences=page.sentences, digest=page.digest)
        for page, old in zip(draw.random.sample(pages, len(others)), others)
    ]
    numbered = list(enumerate(pages))
    options = SimilarOptions(max_pages=draw.limit)
    place = int(cut * len(pages))
    compared(emptied(duck), dict(numbered[:place]), options)
    found = compared(duck, dict(numbered[place:]), options)
    latest = {one.url: number for number, one in numbered}
    definition = plain({number: pages[number] for number in latest.values()}, options)
    assert rows(duck, found) == definition.rows()
    assert shown(duck, found, options.sentences) == [
        (row["a"], row["b"], *texts) for row in definition.rows() for texts in definition.shown(row)
    ]


def joined(path: Path, *pages: Page, options: SimilarOptions | None = None) -> list[Pair]:
    """The pairs of a store after more pages are added."""
    with DuckDBEngine(path) as engine:
        return list(similar(pages, options, engine=engine))


def test_reopened_store_has_its_pages(tmp_path: Path) -> None:
    a, b = page("https://a.example/", *LAKE), page("https://b.example/", *LAKE)
    store = tmp_path / "store.duckdb"
    assert joined(store, a) == []
    [found] = joined(store, b)
    assert [found] == list(similar([a, b]))
    assert joined(store) == [found]


def test_pairs_of_a_sentence_that_becomes_frequent_are_removed(tmp_path: Path) -> None:
    options = SimilarOptions(max_pages=2)
    store = tmp_path / "store.duckdb"
    pages = [page(f"https://{name}.example/", *LAKE, *alone(name)) for name in "abc"]
    assert len(joined(store, *pages[:2], options=options)) == 1
    assert joined(store, pages[2], options=options) == []


def test_page_added_again_replaces_the_old_one(tmp_path: Path) -> None:
    store = tmp_path / "store.duckdb"
    a, b, c = (f"https://{name}.example/" for name in "abc")
    [before] = joined(store, page(a, *LAKE), page(b, *LAKE, link(c)), page(c, *TRAIN, *BREAD))
    [after] = joined(store, page(b, *TRAIN))
    assert (before.a, before.b) == (a, b)
    assert (after.a, after.b) == (c, b)
    with DuckDBEngine(store) as engine:
        tables = [engine.batches(engine.table(name)) for name in ("page", "sentence", "link")]
        counts = [sum(batch.num_rows for batch in table) for table in tables]
    assert counts == [3, len(LAKE) + len(TRAIN) + len(BREAD) + len(TRAIN), 0]


class Interrupted:
    """An engine that is interrupted at the n-th call."""

    def __init__(self, engine: DuckDBEngine, calls: int) -> None:
        self._engine = engine
        self._calls = calls

    def __getattr__(self, name: str) -> Any:
        self._calls -= 1
        if self._calls < 0:
            raise KeyboardInterrupt
        return getattr(self._engine, name)


def read(engine: DuckDBEngine, *pages: Page) -> ibis.Table:
    """Pages as an engine reads them before they are added."""
    reader = Reader(SimilarOptions(), content_nodes)
    numbered = list(enumerate(map(reader.read, pages), first_number(engine)))
    return engine.load("reading", schema.reading(), [schema.batch(numbered)])


def held(engine: DuckDBEngine) -> list[list[tuple[str, Any]]]:
    """The URLs of the pages, and the sentences and links of each."""
    page, *others = (
        [row for batch in engine.batches(engine.table(name)) for row in batch.to_pylist()]
        for name in ("page", "sentence", "link")
    )
    urls = {row["page"]: row["url"] for row in page}
    sentence_rows, links = others
    return [
        sorted((row["url"], row["digest"]) for row in page),
        sorted((urls[row["page"]], row["text"]) for row in sentence_rows),
        sorted((urls[row["page"]], row["target"]) for row in links),
    ]


def test_interrupted_run_leaves_a_consistent_store(duck: DuckDBEngine) -> None:
    a, b, c = (f"https://{name}.example/" for name in "abc")
    before = page(a, *LAKE), page(b, *LAKE, link(a))
    after = page(b, *TRAIN, link(c)), page(c, *TRAIN, *BREAD, link(a))
    join(emptied(duck), read(duck, before[0], *after))
    expected = held(duck)
    for calls in count():
        join(emptied(duck), read(duck, *before))
        earlier = held(duck)
        interrupted = False
        try:
            join(Interrupted(duck, calls), read(duck, *after))
        except KeyboardInterrupt:
            interrupted = True
            join(duck, read(duck))
            assert held(duck) in (earlier, expected)
            join(duck, read(duck, *after))
        assert held(duck) == expected
        if not interrupted:
            break
    assert calls > 10


def test_store_interrupted_before_its_first_page_accepts_other_options(
    tmp_path: Path,
) -> None:
    store = tmp_path / "store.duckdb"
    a, b = page("https://a.example/", *LAKE), page("https://b.example/", *LAKE)

    def unread() -> Iterator[Page]:
        yield a
        raise KeyboardInterrupt

    with DuckDBEngine(store) as engine, pytest.raises(KeyboardInterrupt):
        list(similar(unread(), engine=engine))
    assert len(joined(store, a, b, options=SimilarOptions(min_length=10))) == 1


def test_store_contains_only_what_later_runs_need(tmp_path: Path) -> None:
    store = tmp_path / "store.duckdb"
    pages = [page(f"https://{name}.example/", *LAKE) for name in "ab"]
    with DuckDBEngine(store) as engine:
        [found] = similar(pages, engine=engine)
        tidy(engine)
    with duckdb.connect(store) as connection:
        names = {name for [name] in connection.execute("SHOW TABLES").fetchall()}
    assert names == {"how", "page", "sentence", "link", "compared"}
    assert joined(store) == [found]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a page."""
    path = tmp_path_factory.mktemp("store") / "store.duckdb"
    joined(path, page("https://a.example/", *LAKE))
    return path


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (SimilarOptions(min_length=10), "with --min-length 20, not 10"),
        (SimilarOptions(region="page"), "with region='content', not 'page'"),
        (SimilarOptions(near=False), "with --near, not --exact"),
        (SimilarOptions(faithful=True), "without --faithful"),
        (
            SimilarOptions(min_length=9, faithful=True),
            "with --min-length 20, not 9, and without --faithful",
        ),
    ],
)
def test_other_reading_options_are_refused(
    store: Path, other: SimilarOptions, message: str
) -> None:
    with pytest.raises(HonbunError, match=f"^the store was made {message}$"):
        joined(store, options=other)


def test_store_of_another_version_is_refused(tmp_path: Path) -> None:
    store = tmp_path / "store.duckdb"
    joined(store, page("https://a.example/", *LAKE))
    with duckdb.connect(store) as connection:
        connection.execute("""UPDATE how SET how = '{"form": 0, "length": 20}'""")
    with pytest.raises(HonbunError, match="made by another version of honbun; create it again"):
        joined(store)


def test_file_that_is_not_a_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text('{"url": "https://a.example/"}\n' * 1_000, encoding="utf-8")
    with pytest.raises(HonbunError, match=r"pages\.jsonl: it is not a store"):
        joined(path, page("https://a.example/", *LAKE))
    assert path.read_text(encoding="utf-8").startswith('{"url"')
