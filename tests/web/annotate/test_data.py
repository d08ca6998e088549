"""Labels as JSON, and changes to them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from honbun.annotation.blocks import labellable_blocks
from honbun.annotation.model import TRUTH, Kind, digest
from honbun.stores.labels import Labels
from tests.web.annotate.site import FERRY, STORM

if TYPE_CHECKING:
    from tests.web.serving import Server


def test_a_change_is_stored_with_the_page_and_its_blocks(server: Server) -> None:
    new = server.page_labels(0, "Ann")
    assert (new["labels"], new["state"], new["undoable"]) == ({}, "new", False)
    assert new["found"][server.block(0, "After two winters")] == "body"
    assert (new["finding"], new["earlier"]) == (False, None)
    for body in (b"", b"{}", b'{"state": null}'):
        server.client.post("/annotate/data/0", params={"by": "Ann"}, content=body)
    with Labels(server.labels) as labels:
        assert (labels.annotators(), labels.pages()) == ([], []), "nothing has changed"
    title = server.block(0, "The ferry is back")
    answer = server.act(0, "Ann", {title: "title"}).json()
    assert (answer["labels"], answer["state"]) == ({title: "title"}, "begun")
    with Labels(server.labels) as labels:
        assert labels.page(digest(FERRY)).html == FERRY.html
        [label] = labels.page_labels("Ann", digest(FERRY)).labels
    assert label.block.text == "The ferry is back"
    assert label.block.xpath.endswith("/h1")
    server.act(0, "Ann", state="done")
    assert server.get("/annotate/data/pages", by="Ann").json()["states"][0] == "done"
    assert server.get("/annotate/data/pages", by="Bob").json()["states"][0] == "new"
    assert server.page_labels(0, "Bob")["labels"] == {}


def test_undo_is_refused_if_the_client_has_not_seen_the_labels(server: Server) -> None:
    title, text = server.block(0, "The ferry is back"), server.block(0, "After")
    seen = server.act(0, "Ann", {title: "title"}).json()["version"]
    version = server.act(0, "Ann", {text: "body"}).json()["version"]
    refused = server.step(0, "Ann", "undo", seen)  # another tab has changed them
    assert refused.status_code == 409
    assert refused.json()["labels"] == {title: "title", text: "body"}
    for _ in range(2):  # a request that arrives twice is done once
        server.step(0, "Ann", "undo", version)
        assert server.page_labels(0, "Ann")["labels"] == {title: "title"}
    assert server.step(0, "Ann", "undo").json()["labels"] == {}
    assert server.step(0, "Ann", "redo").json()["labels"] == {title: "title"}


def test_only_the_truth_may_deny_that_a_block_is_content(server: Server) -> None:
    title, text = server.block(0, "The ferry is back"), server.block(0, "After")
    seen = server.act(0, TRUTH, state="begun").json()["version"]
    answer = server.act(0, TRUTH, {title: "none", text: "body"}).json()
    assert answer["labels"] == {title: "none", text: "body"}
    assert server.page_labels(0, TRUTH)["labels"] == answer["labels"]
    assert server.step(0, TRUTH, "undo", seen).status_code == 409, "it changes the version"
    assert server.act(0, TRUTH, {title: None}).json()["labels"] == {text: "body"}
    assert server.step(0, TRUTH, "undo").json()["labels"] == answer["labels"]
    with Labels(server.labels) as labels:
        assert labels.annotators() == []
    refused = server.act(0, "Ann", {text: "none"})
    assert refused.status_code == 400
    assert refused.text == "only the adjudicator rejects blocks; annotators remove their label\n"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        *((json.dumps({"changes": {block: "body"}}), 400) for block in ("9999", "-1", "x", "٣")),
        ('{"changes": {"0": "body"}}', 400),  # the body element, which shows nothing of its own
        (json.dumps({"changes": {"9" * 5000: "body"}}), 400),
        ('{"changes": {"3": "heading"}}', 400),
        ('{"changes": {"3": ["body"]}}', 400),
        ('{"changes": ["body"]}', 400),
        ('{"changes": "body"}', 400),
        ('{"state": "finished"}', 400),
        *((text, 400) for text in ("{", "[]", b"\xff", "[" * 100_000)),
        ("{}" + " " * 4_000_000, 200),
        ("{}" + " " * 4_300_000, 413),
    ],
    ids=lambda value: str(value)[:30],
)
def test_an_invalid_change_is_refused(server: Server, body: str | bytes, status: int) -> None:
    answer = server.client.post("/annotate/data/0", params={"by": "Ann"}, content=body)
    assert answer.status_code == status
    assert server.page_labels(0, "Ann")["state"] == "new"


def test_only_valid_names_on_our_own_pages_may_change_labels(server: Server) -> None:
    for by in ("", "  ", "Truth", "a" * 61, "a\u202eb"):
        assert server.get("/annotate/data/0", by=by).status_code == 400
        assert server.act(0, by, {}, state="done").status_code == 400
    query, change = {"by": "Ann"}, {"state": "done"}
    headers = {"Origin": "https://evil.example"}
    answer = server.client.post("/annotate/data/0", params=query, json=change, headers=headers)
    assert answer.status_code == 403
    assert server.page_labels(0, "Ann")["state"] == "new"
    server.act(0, "Ann", state="done")
    refused = server.act(0, "ann", state="done")
    assert (refused.status_code, refused.text) == (400, "ann is too similar to the annotator Ann\n")


def test_a_change_to_a_page_that_has_another_number_now_is_refused(server: Server) -> None:
    ferry, storm = digest(FERRY), digest(STORM)
    assert server.page_labels(0, "Ann")["page"] == ferry
    text = server.block(0, "After")
    server.act(0, "Ann", {text: "body"})
    known = {"labels": {text: "body"}, "state": "begun"}
    for path in ("0", "0/undo", "0/redo"):
        query = {"by": "Ann", "page": storm}
        refused = server.client.post(f"/annotate/data/{path}", params=query, json={"state": "done"})
        assert (refused.status_code, refused.text[:27]) == (410, "the collection has changed:")
    assert server.get("/annotate/data/0", by="Ann", page=storm).status_code == 410
    assert known.items() <= server.get("/annotate/data/0", by="Ann", page=ferry).json().items()
    query = {"by": "Ann", "page": ferry}
    done = server.client.post("/annotate/data/0", params=query, json={"state": "done"})
    assert done.json()["state"] == "done"


def test_labels_of_an_earlier_version_are_offered(server: Server) -> None:
    assert isinstance(STORM.html, bytes)
    html = STORM.html.replace(b"<h1>", b"<p>Not corrected yet.</p><h1>")
    earlier = replace(STORM, html=html.replace(b"<p>Nobody was hurt", b"<p>Three were hurt"))
    kinds = {"Storm": Kind.TITLE, "In th": Kind.BODY, "Three": Kind.BODY}
    with Labels(server.labels) as labels:
        page = labels.add_page(earlier, earlier.url or "")
        blocks = {block.text[:5]: block for block in labellable_blocks(earlier)}
        labels.act("Ann", page, {blocks[text]: kind for text, kind in kinds.items()})
    offer = server.page_labels(2, "Ann")["earlier"]
    found = {server.block(2, "Storm takes"): "title", server.block(2, "In the night"): "body"}
    assert {block: offer["labels"].get(block) for block in found} == found
    assert offer["of"] == 3
    assert server.page_labels(2, "Bob")["earlier"] is None
    server.act(2, "Ann", offer["labels"])
    assert server.page_labels(2, "Ann")["earlier"] is None


def test_labels_of_an_earlier_release_are_matched_to_blocks(server: Server) -> None:
    title, text = server.block(0, "The ferry is back"), server.block(0, "After two winters")
    server.act(0, "Ann", {title: "title"}, state="done")
    with Labels(server.labels) as labels:
        [label] = labels.page_labels("Ann", digest(FERRY)).labels
        # As a release would store it that split the page differently.
        other = replace(label.block, xpath="/html/body/main/h2", number=99)
        labels.act("Ann", digest(FERRY), {label.block: None, other: label.kind})
    answer = server.page_labels(0, "Ann")
    assert (answer["labels"], answer["state"]) == ({title: "title"}, "done")
    answer = server.act(0, "Ann", {title: None, text: "body"}).json()
    assert answer["labels"] == {text: "body"}
    with Labels(server.labels) as labels:
        assert len(labels.page_labels("Ann", digest(FERRY)).labels) == 1
