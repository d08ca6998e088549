"""`honbun posts`: what it writes, and which posts it remembers."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

import feedparser
import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command

NAMES = ["Ann", "Bob", "Cleo", "Dora", "Emil", "Fay"]
IDS = {name: number for number, name in enumerate([*NAMES, "Zoe"], 1)}


def body(name: str, subject: str) -> str:
    return f"{name} says « & co.: of all the {subject} here this one is the best."


def thread(subject: str, names: list[str]) -> str:
    posts = "".join(
        f"<div class=post id=p{IDS[name]}><b>{name}</b> <i>2008-12-{n + 10} 09:30</i>"
        f"<p>{body(name, subject).replace('&', '&amp;')}</div>"
        for n, name in enumerate(names)
    )
    return f"<!doctype html><meta charset=utf-8><title>{subject}</title><h1>{subject}</h1>{posts}"


@pytest.fixture
def threads(tmp_path: Path) -> Path:
    """A folder with two threads of six posts."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for subject in ("boats", "trams"):
        (folder / f"{subject}.html").write_text(thread(subject, NAMES), encoding="utf-8")
    return folder


BODIES = [body(name, subject) for subject in ("boats", "trams") for name in NAMES]


def test_row_has_every_key(honbun: Command, threads: Path) -> None:
    row = honbun("posts", threads, "--quiet", "--base-url", "https://e.org/a/").rows()[1]
    assert row == {
        "url": "https://e.org/a/boats.html",
        "source": str(threads / "boats.html"),
        "index": 1,
        "number": "2",
        "author": "Bob",
        "date": "2008-12-11 09:30",
        "published": "2008-12-11T09:30",
        "body": BODIES[1],
        "body_markdown": BODIES[1],
        "title": "boats",
        "text": f"Bob 2008-12-11 09:30 {BODIES[1]}",
        "reply_to": None,
        "permalink": "https://e.org/a/boats.html#p2",
        "signature": None,
        "xpaths": ["/html/body/div[2]"],
    }


def test_run_is_summed_up_on_stderr(honbun: Command, threads: Path) -> None:
    (threads / "empty.html").touch()
    (threads / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n")
    done = honbun("posts", threads)
    assert done.status == 1
    failure, summary = done.err.splitlines()
    assert failure == f"honbun: read: {threads / 'picture.html'}: a PNG image"
    assert summary.startswith("honbun: 3 pages in ")
    assert ", 12 posts, 1 without posts: " in summary
    assert summary.endswith(", 1 failed to read")


@pytest.fixture
def news(threads: Path, tmp_path: Path) -> tuple[str | Path, ...]:
    """The arguments of a run for new posts."""
    return ("posts", threads, "--new-only", "--state", tmp_path / "posts.seen")


def test_only_new_posts_are_written(
    honbun: Command, threads: Path, news: tuple[str | Path, ...]
) -> None:
    first = honbun(*news)
    assert [row["body"] for row in first.rows()] == BODIES
    assert first.err.endswith(", 12 posts (12 new)\n")
    assert honbun(*news).out == b""
    (threads / "boats.html").write_text(thread("boats", ["Zoe", *NAMES]), encoding="utf-8")
    third = honbun(*news)
    assert [(row["index"], row["author"]) for row in third.rows()] == [(0, "Zoe")]
    assert third.err.endswith(", 13 posts (1 new)\n")
    everything = honbun(*(word for word in news if word != "--new-only"))
    assert len(everything.rows()) == 13
    assert everything.err.endswith(", 13 posts (0 new)\n")


def test_posts_that_stay_on_their_page_are_remembered(
    honbun: Command, news: tuple[str | Path, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []
    for days in (0, 200, 400, 600):
        monkeypatch.setattr(time, "time", lambda seconds=days * 86_400: seconds)
        written.append(len(honbun(*news, "-q").rows()))
    assert written == [12, 0, 0, 0]


@pytest.mark.parametrize("form", ["rss", "atom", "json"])
def test_entries_of_later_feeds_have_new_ids(
    honbun: Command, threads: Path, news: tuple[str | Path, ...], form: str
) -> None:
    ids: list[str] = []
    for names in (NAMES, [*NAMES, "Zoe"]):
        (threads / "boats.html").write_text(thread("boats", names), encoding="utf-8")
        data = honbun(*news, "-q", "-f", form).out
        items = json.loads(data)["items"] if form == "json" else feedparser.parse(data).entries
        ids += [item["id"] for item in items]
    assert len(ids) == len(set(ids)) == 13


@pytest.mark.parametrize("target", ["/dev/null/x.jsonl", "/dev/full"])
def test_posts_that_were_not_written_are_not_remembered(
    honbun: Command, news: tuple[str | Path, ...], target: str
) -> None:
    if target == "/dev/full" and sys.platform != "linux":
        pytest.skip("only Linux has /dev/full")
    assert honbun(*news, "-q", "-f", "jsonl", "-o", target).status == 2
    assert [row["body"] for row in honbun(*news, "-q").rows()] == BODIES


def test_page_that_failed_keeps_its_remembered_posts(
    honbun: Command, threads: Path, news: tuple[str | Path, ...]
) -> None:
    honbun(*news)
    (threads / "boats.html").write_bytes(b"\x89PNG\r\n\x1a\n")
    assert honbun(*news).status == 1
    (threads / "boats.html").write_text(thread("boats", [*NAMES, "Zoe"]), encoding="utf-8")
    assert [row["author"] for row in honbun(*news).rows()] == ["Zoe"]
