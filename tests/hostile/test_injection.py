"""Scripts in titles, URLs, names and parameters are not active in any output."""

from __future__ import annotations

import csv
import io
import json
from html import escape
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from markdown_it import MarkdownIt

from honbun.annotation.model import Kind
from honbun.errors import InputError
from honbun.evaluation.report import Table, render_html
from honbun.page import Page
from honbun.stores.labels import Labels
from tests.evaluation import boats, handmade
from tests.fuzz.readback import active
from tests.hostile.pages import cases
from tests.web.serving import serving

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command
    from tests.web.conftest import Serve

SCRIPT = "\"'></title></style></textarea><script>alert(1)</script><img src=x onerror=alert(1)>"
COMMENT = "--><svg onload=alert(1)>]]><script>alert(1)</script><!--"
ADDRESS = "javascript:alert(1)"
ENCODED = "{http://purl.org/rss/1.0/modules/content/}encoded"
OWN = "form[action^='/'], script[src^='/'], form:not([action])"
"""Active elements of the server's own pages."""


def page(number: int) -> str:
    """A page with active content everywhere; each number gives a different page."""
    script, comment = escape(SCRIPT), escape(COMMENT)
    items = "".join(
        f'<li>2010-03-{n} <a href="/news/{number}{n}">{script} item {n}</a> {comment}</li>'
        for n in range(10, 19)
    )
    return f"""<!doctype html><html lang="{script}"><head><title>{script} {number}</title>
<meta name=author content="{script}"><meta property=og:site_name content="{comment}">
<meta property=og:image content="{ADDRESS}"><meta name=date content="{script}"></head><body>
<nav><a href=/>Home</a> <a href="{ADDRESS}">All</a></nav><h1>{script} number {number}</h1>
<p class="{script}" onclick=alert(1) style="background:url({ADDRESS})">Story {number} begins with
its own words. {script} <a href="{ADDRESS}">link {number}</a>
<a href=" java&#9;script:alert(1)">another</a> <a href="data:text/html,<script>">third</a>
<a href="VBscript:x">fourth</a> <b onmouseover=alert(1)>bold</b> {comment}</p>
<p>Number {number} ends here. <img src="{ADDRESS}" onerror=alert(1) alt="{script}">
`{script}` [x]({ADDRESS}) &lt;script&gt;alert({number})&lt;/script&gt;</p>
<script>alert({number})</script><iframe srcdoc="<script>alert(1)</script>"></iframe>
<form action="{ADDRESS}"><input name=x onfocus=alert(1) autofocus></form>
<svg onload=alert(1)><a xlink:href="{ADDRESS}"><text>drawn</text></a></svg>
<ul>{items}</ul>
<footer>{script}</footer></body></html>"""


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


def feed_of(honbun: Command, pages: Path, form: str) -> str:
    source = min(path for path in pages.iterdir() if path.suffix == ".html")
    return output_of(honbun, "feed", source, "-f", form, "--base-url", "https://e.org/")


@cases(("extract --alone -f html", "extract --alone -f markdown", "similar -f html"))
def test_html_of_an_output_has_nothing_active(case: str, honbun: Command, pages: Path) -> None:
    """Also if the Markdown renderer allows HTML."""
    command, *options = case.split()
    html = output_of(honbun, command, pages, *options)
    assert ("<h1>" if command == "similar" else "Story 1 begins") in html
    if "markdown" in case:
        html = MarkdownIt("commonmark", {"html": True}).render(html)
    assert active(html) == []
    assert command != "similar" or "default-src 'none'" in html


def test_explanation_is_plain_text(honbun: Command, pages: Path) -> None:
    for line in output_of(honbun, "extract", pages, "--explain", "-f", "text").splitlines():
        assert not line or line.startswith(("==> ", "+ ", "- ", " " * 19))


@cases(("rss", "atom"))
def test_feed_has_nothing_active(case: str, honbun: Command, pages: Path) -> None:
    elements = list(ET.fromstring(feed_of(honbun, pages, case)).iter())
    titles = [element.text or "" for element in elements if element.tag.endswith("title")]
    assert sum("<script>alert(1)</script>" in title for title in titles) >= 9  # plain text in both
    for element in elements:
        if element.get("type") == "html" or element.tag in ("description", ENCODED):
            assert active(element.text or "") == []
        for value in (element.text or "", *element.attrib.values()):
            assert not value.lower().startswith("javascript")


def test_json_feed_has_nothing_active(honbun: Command, pages: Path) -> None:
    feed = json.loads(feed_of(honbun, pages, "json"))
    assert len(feed["items"]) >= 9
    for item in feed["items"]:
        assert item.get("url", "https://").startswith("https://")
        assert active(item.get("content_html", "")) == []


