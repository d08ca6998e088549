"""`honbun posts` from the outside: what it reads, writes, says and returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from honbun.posts.model import PostsOptions
from tests.cli.threads import BODIES, Finder, bodies, rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from honbun.posts.model import Thread
    from tests.cli.conftest import Command

pytestmark = pytest.mark.usefixtures("finder")

FORMATS = {
    "jsonl": ".jsonl",
    "csv": ".csv",
    "parquet": ".parquet",
    "text": ".txt",
    "rss": ".rss",
    "atom": ".atom",
    "json": ".json",
}


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_can_be_read_back_from_standard_output(
    honbun: Command, threads: Path, form: str
) -> None:
    done = honbun("posts", threads, "--quiet", "--format", form)
    assert (done.status, done.err) == (0, "")
    assert sorted(bodies(done.out, form)) == sorted(BODIES)


@pytest.mark.parametrize("form", FORMATS)
def test_the_ending_of_the_output_names_the_format(
    honbun: Command, threads: Path, tmp_path: Path, form: str
) -> None:
    path = tmp_path / "out" / f"result{FORMATS[form]}"
    done = honbun("posts", threads, "--quiet", "-o", path)
    assert (done.status, done.out, done.err) == (0, b"", "")
    assert path.read_bytes() == honbun("posts", threads, "--quiet", "-f", form).out


@pytest.mark.parametrize("form", FORMATS)
def test_a_folder_takes_one_file_per_page(
    honbun: Command, threads: Path, tmp_path: Path, form: str
) -> None:
    done = honbun("posts", threads, "--quiet", "-f", form, "-o", f"{tmp_path}/out/")
    assert (done.status, done.out) == (0, b"")
    assert names(tmp_path / "out") == [
        f"boats.html{FORMATS[form]}",
        f"bridges.html{FORMATS[form]}",
    ]
    file = tmp_path / "out" / f"bridges.html{FORMATS[form]}"
    assert bodies(file.read_bytes(), form) == BODIES[2:]


def test_a_row_has_every_key(honbun: Command, threads: Path) -> None:
    done = honbun("posts", threads, "--quiet", "--base-url", "https://e.org/a/")
    assert rows(done.out)[1] == {
        "url": "https://e.org/a/boats.html",
        "source": str(threads / "boats.html"),
        "index": 1,
        "number": None,
        "author": "Bob",
        "date": None,
        "published": None,
        "body": "Not all, « & co.",
        "text": "Bob: Not all, « & co.",
        "reply_to": None,
        "permalink": None,
        "xpaths": ["/html/body/p[2]"],
    }


def test_options_reach_the_method(honbun: Command, threads: Path, finder: Finder) -> None:
    honbun("posts", threads)
    assert (finder.options, finder.jobs) == (PostsOptions(), 0)
    honbun("posts", threads, "--alone", "--faithful", "--alpha", "7", "--beta", "0.25", "--jobs=2")
    assert finder.options == PostsOptions(alone=True, faithful=True, alpha=7, beta=0.25)
    assert finder.jobs == 2


def test_a_run_is_summed_up_on_standard_error(honbun: Command, threads: Path) -> None:
    (threads / "a.html").write_text("<p>Ann: \ufffd")
    for name in "bc":
        (threads / f"{name}.html").touch()
    (threads / "d.html").write_text("unreadable")
    done = honbun("posts", threads)
    failure, summary = done.err.splitlines()
    assert done.status == 1
    assert failure == f"honbun: extract: {threads / 'd.html'}: it is a picture"
    assert summary.startswith("honbun: 5 pages in ")
    assert summary.endswith(
        " a second), 4 posts, 2 without posts: the page has no text,"
        " 1 with characters that could not be decoded, 1 failed to extract"
    )


def test_one_post_is_counted_as_one(honbun: Command, threads: Path) -> None:
    assert honbun("posts", threads / "bridges.html").err.endswith(" a second), 1 post\n")


def test_an_empty_folder_is_no_error(honbun: Command, tmp_path: Path) -> None:
    done = honbun("posts", tmp_path)
    assert (done.status, done.out, done.err) == (0, b"", "honbun: no pages\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "result.docx"], "cannot tell the format from 'result.docx': use --format"),
        (["-o", "/dev/null/x.json"], "cannot write /dev/null/x.json: "),
        (["--new-since", "/no/such/x"], "/no/such/x: there is no folder /no/such"),
        (["missing.html"], "no such file or folder: missing.html"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    honbun: Command, threads: Path, arguments: list[str], message: str
) -> None:
    done = honbun("posts", threads, *arguments)
    assert (done.status, done.out) == (2, b"")
    assert done.err.startswith(f"honbun: {message}")
    assert done.err.count("\n") == 1


def test_posts_are_written_before_the_next_page_is_read(
    honbun: Command, threads: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Finder.posts

    def watched(self: Finder, *arguments: Any, **options: Any) -> Iterator[Thread]:
        for number, thread in enumerate(found(self, *arguments, **options)):
            written = names(tmp_path / "out") if number else []
            assert len(written) == number
            yield thread

    monkeypatch.setattr(Finder, "posts", watched)
    assert honbun("posts", threads, "-q", "-o", f"{tmp_path}/out/").status == 0
    assert len(names(tmp_path / "out")) == 2


def test_posts_are_found_and_piped(honbun_process: Command) -> None:
    """No stub here: another process finds them."""
    names = ["Ann", "Bob", "Cleo", "Dora", "Emil", "Fay"]
    html = "<!doctype html><title>Boats</title><h1>Boats</h1>" + "".join(
        f"<div class=post id=p{n}><b>{name}</b> <i>2008-12-{n + 10} 09:30</i>"
        f"<p>{name} has number {n} of all the boats that float on the water here.</div>"
        for n, name in enumerate(names)
    )
    done = honbun_process("posts", "-", "--base-url", "https://e.org/t", stdin=html.encode())
    assert done.status == 0
    assert [row["url"] for row in rows(done.out)] == ["https://e.org/t"] * len(names)
    assert [name in row["text"] for row, name in zip(rows(done.out), names)] == [True] * len(names)
    assert done.err.endswith(", 6 posts\n")
