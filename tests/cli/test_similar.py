"""`honbun similar`: pairs, clusters, drop lists, counts, and stores."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from honbun.outputs.pairs import PAIR_COLUMNS
from tests.cli import similar_pages as pages

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command, Done

ONE = ("--quiet", "--jobs", "1")


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    path = tmp_path / "pages.jsonl"
    path.write_bytes(pages.COLLECTION)
    return path


def rows(done: Done) -> list[dict[str, Any]]:
    assert done.status == 0, done.err
    return done.rows()


def test_every_pair_has_a_relation_and_sentences(honbun: Command, collection: Path) -> None:
    done = honbun("similar", collection, "--jobs", "1", "--sentences", "1")
    relations = {(row["a"], row["b"]): row["relation"] for row in rows(done)}
    assert relations[pages.ARTICLE, pages.MIRROR] == "mirror"
    assert relations[pages.ARTICLE, pages.COPY] == "copy"
    assert relations[pages.ARTICLE, pages.LETTER] == "citation"
    assert relations[pages.PEARS, pages.YEAR] == "archive"
    assert all(list(row) == list(PAIR_COLUMNS) for row in rows(done))
    assert all(len(row["shared"]) == len(row["shared_b"]) == 1 for row in rows(done))
    assert done.err.startswith("honbun: 8 pages in ")
    assert f", {len(relations)} pairs: 3 identical (1 mirror, 2 copy)" in done.err


def test_clusters_have_a_representative(honbun: Command, collection: Path) -> None:
    (found,) = rows(honbun("similar", collection, *ONE, "--as", "clusters"))
    assert found == {
        "representative": pages.ARTICLE,
        "size": 3,
        "pages": [pages.ARTICLE, pages.MIRROR, pages.COPY],
        "relations": ["mirror", "copy"],
    }


def test_drop_list_holds_urls(honbun: Command, collection: Path) -> None:
    # The mirror in the collection has an additional sentence, so it is not dropped.
    printed = f"{pages.ARTICLE}?print=1"
    page = pages.page(printed, *pages.HARBOUR).encode()
    done = honbun("similar", collection, "-", *ONE, "--as", "drop-list", stdin=page)
    assert (done.status, done.out.decode()) == (0, f"{printed}\n")
    drop = ("--as", "drop-list", "--relations", "archive", "-f", "jsonl")
    found = rows(honbun("similar", collection, *ONE, *drop))
    assert [(row["url"], row["relation"]) for row in found] == [(pages.YEAR, "archive")]


def test_counts_are_a_table(honbun: Command, collection: Path) -> None:
    done = honbun("similar", collection, *ONE, "--as", "counts")
    counts = dict(line.split()[:2] for line in done.out.decode().splitlines())
    assert (counts["identical"], counts["mirror"], counts["copy"]) == ("3", "1", "2")
    total = sum(int(counts[extent]) for extent in ("identical", "contained", "partial"))
    assert int(counts["all"]) == total


def test_changed_sentences_count_unless_they_must_be_exact(honbun: Command) -> None:
    changed = [sentence.replace("the ", "that ", 1) for sentence in pages.HARBOUR]
    stdin = (
        pages.page("https://a.example/", *pages.HARBOUR, words="Ulla Vera Wanda")
        + pages.page("https://b.example/", *changed, words="Xenia Yrsa Zita")
    ).encode()
    (found,) = rows(honbun("similar", "-", *ONE, stdin=stdin))
    assert found["shared"][0] != found["shared_b"][0]
    exact = rows(honbun("similar", "-", *ONE, "--exact", stdin=stdin))
    assert [row["overlap"] < found["overlap"] for row in exact] in ([], [True])


def test_unreadable_page_is_reported_and_the_run_continues(honbun: Command, tmp_path: Path) -> None:
    (tmp_path / "pages.jsonl").write_bytes(b"{broken\n" + pages.COLLECTION)
    done = honbun("similar", tmp_path, "--jobs", "1", "--as", "clusters")
    assert (done.status, len(done.out.splitlines())) == (1, 1)
    assert "failed to read" in done.err


def test_missing_extra_is_named(collection: Path, tmp_path: Path) -> None:
    code = "import sys; sys.modules['ibis'] = None; from honbun.cli.app import main; main()"
    store = tmp_path / "pages.duckdb"
    command = [sys.executable, "-c", code, "similar", str(collection), "--store", str(store)]
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("pip install 'honbun[similar]'\n")
    assert done.stderr.count("\n") == 1
    assert not store.exists()


def add(honbun: Command, store: Path, *arguments: str, stdin: str = "") -> Done:
    """A run with a store, and some pages on standard input."""
    inputs = ["-"] if stdin else []
    options = ("--store", str(store), "--jobs", "1", *arguments)
    return honbun("similar", *inputs, *options, stdin=stdin.encode())


def test_pages_are_added_to_a_store_and_compared(honbun: Command, tmp_path: Path) -> None:
    store = tmp_path / "pages.duckdb"
    a, b, c = (pages.page(f"https://{name}.example/", *pages.HARBOUR) for name in "abc")
    assert "again" not in add(honbun, store, stdin=a + b).err
    again = add(honbun, store, stdin=b + c)
    assert ", 1 page read again, 3 pages in " in again.err
    compared = add(honbun, store)
    assert compared.err.startswith("honbun: no pages, 3 pages in ")
    assert rows(compared) == rows(again)
    assert len(rows(compared)) == 3


def test_store_is_compared_with_the_options_it_was_made_with(
    honbun: Command, tmp_path: Path
) -> None:
    store = tmp_path / "pages.duckdb"
    a, b = (pages.page(f"https://{name}.example/", *pages.HARBOUR) for name in "ab")
    assert add(honbun, store, "--min-length", "10", stdin=a + b).status == 0
    assert len(rows(add(honbun, store))) == 1
    for done in (add(honbun, store, "--min-length", "20"), add(honbun, store, stdin=a)):
        assert done.fails_with("the store was made with --min-length 10, not 20"), done


def test_store_without_pages_cannot_be_compared(honbun: Command, tmp_path: Path) -> None:
    store = tmp_path / "pages.duckdb"
    duckdb.connect(store).close()
    assert add(honbun, store).fails_with("pages.duckdb: no pages in it")