REQUESTS: tuple[tuple[str, dict[str, str]], ...] = (
    ("/", {"url": SCRIPT}),
    ("/", {"url": ADDRESS}),
    ("/feed", {"url": SCRIPT, "format": "rss"}),
    ("/feed", {"url": "https://e.org/", "format": SCRIPT}),
    ("/feed", {"url": "https://e.org/", "list": SCRIPT}),
    ("/feed", {"url": "https://e.org/", SCRIPT: SCRIPT}),
    (f"/{SCRIPT}", {}),
    (f"/inspect/{SCRIPT}/0", {}),
)


def test_responses_of_the_server_have_nothing_active(serve: Serve) -> None:
    served = serve(allow_private=False)
    for path, query in REQUESTS:
        response = served.get(path, dict(query))
        kind = response.headers["content-type"].partition(";")[0]
        assert kind in ("text/html", "text/plain"), path
        assert response.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in response.headers["content-security-policy"], path
        if kind == "text/html":
            assert active(response.text, OWN) == [], path


HOSTILE = f"{SCRIPT}{COMMENT} \x1b[2J\x1b]0;owned\x07\nhonbun: a forged line"
ESCAPED = escape(HOSTILE)


def test_report_of_an_evaluation_has_nothing_active(honbun: Command, tmp_path: Path) -> None:
    """Neither in the browser nor in the terminal, where each table row is one line."""
    pages = {
        f"{n}.html": f"<title>{ESCAPED}</title><h1>{ESCAPED} {n}</h1><nav>{ESCAPED}</nav>"
        f"<div class=body><p>Page {n}. {ESCAPED}<p>{ESCAPED}</div>"
        for n in range(3)
    }
    truth = handmade.write_site(tmp_path / "data", "a", pages) / "a" / "site.json"
    names = {"site": HOSTILE, "url": f"https://e.org/{HOSTILE}"}
    known = json.loads(
        truth.read_text(),
        object_hook=lambda one: one | {key: names[key] for key in one.keys() & names.keys()},
    )
    truth.write_text(json.dumps(known))
    report = tmp_path / "out.html"
    done = honbun("eval", "content", tmp_path / "data", "--jobs", "1", "--report", report)
    assert done.status == 0, done.err
    assert "alert(1)" in report.read_text("utf-8")
    assert active(report.read_text("utf-8")) == []
    printed = (done.out.decode() + done.err).splitlines()
    assert [line for line in printed if not line.isprintable()] == []
    assert "honbun: a forged line" not in printed


def test_every_part_of_a_report_is_escaped() -> None:
    table = Table((HOSTILE, "example"), [(HOSTILE, HOSTILE)], {"example"})
    row = {HOSTILE: HOSTILE, "url": ADDRESS, "text": [HOSTILE]}
    html = render_html(HOSTILE, {HOSTILE: HOSTILE}, {HOSTILE: table}, [row])
    assert html.count("alert(1)") > 5
    assert active(html) == []


FORMULA = "=cmd|'/C calc'!A0"
NAMES = ("<script>alert(1)</script>", FORMULA, '"><img src=x onerror=alert(1)>')


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    """Labels of annotators with hostile names on a hostile page."""
    kinds = {"Hostile": Kind.TITLE, SCRIPT: Kind.BODY}
    page = Page(
        f"<title>{ESCAPED}</title><h1>Hostile</h1><p>{escape(SCRIPT)}</p><p>Else</p>",
        url=f"https://e.org/{SCRIPT}",
        source=f"{SCRIPT}.html",
    )
    with Labels(tmp_path / "labels") as labels:
        for number, name in enumerate(NAMES):
            boats.add_labels(labels, name, page, kinds if number else {"Else": Kind.BODY})
    return tmp_path / "labels"


INVALID_NAMES = {
    "escape of a terminal": "\x1b[2J",
    "NUL": "\x00",
    "written from right to left": "a\u202eb",
    "unseen character": "a\u200bb",
    "10,000 letters": "x" * 10_000,
    "the truth's name": "Truth",
    "white space": " \n ",
}


@cases(INVALID_NAMES)
def test_invalid_annotator_name_is_refused(case: str, tmp_path: Path) -> None:
    with Labels(tmp_path / "new.labels") as labels, pytest.raises(InputError, match="annotator"):
        boats.add_labels(labels, case, boats.page())


def test_annotator_names_are_unchanged_in_csv(honbun: Command, labels: Path) -> None:
    done = honbun("labels", "agreement", labels, "-f", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out.decode(), newline="")))
    assert {name for row in rows for name in (row["annotator"], row["against"])} == set(NAMES)


def test_pages_of_the_annotation_tool_have_nothing_active(labels: Path) -> None:
    """Checks the overview, the agreement, the export and a page."""
    with Labels(labels, read_only=True) as store:
        pages = [store.page(one.digest) for one in store.pages()]
    frame = "iframe[sandbox='allow-scripts']:not([src]):not([srcdoc])"
    with serving(pages, labels.parent) as client:
        for path in ("/annotate", "/annotate/agreement", "/annotate/export", "/annotate/0"):
            response = client.get(path, by=FORMULA)
            assert response.status_code == 200, path
            assert active(response.text, f"{OWN}, {frame}") == [], path
