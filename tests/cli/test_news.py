"""`honbun posts --new-since`: a post is given once, and counts as given once it is written."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

import feedparser
import pytest

from tests.cli.threads import BOATS, BODIES, bodies, rows

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command

pytestmark = pytest.mark.usefixtures("finder")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "posts.seen"


def test_the_first_run_gives_all_and_the_next_what_is_new(
    honbun: Command, threads: Path, state: Path
) -> None:
    run = ("posts", threads, "--new-since", state)
    first = honbun(*run)
    assert bodies(first.out) == BODIES
    assert first.err.endswith(", 3 posts (3 new)\n")
    assert honbun(*run).out == b""
    (threads / "boats.html").write_text("<p>Zoe: I agree." + BOATS, encoding="utf-8")
    third = honbun(*run)
    assert [(row["index"], row["body"]) for row in rows(third.out)] == [(0, "I agree.")]
    assert third.err.endswith(", 4 posts (1 new)\n")


def test_what_stays_on_its_page_is_not_forgotten(
    honbun: Command, threads: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = []
    for days in (0, 200, 400, 600):
        monkeypatch.setattr(time, "time", lambda seconds=days * 86_400: seconds)
        given.append(bodies(honbun("posts", threads, "-q", "--new-since", state).out))
    assert given == [BODIES, [], [], []]


def test_a_second_post_that_says_the_same_is_new(
    honbun: Command, threads: Path, state: Path
) -> None:
    page = threads / "boats.html"
    for times in (1, 2, 3):
        page.write_text("<p>Ann: +1" * times)
        assert bodies(honbun("posts", page, "-q", "--new-since", state).out) == ["+1"]


@pytest.mark.parametrize("form", ["rss", "atom", "json"])
def test_a_feed_of_what_is_new_has_ids_that_no_earlier_one_had(
    honbun: Command, threads: Path, state: Path, form: str
) -> None:
    ids: list[str] = []
    for times in (1, 2):
        (threads / "boats.html").write_text("<p>Ann: +1" * times)
        data = honbun("posts", threads, "-q", "--new-since", state, "-f", form).out
        items = json.loads(data)["items"] if form == "json" else feedparser.parse(data).entries
        ids += [item["id"] for item in items]
    assert len(ids) == len(set(ids)) == 3


def test_what_could_not_be_written_is_not_seen(honbun: Command, threads: Path, state: Path) -> None:
    run = ("posts", threads, "-q", "--new-since", state)
    assert honbun(*run, "-o", "/dev/null/x.jsonl").status == 2
    assert bodies(honbun(*run).out) == BODIES


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a device that is always full")
def test_what_did_not_fit_on_the_disk_is_not_seen(
    honbun: Command, threads: Path, state: Path
) -> None:
    run = ("posts", threads, "-q", "--new-since", state)
    full = honbun(*run, "-o", "/dev/full", "-f", "jsonl")
    assert (full.status, full.err) == (2, "honbun: [Errno 28] No space left on device\n")
    assert bodies(honbun(*run).out) == BODIES


@pytest.mark.parametrize("target", ["result.jsonl", "results/"])
def test_a_run_that_breaks_off_has_seen_nothing(
    honbun: Command, threads: Path, state: Path, tmp_path: Path, target: str
) -> None:
    broken = threads / "last.html"
    broken.write_text("impossible")
    run = ("posts", threads, "-q", "--new-since", state)
    done = honbun(*run, "-o", f"{tmp_path}/{target}")
    assert (done.status, done.err) == (2, "honbun: this cannot be\n")
    broken.unlink()
    assert bodies(honbun(*run).out) == BODIES


def test_a_page_that_failed_keeps_what_was_seen_of_it(
    honbun: Command, threads: Path, state: Path
) -> None:
    run = ("posts", threads, "-q", "--new-since", state)
    honbun(*run)
    (threads / "boats.html").write_text("unreadable")
    assert honbun(*run).status == 1
    (threads / "boats.html").write_text(BOATS + "<p>Zoe: I agree.", encoding="utf-8")
    assert bodies(honbun(*run).out) == ["I agree."]


def test_a_file_that_is_no_state_is_refused_and_left_alone(
    honbun: Command, threads: Path, state: Path
) -> None:
    state.write_text("precious")
    done = honbun("posts", threads, "--new-since", state)
    assert (done.status, done.out) == (2, b"")
    assert done.err == f"honbun: {state}: it is not a record of posts seen\n"
    assert state.read_text() == "precious"
