"""`honbun extract` from the outside: what it reads, writes, says and returns."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest
import turbohtml

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command

EXTRACT = [sys.executable, "-m", "honbun.cli.app", "extract"]
FORMATS = {
    "jsonl": ".jsonl",
    "text": ".txt",
    "markdown": ".md",
    "html": ".html",
    "csv": ".csv",
    "parquet": ".parquet",
}
NAMES = ["ants", "bees", "crabs"]
TEXTS = [f"On {name}\nAll that is known of {name}, « & <co>." for name in NAMES]


def page(name: str) -> str:
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>On {name}</title>"
        f"<ul><li><a href=/>Home</a><li>News</ul><h1>On {name}</h1>"
        f"<p>All that is <em>known</em> of {name}, « &amp; &lt;co>.</p><p>© Example</p>"
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}.html").write_text(page(name), encoding="utf-8")
    return folder


def lines(*pages: tuple[str, str]) -> bytes:
    """Pages as JSON Lines, given as URL and HTML."""
    return b"".join(json.dumps({"url": u, "html": h}).encode() + b"\n" for u, h in pages)


def many(count: int) -> bytes:
    return lines(*((f"https://e.org/{n}", page(f"number {n}")) for n in range(count)))


def rows(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def texts(data: bytes, form: str) -> list[str]:
    """The texts that a reader of the format finds in it, white space made plain."""
    if form == "jsonl":
        return [row["text"] for row in rows(data)]
    if form == "csv":
        return [row["text"] for row in csv.DictReader(io.StringIO(data.decode(), newline=""))]
    if form == "parquet":
        return list(pq.read_table(io.BytesIO(data)).column("text").to_pylist())
    if form == "html":
        articles = turbohtml.parse(data.decode()).select("article")
        return ["\n".join(part.text for part in found.select("h1, p")) for found in articles]
    if form == "markdown":
        return [part.partition("-->")[2].strip() for part in data.decode().split("<!--")[1:]]
    return [part.partition("<==\n")[2].strip() for part in data.decode().split("==> ")[1:]]


MARKDOWN = [f"# On {name}\n\nAll that is *known* of {name}, « & \\<co>." for name in NAMES]


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_can_be_read_back_from_standard_output(
    honbun: Command, folder: Path, form: str
) -> None:
    done = honbun("extract", folder, "--quiet", "--format", form)
    assert (done.status, done.err) == (0, "")
    assert texts(done.out, form) == (MARKDOWN if form == "markdown" else TEXTS)


@pytest.mark.parametrize("form", FORMATS)
def test_the_ending_of_the_output_names_the_format(
    honbun: Command, folder: Path, tmp_path: Path, form: str
) -> None:
    path = tmp_path / "out" / f"result{FORMATS[form]}"
    done = honbun("extract", folder, "--quiet", "-o", path)
    assert (done.status, done.out, done.err) == (0, b"", "")
    assert path.read_bytes() == honbun("extract", folder, "--quiet", "-f", form).out


def test_a_format_outranks_the_ending(honbun: Command, folder: Path, tmp_path: Path) -> None:
    honbun("extract", folder, "--quiet", "-o", tmp_path / "result.csv", "-f", "jsonl")
    assert texts((tmp_path / "result.csv").read_bytes(), "jsonl") == TEXTS


def test_a_row_has_every_key(honbun: Command, folder: Path) -> None:
    first = rows(honbun("extract", folder, "--quiet", "--base-url", "https://e.org/a/").out)[0]
    assert first == {
        "url": "https://e.org/a/ants.html",
        "source": str(folder / "ants.html"),
        "title": "On ants",
        "author": None,
        "date": None,
        "site": None,
        "language": "en",
        "image": None,
        "text": TEXTS[0],
        "method": "collection",
        "reason": "only 3 pages of its kind to learn from",
        "blocks": [
            {"xpath": "/html/body/h1", "role": "title", "text": "On ants"},
            {"xpath": "/html/body/p[1]", "role": "body", "text": TEXTS[0].split("\n")[1]},
        ],
    }


@pytest.mark.parametrize("form", ["jsonl", "text", "markdown", "html"])
def test_a_folder_takes_one_file_per_page(
    honbun: Command, folder: Path, tmp_path: Path, form: str
) -> None:
    done = honbun("extract", folder, "--quiet", "-f", form, "-o", f"{tmp_path}/out/")
    ending = ".json" if form == "jsonl" else FORMATS[form]
    assert (done.status, done.out) == (0, b"")
    files = sorted((tmp_path / "out").iterdir())
    assert [file.name for file in files] == [f"{name}.html{ending}" for name in NAMES]
    assert all(file.stat().st_size for file in files)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_format_that_holds_all_pages_does_not_go_into_a_folder(
    honbun: Command, folder: Path, tmp_path: Path, form: str
) -> None:
    done = honbun("extract", folder, "-f", form, "-o", tmp_path)
    assert (done.status, done.err) == (
        2,
        f"honbun: {form} holds all content in one file: name a file with -o\n",
    )


HOSTILE_URLS = [
    "..",
    "../../../etc/passwd",
    "https://e.org/%2e%2e/%2e%2e/x",
    "/etc/passwd",
    "C:\\Windows\\x",
    "con",
    "NUL.txt",
    "https://e.org/" + "x" * 300,
    "https://e.org/" + "x" * 299 + "y",
    "https://e.org/" + "本" * 100,
    "https://e.org/a?b",
    "https://e.org/a/b",
    "https://e.org/a/B",
    "https://e.org/a/b-2",
    "https://e.org/a/b",
    ".hidden",
    "\x00\n",
    "\ud800",
    ".",
]


def test_hostile_urls_stay_inside_the_folder_and_apart(honbun: Command, tmp_path: Path) -> None:
    pages = lines(*((url, page(f"number {n}")) for n, url in enumerate(HOSTILE_URLS)))
    done = honbun("extract", "-", "-q", "-f", "text", "-o", f"{tmp_path}/a/b/", stdin=pages)
    assert (done.status, done.err) == (0, "")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == list(
        (tmp_path / "a" / "b").iterdir()
    )
    files = list((tmp_path / "a" / "b").iterdir())
    assert len({file.name.casefold() for file in files}) == len(HOSTILE_URLS)
    assert {file.read_text("utf-8").split("\n")[0] for file in files} == {
        f"On number {n}" for n in range(len(HOSTILE_URLS))
    }
    assert not any(file.name.startswith(".") or len(file.name) > 200 for file in files)
    assert not {file.name.partition(".")[0].lower() for file in files} & {"con", "nul"}


def test_two_processes_keep_the_order_and_write_the_same(
    honbun: Command, honbun_process: Command
) -> None:
    pages = many(300)
    one = honbun("extract", "-", "--jobs", "1", "--quiet", stdin=pages)
    two = honbun_process("extract", "-", "--jobs", "2", "--quiet", stdin=pages)
    assert (one.status, two.status, two.err) == (0, 0, "")
    assert [row["url"] for row in rows(two.out)] == [f"https://e.org/{n}" for n in range(300)]
    assert one.out == two.out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_leaves_no_file(tmp_path: Path, jobs: str) -> None:
    """The command waits for more of its input when it is interrupted."""
    output = tmp_path / "result.jsonl"
    with subprocess.Popen(
        [*EXTRACT, "-", "--jobs", jobs, "-o", output],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        # More than a pipe holds: when all of it is written, the command is at work.
        process.stdin.write(many(1000))
        process.stdin.flush()
        assert len(list(tmp_path.iterdir())) == 1
        assert not output.exists()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (130, b"")
    assert list(tmp_path.iterdir()) == []


def test_being_asked_to_end_leaves_no_file(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*EXTRACT, "-", "--jobs", "1", "-o", tmp_path / "result.jsonl"], stdin=subprocess.PIPE
    ) as process:
        assert process.stdin
        process.stdin.write(many(1000))
        process.stdin.flush()
        process.terminate()
        process.communicate(timeout=30)
    assert process.returncode in (143, -signal.SIGTERM)
    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_stays_when_nothing_can_be_done(
    honbun: Command, folder: Path, tmp_path: Path
) -> None:
    output = tmp_path / "result.jsonl"
    output.write_text("precious")
    assert honbun("extract", folder, tmp_path / "missing", "-o", output).status == 2
    assert output.read_text() == "precious"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes in folders")
def test_a_pipe_that_is_the_output_stays_a_pipe(
    honbun: Command, folder: Path, tmp_path: Path
) -> None:
    output = tmp_path / "pipe.jsonl"
    os.mkfifo(output)
    reader = os.open(output, os.O_RDONLY | os.O_NONBLOCK)
    honbun("extract", folder, "-q", "-o", output)
    data = os.read(reader, 1 << 16)
    os.close(reader)
    assert output.is_fifo()
    assert texts(data, "jsonl") == TEXTS


def test_a_missing_input_is_told_in_one_line(honbun: Command) -> None:
    done = honbun("extract", "no/such/page.html")
    assert (done.status, done.out, done.err) == (
        2,
        b"",
        "honbun: no such file or folder: no/such/page.html\n",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "result.docx"], "cannot tell the format from 'result.docx': use --format"),
        (["--base-url", "e.org"], "the base URL must begin with http:// or https://: e.org"),
        (["ftp://e.org/"], "only http and https URLs can be fetched: ftp://e.org/"),
        (["-o", "/dev/null/x.json"], "cannot write /dev/null/x.json: "),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    honbun: Command, folder: Path, arguments: list[str], message: str
) -> None:
    done = honbun("extract", folder, *arguments)
    assert (done.status, done.out) == (2, b"")
    assert done.err.startswith(f"honbun: {message}")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("form", ["jsonl", "parquet"])  # a line at a time, and by a library
def test_a_reader_that_leaves_early_causes_no_traceback(form: str, tmp_path: Path) -> None:
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


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a device that is always full")
def test_a_disk_that_is_full_is_told_in_one_line(folder: Path) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [*EXTRACT, folder, "-q"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (2, b"honbun: [Errno 28] No space left on device\n")


def test_json_lines_are_read_from_standard_input(honbun_process: Command) -> None:
    done = honbun_process("extract", "-", stdin=lines(*((name, page(name)) for name in NAMES)))
    assert (done.status, texts(done.out, "jsonl")) == (0, TEXTS)
    assert [row["url"] for row in rows(done.out)] == NAMES


def test_gzip_is_read_from_standard_input(honbun: Command) -> None:
    data = gzip.compress(lines(("https://e.org/a", "<p>one"), ("https://e.org/b", "<p>two")))
    done = honbun("extract", "-", stdin=data)
    assert [row["text"] for row in rows(done.out)] == ["one", "two"]


def test_html_on_standard_input_is_one_page(honbun: Command) -> None:
    html = b"<!doctype html>\n<p>Boats <a href=/x>float</a>.\n"
    done = honbun(
        *("extract", "-", "-q", "-f", "markdown", "--base-url", "https://e.org/a"), stdin=html
    )
    assert (done.status, done.err) == (0, "")
    assert done.out.decode() == "<!-- https://e.org/a -->\n\nBoats [float](https://e.org/x).\n\n"
    done = honbun("extract", "-", "-q", "--max-bytes", "20", stdin=html)
    assert (done.status, done.out) == (1, b"")
    assert done.err == "honbun: read: -: the page has more than 20 bytes\n"


def test_a_run_is_summed_up_on_standard_error(honbun: Command, folder: Path) -> None:
    done = honbun("extract", folder)
    assert done.err.startswith("honbun: 3 pages in ")
    assert done.err.count("\n") == 1


def test_a_quiet_run_says_nothing(honbun: Command, folder: Path) -> None:
    assert honbun("extract", folder, "--quiet").err == ""


def test_failures_are_told_and_counted_and_the_rest_is_extracted(
    honbun: Command, folder: Path
) -> None:
    (folder / "broken.html.gz").write_bytes(b"no gzip")
    (folder / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n")
    done = honbun("extract", folder)
    assert (done.status, texts(done.out, "jsonl")) == (1, TEXTS)
    broken, picture, summary = done.err.splitlines()
    assert broken.startswith(
        f"honbun: read: {folder / 'broken.html.gz'}: the compressed data is broken"
    )
    assert picture == (
        f"honbun: extract: {folder / 'picture.html'}: this is a PNG image, not a web page"
    )
    assert summary.startswith("honbun: 3 pages in ")
    assert summary.endswith(", 1 failed to extract, 1 failed to read")


def test_a_failure_is_one_printable_line_whatever_its_name(honbun: Command) -> None:
    row = {"url": "https://e.org/\x1b[2J\nhonbun: all is well", "html": 5}
    done = honbun("extract", "-", "-q", stdin=json.dumps(row).encode() + b"\n")
    assert done.status == 1
    assert done.err.endswith("\n")
    assert done.err[:-1].isprintable()


def test_pages_without_content_are_counted(honbun: Command, folder: Path) -> None:
    (folder / "empty.html").touch()
    done = honbun("extract", folder)
    assert done.status == 0
    assert done.err.endswith(", 1 without content\n")


def test_an_empty_folder_is_no_error(honbun: Command, tmp_path: Path) -> None:
    done = honbun("extract", tmp_path)
    assert (done.status, done.out) == (0, b"")
    assert done.err == "honbun: no pages\n"


@pytest.mark.parametrize("form", FORMATS)
def test_no_pages_make_an_output_that_can_be_read(
    honbun: Command, tmp_path: Path, form: str
) -> None:
    assert texts(honbun("extract", tmp_path, "-q", "-f", form).out, form) == []
