"""Scripts in titles, URLs, names and parameters are not active in any output."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from markdown_it import MarkdownIt

from tests.hostile.active import ADDRESS, COMMENT, SCRIPT, active, page
from tests.hostile.case import cases
from tests.web import conftest as serving

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command
    from tests.web.conftest import Serve

serve = serving.serve
CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
OWN = "form[action^='/'], script[src^='/'], form:not([action])"
"""Active elements of the server's own pages."""


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Hostile pages with hostile file names and URLs."""
    folder = tmp_path / "<img src=x onerror=alert(1)>"
    folder.mkdir()
    for n in range(3):
        (folder / f"<svg onload=alert({n})> --> {n}.html").write_text(page(n))
    rows = [{"url": f"https://e.org/{SCRIPT}{COMMENT}/{n}", "html": page(n + 3)} for n in range(3)]
    rows.append({"url": ADDRESS, "html": page(9)})
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def output_of(honbun: Command, *arguments: str | Path) -> str:
    done = honbun(*arguments, "--quiet")
    assert done.status == 0, done.err
    return done.out.decode()


def test_content_as_html_has_nothing_active(honbun: Command, pages: Path) -> None:
    html = output_of(honbun, "extract", pages, "--alone", "-f", "html")
    assert "Story 1 begins" in html
    assert active(html) == []


def test_content_as_markdown_has_nothing_active(honbun: Command, pages: Path) -> None:
    """Also if the Markdown renderer allows HTML."""
    markdown = output_of(honbun, "extract", pages, "--alone", "-f", "markdown")
    assert "Story 1 begins" in markdown
    assert active(MarkdownIt("commonmark", {"html": True}).render(markdown)) == []


def test_pairs_as_html_have_nothing_active(honbun: Command, pages: Path) -> None:
    html = output_of(honbun, "similar", pages, "-f", "html")
    assert "<h1>" in html
    assert active(html) == []
    assert "default-src 'none'" in html


def test_explanation_is_plain_text(honbun: Command, pages: Path) -> None:
    for line in output_of(honbun, "extract", pages, "--explain", "-f", "text").splitlines():
        assert not line or line.startswith(("==> ", "+ ", "- "))


@cases(("rss", "atom"))
def test_feed_has_nothing_active(case: str, honbun: Command, pages: Path) -> None:
    source = next(path for path in sorted(pages.iterdir()) if path.suffix == ".html")
    xml = output_of(honbun, "feed", source, "-f", case, "--base-url", "https://e.org/")
    elements = list(ET.fromstring(xml).iter())
    titles = [element.text or "" for element in elements if element.tag.endswith("title")]
    assert sum("<script>alert(1)</script>" in title for title in titles) >= 9  # plain text in both
    for element in elements:
        if element.get("type") == "html" or element.tag in ("description", CONTENT):
            assert active(element.text or "") == []
        for value in (element.text or "", *element.attrib.values()):
            assert not value.lower().startswith("javascript")


def test_json_feed_has_nothing_active(honbun: Command, pages: Path) -> None:
    source = next(path for path in sorted(pages.iterdir()) if path.suffix == ".html")
    feed = json.loads(
        output_of(honbun, "feed", source, "-f", "json", "--base-url", "https://e.org/")
    )
    assert len(feed["items"]) >= 9
    for item in feed["items"]:
        assert item.get("url", "https://").startswith("https://")
        assert active(item.get("content_html", "")) == []


FORMULAS = ("=cmd|'/C calc'!A0", "+1+1", "-2+3", "@SUM(1+1)", '=HYPERLINK("http://e.org","x")')


def test_csv_cells_hold_the_text_unchanged(honbun: Command, tmp_path: Path) -> None:
    """Programs need unchanged values; in a spreadsheet the columns must be imported as text."""
    rows = [
        {"url": f"https://e.org/{n}", "html": f"<title>{formula}</title><p>Words of {n}"}
        for n, formula in enumerate(FORMULAS)
    ]
    (tmp_path / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    read = csv.DictReader(io.StringIO(output_of(honbun, "extract", tmp_path, "-f", "csv")))
    assert [row["title"] for row in read] == list(FORMULAS)


REQUESTS = {
    "start page": ("/", {"url": SCRIPT}),
    "start page with a script's address": ("/", {"url": ADDRESS}),
    "feed of nonsense": ("/feed", {"url": SCRIPT, "format": "rss"}),
    "format of nonsense": ("/feed", {"url": "https://e.org/", "format": SCRIPT}),
    "list of nonsense": ("/feed", {"url": "https://e.org/", "list": SCRIPT}),
    "another parameter": ("/feed", {"url": "https://e.org/", SCRIPT: SCRIPT}),
    "path of nonsense": (f"/{SCRIPT}", {}),
    "collection of nonsense": (f"/inspect/{SCRIPT}/0", {}),
}


def test_responses_of_the_server_have_nothing_active(serve: Serve) -> None:
    served = serve(allow_private=False)
    for name, (path, query) in REQUESTS.items():
        response = served.get(path, dict(query))
        kind = response.headers["content-type"].partition(";")[0]
        assert kind in ("text/html", "text/plain"), name
        assert response.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in response.headers["content-security-policy"], name
        if kind == "text/html":
            assert active(response.text, OWN) == [], name
