"""`honbun PAGE`: one page as Markdown, and what is said about an argument that is no page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.inputs.loopback import reply

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command
    from tests.inputs.loopback import Site

TEXT = "The tide comes in twice a day, and goes out as often as it has come in. " * 3
HTML = (
    "<!doctype html><meta charset=utf-8><title>Tides</title><nav><a href=/>Home</a></nav>"
    f"<main><h1>Tides</h1><p>{TEXT}</p><table><tr><th>Hour<th>Height<tr><td>6<td>2 m</table></main>"
)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "tides.html"
    path.write_text(HTML, encoding="utf-8")
    return path


def test_file_is_printed_as_markdown(honbun: Command, page: Path) -> None:
    done = honbun(page)
    assert (done.status, done.err) == (0, "")
    assert done.out.decode().startswith("# Tides\n\nThe tide comes in")
    assert "| Hour | Height |" in done.out.decode()
    assert b"Home" not in done.out
    assert honbun("page", page).out == done.out
    assert honbun("-", stdin=HTML.encode()).out == done.out


def test_url_is_fetched_and_printed(honbun: Command, site: Site) -> None:
    site.answers["/tides"] = reply(HTML.encode())
    done = honbun(site.url("/tides", "127.0.0.1"), "--allow-private", "--delay", "0")
    assert (done.status, done.out.startswith(b"# Tides\n")) == (0, True)
    refused = honbun(site.url("/tides", "127.0.0.1"))
    assert (refused.status, refused.out) == (1, b"")
    assert "is loopback; see --allow-private" in refused.err


def test_options_may_come_first_and_formats_are_those_of_extract(
    honbun: Command, page: Path, tmp_path: Path
) -> None:
    [row] = honbun("-f", "jsonl", page).rows()
    assert row["title"] == "Tides"
    assert json.loads(honbun(page, "-f", "json").out) == [row]
    assert honbun(page, "-o", tmp_path / "tides.md").out == b""
    assert (tmp_path / "tides.md").read_bytes() == honbun(page).out
    assert honbun(page, "-f", "txt").out == f"{row['text']}\n".encode()


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("tides.example.org/a", "did you mean https://tides.example.org/a?"),
        ("example.org", "did you mean https://example.org?"),
        ("htps://example.org/", "did you mean https://example.org/?"),
        ("https:/example.org/", "did you mean https://example.org/?"),
        ("localhost:8000/a", "did you mean http://localhost:8000/a?"),
        ("nothing.html", "no such file or folder: nothing.html"),
        ("ftp://example.org/a", "only http and https URLs can be fetched"),
    ],
)
def test_argument_that_is_no_page_is_explained(
    honbun: Command, argument: str, message: str
) -> None:
    for command in ((), ("extract",), ("feed",)):
        assert honbun(*command, argument).fails_with(message), command


def test_folder_with_many_pages_is_for_extract(honbun: Command, page: Path, tmp_path: Path) -> None:
    (tmp_path / "more.html").write_text(HTML, encoding="utf-8")
    assert honbun(tmp_path).fails_with(f"use honbun extract {tmp_path}")


def test_page_without_content_is_status_1(honbun: Command, tmp_path: Path) -> None:
    path = tmp_path / "empty.html"
    path.write_text("<!doctype html><title></title>", encoding="utf-8")
    done = honbun(path)
    assert (done.status, done.err.startswith("honbun: ")) == (1, True)


def test_misspelt_command_with_a_page_is_no_page(honbun: Command, page: Path) -> None:
    done = honbun("extrakt", page)
    assert (done.status, "Did you mean 'extract'?" in done.err) == (2, True)
