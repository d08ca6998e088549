from __future__ import annotations

import pydoc
from dataclasses import fields, is_dataclass

import pytest

import honbun
from honbun import Block, BlockDecision, Chunk, Comment, Content, Document
from honbun.feeds.model import Feed, FeedLink, Item, ItemList
from honbun.posts.model import Post, Thread

CLASSES = [Content, Document, Chunk, Block, BlockDecision, Comment, Feed, FeedLink, Item, ItemList]


@pytest.mark.parametrize("cls", [*CLASSES, Post, Thread])
def test_help_explains_every_field(cls: type) -> None:
    names = [one.name for one in fields(cls)] if is_dataclass(cls) else list(cls._fields)  # type: ignore[attr-defined]
    shown = pydoc.plain(pydoc.render_doc(cls))
    explained = [line.strip(" |") for line in shown.splitlines()]
    for name in names:
        assert any(line.startswith(f"{name}: ") and line.endswith(".") for line in explained), name


def test_a_class_without_source_keeps_its_docstring() -> None:
    from honbun.field_docs import explain_fields

    assert explain_fields(type("Point", (), {"__doc__": "A point."})).__doc__ == "A point."


def test_the_docstring_of_a_result_is_that_of_its_class() -> None:
    content = honbun.extract_page("<p>a")
    assert str(content.__doc__).startswith("The main content of one page, and its metadata.\n")


def test_results_are_short_in_a_console() -> None:
    post = "<div class=post><b>Ann</b> <i>May 3, 2024</i><p>Boats float on water.</p></div>"
    (thread,) = honbun.posts(f"<title>Boats</title>{post * 5}")
    found = honbun.feed(f"<title>Boats</title>{post * 5}")
    assert all(len(repr(one)) < 200 for one in (thread, *thread.posts, found, *found.lists))
    assert repr(thread).endswith(f"{len(thread.posts)} posts)")
