"""The HTML pages of the inspector, without JavaScript."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from honbun.web.inspect.results import TASKS
from tests.inputs.records import record
from tests.web.inspect.pages import body

if TYPE_CHECKING:
    from honbun.web.collections import Collection
    from tests.web.serving import Server


def titles(html: str) -> list[str]:
    return re.findall(r"<strong>([^<]*)</strong>", html)


def test_the_pages_of_a_collection_are_listed_and_searched(
    server: Server, served_collection: Collection
) -> None:
    assert titles(server.get("/inspect").text) == ["harbour"]
    listed = server.get("/inspect/given").text
    assert len(titles(listed)) == len(served_collection)
    assert titles(listed)[0] == "The last ferry"
    assert "7 of 7 pages analysed" in listed
    assert "compared with 3 pages, " in listed
    data = server.get("/inspect/data/given").json()
    assert (data["pages"], data["judged"], data["done"]) == (7, 7, True)
    assert data["lines"][0]["title"] == "The last ferry"
    assert titles(server.get("/inspect/given", q="FERRY last").text) == ["The last ferry"]
    assert titles(server.get("/inspect/given", q="boats.example").text) == ["Boats we have loved"]
    none = server.get("/inspect/given", q="<script>")
    assert titles(none.text) == []
    assert "&lt;script&gt;" in none.text


def test_a_page_links_to_its_neighbours_and_to_the_annotator(server: Server) -> None:
    middle = server.get("/inspect/given/3", show="posts").text
    assert 'rel="prev" href="/inspect/given/2?show=posts"' in middle
    assert 'rel="next" href="/inspect/given/4?show=posts"' in middle
    assert 'rel="prev"' not in server.get("/inspect/given/0").text
    assert 'rel="next"' not in server.get("/inspect/given/6").text
    assert 'href="/annotate/3"' in middle
    name = server.upload(body({"a.html": "<p>A page."})).json()["collection"]
    assert 'href="/annotate/0"' not in server.get(f"/inspect/{name}/0").text


def test_a_server_without_a_collection_explains_how_to_start_it_with_one(bare: Server) -> None:
    assert "/inspect/given" not in bare.get("/inspect").text
    for path in ("/inspect/given", "/inspect/given/0"):
        answer = bare.get(path)
        assert answer.status_code == 404
        assert "honbun serve INPUT" in answer.text
        assert "no longer open" not in answer.text


def test_a_long_list_is_shown_in_parts(bare: Server) -> None:
    lines = "".join(
        json.dumps({"url": f"https://a.example/{n}", "html": f"<title>Page {n}</title>"}) + "\n"
        for n in range(250)
    )
    name = bare.upload(body({"many.jsonl": lines})).json()["collection"]
    bare.analysis(name).heads.wait()
    path = f"/inspect/{name}"
    parts = [titles(bare.get(path, **{"from": at}).text) for at in ("0", "100", "205")]
    assert [part[0] for part in parts] == ["Page 0", "Page 100", "Page 200"]
    assert [len(part) for part in parts] == [100, 100, 50]
    assert titles(bare.get(path, **{"from": "999999"}).text) == parts[-1]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/inspect/given/7", 404),
        ("/inspect/given/-1", 404),
        ("/inspect/other/0", 404),
        ("/inspect/given/0?show=unknown", 400),
        ("/inspect/given?from=-1", 400),
    ],
)
def test_errors_are_pages_with_links(server: Server, path: str, status: int) -> None:
    answer = server.client.get(path)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert '<p><a href="/inspect">' in answer.text
    assert ('<a href="/inspect/given">The pages of harbour</a>' in answer.text) == (
        "other" not in path
    )


PDF = b"%PDF-1.7 " + bytes(range(256)) * 20


def test_a_file_that_is_not_html_is_named_in_the_list(bare: Server) -> None:
    upload = bare.upload(body({"a.html": PDF, "b.html": "<p>A page."})).json()
    assert (upload["pages"], upload["failed"]) == (1, 1)
    listed = bare.get(f"/inspect/{upload['collection']}").text
    assert "<li>read: a.html: a PDF document: convert it to HTML" in listed


def test_a_response_that_is_not_html_is_named_in_the_list_and_on_its_page(bare: Server) -> None:
    """The server said that it is HTML."""
    crawl = record("1", PDF) + record("2")
    name = bare.upload(body({"a.warc": crawl})).json()["collection"]
    bare.analysis(name).heads.wait()
    reason = "this is a PDF document, not a web page"
    assert bare.get(f"/inspect/data/{name}").json()["lines"][0]["state"] == reason
    assert bare.get(f"/inspect/{name}/0").status_code == 200
    for path in (f"/pages/{name}/0", *(f"/inspect/data/{name}/0/{task}" for task in TASKS[:3])):
        answer = bare.get(path)
        assert (answer.status_code, answer.text) == (422, f"the page cannot be read: {reason}\n")
