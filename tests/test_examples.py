"""Every file of examples/ runs on the bundled pages."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

import honbun

EXAMPLES = Path(__file__).parents[1] / "examples"
DEMO = Path(str(files("honbun"))) / "demo"
ARGUMENTS: dict[str, list[Path | str]] = {
    "extract_folder.py": [DEMO / "sites" / "fernhill"],
    "extract_warc_to_parquet.py": [DEMO / "sites" / "fernhill", "content.parquet"],
    "forum_to_jsonl.py": [DEMO / "threads"],
    "page_to_feed.py": [DEMO / "lists" / "kawabe.html"],
    "near_duplicates.py": [DEMO / "sites", DEMO / "borrowed"],
}
FRAMES = ("pandas_frame.py", "polars_frame.py")
HEAVY: dict[str, tuple[str, list[Path | str], str]] = {
    "langchain_documents.py": (
        "langchain_core",
        ["the garden", DEMO / "sites" / "fernhill"],
        "https://fernhill-garden.example/",
    ),
    "llama_index_documents.py": (
        "llama_index.core",
        [DEMO / "sites" / "fernhill"],
        "https://fernhill-garden.example/2024/06/water-ram.html#chunk-0 The Pump That Never",
    ),
    "huggingface_dataset.py": (
        "datasets",
        [DEMO / "sites" / "fernhill", "dataset"],
        "14 pages, columns url, title, author, date, language, markdown",
    ),
}
"""Examples with the library that they need (`make integrations`), arguments and what they print."""
ELSEWHERE = ("scrapy_spider.py", "common_crawl.py")
"""Run by tests/integrations."""
EXPECTED = {
    "extract_folder.py": "# ",
    "extract_warc_to_parquet.py": "",
    "forum_to_jsonl.py": '"author": ',
    "page_to_feed.py": "http",
    "near_duplicates.py": "%\n",
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_example_prints_what_it_promises(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [name, *map(str, ARGUMENTS[name])])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    assert EXPECTED[name] in capsys.readouterr().out


@pytest.fixture
def parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The content of a site, in the current folder."""
    from honbun.outputs import Output

    monkeypatch.chdir(tmp_path)
    contents = honbun.extract(honbun.read(DEMO / "sites" / "fernhill"))
    Output.of("content", "content.parquet").write(contents)
    return tmp_path / "content.parquet"


@pytest.mark.parametrize("name", FRAMES)
def test_frame_is_read_from_parquet(
    name: str, parquet: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip(name.partition("_")[0])
    monkeypatch.setattr(sys, "argv", [name, str(parquet)])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    assert ("2024-06" if name == "pandas_frame.py" else "are body, on 14 pages") in (
        capsys.readouterr().out
    )


@pytest.mark.parametrize("name", HEAVY)
def test_example_with_another_library_prints_what_it_promises(name: str, tmp_path: Path) -> None:
    library, arguments, expected = HEAVY[name]
    pytest.importorskip(library)
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *map(str, arguments)],
        cwd=tmp_path,
        env=os.environ | {"HF_HOME": str(tmp_path / "cache"), "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert expected in done.stdout, done.stderr


@pytest.mark.usefixtures("parquet")
def test_query_counts_the_pages_of_each_site() -> None:
    import duckdb

    query = duckdb.sql((EXAMPLES / "duckdb_query.sql").read_text(encoding="utf-8"))
    assert query is not None
    rows = query.fetchall()
    assert sum(pages for _, pages, *_ in rows) == 14


def test_every_example_is_run() -> None:
    run = {*ARGUMENTS, *FRAMES, *HEAVY, *ELSEWHERE}
    assert {path.name for path in EXAMPLES.glob("*.py")} == run
