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
from tests.web.inspect.pages import CHANGED, SHARED, SITE, body
from tests.web.serving import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.content.model import Content
    from honbun.page import Page
    from tests.web.serving import Server

FERRY, THREAD, LIST = 0, 5, 6
BORROWER = 4


def result_of(server: Server, path: str, **query: str) -> Any:
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


def test_content_has_every_block_with_its_role_and_reasons(
    server: Server, served_collection: Collection
) -> None:
    content = result_of(server, f"given/{FERRY}/content")
    columns = page_blocks(served_collection.page(FERRY).parse())
    shown = {node for node, is_shown in zip(columns.node, columns.shown) if is_shown}
    texts = dict(zip(columns.node, columns.text))
    assert {block["node"] for block in content["blocks"]} == shown
    assert (content["title"], content["compared"]) == ("The last ferry", 3)
    roles = {texts[block["node"]]: block["role"] for block in content["blocks"]}
    assert (roles["The last ferry"], roles[SHARED[0]], roles["Tides"]) == ("title", "body", None)
    assert content["counts"]["body"] == 3
    assert all(block["kept"] <= block["texts"] for block in content["blocks"])
    assert any(block["why"] for block in content["blocks"])
    footer = next(block for block in content["blocks"] if block["others"] == 3)
    assert not footer["role"]
    assert {page["number"] for page in footer["pages"]} <= {1, 2, 3, None}
    assert all(page["address"].startswith("https://harbour.example/") for page in footer["pages"])
    alone = result_of(server, f"given/{FERRY}/content", alone="")
    assert alone["compared"] == 0
    assert all(0 <= block["score"] <= 1 for block in alone["blocks"])


