"""What the rooms say of a page, as data."""

from __future__ import annotations

import json
import time
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from honbun.annotation.blocks import outline
from honbun.errors import HonbunError, MissingExtra
from honbun.inputs.assets import NO_ASSETS
from honbun.text.unicode import collapse
from honbun.web.collections import Collection
from honbun.web.inspect import overlays as content_said
from honbun.web.inspect import pairs, results
from honbun.web.inspect.results import Rooms
from tests.web.inspect.pages import BORROWED_TITLE, CHANGED, HOSTILE, SHARED, SITE, body
from tests.web.inspect.serving import inspecting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.content.model import Content
    from honbun.page import Page
    from tests.web.inspect.serving import Inspecting

FERRY, THREAD, LIST = 0, 5, 6
BORROWER = 4


def told(server: Inspecting, path: str, **query: str) -> Any:
    """The last word of a room."""
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        answer = server.get(f"/inspect/data/{path}", **query)
        if answer.status_code != 202:
            assert answer.status_code == 200, answer.text
            return answer.json()
        assert set(answer.json()) == {"progress", "meanwhile"}
        time.sleep(0.02)
    raise AssertionError(f"no answer: {path}")


def test_content_is_told_block_by_block(server: Inspecting, given: Collection) -> None:
    content = told(server, f"given/{FERRY}/content")
    tree = given.page(FERRY).parse()
    columns = outline(tree)
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
    content = told(server, f"given/{FERRY}/content")
    footer = next(block for block in content["blocks"] if block["others"] == 3)
    assert not footer["role"]
    assert {page["number"] for page in footer["pages"]} <= {1, 2, 3, None}
    assert all(page["address"].startswith("https://harbour.example/") for page in footer["pages"])


def test_a_page_can_be_judged_alone(server: Inspecting) -> None:
    content = told(server, f"given/{FERRY}/content", alone="")
    assert content["method"] == "alone"
    assert all(0 <= block["score"] <= 1 for block in content["blocks"])


