"""The blocks that people point at are those that the truth counts."""

from __future__ import annotations

import pytest
from hypothesis import given

from honbun.annotation import blocks as module
from honbun.annotation.blocks import labellable_blocks, page_blocks
from honbun.annotation.model import BlockRef
from honbun.annotation.sites import Selectors, SitePage
from honbun.errors import UnreadablePage
from honbun.html.parse import parse
from honbun.page import Page
from tests.strategies import HTML

PAGE = """
<body><header>Harbour News</header>
<div><h1>Ferry</h1><p>It sails <b>at noon</b>.</p><p><img src=a.png></p><div><p> </p></div></div>
<template><p>Not yet</p></template><ul><li>One<ul><li>Two</ul></ul>
"""


def test_blocks_with_text_or_pictures_can_be_labelled() -> None:
    assert labellable_blocks(Page(PAGE)) == [
        BlockRef(1, "/html/body/header", "Harbour News"),
        BlockRef(3, "/html/body/div/h1", "Ferry"),
        BlockRef(4, "/html/body/div/p[1]", "It sails at noon."),
        BlockRef(5, "/html/body/div/p[2]", ""),
        BlockRef(9, "/html/body/ul/li", "One"),
        BlockRef(11, "/html/body/ul/li/ul/li", "Two"),
    ]
    assert labellable_blocks(Page("<html><frameset></frameset>")) == []


def test_columns_say_which_block_is_inside_which() -> None:
    blocks = page_blocks(parse(PAGE))
    assert blocks.parent == [-1, 0, 0, 2, 2, 2, 2, 6, 0, 8, 9, 10]
    assert blocks.end == [12, 2, 8, 4, 5, 6, 8, 8, 12, 12, 12, 12]
    assert [blocks.xpath[block] for block in (0, 6, 10)] == [
        "/html/body",
        "/html/body/div/div",
        "/html/body/ul/li/ul",
    ]


def test_pictures_of_a_block_have_their_alternative_texts() -> None:
    blocks = page_blocks(
        parse("<p>A<img alt=' the \n quay '><img><img alt=ships><p>B<div><img alt=x>")
    )
    assert list(zip(blocks.text, blocks.alt)) == [
        ("", ""),
        ("A", "the quay ships"),
        ("B", ""),
        ("", "x"),
    ]


def test_blocks_too_deep_to_be_named_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_STEPS", 5)
    page = Page("<p>a<p>b")  # the body is 1 deep, the paragraphs 2
    assert len(labellable_blocks(page)) == 2
    said = r"^4 blocks nested 1 deep on average: more than 5 levels in all$"
    with pytest.raises(UnreadablePage, match=said):
        labellable_blocks(Page("<p>a<p>b<p>c"))


@given(HTML)
def test_labellable_blocks_are_those_that_the_truth_counts(page: str) -> None:
    site_page = SitePage(Page(page), "article", Selectors({"body": "p"}, "", ""))
    found = labellable_blocks(site_page.page)
    assert [place.xpath for place in found] == list(site_page.truth().blocks)


@given(HTML)
def test_columns_are_those_of_the_tree(page: str) -> None:
    tree = parse(page)
    blocks = page_blocks(tree)
    for block, node in enumerate(blocks.node):
        inside = {other for other, at in enumerate(blocks.node) if node < at < tree.end[node]}
        assert inside == set(range(block + 1, blocks.end[block]))
        holders = [other for other in range(block) if blocks.end[other] > block]
        assert blocks.parent[block] == max(holders, default=-1)
    assert len(set(blocks.xpath)) == len(blocks) == len(blocks.text) == len(blocks.shown)
