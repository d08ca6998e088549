"""Every command writes every format: by name, by the ending of the file, and one file per page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from honbun import api
from honbun.inputs.options import ReadOptions
from honbun.outputs import FORMATS, Output, Result, format_names, render
from honbun.outputs import feeds as outputs
from honbun.papers.similar_003.documents import documents
from honbun.posts.identity import add_keys
from tests.fuzz import readback

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from honbun.page import Page
    from tests.cli.conftest import Command

BASE = "https://e.org/a/"
NAMES = ("Ann", "Bob", "Cleo", "Dora", "Emil", "Fay")
SHARED = "The same long sentence is on both of the pages, word by word, « & <co>."
COMMANDS: dict[str, Result] = {
    "extract": "content",
    "posts": "posts",
    "feed": "feed",
    "similar": "pairs",
    "standard": "standard",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two threads, which share a sentence."""
    folder = tmp_path_factory.mktemp("formats") / "pages"
    folder.mkdir()
    for subject in ("boats", "trams"):
        posts = "".join(
            f"<div class=post id=p{n}><b>{name}</b> <i>2008-12-{n + 10} 09:30</i><p>{name} likes "
            f"{subject}. {name}, listen: {SHARED.replace('<', '&lt;')}</div>"
            for n, name in enumerate(NAMES)
        )
        items = "".join(
            f"<li><a href=/{name}>What {name} knows of {subject}</a> 2024-05-1{n}</li>"
            for n, name in enumerate(NAMES)
        )
        html = f"<!doctype html><meta charset=utf-8><title>{subject}</title><h1>{subject}</h1>"
        (folder / f"{subject}.html").write_text(f"{html}{posts}<ul>{items}</ul>", encoding="utf-8")
    return folder


def expected(command: str, pages: Iterator[Page]) -> Iterable[Any]:
    """What the library returns for the pages."""
    if command == "extract":
        return api.extract(pages)
    if command == "posts":
        return add_keys(api.posts(pages))
    if command == "similar":
        return api.similar(pages)
    if command == "standard":
        return documents(pages)
    found = api.feed(next(pages))
    return [outputs.channel(found, outputs.entries(found.url, found.items))]


@pytest.mark.parametrize(
    ("command", "form"),
    [(command, form) for command, result in COMMANDS.items() for form in format_names(result)],
)
def test_every_format_is_written_by_name_by_ending_and_per_page(
    command: str, form: str, honbun: Command, folder: Path, tmp_path: Path
) -> None:
    result = COMMANDS[command]
    inputs = folder / "boats.html" if command == "feed" else folder
    run = (command, inputs, "--quiet", "--base-url", BASE)
    done = honbun(*run, "-f", form)
    assert (done.status, done.err) == (0, "")
    found = list(expected(command, api.read(inputs, options=ReadOptions(base_url=BASE))))
    assert done.out == render(result, form, found)
    assert len(found) == (2 if command in ("extract", "posts", "standard") else 1)
    ending = next(
        ending for ending in FORMATS[form].endings if Output.of(result, f"x{ending}").format == form
    )
    written = tmp_path / "new" / f"result{ending.upper()}"
    assert honbun(*run, "-o", written).out == b""
    assert written.read_bytes() == done.out
    writer = FORMATS[form].writers[result]
    if writer.single:
        assert honbun(*run, "-f", form, "-o", f"{tmp_path}/out/").status == 0
        names = [f"e.org_a_{path.name}" for path in sorted(folder.iterdir())[: len(found)]]
        own = writer.ending or FORMATS[form].endings[0]
        listed = ["manifest.jsonl"] if writer.manifest else []
        assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
            *(n + own for n in names),
            *listed,
        ]
        assert all(path.stat().st_size for path in (tmp_path / "out").iterdir())
    if command != "feed":
        (tmp_path / "empty").mkdir()
        nothing = honbun(command, tmp_path / "empty", "-f", form)
        assert (nothing.status, nothing.err) == (1, "honbun: no pages\n")
        readback.READ[form](nothing.out)


def test_content_is_written_as_text_markdown_and_html(honbun: Command, tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text(f"<h1>Boats</h1><p>All that <em>floats</em>. {SHARED.replace('<', '&lt;')}")
    run = ("extract", page, "--quiet", "-f")
    text = f"Boats\n\nAll that floats. {SHARED}"
    assert honbun(*run, "text").out.decode() == f"==> a.html <==\n{text}\n\n"
    escaped = SHARED.replace("<", "\\<")
    assert honbun(*run, "markdown").out.decode() == (
        f"<!-- a.html -->\n\n# Boats\n\nAll that *floats*. {escaped}\n\n"
    )
    assert b"<p>All that <em>floats</em>. The same" in honbun(*run, "html").out
