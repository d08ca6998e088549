"""Every file of examples/ runs on the bundled pages."""

from __future__ import annotations

import runpy
import sys
from importlib.resources import files
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
DEMO = Path(str(files("honbun"))) / "demo"
ARGUMENTS: dict[str, list[Path | str]] = {
    "extract_folder.py": [DEMO / "sites" / "fernhill"],
    "extract_warc_to_parquet.py": [DEMO / "sites" / "fernhill", "content.parquet"],
    "forum_to_jsonl.py": [DEMO / "threads"],
    "page_to_feed.py": [DEMO / "lists" / "kawabe.html"],
    "near_duplicates.py": [DEMO / "sites", DEMO / "borrowed"],
}
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


def test_query_counts_the_pages_of_each_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import duckdb

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        sys, "argv", ["extract", str(DEMO / "sites" / "fernhill"), "content.parquet"]
    )
    runpy.run_path(str(EXAMPLES / "extract_warc_to_parquet.py"), run_name="__main__")
    query = duckdb.sql((EXAMPLES / "duckdb_query.sql").read_text(encoding="utf-8"))
    assert query is not None
    rows = query.fetchall()
    assert sum(pages for _, pages, *_ in rows) == 14


def test_every_example_is_run() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(ARGUMENTS)
