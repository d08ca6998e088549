"""Scripts in truth, labels and measured pages are not active in a report."""

from __future__ import annotations

import csv
import io
import json
from html import escape
from typing import TYPE_CHECKING

import pytest

from honbun.annotation.model import Kind
from honbun.errors import InputError
from honbun.evaluation.truth.pairs import TruePair
from honbun.page import Page
from honbun.similar.model import Extent, Relation
from honbun.stores.labels import Labels
from tests.evaluation import boats, guestbooks, handmade, noticeboards, notices
from tests.hostile.active import ADDRESS, COMMENT, SCRIPT, active
from tests.hostile.case import cases
from tests.web.serving import serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Command

HOSTILE = f"{SCRIPT}{COMMENT} \x1b[2J\x1b]0;owned\x07\nhonbun: a forged line"
ESCAPED = escape(HOSTILE)


def sites(folder: Path) -> Path:
    pages = {
        f"{n}.html": f"<title>{ESCAPED}</title><h1>{ESCAPED} {n}</h1><nav>{ESCAPED}</nav>"
        f"<div class=body><p>Page {n}. {ESCAPED}<p>{ESCAPED}</div>"
        for n in range(3)
    }
    return with_hostile_truth(handmade.write_site(folder, "a", pages), "a/site.json")


def threads(folder: Path) -> Path:
    truth = [f"{HOSTILE} {n} | {HOSTILE} | It rained on day {n}. {HOSTILE}" for n in range(3)]
    shown = guestbooks.Shown([escape(post) for post in truth], truth[1:])
    return with_hostile_truth(
        guestbooks.write_group(folder, "a", {"0.html": shown}), "a/group.json"
    )


def lists(folder: Path) -> Path:
    items = [(f"{HOSTILE} {n}", f"{ADDRESS}//{n}{COMMENT}", "2021-03-01") for n in range(4)]
    page = {
        "shown": [(ESCAPED, None, None)],
        "true": items,
        "kind": f"b {HOSTILE}",
        "note": HOSTILE,
    }
    return with_hostile_truth(noticeboards.write_lists(folder, {"0.html": page}), "lists.json")


def pairs(folder: Path) -> Path:
    urls = [f"https://e{n}.example/{HOSTILE}" for n in range(2)]
    html = f"<title>{ESCAPED}</title>" + "".join(f"<p>Sentence {n} of {ESCAPED}." for n in range(9))
    pages = [Page(html, url=url) for url in (*urls, ADDRESS)]
    known = TruePair(urls[0], ADDRESS, Extent.PARTIAL, Relation.CITATION)
    return notices.write(folder, pages, [known])


def with_hostile_truth(folder: Path, file: str) -> Path:
    """The truth with hostile names and URLs."""

    def with_hostile_names(known: dict[str, object]) -> dict[str, object]:
        names = {"site": HOSTILE, "group": HOSTILE, "url": f"https://e.org/{HOSTILE}"}
        return known | {key: names[key] for key in known.keys() & names.keys()}

    truth = json.loads((folder / file).read_text("utf-8"), object_hook=with_hostile_names)
    (folder / file).write_text(json.dumps(truth))
    return folder


TASKS: dict[str, Callable[[Path], Path]] = {
    "content": sites,
    "posts": threads,
    "feed": lists,
    "similar": pairs,
}


@cases({f"eval {task} --report": task for task in TASKS})
def test_report_has_nothing_active(case: str, honbun: Command, tmp_path: Path) -> None:
    """Neither in the browser nor in the terminal, where each table row is one line."""
    report = tmp_path / "out.html"
    data = TASKS[case](tmp_path / "data")
    done = honbun("eval", case, data, "--jobs", "1", "--report", report)
    assert done.status == 0, done.err
    html = report.read_text("utf-8")
    assert "alert(1)" in html
    assert active(html) == []
    printed = done.out.decode() + done.err
    assert [line for line in printed.splitlines() if not line.isprintable()] == []
    assert "honbun: a forged line" not in printed.splitlines()


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
    with (
        Labels(tmp_path / "new.labels") as labels,
        pytest.raises(InputError, match="annotator"),
    ):
        boats.add_labels(labels, case, boats.page())


def test_annotator_names_are_unchanged_in_csv(honbun: Command, labels: Path) -> None:
    done = honbun("labels", "agreement", labels, "-f", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out.decode(), newline="")))
    assert {name for row in rows for name in (row["annotator"], row["against"])} == set(NAMES)


def test_pages_of_the_annotation_tool_have_nothing_active(labels: Path) -> None:
    """Checks the overview, the agreement and the export."""
    with Labels(labels, read_only=True) as store:
        pages = [store.page(one.digest) for one in store.pages()]
    frame = "iframe[sandbox='allow-scripts']:not([src]):not([srcdoc])"
    own = f"script[src^='/'], form[action^='/'], form:not([action]), {frame}"
    with serving(pages, labels.parent) as client:
        for path in ("/annotate", "/annotate/agreement", "/annotate/export", "/annotate/0"):
            response = client.get(path, by=FORMULA)
            assert response.status_code == 200, path
            assert active(response.text, own) == [], path
