"""The results for a page as JSON."""

from __future__ import annotations

import json
import time
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from honbun.annotation.blocks import page_blocks
from honbun.errors import HonbunError, MissingExtra
from honbun.inputs.assets import NO_ASSETS
from honbun.text.unicode import collapse
from honbun.web.collections import Collection
from honbun.web.inspect import analysis, overlays, results
from honbun.web.inspect.analysis import Analysis
from tests.web.inspect.pages import BORROWED_TITLE, CHANGED, HOSTILE, SHARED, SITE, body
from tests.web.inspect.serving import inspecting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.content.model import Content
    from honbun.page import Page
    from tests.web.inspect.serving import Inspecting

FERRY, THREAD, LIST = 0, 5, 6
BORROWER = 4


def result_of(server: Inspecting, path: str, **query: str) -> Any:
    """The final result of a task."""
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        answer = server.get(f"/inspect/data/{path}", **query)
        if answer.status_code != 202:
            assert answer.status_code == 200, answer.text
            return answer.json()
        assert set(answer.json()) == {"progress", "meanwhile"}
        time.sleep(0.02)
    raise AssertionError(f"no answer: {path}")


def test_content_has_every_block_with_its_role_and_rule(
    server: Inspecting, served_collection: Collection
) -> None:
    content = result_of(server, f"given/{FERRY}/content")
    tree = served_collection.page(FERRY).parse()
    columns = page_blocks(tree)
    shown = {node for node, is_shown in zip(columns.node, columns.shown) if is_shown}
    texts = dict(zip(columns.node, columns.text))
    assert {block["node"] for block in content["blocks"]} == shown
    assert content["title"] == "The last ferry"
    assert content["method"] == "collection"
    roles = {texts[block["node"]]: block["role"] for block in content["blocks"]}
    assert roles["The last ferry"] == "title"
    assert roles[SHARED[0]] == "body"
    assert roles["Tides"] is None
    assert content["counts"]["body"] == 3
    for block in content["blocks"]:
        assert content["rules"][block["rule"]]


def test_a_repeated_block_names_other_pages(server: Inspecting) -> None:
    content = result_of(server, f"given/{FERRY}/content")
    footer = next(block for block in content["blocks"] if block["others"] == 3)
    assert not footer["role"]
    assert {page["number"] for page in footer["pages"]} <= {1, 2, 3, None}
    assert all(page["address"].startswith("https://harbour.example/") for page in footer["pages"])


def test_a_page_can_be_judged_alone(server: Inspecting) -> None:
    content = result_of(server, f"given/{FERRY}/content", alone="")
    assert content["method"] == "alone"
    assert all(0 <= block["score"] <= 1 for block in content["blocks"])


def test_until_the_collection_is_read_the_result_is_for_the_page_alone(
    fresh: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fresh.contents, "start", lambda: None)
    with inspecting(fresh) as server:
        answer = server.get(f"/inspect/data/given/{FERRY}/content")
    assert answer.status_code == 202
    assert answer.json()["progress"] == {"found": 0, "pages": 7}
    assert answer.json()["meanwhile"]["method"] == "alone"


