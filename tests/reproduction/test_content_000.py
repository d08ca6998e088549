"""Paper 000: tables, sweep and coloured pages on the demo sites."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import honbun
from honbun.errors import HonbunError
from honbun.reproduction.content_000 import coloured_page, figure_8, table_1, table_2
from honbun.reproduction.model import Document, PaperOptions

SITES = str(Path(honbun.__file__).parent / "demo" / "sites")
NAME = "harbour-lights.html"
OPTIONS = PaperOptions(jobs=1)


def test_rows_are_sites_their_sum_and_all_as_one() -> None:
    (table,) = table_1([SITES], OPTIONS)
    assert [row[0] for row in table.rows] == ["fernhill", "minato", "micro average", "all sites"]
    *sites, _, every = table.rows
    for column in (1, 2, 3):
        assert sum(int(row[column] or 0) for row in sites) == every[column]
    assert table_2([SITES], OPTIONS)[0].rows == sites


def test_sweep_at_the_threshold_of_the_paper_gives_the_figures_of_table_1() -> None:
    (sweep,) = figure_8([SITES], OPTIONS).tables
    at_090 = next(row for row in sweep.rows if row[0] == 0.9)
    assert at_090[1:] == pytest.approx(table_1([SITES], OPTIONS)[0].rows[-1][-2:])


def test_duplicates_that_are_not_compared_keep_their_content(tmp_path: Path) -> None:
    """As section 4.2 found: the recall of a site with one article twice rises."""
    pairs = tmp_path / "pairs.jsonl"
    here = "https://fernhill-garden.example"
    page = "2024/06/water-ram.html"
    row = {"a": f"{here}/{page}", "b": f"{here}/print/{page}", "extent": "identical"}
    pairs.write_text(json.dumps(row), encoding="utf-8")
    options = PaperOptions(jobs=1, duplicates=str(pairs))
    (before,), (after,) = table_2([SITES], OPTIONS), table_2([SITES], options)
    assert float(before.rows[0][5] or 0) < 90 < float(after.rows[0][5] or 0)
    assert after.rows[1] == before.rows[1]
    at_090 = next(row for row in figure_8([SITES], options).tables[0].rows if row[0] == 0.9)
    assert at_090[1:] == pytest.approx(table_1([SITES], options)[0].rows[-1][-2:])


def test_coloured_texts_are_the_extracted_ones() -> None:
    site = f"{SITES}/minato"
    options = PaperOptions(jobs=1, page=NAME)
    page = next(one for one in honbun.read(site) if one.source.endswith(NAME))
    document = coloured_page([site], options)
    assert isinstance(document, Document)
    found = re.search(r'<script id="page"[^>]*>(.*?)</script>', document.html, re.DOTALL)
    assert found
    coloured = json.loads(found[1])["coloured_runs"]
    contents = honbun.extract(honbun.read(site), honbun.ContentOptions(faithful=True))
    content = next(one for one in contents if one.source.endswith(NAME))
    runs = page.parse().run
    text = "".join("".join(runs[at].split()) for at in coloured)
    assert text == "".join("".join(block.text.split()) for block in content.blocks)


def test_page_that_is_not_there_is_reported() -> None:
    with pytest.raises(HonbunError, match="ends in nowhere"):
        coloured_page([f"{SITES}/minato"], PaperOptions(jobs=1, page="nowhere"))
