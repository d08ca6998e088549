"""`honbun similar` from the outside: what it reads, writes, says and returns."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from honbun.outputs.pairs import PAIR_COLUMNS
from tests.cli import likenesses as pages
from tests.evaluation.notices import COLLECTION, PAIRS, write

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command, Done


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    path = tmp_path / "pages.jsonl"
    path.write_bytes(pages.COLLECTION)
    return path


def rows(done: Done) -> list[dict[str, Any]]:
    assert done.status == 0, done.err
    return [json.loads(line) for line in done.out.splitlines()]


def test_every_pair_comes_with_relation_and_evidence(honbun: Command, collection: Path) -> None:
    found = rows(honbun("similar", collection, "--quiet", "--jobs", "1"))
    relations = {(row["a"], row["b"]): row["relation"] for row in found}
    assert relations[pages.ARTICLE, pages.MIRROR] == "mirror"
    assert relations[pages.ARTICLE, pages.COPY] == "copy"
    assert relations[pages.ARTICLE, pages.LETTER] == "citation"
    assert relations[pages.PEARS, pages.YEAR] == "archive"
    assert all(list(row) == list(PAIR_COLUMNS) for row in found)
    assert all(row["shared"] and len(row["shared"]) == len(row["shared_b"]) for row in found)


def test_the_summary_counts_by_extent_and_relation(honbun: Command, collection: Path) -> None:
    done = honbun("similar", collection, "--jobs", "1", "--extent", "identical", "--sentences", "0")
    assert "8 pages in " in done.err
    assert " 3 pairs: 3 identical (1 mirror, 2 copy)\n" in done.err
    assert [row["shared"] for row in rows(done)] == [[], [], []]


def test_only_the_relations_that_are_named_come(honbun: Command, collection: Path) -> None:
    found = rows(
        honbun("similar", collection, "-q", "--jobs", "1", "--relation", "mirror,citation")
    )
    assert {row["relation"] for row in found} == {"mirror", "citation"}


def test_clusters_have_a_representative(honbun: Command, collection: Path) -> None:
    (found,) = rows(honbun("similar", collection, "-q", "--jobs", "1", "--clusters"))
    assert found == {
        "representative": pages.ARTICLE,
        "size": 3,
        "pages": [pages.ARTICLE, pages.MIRROR, pages.COPY],
        "relations": ["mirror", "copy"],
    }


def test_the_drop_list_is_addresses(honbun: Command, collection: Path) -> None:
    # The mirror that is there already has a sentence of its own, and stays.
    printed = f"{pages.ARTICLE}?print=1"
    given = pages.page(printed, *pages.HARBOUR).encode()
    done = honbun("similar", collection, "-", "-q", "--jobs", "1", "--drop-list", stdin=given)
    assert (done.status, done.out.decode()) == (0, f"{printed}\n")


def test_a_year_whose_articles_are_there_can_be_dropped(honbun: Command, collection: Path) -> None:
    found = rows(
        honbun(
            "similar", collection, "-q", "--jobs", "1", "--drop-list", "--drop", "archive",
            "-f", "jsonl",
        )
    )  # fmt: skip
    assert [(row["url"], row["relation"]) for row in found] == [(pages.YEAR, "archive")]


def test_counts_are_a_table(honbun: Command, collection: Path) -> None:
    done = honbun("similar", collection, "--jobs", "1", "-q", "--counts", "--relation", "mirror")
    assert [line.split()[:2] for line in done.out.decode().splitlines()] == [
        ["identical", "1"],
        ["mirror", "1"],
        ["contained", "0"],
        ["partial", "0"],
        ["all", "1"],
    ]


def test_the_ending_of_the_output_names_the_format(
    honbun: Command, collection: Path, tmp_path: Path
) -> None:
    path = tmp_path / "out" / "pairs.html"
    done = honbun("similar", collection, "-q", "--jobs", "1", "-o", path)
    assert (done.status, done.out, done.err) == (0, b"", "")
    assert pages.HARBOUR[0] in path.read_text(encoding="utf-8")


def test_pages_on_standard_input_and_changed_sentences(honbun: Command) -> None:
    changed = [sentence.replace("the ", "that ", 1) for sentence in pages.HARBOUR]
    given = (
        pages.page("https://a.example/", *pages.HARBOUR, words="Ulla Vera Wanda")
        + pages.page("https://b.example/", *changed, words="Xenia Yrsa Zita")
    ).encode()
    (found,) = rows(honbun("similar", "-", "-q", "--jobs", "1", stdin=given))
    assert found["shared"][0] != found["shared_b"][0]
    exact = rows(honbun("similar", "-", "-q", "--jobs", "1", "--exact", stdin=given))
    assert [row["overlap"] < found["overlap"] for row in exact] in ([], [True])


def test_a_page_that_cannot_be_read_is_told_and_the_others_go_on(
    honbun: Command, tmp_path: Path
) -> None:
    (tmp_path / "pages.jsonl").write_bytes(b"{broken\n" + pages.COLLECTION)
    done = honbun("similar", tmp_path, "--jobs", "1", "--relation", "mirror")
    assert (done.status, len(done.out.splitlines())) == (1, 1)
    assert "failed to read" in done.err


def test_a_closed_pipe_is_no_failure_to_talk_about(collection: Path) -> None:
    command = [sys.executable, "-m", "honbun.cli.app", "similar", str(collection), "-f", "html"]
    process = subprocess.Popen(
        [*command, "--jobs", "1", "-q"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    said = process.stderr.read().decode()
    process.wait()
    process.stderr.close()
    assert "Traceback" not in said
    assert len(said.splitlines()) <= 1


WRONG = {
    "no relation is 'nonsense': mirror, copy,": ["--relation", "mirror,nonsense"],
    "no extent is '': identical, contained, partial": ["--extent", "identical,"],
    "citation pages have text of their own": ["--drop-list", "--drop", "citation"],
    "--drop goes with --drop-list": ["--drop", "mirror"],
    "are three results: ask for one": ["--clusters", "--counts"],
    "clusters cannot be written as html, only as jsonl, csv, parquet, text": [
        "--clusters",
        "-f",
        "html",
    ],
    "--master goes with --engine spark": ["--master", "spark://h:1"],
    "--memory and --store go with --engine duckdb": ["--engine", "spark", "--memory", "1GiB"],
    "jsonl holds all pairs in one file": ["-o", "out/"],
    "cannot tell the format from 'out.docx'": ["-o", "out.docx"],
    "--memory is told as 2GiB or 500MB, not plenty": ["--memory", "plenty"],
    "not 2\n": ["--memory", "2"],
}


@pytest.mark.parametrize("said", WRONG)
def test_what_cannot_be_done_is_told_in_a_line_before_a_page_is_read(
    honbun: Command, said: str
) -> None:
    done = honbun("similar", "no-such-input", *WRONG[said])
    assert (done.status, done.out) == (2, b"")
    assert said in done.err
    assert len(done.err.splitlines()) == 1


BARE = "import sys; sys.modules['ibis'] = None; from honbun.cli.app import main; main()"


def bare(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The command where the extra is not installed."""
    command = [sys.executable, "-c", BARE, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=False, encoding="utf-8")


