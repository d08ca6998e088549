"""Signals, pipes, full disks and pages that end their worker: the command in processes."""

from __future__ import annotations

import errno
import json
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from honbun import Page
from honbun.runner.spool import Spool
from tests.cli.test_extract import html, lines
from tests.runner.actions import do

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.html.decode import Decoded
    from tests.cli.conftest import Command

EXTRACT = [sys.executable, "-m", "honbun.cli.app", "extract"]
ACTION = re.compile(rb"<!--do: ([a-z ]+)-->")
TEXT = "The bridge of {0} was built in 19{0}0, and stands to this day as it stood then. " * 3
STEPS = {
    "extract": "extract",
    "extract --alone": "extract",
    "extract --engine duckdb": "extract",
    "posts": "find posts",
    "standard": "convert",
    "similar": "compare",
}


def many(count: int) -> bytes:
    return lines(*((f"https://e.org/{n}", html(f"number {n}")) for n in range(count)))


def test_two_processes_keep_the_order_and_write_the_same(
    honbun: Command, honbun_process: Command
) -> None:
    pages = many(300)
    one = honbun("extract", "-", "--jobs", "1", "--quiet", stdin=pages)
    two = honbun_process("extract", "-", "--jobs", "2", "--quiet", stdin=pages)
    assert (one.status, two.status, two.err) == (0, 0, "")
    assert [row["url"] for row in two.rows()] == [f"https://e.org/{n}" for n in range(300)]
    assert one.out == two.out


@pytest.mark.parametrize(
    ("number", "jobs"), [(signal.SIGINT, "1"), (signal.SIGINT, "2"), (signal.SIGTERM, "1")]
)
def test_stopped_run_leaves_no_file(tmp_path: Path, number: signal.Signals, jobs: str) -> None:
    output = tmp_path / "result.jsonl"
    with subprocess.Popen(
        [*EXTRACT, "-", "--jobs", jobs, "-o", output],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        # More than the pipe buffer: when all of it is written, the command is running.
        process.stdin.write(many(1000))
        process.stdin.flush()
        assert len(list(tmp_path.iterdir())) == 1
        assert not output.exists()
        process.send_signal(number)
        _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (128 + number, b"")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", ["jsonl", "parquet"])  # line by line, and by a library
def test_closed_pipe_causes_no_traceback(form: str, tmp_path: Path) -> None:
    """As in `honbun extract ... | head -1`."""
    (tmp_path / "pages.jsonl").write_bytes(many(1000))
    with subprocess.Popen(
        [*EXTRACT, tmp_path / "pages.jsonl", "--quiet", "--jobs", "1", "-f", form],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.read(4)
        process.stdout.close()
        errors = process.stderr.read()
    assert (process.returncode, errors) in [(0, b""), (1, b"")]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /dev/full")
def test_full_disk_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(html("ants"), encoding="utf-8")
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [*EXTRACT, tmp_path, "-q"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    message = b"honbun: cannot write standard output: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, message)


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of file sizes")
@pytest.mark.parametrize("name", ["out.jsonl", "out.md.gz", "out/", "out.parquet"])
def test_disk_that_gets_full_is_reported_and_leaves_nothing(tmp_path: Path, name: str) -> None:
    import resource

    (tmp_path / "pages.jsonl").write_bytes(many(200))
    form = ["-f", "text"] if name == "out/" else []
    done = subprocess.run(
        [*EXTRACT, tmp_path / "pages.jsonl", "-q", "--alone", "-o", f"{tmp_path}/{name}", *form],
        stderr=subprocess.PIPE,
        check=False,
        # A limit for each file stands for the end of the disk.
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20)),
    )
    assert done.returncode == 2
    assert re.fullmatch(rb"honbun: cannot write [^\n]*: File too large\n", done.stderr)
    assert [path.name for path in tmp_path.iterdir()] == ["pages.jsonl"]


def test_full_place_of_temporary_files_is_reported(
    honbun: Command, pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def append(spool: Spool, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Spool, "append", append)
    done = honbun("extract", pages, "-q", "-o", pages.parent / "out.jsonl")
    assert done.fails_with("cannot write temporary files in ")
    assert [path.name for path in pages.parent.iterdir()] == ["pages"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such device")
def test_device_of_stdout_is_stdout_and_appends(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(html("ants"), encoding="utf-8")
    out = tmp_path / "out"
    out.write_text("before\n", encoding="utf-8")
    with out.open("ab") as file:
        command = [*EXTRACT, str(tmp_path / "page.html"), "-q", "-o", "/dev/stdout"]
        subprocess.run(command, stdout=file, check=True)
    first, row = out.read_text(encoding="utf-8").splitlines()
    assert (first, "ants" in json.loads(row)["text"]) == ("before", True)


@pytest.mark.parametrize("command", ["--help", "demo", "doctor core", "page -", "posts -f text -"])
def test_reader_that_stops_ends_every_command_quietly(command: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "honbun", *command.split()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdout.close()
        process.stdin.write(html("ants").encode())
        process.stdin.close()
        assert process.stderr
        errors = process.stderr.read()
    assert b"Traceback" not in errors
    assert b"Broken pipe" not in errors


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of seven pages; the fourth may have an action for the process that decodes it."""
    decode = Page.decode

    def hostile(page: Page) -> Decoded:
        assert isinstance(page.html, bytes)
        if found := ACTION.search(page.html):
            do(found[1].decode())
        return decode(page)

    monkeypatch.setattr(Page, "decode", hostile)
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(7):
        body = f"<title>Page {number}</title><h1>Bridge {number}</h1><p>{TEXT.format(number)}"
        (folder / f"{number}.html").write_text(body)
    return folder


def add_action(pages: Path, action: str) -> Path:
    page = pages / "3.html"
    page.write_text(f"{page.read_text()}<!--do: {action}-->")
    return page


@pytest.mark.parametrize("command", STEPS)
def test_page_that_kills_its_worker_is_reported_and_the_run_continues(
    honbun: Command, pages: Path, command: str
) -> None:
    page, step = add_action(pages, "segfault"), STEPS[command]
    done = honbun(*command.split(), pages, "--jobs", "2")
    assert f"honbun: {step}: {page}: its worker process died (SIGSEGV)\n" in done.err
    assert re.search(rf"honbun: 6 pages in .*, 1 failed to {step}\n", done.err)
    assert done.status == 1


@pytest.mark.parametrize(
    ("action", "limit", "reason"),
    [
        ("spin", ("--page-timeout", "1"), "it took longer than 1 s"),
        ("allocate", ("--page-memory", "100MiB"), "it needs more than 100 MiB of memory"),
    ],
)
def test_page_beyond_its_limits_is_skipped_and_reported(
    honbun: Command, pages: Path, action: str, limit: tuple[str, str], reason: str
) -> None:
    page = add_action(pages, action)
    done = honbun("extract", pages, *limit, "--quiet")
    titles = [json.loads(line)["title"] for line in done.out.splitlines()]
    assert titles == [f"Bridge {n}" for n in (0, 1, 2, 4, 5, 6)]
    assert done.err == f"honbun: extract: {page}: {reason}\n"
    feed = pages.parent / "feed.xml"
    done = honbun("feed", page, "-o", feed, *limit, "--quiet")
    assert (done.status, done.err) == (1, f"honbun: feed: {page}: {reason}\n")
    assert not feed.exists()