def test_while_the_collection_is_judged_the_page_alone_speaks(
    given: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(given.contents, "begin", lambda: None)
    with inspecting(given) as server:
        answer = server.get(f"/inspect/data/given/{FERRY}/content")
    assert answer.status_code == 202
    assert answer.json()["progress"] == {"found": 0, "pages": 7}
    assert answer.json()["meanwhile"]["method"] == "alone"


@pytest.mark.usefixtures("read_here")
def test_a_page_is_judged_alone_once_however_often_it_is_asked_for(
    given: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = []
    alone = content_said.alone_content

    def counted(page: Page) -> Content:
        judged.append(page.source)
        return alone(page)

    monkeypatch.setattr(content_said, "alone", counted)
    monkeypatch.setattr(given.contents, "begin", lambda: None)
    with inspecting(given) as server:
        for _ in range(3):
            answer = server.get(f"/inspect/data/given/{FERRY}/content")
            assert (answer.status_code, answer.json()["meanwhile"]["method"]) == (202, "alone")
    assert len(judged) == 1


@pytest.mark.usefixtures("read_here")
def test_a_page_that_is_too_large_is_refused_with_the_limit(
    given: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "_MOST_BLOCKS", 12)
    given.contents.wait()
    with inspecting(given) as server:
        server.opened.rooms("given").threads.wait()
        for room in ("content", "posts", "list"):
            answer = server.get(f"/inspect/data/given/{THREAD}/{room}")
            assert answer.status_code == 422
            assert "up to 12" in answer.text
            assert server.get(f"/inspect/data/given/{BORROWER}/{room}").status_code == 200
        server.opened.rooms("given").pairs.found.wait()
        both = server.get(f"/inspect/data/given/{BORROWER}/similar", **{"with": str(FERRY)})
        assert both.status_code == 422


@pytest.mark.parametrize("room", ["content", "posts"])
def test_when_the_collection_cannot_be_judged_the_page_alone_says_so(
    given: Collection, monkeypatch: pytest.MonkeyPatch, room: str
) -> None:
    def broken() -> Iterator[tuple[int, Any]]:
        raise HonbunError("no room on the disk")

    with inspecting(given) as server:
        rooms = server.opened.rooms("given")
        findings = given.contents if room == "content" else rooms.threads
        monkeypatch.setattr(findings, "_work", broken)
        found = told(server, f"given/{THREAD}/{room}")
    assert found["reason"] == "the page by itself: no room on the disk"
    assert found["posts" if room == "posts" else "blocks"]


def test_pages_of_one_address_are_told_apart(bare: Inspecting) -> None:
    one, other = SITE["ferry.html"], SITE["tide.html"]
    rows = [("a", other), ("a", one), ("b", one), ("b", one)]
    lines = "".join(
        json.dumps({"url": f"https://{host}.example/page", "html": html}) + "\n"
        for host, html in rows
    )
    name = bare.post(body({"twice.jsonl": lines})).json()["collection"]
    like = [
        {pair["number"]: pair["extent"] for pair in told(bare, f"{name}/{n}/similar")["pairs"]}
        for n in range(4)
    ]
    assert {n for n, extent in like[1].items() if extent == "identical"} == {2, 3}
    assert {n for n, extent in like[2].items() if extent == "identical"} == {1, 3}
    assert "identical" not in like[0].values()
    both = told(bare, f"{name}/1/similar", **{"with": "3"})
    assert both["address"] == "https://b.example/page"
    assert all(sentence["there"] for sentence in both["sentences"])


def test_no_page_is_named_where_several_have_the_address(given: Collection) -> None:
    page = given.page(0)
    pages = [replace(page, url=f"https://a.example/{which}") for which in "xyx"]
    with closing(Collection(pages, "twice", NO_ASSETS)) as doubled:
        rooms = Rooms(doubled)
        rooms.heads.wait()
        assert [rooms.number(f"https://a.example/{which}") for which in "xyz"] == [None, 1, None]
        rooms.close()


def test_posts_are_told_with_their_places(server: Inspecting, given: Collection) -> None:
    found = told(server, f"given/{THREAD}/posts")
    assert [post["author"] for post in found["posts"]] == ["Oda", "Birk", "Oda"]
    tree = given.page(THREAD).parse()
    for post in found["posts"]:
        (node,) = post["nodes"]
        assert collapse(tree.subtree_text(node)).replace(" ", "") == post["text"].replace(" ", "")


def test_a_page_without_posts_says_why(server: Inspecting) -> None:
    found = told(server, f"given/{LIST}/posts")
    assert not found["posts"]
    assert found["reason"]


def test_items_are_told_with_their_places(server: Inspecting, given: Collection) -> None:
    found = told(server, f"given/{LIST}/list")
    items = found["lists"][0]["items"]
    assert len(items) == 5
    assert items[0]["published"].startswith("2024-05-20")
    tree = given.page(LIST).parse()
    for item in items:
        (node,) = item["nodes"]
        assert item["title"] in tree.subtree_text(node)


def test_only_a_page_with_a_web_address_has_a_feed(server: Inspecting) -> None:
    assert told(server, f"given/{LIST}/list")["lists"][0]["feed"] is None
    page = b'<link rel=canonical href="https://a.example/n?a=b">' + b"".join(
        b"<li>2024-05-%d <a href=/%d>Notice number %d of the harbour</a></li>" % (n, n, n)
        for n in range(10, 18)
    )
    name = server.post(body({"a.html": page})).json()["collection"]
    lists = told(server, f"{name}/0/list")["lists"]
    assert lists[0]["feed"] == "/?url=https%3A%2F%2Fa.example%2Fn%3Fa%3Db&list=1"


def test_similar_pages_are_told_from_either_side(server: Inspecting) -> None:
    for one, other in ((FERRY, BORROWER), (BORROWER, FERRY)):
        found = told(server, f"given/{one}/similar")
        (pair,) = found["pairs"]
        assert (pair["number"], pair["shared"]) == (other, 3)
        assert 0 < pair["overlap"] <= pair["containment"] <= 1
        assert pair["because"]
    assert pair["title"] == "The last ferry | Harbour Post"


def test_shared_sentences_are_told_with_their_places_on_both(
    server: Inspecting, given: Collection
) -> None:
    both = told(server, f"given/{BORROWER}/similar", **{"with": str(FERRY)})
    assert [one["changed"] for one in both["sentences"]] == [False, False, True]
    trees = {"here": given.page(BORROWER).parse(), "there": given.page(FERRY).parse()}
    for side, last in (("here", CHANGED[1]), ("there", CHANGED[0])):
        for one, text in zip(both["sentences"], (*SHARED, last), strict=True):
            (run, start), (end, stop) = one[side]["start"], one[side]["stop"]
            assert run == end
            assert trees[side].run[run][start:stop] == text
    own, other = both["sentences"][2]["own"], both["sentences"][2]["other"]
    assert [text for text, same in own if not same] == ["a"]
    assert [text for text, same in other if not same] == ["the"]


def test_pages_that_share_nothing_say_so(server: Inspecting) -> None:
    assert told(server, f"given/{LIST}/similar") == {
        "pairs": [],
        "reason": "no page shares a sentence with it",
    }
    answer = server.get(f"/inspect/data/given/{LIST}/similar", **{"with": "0"})
    assert answer.status_code == 404


def test_one_page_is_like_no_other(bare: Inspecting) -> None:
    name = bare.post(body({"a.html": HOSTILE})).json()["collection"]
    assert "two pages" in told(bare, f"{name}/0/similar")["reason"]


def test_a_missing_library_is_told_in_a_line(
    given: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object, **__: object) -> None:
        raise MissingExtra("comparing pages", "similar")

    monkeypatch.setattr(pairs, "similar", missing)
    with inspecting(given) as server:
        found = told(server, "given/0/similar")
    assert found["pairs"] == []
    assert "pip install 'honbun[similar]'" in found["reason"]


def test_a_page_that_is_none_is_told_in_a_line(bare: Inspecting) -> None:
    name = bare.post(body({"a.html": b"%PDF-1.7 " + bytes(range(256)) * 20})).json()["collection"]
    answer = bare.get(f"/inspect/data/{name}/0/content")
    assert answer.status_code == 422
    assert answer.text.count("\n") == 1


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("given/7/content", 404),
        ("given/x/content", 404),
        ("given/0/kitchen", 404),
        ("other/0/content", 404),
        ("given/0/similar?with=9", 400),
        ("given/0/similar?with=x", 400),
        ("given?from=x", 400),
    ],
)
def test_what_is_not_there_is_told_in_a_line(server: Inspecting, path: str, status: int) -> None:
    answer = server.client.get(f"/inspect/data/{path}")
    assert answer.status_code == status
    assert answer.text.count("\n") == 1


def test_half_characters_do_no_harm(bare: Inspecting) -> None:
    html = "<title>\\ud800</title><p>\\udc00 Said \\ud800."
    page = f'{{"url": "https://a.example/", "html": "{html}"}}\n'
    name = bare.post(body({"a.jsonl": page})).json()["collection"]
    for room in ("content", "posts", "list"):
        assert bare.get(f"/inspect/data/{name}/0/{room}").status_code == 200
    assert BORROWED_TITLE not in bare.get(f"/inspect/{name}").text
