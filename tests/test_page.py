"""A page finds its URL, and every result says what of its page was not read."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from honbun import Page, extract, extract_page, feed, posts
from honbun.papers.similar_003.documents import documents
from honbun.papers.similar_003.standard import read_standard, write_xml
from tests.inputs.records import read, record

if TYPE_CHECKING:
    from pathlib import Path

DEEP = "<div>" * 600 + "<p>Deep down there is a text, and it is read."
LIFTED = ("91 elements nested deeper than 512: taken at that depth",)
CRAWLED = "the crawl kept a part of the page only: length"


def test_ordinary_page_is_not_truncated() -> None:
    assert extract_page("<p>A text.").truncated == ()


def test_structured_data_that_is_too_large_is_reported() -> None:
    html = '<script type="application/ld+json">"{}"</script><p>A text.'.format("x" * 2_000_000)
    page = Page(html)
    assert page.truncations(page.parse()) == ("JSON-LD of 2,000,002 characters: not read",)


@pytest.mark.parametrize("given", [(), (CRAWLED,)])
def test_results_of_all_packages_report_truncation(given: tuple[str, ...]) -> None:
    page = Page(DEEP, url="https://a.example/", truncated=given)
    expected = (*given, *LIFTED)
    assert extract_page(page).truncated == expected
    assert [one.truncated for one in extract([page])] == [expected]
    assert [one.truncated for one in posts([page])] == [expected]
    assert [one.cut for one in documents([page])] == [expected]
    assert feed(page).truncated == expected


def test_standard_format_keeps_truncation() -> None:
    [document] = documents([Page(DEEP, url="https://a.example/", truncated=(CRAWLED,))])
    file = io.BytesIO()
    write_xml([document], file)
    assert b' Cut="the crawl kept' in file.getvalue()
    assert read_standard(file.getvalue()) == document


def test_page_truncated_by_a_crawl_says_so(tmp_path: Path) -> None:
    whole = record("1")
    cut = whole.replace(b"WARC-Type:", b"WARC-Truncated: length\r\nWARC-Type:")
    found = [page.truncated for page in read(tmp_path, whole + cut) if isinstance(page, Page)]
    assert found == [(), (CRAWLED,)]
