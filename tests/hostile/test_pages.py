"""Every command gives an answer or a reason for a hostile page, and other pages are unaffected."""

from __future__ import annotations

import json
import random
from time import process_time
from typing import TYPE_CHECKING

import pytest

from honbun.api import extract_page, feed, posts, similar
from honbun.errors import HonbunError
from honbun.html.decode import decode
from honbun.html.sniff import sniff
from honbun.page import Page
from honbun.papers.similar_003.documents import documents
from honbun.runner.run import Run
from tests.hostile.pages import HEAD, PAGES, PLAIN, Case, cases, controls, random_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from honbun.errors import Failure
    from tests.cli.conftest import Command

SECONDS = 10
"""The time limit of one command; it takes a second or less on an idle machine."""
ORDINARY = "<title>Anna</title><h1>Anna</h1>" + "".join(
    f"<div class=post><b>Anna{n}</b> 2010-03-{n} 12:00<p>The words of Anna in post {n}, which are "
    "about the boats of Anna.</div>"
    for n in range(10, 16)
)


def refuse(failure: Failure) -> None:
    raise HonbunError(failure.message)


def answers(command: str, page: Page, case: Case) -> Iterator[str]:
    """The texts that a command finds; a result without text has a reason."""
    run = Run(on_failure=refuse)
    if command == "extract":
        content = extract_page(page)
        assert content.text or content.reason
        assert case.text in (None, "\n".join(block.text for block in content.blocks))
        assert case.reason in (None, content.reason)
        yield from (content.text, content.title or "", content.url)
    elif command == "posts":
        [thread] = posts([page], run=run)
        assert bool(thread.posts) != bool(thread.reason)
        yield from (one.text for one in thread.posts)
    elif command == "feed":
        found = feed(page)
        assert bool(found.lists) != bool(found.reason)
        for item in found.items:
            yield item.title
            assert item.link is None or item.link.startswith(("http://", "https://"))
    else:
        [document] = documents([page], run=run)
        yield from (sentence.text for sentence in document.sentences)


@cases(PAGES)
def test_every_command_gives_an_answer_or_a_reason(case: Case) -> None:
    page = Page(case.make(), url="https://h.example/")
    for command in ("extract", "posts", "feed", "standard"):
        started = process_time()
        if case.error:
            with pytest.raises(HonbunError, match=case.error):
                list(answers(command, page, case))
        else:
            found = set().union(*map(controls, answers(command, page, case)))
            assert not found - {"\x7f"}, command
        assert process_time() - started < SECONDS, command


def test_ordinary_pages_between_hostile_ones_are_unaffected(
    honbun: Command, tmp_path: Path
) -> None:
    """Two copies on two sites, through `extract`, `posts` and `similar`."""
    some = dict(list(PAGES.items())[::7])
    hostile = [
        (f"https://h.example/{n}", case, case.make()) for n, case in enumerate(some.values())
    ]
    pages = [
        Page(ORDINARY, url="https://a.example/"),
        *(Page(html, url=url) for url, _, html in hostile),
        Page(ORDINARY, url="https://b.example/"),
    ]
    refused = [url for url, case, _ in hostile if case.error]
    failures: list[Failure] = []
    run = Run(on_failure=failures.append)
    counts = {one.url: len(one.posts) for one in posts(pages, run=run)}
    assert (counts["https://a.example/"], counts["https://b.example/"]) == (6, 6)
    assert [failure.url for failure in failures] == refused
    failures.clear()
    pairs = [(pair.a, pair.b) for pair in similar(pages, run=run)]
    assert ("https://a.example/", "https://b.example/") in pairs
    assert [failure.url for failure in failures] == refused
    with (tmp_path / "pages.jsonl").open("w") as file:
        for page in pages:
            html = page.html if isinstance(page.html, str) else page.html.decode("latin-1")
            print(json.dumps({"url": page.url, "html": html}), file=file)
    done = honbun("extract", tmp_path, "--quiet")
    first, *_, last = done.rows()
    assert first["text"] == last["text"]
    assert first["text"].count("The words of Anna") == 6


