"""Extreme markup is read or refused, and other pages are not affected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.hostile.case import cases
from tests.hostile.neighbours import HEAD, Files, numbered, page, run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Command

TOO_MANY = "elements; 500,000 are read"
FEW = "only 3 pages of its kind to learn from"
NO_TEXT = "the page has no text"
FRAMESET = "the page is a frameset: its text stands on the framed pages"
LINES = "\n".join("x" * 6_000)


@dataclass(frozen=True)
class Case:
    """A page and its expected text and reason, or the error if it is refused."""

    make: Callable[[], bytes | Files]
    text: str = ""
    reason: str = FEW
    """The page and the two ordinary ones make three."""
    error: str | None = None


def unclosed() -> Files:
    tags = b"<div><b><i><a href=x><p><ul><li><table><tr><td><select><option>"
    return {"hostile.html": b"<html><head><title>open</title><body>" + tags * 500 + b"<p>left <!--"}


NESTED = {
    "a million open tags": Case(lambda: b"<div>" * 1_000_000 + b"deep", error=TOO_MANY),
    "a million open tags of formatting": Case(lambda: b"<b>" * 1_000_000, error=TOO_MANY),
    "20,000 open tags": Case(lambda: b"<div>" * 20_000 + b"deep", "deep"),
    "nested tables": Case(lambda: b"<table><tr><td>" * 4_000 + b"deep", "deep"),
    "nested lists": Case(lambda: b"<ul><li>" * 8_000 + b"deep", "deep"),
    "nested definitions": Case(lambda: b"<dl><dd>" * 8_000 + b"deep", "deep"),
    "nested links": Case(lambda: numbered(b"<a href=%d>", 10_000) + b"deep", "deep"),
    "links in tables": Case(lambda: numbered(b"<table><a href=%d>", 8_000) + b"deep", "deep"),
    "nested drawings": Case(lambda: b"<svg><math><mi>" * 4_000 + b"deep", reason=NO_TEXT),
    "nested templates": Case(lambda: b"<template>" * 20_000 + b"deep", reason=NO_TEXT),
    "nested framesets": Case(lambda: {"hostile.html": b"<frameset>" * 20_000}, reason=FRAMESET),
    "tags closed in the wrong order": Case(
        lambda: b"<b><i><u><p></b></i></u>" * 6_000 + b"text", "text"
    ),
    "links closed outside of their block": Case(lambda: b"<a><div></a>" * 10_000 + b"x", "x"),
    "formatting with attributes left open": Case(
        lambda: numbered(b"<p><b class=c%d>", 4000) + b"<p>text", error="open at a time"
    ),
    "fonts left open": Case(
        lambda: numbered(b"<font color=%d>", 100_000) + b"text", error="open at a time"
    ),
    "attributes of further bodies": Case(
        lambda: numbered(b"<body a%d=b>", 10_000) + b"<p>text", error="body or html tags"
    ),
    "long paths": Case(lambda: b"<div>" * 500 + b"<p>x" * 180_000, error="deep on average"),
    "nothing closed": Case(unclosed, "left"),
    "90,000 tags that close nothing": Case(lambda: b"</p></x></b>" * 30_000 + b"<p>x", "x"),
}
MANY = {
    "100,000 attributes": Case(lambda: b"<p" + numbered(b" a%d=b", 100_000) + b">laden", "laden"),
    "20,000 options": Case(
        lambda: b"<select>" + numbered(b"<option>%d", 20_000) + b"</select><p>chosen", "chosen"
    ),
    "100,000 comments": Case(lambda: b"<!-- x -->" * 100_000 + b"<p>text", "text"),
    "100,000 entities": Case(lambda: b"<p>" + b"&eacute;&#x3042;" * 50_000, "éあ" * 50_000),
    "6,000 paragraphs": Case(lambda: b"<p>x" * 6_000, LINES),
    "6,000 names with a colon": Case(lambda: b"<a:b><p>x</p></a:b>" * 6_000, LINES),
    "attribute of a megabyte": Case(
        lambda: (
            b"<p id='%b' class='%b' style='%b'>laden" % (b"x" * 10**6, b"c " * 5**9, b"a:b;" * 9)
        ),
        "laden",
    ),
    "tag name of a megabyte": Case(lambda: b"<" + b"x" * 1_000_000 + b">laden", "laden"),
    "comment of a megabyte": Case(lambda: b"<p>text<!--" + b"-" * 1_000_000, "text"),
    "address of a megabyte": Case(
        lambda: b"<p><a href='/" + b"x/" * 500_000 + b"'>laden</a>", "laden"
    ),
    "script in a script": Case(lambda: b"<p>x<script>" + b"<!--<script>" * 100_000, "x"),
}
NOTHING = {
    "empty": Case(lambda: {"hostile.html": b""}, reason=NO_TEXT),
    "frameset": Case(
        lambda: {"hostile.html": b"<frameset cols=9,*><frame src=a><noframes>no</noframes>"},
        reason=FRAMESET,
    ),
    "only noscript": Case(lambda: b"<noscript><p>without code</noscript>", "without code"),
    "only template": Case(lambda: b"<template><p>waits</template>", reason=NO_TEXT),
    "only script": Case(lambda: b"<script>'<p>code'</script>", reason=NO_TEXT),
}


def check(case: Case, honbun: Command, folder: Path) -> None:
    files = case.make()
    done = run(honbun, folder, page(files) if isinstance(files, bytes) else files)
    if case.error is None:
        assert done.errors == []
        assert [(case.text, case.reason)] == [(row["text"], row["reason"]) for row in done.rows]
    else:
        [error] = done.errors
        assert done.rows == []
        assert "hostile.html" in error
        assert case.error in error


@cases(NESTED)
def test_nesting_is_read_or_refused(case: Case, honbun: Command, tmp_path: Path) -> None:
    check(case, honbun, tmp_path)


@cases(MANY)
def test_very_many_elements_are_read(case: Case, honbun: Command, tmp_path: Path) -> None:
    check(case, honbun, tmp_path)


@cases(NOTHING)
def test_page_without_visible_text_has_a_reason(
    case: Case, honbun: Command, tmp_path: Path
) -> None:
    check(case, honbun, tmp_path)


def test_page_of_19_megabytes_is_refused(honbun: Command, tmp_path: Path) -> None:
    done = run(honbun, tmp_path, {"hostile.html": HEAD + b"<p>x</p>" * 2_375_000})
    [error] = done.errors
    assert "more than the 10,000,000 of --max-bytes" in error


def test_larger_limit_allows_a_larger_page(honbun: Command, tmp_path: Path) -> None:
    body = b"<p>" + b"one more word " * 40_000
    [error] = run(honbun, tmp_path, page(body), "--max-bytes", "500000").errors
    assert "more than the 500,000 of --max-bytes" in error
    [row] = run(honbun, tmp_path, page(body), "--max-bytes", "600000").rows
    assert len(row["text"]) == len(body.removeprefix(b"<p>").strip())