@pytest.mark.usefixtures("read_here")
def test_the_result_for_a_page_alone_is_computed_once(
    fresh: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure_agreement = []
    alone = overlays.content_alone

    def counted(page: Page) -> Content:
        measure_agreement.append(page.source)
        return alone(page)

    monkeypatch.setattr(overlays, "content_alone", counted)
    monkeypatch.setattr(fresh.contents, "start", lambda: None)
    with inspecting(fresh) as server:
        for _ in range(3):
            answer = server.get(f"/inspect/data/given/{FERRY}/content")
            assert (answer.status_code, answer.json()["meanwhile"]["method"]) == (202, "alone")
    assert len(measure_agreement) == 1


@pytest.mark.usefixtures("read_here")
def test_a_page_with_too_many_blocks_is_refused(
    fresh: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "_MAX_BLOCKS", 12)
    fresh.contents.wait()
    with inspecting(fresh) as server:
        server.analysis().threads.wait()
        for task in ("content", "posts", "list"):
            answer = server.get(f"/inspect/data/given/{THREAD}/{task}")
            assert answer.status_code == 422
            assert "up to 12" in answer.text
            assert server.get(f"/inspect/data/given/{BORROWER}/{task}").status_code == 200
        server.analysis().pairs.found.wait()
        both = server.get(f"/inspect/data/given/{BORROWER}/similar", **{"with": str(FERRY)})
        assert both.status_code == 422


@pytest.mark.parametrize("task", ["content", "posts"])
def test_an_error_in_the_collection_is_the_reason_of_the_result_for_the_page_alone(
    fresh: Collection, monkeypatch: pytest.MonkeyPatch, task: str
) -> None:
    def broken() -> Iterator[tuple[int, Any]]:
        raise HonbunError("no space on the disk")

    with inspecting(fresh) as server:
        found = server.analysis()
        findings = fresh.contents if task == "content" else found.threads
        monkeypatch.setattr(findings, "_compute", broken)
        found = result_of(server, f"given/{THREAD}/{task}")
    assert found["reason"] == "the page by itself: no space on the disk"
    assert found["posts" if task == "posts" else "blocks"]


def test_pages_with_one_address_are_compared_separately(bare: Inspecting) -> None:
    one, other = SITE["ferry.html"], SITE["tide.html"]
    rows = [("a", other), ("a", one), ("b", one), ("b", one)]
    lines = "".join(
        json.dumps({"url": f"https://{host}.example/page", "html": html}) + "\n"
        for host, html in rows
    )
    name = bare.post(body({"twice.jsonl": lines})).json()["collection"]
    like = [
        {pair["number"]: pair["extent"] for pair in result_of(bare, f"{name}/{n}/similar")["pairs"]}
        for n in range(4)
    ]
    assert {n for n, extent in like[1].items() if extent == "identical"} == {2, 3}
    assert {n for n, extent in like[2].items() if extent == "identical"} == {1, 3}
    assert "identical" not in like[0].values()
    both = result_of(bare, f"{name}/1/similar", **{"with": "3"})
    assert both["address"] == "https://b.example/page"
    assert all(sentence["there"] for sentence in both["sentences"])


def test_an_address_of_several_pages_has_no_number(served_collection: Collection) -> None:
    page = served_collection.page(0)
    pages = [replace(page, url=f"https://a.example/{which}") for which in "xyx"]
    with closing(Collection(pages, "twice", NO_ASSETS)) as doubled:
        found = Analysis(doubled)
        found.heads.wait()
        assert [found.number(f"https://a.example/{which}") for which in "xyz"] == [None, 1, None]
        found.close()


def test_posts_have_their_elements(server: Inspecting, served_collection: Collection) -> None:
    found = result_of(server, f"given/{THREAD}/posts")
    assert [post["author"] for post in found["posts"]] == ["Oda", "Birk", "Oda"]
    tree = served_collection.page(THREAD).parse()
    for post in found["posts"]:
        (node,) = post["nodes"]
        assert collapse(tree.subtree_text(node)).replace(" ", "") == post["text"].replace(" ", "")


def test_a_page_without_posts_has_a_reason(server: Inspecting) -> None:
    found = result_of(server, f"given/{LIST}/posts")
    assert not found["posts"]
    assert found["reason"]


def test_items_have_their_elements(server: Inspecting, served_collection: Collection) -> None:
    found = result_of(server, f"given/{LIST}/list")
    items = found["lists"][0]["items"]
    assert len(items) == 5
    assert items[0]["published"].startswith("2024-05-20")
    tree = served_collection.page(LIST).parse()
    for item in items:
        (node,) = item["nodes"]
        assert item["title"] in tree.subtree_text(node)


def test_only_a_page_with_a_web_address_has_a_feed(server: Inspecting) -> None:
    assert result_of(server, f"given/{LIST}/list")["lists"][0]["feed"] is None
    page = b'<link rel=canonical href="https://a.example/n?a=b">' + b"".join(
        b"<li>2024-05-%d <a href=/%d>Notice number %d of the harbour</a></li>" % (n, n, n)
        for n in range(10, 18)
    )
    name = server.post(body({"a.html": page})).json()["collection"]
    lists = result_of(server, f"{name}/0/list")["lists"]
    assert lists[0]["feed"] == "/?url=https%3A%2F%2Fa.example%2Fn%3Fa%3Db&list=1"


def test_similar_pages_are_found_from_either_page(server: Inspecting) -> None:
    for one, other in ((FERRY, BORROWER), (BORROWER, FERRY)):
        found = result_of(server, f"given/{one}/similar")
        (pair,) = found["pairs"]
        assert (pair["number"], pair["shared"]) == (other, 3)
        assert 0 < pair["overlap"] <= pair["containment"] <= 1
        assert pair["because"]
    assert pair["title"] == "The last ferry | Harbour Post"


def test_shared_sentences_have_positions_on_both_pages(
    server: Inspecting, served_collection: Collection
) -> None:
    both = result_of(server, f"given/{BORROWER}/similar", **{"with": str(FERRY)})
    assert [one["changed"] for one in both["sentences"]] == [False, False, True]
    trees = {
        "here": served_collection.page(BORROWER).parse(),
        "there": served_collection.page(FERRY).parse(),
    }
    for side, last in (("here", CHANGED[1]), ("there", CHANGED[0])):
        for one, text in zip(both["sentences"], (*SHARED, last), strict=True):
            (run, start), (end, stop) = one[side]["start"], one[side]["stop"]
            assert run == end
            assert trees[side].run[run][start:stop] == text
    own, other = both["sentences"][2]["own"], both["sentences"][2]["other"]
    assert [text for text, same in own if not same] == ["a"]
    assert [text for text, same in other if not same] == ["the"]


def test_pages_that_share_nothing_have_a_reason(server: Inspecting) -> None:
    assert result_of(server, f"given/{LIST}/similar") == {
        "pairs": [],
        "reason": "no page shares a sentence with it",
    }
    answer = server.get(f"/inspect/data/given/{LIST}/similar", **{"with": "0"})
    assert answer.status_code == 404


def test_a_single_page_has_no_similar_pages(bare: Inspecting) -> None:
    name = bare.post(body({"a.html": HOSTILE})).json()["collection"]
    assert "two pages" in result_of(bare, f"{name}/0/similar")["reason"]


def test_a_missing_extra_is_the_reason(fresh: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> None:
        raise MissingExtra("comparing pages", "similar")

    monkeypatch.setattr(analysis, "similar", missing)
    with inspecting(fresh) as server:
        found = result_of(server, "given/0/similar")
    assert found["pairs"] == []
    assert "pip install 'honbun[similar]'" in found["reason"]


def test_a_file_that_is_not_html_gets_422(bare: Inspecting) -> None:
    name = bare.post(body({"a.html": b"%PDF-1.7 " + bytes(range(256)) * 20})).json()["collection"]
    answer = bare.get(f"/inspect/data/{name}/0/content")
    assert answer.status_code == 422
    assert answer.text.count("\n") == 1


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("given/7/content", 404),
        ("given/x/content", 404),
        ("given/0/unknown", 404),
        ("other/0/content", 404),
        ("given/0/similar?with=9", 400),
        ("given/0/similar?with=x", 400),
        ("given?from=x", 400),
    ],
)
def test_unknown_pages_and_tasks_are_refused(server: Inspecting, path: str, status: int) -> None:
    answer = server.client.get(f"/inspect/data/{path}")
    assert answer.status_code == status
    assert answer.text.count("\n") == 1


def test_lone_surrogates_can_be_shown(bare: Inspecting) -> None:
    html = "<title>\\ud800</title><p>\\udc00 Said \\ud800."
    page = f'{{"url": "https://a.example/", "html": "{html}"}}\n'
    name = bare.post(body({"a.jsonl": page})).json()["collection"]
    for task in ("content", "posts", "list"):
        assert bare.get(f"/inspect/data/{name}/0/{task}").status_code == 200
    assert BORROWED_TITLE not in bare.get(f"/inspect/{name}").text
