"""Paper 003: its tables and figures on a few written pages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from honbun.errors import HonbunError
from honbun.outputs import Output
from honbun.papers.similar_003.documents import documents
from honbun.reproduction import similar_003
from honbun.reproduction.draw_003 import DRAWN, drawn
from honbun.reproduction.model import PaperOptions
from tests.papers.similar_003.test_rows import BREAD, LAKE, PAGES
from tests.similar.pair_builders import pair
from tests.web.browsing import complaints, window

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

OPTIONS = PaperOptions(jobs=1)


@pytest.fixture
def collection(tmp_path: Path) -> str:
    path = f"{tmp_path}/all.xml"
    Output.of("standard", path).write(documents(PAGES))
    return path


def test_figure_9_counts_sentences_by_pages(collection: str) -> None:
    (table,) = similar_003.figure_9([collection], OPTIONS).tables
    # The link, the heading and the train once; the bread twice; the lake and the notice thrice.
    assert table.rows == [[1, 3], [2, 1], [3, 2]]


def test_figure_10_counts_sentences_by_length(collection: str) -> None:
    (table,) = similar_003.figure_10([collection], OPTIONS).tables
    rows: dict[Any, Any] = dict(map(tuple, table.rows))  # type: ignore[arg-type]
    assert rows[len(LAKE)] == 3
    assert rows[len(BREAD)] == 5  # the notice is as long
    assert sum(rows.values()) == 11


def test_table_1_shows_sentences_of_the_papers_lengths(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text("<p>こんにちは</p><p>さようなら</p><p>プチトマトと私</p>", encoding="utf-8")
    (table,) = similar_003.table_1([str(page)], OPTIONS)
    assert table.rows == [[5, 1, "こんにちは"], [5, 1, "さようなら"]]


def test_counts_of_section_7_1(collection: str) -> None:
    (table,) = similar_003.counts([collection], OPTIONS)
    pages, evidence, pairs, paired = (row[1] for row in table.rows)
    assert (pages, evidence, pairs, paired) == (5, 4, 6, 5)


def test_table_2_is_that_of_the_paper_or_of_two_urls() -> None:
    (table,) = similar_003.table_2([], OPTIONS)
    assert [row[0] for row in table.cells()] == [row[1] for row in table.cells()]
    (one,) = similar_003.table_2(["http://a.com/b", "http://a.com/c"], OPTIONS)
    assert [row[0] for row in one.rows] == [0.5]
    with pytest.raises(HonbunError, match="two URLs"):
        similar_003.table_2(["http://a.com/b"], OPTIONS)


def test_table_3_counts_judged_pairs(collection: str, tmp_path: Path) -> None:
    (table,) = similar_003.table_3([collection], OPTIONS)
    assert table.rows[-1][2] == 6
    assert sum(int(row[2] or 0) for row in table.rows[:-1]) == 6
    html = similar_003.judge([collection], OPTIONS).html
    data = html.partition('id="pairs">')[2].partition("</script>")[0]
    assert json.loads(data)[1][2] == "identical, similar URL: mirror page"
    lines = [
        json.dumps({"right": number > 0, "a": a, "b": b}, separators=(",", ":"))
        for number, (a, b, _) in enumerate(json.loads(data))
    ]
    judged = tmp_path / "judgements.jsonl"
    judged.write_text("\n".join(lines), encoding="utf-8")
    (table,) = similar_003.table_3([collection, str(judged)], OPTIONS)
    assert table.rows[-1][3] == 6
    right = [float(row[3] or 0) * float(row[4]) for row in table.rows if row[4] is not None]
    assert sum(right) == pytest.approx(5)


def test_judgements_that_the_page_saves_are_counted(
    browser: Browser, collection: str, tmp_path: Path
) -> None:
    page = tmp_path / "judge.html"
    page.write_text(similar_003.judge([collection], OPTIONS).html, encoding="utf-8")
    with window(browser) as tab:
        heard = complaints(tab)
        tab.goto(page.as_uri())
        groups = tab.get_by_role("group", name="Is this right?")
        assert "identical, similar URL: mirror page" in groups.nth(1).inner_text()
        groups.nth(0).get_by_label("right").check()
        groups.nth(1).get_by_label("wrong").check()
        assert "2 of 6" in tab.get_by_role("banner").inner_text()
        with tab.expect_download() as saved:
            tab.get_by_role("button", name="Save judgements").click()
        saved.value.save_as(tmp_path / "judgements.jsonl")
        tab.reload()
        assert groups.nth(1).get_by_label("wrong").is_checked()
        assert heard == []
    (table,) = similar_003.table_3([collection, f"{tmp_path}/judgements.jsonl"], OPTIONS)
    assert table.rows[-1][3] == 2


def test_pairs_are_drawn_at_random_and_again_the_same() -> None:
    pairs = [pair(f"https://a.example/{n}", f"https://b.example/{n}") for n in range(DRAWN + 500)]
    chosen = drawn(pairs)
    assert len(set(map(id, chosen))) == DRAWN
    assert chosen == drawn(pairs)
    assert chosen != pairs[:DRAWN]
    assert sorted(chosen, key=pairs.index) == chosen


def test_input_is_needed() -> None:
    with pytest.raises(HonbunError, match="no input"):
        similar_003.figure_9([], OPTIONS)
