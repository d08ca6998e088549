"""Every format in the registry holds the results that it claims to hold."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any, get_args

import feedparser
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.errors import OutputError
from honbun.outputs import ALIASES, FORMATS, Output, Result, format_names, render, writer
from honbun.outputs import rows as module
from honbun.outputs.feeds import channel, entries
from honbun.outputs.rows import write_parquet
from honbun.similar.clusters import Cluster
from honbun.similar.drop_list import DropEntry
from honbun.similar.model import Extent, Linked, Relation
from honbun.similar.results import Count
from tests.builders import THREADS, feed_of, item, item_list, keyed, post, thread
from tests.similar.pair_builders import pair

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.feeds.model import Item
    from honbun.outputs.syndication import Channel
    from honbun.posts.model import Thread

A, B = "https://a.example/1", "https://b.example/1"


def made(*items: Item) -> Channel:
    page = feed_of(item_list(*items))
    return channel(page, entries(page.url, items))


FULL_POST = post(
    'Boats,\n"float".',
    index=3,
    text="whole",
    date="10 Dec 2008",
    published="2008-12-10",
    number="4",
    reply_to="2",
    permalink="https://a.example/t#4",
)
POST_ROW = {
    "url": "https://a.example/t",
    "source": "t.html",
    "index": 3,
    "number": "4",
    "author": "Ann",
    "date": "10 Dec 2008",
    "published": "2008-12-10",
    "body": 'Boats,\n"float".',
    "body_markdown": 'Boats,\\\n"float".',
    "title": "Boats",
    "text": "whole",
    "reply_to": "2",
    "permalink": "https://a.example/t#4",
    "signature": None,
    "xpaths": ["/html/body/p[4]"],
}
BARE_ROW = dict.fromkeys(POST_ROW) | {
    "url": "https://a.example/t",
    "source": "t.html",
    "index": 0,
    "title": "Boats",
    "text": "whole",
    "xpaths": ["/html/body/p[1]"],
}
ITEM_ROW = {
    "title": "Boats",
    "link": "https://a.example/boats",
    "published": "2024-05-01",
    "summary": "Float.",
    "author": None,
    "image": None,
    "id": "https://a.example/boats",
    "categories": ["Sea", "Wood, old"],
    "content": None,
}
PAIR_ROW = {
    "a": A,
    "b": B,
    "overlap": 0.25,
    "containment": 0.5,
    "url_similarity": 0.0,
    "linked": None,
    "extent": "partial",
    "relation": "plagiarism",
    "shared": ["港の灯が消えた。", 'Same, "here".'],
    "overlap_all": 0.25,
    "because": ["25% of both is shared", "no link between them"],
    "direction": "a->b",
    "date_a": "2024-05-01",
    "date_b": None,
    "shared_b": ["港の灯は消えた。", 'Same, "here".'],
}
PAIR = pair(
    A,
    B,
    Relation.PLAGIARISM,
    ("港の灯が消えた。", "港の灯は消えた。"),
    ('Same, "here".', 'Same, "here".'),
    overlap=0.25,
    direction=Linked.FORTH,
    date_a="2024-05-01",
    because=("25% of both is shared", "no link between them"),
)
CLUSTER = Cluster(A, (B, A), (Relation.MIRROR, Relation.COPY))
RESULTS: dict[Result, tuple[list[Any], list[dict[str, Any]]]] = {
    "posts": (
        list(keyed(thread(FULL_POST, post(None, author=None, text="whole")))),
        [POST_ROW, BARE_ROW],
    ),
    "feed": (
        [
            made(
                item(
                    "Boats",
                    "/boats",
                    "2024-05-01",
                    summary="Float.",
                    categories=("Sea", "Wood, old"),
                )
            )
        ],
        [ITEM_ROW],
    ),
    "pairs": ([PAIR], [PAIR_ROW]),
    "clusters": (
        [CLUSTER],
        [{"representative": A, "size": 2, "pages": [B, A], "relations": ["mirror", "copy"]}],
    ),
    "drop-list": (
        [DropEntry(B, Relation.SPAM, A)],
        [{"url": B, "relation": "spam", "kept": A}],
    ),
    "counts": (
        [Count(Extent.PARTIAL, Relation.SPAM, 1234, 0.5)],
        [{"extent": "partial", "relation": "spam", "pairs": 1234, "share": 0.5}],
    ),
}


@pytest.mark.parametrize("result", RESULTS)
def test_tables_have_every_column_in_order(result: Result) -> None:
    results, expected = RESULTS[result]
    rows = [json.loads(line) for line in render(result, "jsonl", results).splitlines()]
    assert [list(row.items()) for row in rows] == [list(row.items()) for row in expected]
    if result not in ("posts", "feed"):  # there it is a JSON Feed
        assert json.loads(render(result, "json", results)) == rows
    if result == "posts":  # columns that JSON Lines has only if there is something to say
        expected = [{**row, "cut": None, "input": None} for row in expected]
    text = render(result, "csv", results).decode()
    separator = " " if result == "posts" else "\n"
    assert list(csv.DictReader(io.StringIO(text, newline=""))) == [
        {name: _cell(value, separator) for name, value in row.items()} for row in expected
    ]
    if "parquet" in format_names(result):
        table = pq.read_table(io.BytesIO(render(result, "parquet", results)))
        assert (table.column_names, table.to_pylist()) == (list(expected[0]), expected)


def _cell(value: object, separator: str) -> str:
    if isinstance(value, list):
        return separator.join(value)
    return "" if value is None else str(value)


@pytest.mark.parametrize("result", get_args(Result))
def test_every_writer_can_be_imported_and_writes_no_results(result: Result) -> None:
    for name in format_names(result):
        assert isinstance(render(result, name, []), bytes)
        assert FORMATS[name].endings


@given(st.lists(THREADS, max_size=3))
def test_rows_of_any_threads_can_be_read_back(threads: list[Thread]) -> None:
    pages = list(keyed(*threads))
    rows = [json.loads(line) for line in render("posts", "jsonl", pages).split(b"\n")[:-1]]
    table = pq.read_table(io.BytesIO(render("posts", "parquet", pages)))
    assert table.drop_columns(["cut", "input"]).to_pylist() == rows
    assert len(rows) == sum(len(one.posts) for one in threads)


@pytest.mark.parametrize("name", ["rss", "atom"])
def test_feed_readers_find_posts_and_items(name: str) -> None:
    [entry] = feedparser.parse(render("feed", name, RESULTS["feed"][0])).entries
    assert entry.title == "Boats"
    found = feedparser.parse(render("posts", name, RESULTS["posts"][0])).entries
    assert {entry.title for entry in found} == {'Ann: Boats, "float".', "whole"}


@pytest.mark.parametrize("name", ["jsonl", "text"])
def test_posts_are_written_as_pages_arrive(name: str) -> None:
    file = io.BytesIO()

    def pages() -> Iterator[Any]:
        first, second = keyed(thread(FULL_POST), thread(post("本文"), url=B))
        yield first
        assert b"float" in file.getvalue()
        yield second

    writer("posts", name)(pages(), file)
    assert "本文" in file.getvalue().decode()


def test_text_of_posts_has_a_heading_per_page_and_per_post() -> None:
    posts = [
        post("Boats\n\n#9 float.", number="1", date="10 Dec 2008"),
        post("No.", index=1, number="comment-5", author="Bob", reply_to="1"),
        post(None, index=2, text="Cleo yes", author=None),
    ]
    assert render("posts", "text", keyed(thread(*posts), thread())).decode() == (
        "==> https://a.example/t <==\n"
        "#1  Ann  10 Dec 2008\n    Boats\n    \n    #9 float.\n\n"
        "comment-5  Bob  to #1\n    No.\n\n"
        "[3]\n    Cleo yes\n\n"
    )


def test_text_of_pairs_shows_sentences_and_no_control_characters() -> None:
    hostile = pair("a\x1b[2J", "b\n  c", Relation.SPAM, ("\x1b]0;x\x07", "\x1b]0;x\x07"))
    assert render("pairs", "text", [PAIR, hostile]).decode() == (
        "plagiarism (partial)\n"
        f"  a {A}\n"
        f"  b {B}\n"
        "  - 25% of both is shared\n"
        "  - no link between them\n"
        "    a 港の灯が消えた。\n"
        "    b 港の灯は消えた。\n"
        '    = Same, "here".\n'
        "\n"
        "spam (partial)\n"
        "  a a\\x1b[2J\n"
        "  b b\\n  c\n"
        "    = \\x1b]0;x\\x07\n"
        "\n"
    )


def test_text_of_clusters_drop_lists_and_counts() -> None:
    assert render("clusters", "text", [CLUSTER]).decode() == f"{A}\n    {B}\n"
    assert render("drop-list", "text", [DropEntry(B, Relation.SPAM, A)]).decode() == f"{B}\n"
    counts = [
        Count(Extent.IDENTICAL, Relation.COPY, 1, 0.25),
        Count(Extent.PARTIAL, Relation.SPAM, 3, 0.75),
    ]
    table = render("counts", "text", counts).decode()
    assert [line.split() for line in table.splitlines()] == [
        ["identical", "1", "25.0%"],
        ["copy", "1", "25.0%"],
        ["contained", "0", "0.0%"],
        ["partial", "3", "75.0%"],
        ["spam", "3", "75.0%"],
        ["all", "4", "100.0%"],
    ]


@pytest.mark.parametrize(
    ("result", "path", "expected"),
    [
        ("content", None, "jsonl"),
        ("content", "-", "jsonl"),
        ("content", "out/", "jsonl"),
        ("content", "a.json", "json"),
        ("content", "a.jsonl.GZ", "jsonl"),
        ("content", "a.md.zst", "markdown"),
        ("page", "/dev/stdout", "markdown"),
        ("content", "a.MD", "markdown"),
        ("posts", "a.json", "json"),
        ("posts", "a.xml", "rss"),
        ("feed", None, "rss"),
        ("standard", "a.xml", "xml"),
        ("drop-list", None, "text"),
        ("counts", "a.csv", "csv"),
    ],
)
def test_the_ending_of_a_file_selects_the_format(
    result: Result, path: str | None, expected: str
) -> None:
    assert Output.of(result, path).format == expected
    assert Output.of(result, path, "jsonl").format == "jsonl"


def test_array_of_no_rows_is_json() -> None:
    assert json.loads(render("content", "json", [])) == []


@pytest.mark.parametrize(("alias", "name"), ALIASES.items())
def test_alias_names_a_format(alias: str, name: str) -> None:
    assert Output.of("content", None, alias).format == name


@pytest.mark.parametrize(
    ("result", "path", "problem"),
    [
        ("content", "a.parquet.gz", "compressed already"),
        ("content", "a.docx", "cannot tell the format from 'a.docx'"),
        ("standard", "a.json", "cannot tell the format"),
        ("pairs", "out/", "in one file"),
        ("pairs", "a.md", "cannot tell the format"),
    ],
)
def test_unusable_output_is_refused(result: Result, path: str, problem: str) -> None:
    with pytest.raises(OutputError, match=problem):
        Output.of(result, path)


@pytest.mark.parametrize(
    ("name", "most"), [("_GROUP_ROWS", 2), ("_GROUP_CHARACTERS", 20)], ids=["rows", "characters"]
)
def test_row_groups_are_limited(monkeypatch: pytest.MonkeyPatch, name: str, most: int) -> None:
    monkeypatch.setattr(module, name, most)
    file = io.BytesIO()
    write_parquet(({"text": "x" * 10} for _ in range(5)), {"text": str}, file)
    assert pq.ParquetFile(file).num_row_groups == 3