NEEDED = "honbun: working with tables needs an extra: pip install 'honbun[similar]'\n"


def test_the_extra_that_is_missing_is_named(
    honbun: Command, collection: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "pages.duckdb"
    done = bare("similar", collection, "--store", store)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", NEEDED)
    assert not store.exists()
    for library in ("duckdb", "pyarrow"):
        monkeypatch.setitem(sys.modules, library, None)
        assert honbun("similar", collection).err == NEEDED


def test_the_extra_that_an_evaluation_lacks_is_named(tmp_path: Path) -> None:
    done = bare("eval", "similar", write(tmp_path / "known", COLLECTION.pages, PAIRS), "-q")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", NEEDED)


def test_the_demonstration_does_without_the_extra() -> None:
    done = bare("demo")
    assert (done.returncode, done.stderr) == (0, "")
    assert "needs an extra: pip install 'honbun[similar]'" in done.stdout
    assert "Try next" in done.stdout


def added(honbun: Command, store: Path, *arguments: str, **pages_of: str) -> Done:
    """A run with a store, and some pages on standard input."""
    given = "".join(pages_of.values()).encode()
    inputs = ["-"] if given else []
    return honbun("similar", *inputs, "--store", store, "--jobs", "1", *arguments, stdin=given)


def test_a_store_is_added_to_and_asked(honbun: Command, tmp_path: Path) -> None:
    store = tmp_path / "pages.duckdb"
    a, b, c = (pages.page(f"https://{name}.example/", *pages.HARBOUR) for name in "abc")
    assert "again" not in added(honbun, store, a=a, b=b).err
    again = added(honbun, store, b=b, c=c)
    assert ", 1 page came again, 3 pages in " in again.err
    asked = added(honbun, store)
    assert asked.err.startswith("honbun: no pages, 3 pages in ")
    assert rows(asked) == rows(again)
    assert len(rows(asked)) == 3
    with duckdb.connect(store) as connection:
        tables = {name for [name] in connection.execute("SHOW TABLES").fetchall()}
    assert tables == {"how", "page", "sentence", "link", "compared"}


def test_a_store_is_asked_with_the_options_it_was_made_with(
    honbun: Command, tmp_path: Path
) -> None:
    store = tmp_path / "pages.duckdb"
    a, b = (pages.page(f"https://{name}.example/", *pages.HARBOUR) for name in "ab")
    assert added(honbun, store, "--min-length", "10", "--region", "page", a=a, b=b).status == 0
    assert len(rows(added(honbun, store))) == 1
    for done in (added(honbun, store, "--min-length", "20"), added(honbun, store, a=a)):
        assert (done.status, len(done.err.splitlines())) == (2, 1)
        assert "the store was made with --length 10, not 20" in done.err


def test_a_store_without_pages_cannot_be_asked(honbun: Command, tmp_path: Path) -> None:
    store = tmp_path / "pages.duckdb"
    duckdb.connect(store).close()
    done = added(honbun, store)
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert "pages.duckdb: no pages are kept in it" in done.err


def test_a_store_that_is_not_there_cannot_be_asked(honbun: Command, tmp_path: Path) -> None:
    done = added(honbun, tmp_path / "pages.duckdb")
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert "pages.duckdb: there is no such store to ask" in done.err
    assert not (tmp_path / "pages.duckdb").exists()