@pytest.mark.usefixtures("read_here")
def test_until_the_collection_is_read_the_result_is_for_the_page_alone(
    fresh: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[str] = []
    alone = overlays.content_alone

    def counted(page: Page) -> Content:
        computed.append(page.source)
        return alone(page)

    monkeypatch.setattr(overlays, "content_alone", counted)
    monkeypatch.setattr(fresh.contents, "start", lambda: None)
    with serving(fresh) as server:
        for _ in range(3):
            answer = server.get(f"/inspect/data/given/{FERRY}/content")
            assert answer.status_code == 202
            assert answer.json()["progress"] == {"found": 0, "pages": 7}
            assert answer.json()["meanwhile"]["compared"] == 0
    assert len(computed) == 1


@pytest.mark.usefixtures("read_here")
def test_a_page_with_too_many_blocks_is_refused(
    fresh: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "_MAX_BLOCKS", 12)
    fresh.contents.wait()
    with serving(fresh) as server:
        server.analysis().threads.wait()
        for task in ("content", "posts", "list"):
            answer = server.get(f"/inspect/data/given/{THREAD}/{task}")
            assert answer.status_code == 422
            assert "up to 12" in answer.text
            assert server.get(f"/inspect/data/given/{BORROWER}/{task}").status_code == 200
        server.analysis().pairs.wait()
        both = server.get(f"/inspect/data/given/{BORROWER}/similar", **{"with": str(FERRY)})
        assert both.status_code == 422


@pytest.mark.parametrize("task", ["content", "posts"])
def test_an_error_in_the_collection_is_the_reason_of_the_result_for_the_page_alone(
    fresh: Collection, monkeypatch: pytest.MonkeyPatch, task: str
) -> None:
    def broken() -> Iterator[tuple[int, Any]]:
        raise HonbunError("no space on the disk")

    with serving(fresh) as server:
        found = server.analysis()
        findings = fresh.contents if task == "content" else found.threads
        monkeypatch.setattr(findings, "_compute", broken)
        found = result_of(server, f"given/{THREAD}/{task}")
    assert found["reason"] == "the page by itself: no space on the disk"
    assert found["posts" if task == "posts" else "blocks"]


def test_pages_with_one_address_are_compared_separately(bare: Server) -> None:
    one, other = SITE["ferry.html"], SITE["tide.html"]
    rows = [("a", other), ("a", one), ("b", one), ("b", one)]
    lines = "".join(
        json.dumps({"url": f"https://{host}.example/page", "html": html}) + "\n"
        for host, html in rows
    )
    name = bare.upload(body({"twice.jsonl": lines})).json()["collection"]
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


def test_posts_and_items_have_their_elements(server: Server, served_collection: Collection) -> None:
    found = result_of(server, f"given/{THREAD}/posts")
    assert [post["author"] for post in found["posts"]] == ["Oda", "Birk", "Oda"]
    tree = served_collection.page(THREAD).parse()
    for post in found["posts"]:
        (node,) = post["nodes"]
        assert collapse(tree.subtree_text(node)).replace(" ", "") == post["text"].replace(" ", "")
    none = result_of(server, f"given/{LIST}/posts")
    assert (none["posts"], bool(none["reason"])) == ([], True)
    [first, *_] = result_of(server, f"given/{LIST}/list")["lists"]
    assert (len(first["items"]), first["feed"]) == (5, None)
    assert first["items"][0]["published"].startswith("2024-05-20")
    tree = served_collection.page(LIST).parse()
    for item in first["items"]:
        (node,) = item["nodes"]
        assert item["title"] in tree.subtree_text(node)


def test_uploaded_pages_have_results(bare: Server) -> None:
    page = b'<link rel=canonical href="https://a.example/n?a=b">' + b"".join(
        b"<li>2024-05-%d <a href=/%d>Notice number %d of the harbour</a></li>" % (n, n, n)
        for n in range(10, 18)
    )
    name = bare.upload(body({"a.html": page})).json()["collection"]
    lists = result_of(bare, f"{name}/0/list")["lists"]
    assert lists[0]["feed"] == "/?url=https%3A%2F%2Fa.example%2Fn%3Fa%3Db&list=1"
    assert "two pages" in result_of(bare, f"{name}/0/similar")["reason"]
    # Lone surrogates can be shown.
    html = "<title>\\ud800</title><p>\\udc00 Said \\ud800."
    line = f'{{"url": "https://a.example/", "html": "{html}"}}\n'
    name = bare.upload(body({"a.jsonl": line})).json()["collection"]
    for task in ("content", "posts", "list"):
        assert bare.get(f"/inspect/data/{name}/0/{task}").status_code == 200
    assert bare.get(f"/inspect/{name}").status_code == 200


def test_similar_pages_are_found_from_either_page(server: Server) -> None:
    for one, other in ((FERRY, BORROWER), (BORROWER, FERRY)):
        found = result_of(server, f"given/{one}/similar")
        (pair,) = found["pairs"]
        assert (pair["number"], pair["shared"]) == (other, 3)
        assert 0 < pair["overlap"] <= pair["containment"] <= 1
        assert pair["because"]
    assert pair["title"] == "The last ferry | Harbour Post"
    nothing = {"pairs": [], "reason": "no page shares a sentence with it"}
    assert result_of(server, f"given/{LIST}/similar") == nothing
    answer = server.get(f"/inspect/data/given/{LIST}/similar", **{"with": "0"})
    assert answer.status_code == 404


def test_shared_sentences_have_positions_on_both_pages(
    server: Server, served_collection: Collection
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


def test_a_missing_extra_is_the_reason(fresh: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> None:
        raise MissingExtra("comparing pages", "similar")

    monkeypatch.setattr(analysis, "similar", missing)
    with serving(fresh) as server:
        found = result_of(server, "given/0/similar")
    assert found["pairs"] == []
    assert "pip install 'honbun[similar]'" in found["reason"]


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
def test_unknown_pages_and_tasks_are_refused(server: Server, path: str, status: int) -> None:
    answer = server.client.get(f"/inspect/data/{path}")
    assert answer.status_code == status
    assert answer.text.count("\n") == 1
