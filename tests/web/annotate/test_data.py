"""Labels as JSON, and changes to them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from honbun.annotation.model import TRUTH, digest
from honbun.stores.labels import Labels
from tests.web.annotate.serving import annotating
from tests.web.annotate.site import FERRY, SITE, STORM

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.annotate.serving import Annotating


def test_a_new_page_has_no_labels_and_the_extracted_content(server: Annotating) -> None:
    answer = server.page_labels(0, "Ann")
    assert (answer["labels"], answer["state"], answer["undoable"]) == ({}, "new", False)
    assert answer["found"][server.block(0, "After two winters")] == "body"
    assert answer["finding"] is False
    assert answer["earlier"] is None


def test_a_change_is_stored_with_the_page_and_its_blocks(server: Annotating) -> None:
    with Labels(server.labels) as labels:
        assert labels.pages() == []
    title = server.block(0, "The ferry is back")
    answer = server.act(0, "Ann", {title: "title"}).json()
    assert (answer["labels"], answer["state"]) == ({title: "title"}, "begun")
    with Labels(server.labels) as labels:
        assert labels.page(digest(FERRY)).html == FERRY.html
        [label] = labels.page_labels("Ann", digest(FERRY)).labels
    assert label.block.text == "The ferry is back"
    assert label.block.xpath.endswith("/h1")


def test_undo_and_redo(server: Annotating) -> None:
    title = server.block(0, "The ferry is back")
    server.act(0, "Ann", {title: "title"})
    server.act(0, "Ann", {title: "body"})
    assert server.step(0, "Ann", "undo").json()["labels"] == {title: "title"}
    assert server.step(0, "Ann", "undo").json()["labels"] == {}
    assert server.step(0, "Ann", "redo").json()["labels"] == {title: "title"}


def test_undo_is_refused_if_another_tab_has_changed_the_labels(
    server: Annotating,
) -> None:
    title, text = server.block(0, "The ferry is back"), server.block(0, "After")
    seen = server.act(0, "Ann", {title: "title"}).json()["version"]
    server.act(0, "Ann", {text: "body"})
    refused = server.step(0, "Ann", "undo", seen)
    assert refused.status_code == 409
    assert (
        refused.json()["labels"]
        == {title: "title", text: "body"}
        == server.page_labels(0, "Ann")["labels"]
    )


def test_a_repeated_undo_request_is_not_done_twice(server: Annotating) -> None:
    title, text = server.block(0, "The ferry is back"), server.block(0, "After")
    server.act(0, "Ann", {title: "title"})
    version = server.act(0, "Ann", {text: "body"}).json()["version"]
    server.step(0, "Ann", "undo", version)
    server.step(0, "Ann", "undo", version)
    assert server.page_labels(0, "Ann")["labels"] == {title: "title"}


def test_annotators_have_separate_labels(server: Annotating) -> None:
    title = server.block(0, "The ferry is back")
    server.act(0, "Ann", {title: "title"}, state="done")
    assert server.page_labels(0, "Bob")["labels"] == {}
    assert server.get("/annotate/data/pages", by="Ann").json()["states"][0] == "done"
    assert server.get("/annotate/data/pages", by="Bob").json()["states"][0] == "new"


def test_the_truth_is_stored_but_not_listed_as_an_annotator(server: Annotating) -> None:
    server.act(0, TRUTH, {server.block(0, "The ferry is back"): "title"}, state="done")
    assert server.page_labels(0, TRUTH)["state"] == "done"
    with Labels(server.labels) as labels:
        assert labels.annotators() == []


def test_the_truth_may_deny_that_a_block_is_content(server: Annotating) -> None:
    title, text = server.block(0, "The ferry is back"), server.block(0, "After")
    answer = server.act(0, TRUTH, {title: "none", text: "body"}).json()
    assert (
        answer["labels"] == {title: "none", text: "body"} == server.page_labels(0, TRUTH)["labels"]
    )
    assert server.act(0, TRUTH, {title: None}).json()["labels"] == {text: "body"}
    assert server.step(0, TRUTH, "undo").json()["labels"] == {title: "none", text: "body"}
    assert server.step(0, TRUTH, "undo").json()["labels"] == {}


def test_version_changes_with_a_denial(server: Annotating) -> None:
    title = server.block(0, "The ferry is back")
    seen = server.act(0, TRUTH, state="begun").json()["version"]
    server.act(0, TRUTH, {title: "none"})
    assert server.step(0, TRUTH, "undo", seen).status_code == 409


def test_annotators_cannot_deny_a_block(server: Annotating) -> None:
    refused = server.act(0, "Ann", {server.block(0, "After"): "none"})
    assert refused.status_code == 400
    assert refused.text == "only the adjudicator rejects blocks; annotators remove their label\n"


@pytest.mark.parametrize(
    "changes",
    [
        {"9999": "body"},
        {"-1": "body"},
        {"0": "body"},  # the body element, which shows nothing of its own
        {"x": "body"},
        {"٣": "body"},
        {"9" * 5000: "body"},
        {"3": "heading"},
        {"3": ["body"]},
        ["body"],
        "body",
    ],
)
def test_an_invalid_change_is_refused(server: Annotating, changes: Any) -> None:
    assert server.act(0, "Ann", changes).status_code == 400
    assert server.page_labels(0, "Ann")["state"] == "new"


@pytest.mark.parametrize("body", [b"", b"{}", b'{"state": null}'])
def test_an_empty_change_stores_nothing(server: Annotating, body: bytes) -> None:
    answer = server.client.post("/annotate/data/0", params={"by": "Ann"}, content=body)
    assert answer.json()["state"] == "new"
    with Labels(server.labels) as labels:
        assert (labels.annotators(), labels.pages()) == ([], [])


@pytest.mark.parametrize("body", [b"{", b"[]", b"\xff", b'{"state": "finished"}', b"[" * 100_000])
def test_an_invalid_body_is_refused(server: Annotating, body: bytes) -> None:
    answer = server.client.post("/annotate/data/0", params={"by": "Ann"}, content=body)
    assert answer.status_code == 400


@pytest.mark.parametrize(("size", "status"), [(4_000_000, 200), (4_300_000, 413)])
def test_a_change_of_more_than_four_megabytes_is_refused(
    server: Annotating, size: int, status: int
) -> None:
    content = b"{}" + b" " * size
    answer = server.client.post("/annotate/data/0", params={"by": "Ann"}, content=content)
    assert answer.status_code == status


def test_a_change_to_a_page_that_has_another_number_now_is_refused(server: Annotating) -> None:
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


@pytest.mark.parametrize("by", ["", "  ", "Truth", "a" * 61, "a\u202eb"])
def test_an_invalid_name_is_refused(server: Annotating, by: str) -> None:
    assert server.get("/annotate/data/0", by=by).status_code == 400
    assert server.act(0, by, {}, state="done").status_code == 400


def test_a_name_that_differs_only_in_case_is_refused(server: Annotating) -> None:
    server.act(0, "Ann", state="done")
    refused = server.act(0, "ann", state="done")
    assert (refused.status_code, refused.text) == (400, "ann is too similar to the annotator Ann\n")


def test_other_origins_cannot_change_labels(server: Annotating) -> None:
    answer = server.client.post(
        "/annotate/data/0",
        params={"by": "Ann"},
        json={"state": "done"},
        headers={"Origin": "https://evil.example"},
    )
    assert answer.status_code == 403
    assert server.page_labels(0, "Ann")["state"] == "new"


def test_labels_of_an_earlier_version_are_offered(tmp_path: Path) -> None:
    assert isinstance(STORM.html, bytes)
    later = replace(
        STORM,
        html=STORM.html.replace(b"<h1>", b"<p>Corrected on 12 May.</p><h1>").replace(
            b"<p>Nobody was hurt", b"<p>Three were hurt"
        ),
    )
    path = tmp_path / "labels"
    with annotating(SITE, path) as server:
        kinds = {"Storm takes": "title", "In the night": "body", "Nobody was": "body"}
        server.act(2, "Ann", {server.block(2, text): kind for text, kind in kinds.items()})
    with annotating([later], path) as server:
        offer = server.page_labels(0, "Ann")["earlier"]
        expected = {
            server.block(0, "Storm takes"): "title",
            server.block(0, "In the night"): "body",
        }
        assert {block: offer["labels"].get(block) for block in expected} == expected
        assert offer["of"] == 3
        assert server.page_labels(0, "Bob")["earlier"] is None
        server.act(0, "Ann", offer["labels"])
        assert server.page_labels(0, "Ann")["earlier"] is None


def test_labels_of_an_earlier_release_are_matched_to_blocks(server: Annotating) -> None:
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
