"""Pages that are not taken as they stand, or were not given whole: every result says so."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from honbun import Page, extract, extract_page, feed, posts
from honbun.html.parse import parse
from honbun.page import truncations
from honbun.papers.similar_003.api import documents, read_standard
from honbun.papers.similar_003.standard import write_xml
from tests.inputs.records import read, record

if TYPE_CHECKING:
    from pathlib import Path

DEEP = "<div>" * 600 + "<p>Deep down there is a text, and it is read."
SAID = ("91 elements nested deeper than 512: taken at that depth",)
CRAWLED = "the crawl kept a part of the page only: length"


def test_ordinary_pages_are_not_cut() -> None:
    assert extract_page("<p>A text.").cut == ()


def test_structured_data_too_large_to_read_is_told() -> None:
    html = '<script type="application/ld+json">"{}"</script><p>A text.'.format("x" * 2_000_000)
    assert truncations(parse(html)) == ("JSON-LD of 2,000,002 characters: not read",)


@pytest.mark.parametrize("given", [(), (CRAWLED,)])
def test_results_of_all_rooms_say_what_was_cut(given: tuple[str, ...]) -> None:
    page = Page(DEEP, url="https://a.example/", truncated=given)
    expected = (*given, *SAID)
    assert extract_page(page).cut == expected
    assert [one.cut for one in extract([page])] == [expected]
    assert [one.cut for one in posts([page])] == [expected]
    assert [one.cut for one in documents([page])] == [expected]
    assert feed(page).cut == expected


def test_the_standard_format_keeps_it() -> None:
    [document] = documents([Page(DEEP, url="https://a.example/", truncated=(CRAWLED,))])
    file = io.BytesIO()
    write_xml([document], file)
    assert b' Cut="the crawl kept' in file.getvalue()
    assert read_standard(file.getvalue()) == document


def test_a_page_that_a_crawl_cut_says_so(tmp_path: Path) -> None:
    whole = record("1")
    cut = whole.replace(b"WARC-Type:", b"WARC-Truncated: length\r\nWARC-Type:")
    found = [page.truncated for page in read(tmp_path, whole + cut) if isinstance(page, Page)]
    assert found == [(), (CRAWLED,)]
