"""Every format of posts can be read back."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import feedparser
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.outputs.posts import FORMATS, row
from tests.posts.made import THREADS, identified, post, thread

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.posts.identity import KeyedThread
    from honbun.posts.model import Thread

PAGES = [
    thread(post('a "b",\nc', number="1", published="2008-12-10"), post(None, text="d", index=1)),
    thread(url="https://a.example/empty"),
    thread(post("本文", author=None), url="https://a.example/u"),
]
BODIES = ['a "b",\nc', "d", "本文"]


def written(form: str, *threads: Thread) -> bytes:
    file = io.BytesIO()
    FORMATS[form].write(identified(*threads), file)
    return file.getvalue()


def said(data: bytes, form: str) -> list[str]:
    """The messages that a reader of the format finds in it."""
    if form in ("rss", "atom"):
        return [entry.summary for entry in feedparser.parse(data).entries]
    if form == "json":
        return [item["content_text"] for item in json.loads(data)["items"]]
    if form == "text":
        parts = data.decode().replace("\n    ", "\t").split("\n")
        return [part.partition("\t")[2].replace("\t", "\n") for part in parts if "\t" in part]
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(data.decode(), newline="")))
    elif form == "parquet":
        rows = pq.read_table(io.BytesIO(data)).to_pylist()
    else:
        rows = [json.loads(line) for line in data.splitlines()]
    return [row["body"] or row["text"] for row in rows]


@pytest.mark.parametrize("form", [name for name in FORMATS if name not in ("rss", "atom")])
def test_every_format_says_what_the_posts_say(form: str) -> None:
    assert sorted(said(written(form, *PAGES), form)) == sorted(BODIES)


@pytest.mark.parametrize("form", ["rss", "atom"])
def test_rss_and_atom_say_it_as_html(form: str) -> None:
    assert 'a "b",<br />\nc' in said(written(form, *PAGES), form)


@pytest.mark.parametrize("form", FORMATS)
def test_no_posts_make_a_file_that_can_be_read(form: str) -> None:
    assert said(written(form), form) == []
    assert said(written(form, thread()), form) == []


def test_json_lines_are_the_rows() -> None:
    lines = written("jsonl", *PAGES).splitlines()
    assert [json.loads(line) for line in lines] == [
        row(thread, post) for thread in PAGES for post in thread.posts
    ]


def test_parquet_has_the_values_of_the_rows() -> None:
    table = pq.read_table(io.BytesIO(written("parquet", *PAGES)))
    assert table.to_pylist() == [row(thread, post) for thread in PAGES for post in thread.posts]


def test_text_names_the_pages_that_have_posts() -> None:
    headings = [line for line in written("text", *PAGES).splitlines() if line.startswith(b"==> ")]
    assert headings == [b"==> https://a.example/t <==", b"==> https://a.example/u <=="]


@pytest.mark.parametrize("form", ["jsonl", "text"])
def test_posts_are_written_as_their_pages_come(form: str) -> None:
    file = io.BytesIO()

    def pages() -> Iterator[KeyedThread]:
        first, *rest = identified(*PAGES)
        yield first
        assert BODIES[1] in said(file.getvalue(), form)
        yield from rest

    FORMATS[form].write(pages(), file)
    assert len(said(file.getvalue(), form)) == 3


@given(st.lists(THREADS, max_size=3))
def test_rows_of_any_threads_are_read_back(threads: list[Thread]) -> None:
    rows = [row(thread, post) for thread in threads for post in thread.posts]
    assert [json.loads(line) for line in written("jsonl", *threads).split(b"\n")[:-1]] == rows
    table = pq.read_table(io.BytesIO(written("parquet", *threads)))
    assert table.to_pylist() == rows