def test_refused_files_are_reported_in_one_line_each(honbun: Command, tmp_path: Path) -> None:
    refused = {f"{n}.html": case for n, case in enumerate(PAGES.values()) if case.error}
    for name, case in refused.items():
        html = case.make()
        (tmp_path / name).write_bytes(html if isinstance(html, bytes) else html.encode())
    (tmp_path / "z.html").write_text(ORDINARY)
    (tmp_path / "large.html").write_bytes(HEAD + b"<p>x</p>" * 2_375_000)
    done = honbun("extract", tmp_path, "--quiet")
    errors = done.err.splitlines()
    assert (done.status, len(errors)) == (1, len(refused) + 1)
    assert all(line.startswith("honbun: ") for line in errors)
    for name, case in refused.items():
        reason = str(case.file_error or case.error)
        [message] = [line.partition(f"/{name}: ")[2] for line in errors if f"/{name}: " in line]
        assert reason in message
    assert any("more than the 10,000,000 of --max-bytes" in line for line in errors)
    [row] = done.rows()
    assert "The words of Anna" in row["text"]


def test_long_paths_of_many_blocks_are_refused() -> None:
    with pytest.raises(HonbunError, match="deep on average"):
        extract_page(Page(b"<div>" * 500 + b"<p>x" * 12_000))


def test_larger_limit_allows_a_larger_page(honbun: Command, tmp_path: Path) -> None:
    words = b"one more word " * 40_000
    (tmp_path / "a.html").write_bytes(HEAD + b"<p>" + words)
    assert "more than the 500,000" in honbun("extract", tmp_path, "--max-bytes", "500000").err
    [row] = honbun("extract", tmp_path, "--max-bytes", "600000").rows()
    assert len(row["text"]) == len(words.strip())


def test_random_bytes_are_seldom_taken_for_a_page() -> None:
    generator = random.Random(1)
    assert sum(sniff(generator.randbytes(2000)) is None for _ in range(1000)) < 30


def test_page_with_invalid_bytes_is_a_page() -> None:
    assert sniff(b"<html><p>" + random_bytes(1000)) is None
    for encoding in ("utf-16-le", "utf-16-be", "utf-16", "iso-2022-jp"):
        assert sniff("<html><p>本文です。</p>".encode(encoding)) is None


LOST = {
    "a character cut in two": ("<p>" + PLAIN * 9).encode()[:-1],
    "two encodings in one page": f"<meta charset=utf-8><p>{PLAIN * 9}".encode()
    + "本".encode("cp932"),
    "bytes that no encoding has": b"<meta charset=euc-jp><p>text \xff\xff",
}


@cases(LOST)
def test_undecodable_characters_are_counted(case: bytes) -> None:
    decoded = decode(case)
    assert decoded.replaced >= 1
    assert decoded.encoding == ("euc-jp" if b"euc-jp" in case else "utf-8")
    assert decoded.text.count("\ufffd") == decoded.replaced


def test_utf_7_is_not_read_as_markup() -> None:
    """Tags in UTF-7 would bypass every check."""
    hidden = b"<meta charset=utf-7><p>+ADw-script+AD4-alert(1)+ADw-/script+AD4-"
    assert "<script>" not in decode(hidden, "text/html; charset=utf-7").text
    assert "script" not in Page(hidden).parse().tag


def test_text_encoded_twice_is_unchanged() -> None:
    """Repairing it would harm ordinary text."""
    twice = PLAIN.encode().decode("latin-1")
    assert decode(f"<meta charset=utf-8><p>{twice}".encode()).text.endswith(twice)


def test_invalid_header_is_ignored() -> None:
    for header in ("text/html; charset=", "charset=\xff\xfe", ";;;charset=x", "x" * 10**6):
        assert decode(f"<p>{PLAIN}".encode(), header).text == f"<p>{PLAIN}"
