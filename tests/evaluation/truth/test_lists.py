"""List pages with truth, in both formats."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.errors import TruthError
from honbun.evaluation.truth.lists import has_articles, read_articles, read_lists, title_digest
from tests.evaluation.noticeboards import (
    FAIR,
    HERE,
    ROADS,
    WATER,
    true_item,
    write_lists,
    write_site,
)

if TYPE_CHECKING:
    from pathlib import Path

PAGES = {
    "town.html.gz": {
        "shown": [ROADS, FAIR],
        "true": [ROADS, FAIR],
        "kind": "b notices, a table",
        "note": "the upper one",
    },
    "links.html": {"shown": [WATER], "true": [], "kind": "l link farm", "language": "ja"},
}


def test_pages_come_with_their_truth(tmp_path: Path) -> None:
    town, links = read_lists(write_lists(tmp_path, PAGES))
    assert town.items == (true_item(ROADS), true_item(FAIR))
    assert (town.name, town.kind, town.language) == ("town", "b", "en")
    assert (town.page.url, town.page.source) == (HERE, "town.html.gz")
    assert "Roads are mended" in town.page.decode().text
    assert (links.name, links.kind, links.language, links.items) == ("links", "l", "ja", ())


def test_encoding_of_the_truth_is_used(tmp_path: Path) -> None:
    write_lists(tmp_path, {"a.html": {"shown": [], "true": [], "kind": "l"}})
    truth = json.loads((tmp_path / "lists.json").read_text())
    (tmp_path / "lists.json").write_text(json.dumps([{**truth[0], "encoding": "shift_jis"}]))
    (tmp_path / "a.html").write_bytes("<meta charset=euc-jp>道路".encode("shift_jis"))
    (page,) = read_lists(tmp_path)
    assert page.page.decode().text.endswith("道路")


def test_held_out_data_has_digests_instead_of_titles(tmp_path: Path) -> None:
    write_lists(tmp_path, PAGES)
    truth = json.loads((tmp_path / "lists.json").read_text())
    for item in truth[0]["items"]:
        item["title_sha1"] = title_digest(item.pop("title"))
    (tmp_path / "lists.json").write_text(json.dumps(truth))
    items = read_lists(tmp_path)[0].items
    assert [item.title for item in items] == [None, None]
    assert [item.digest for item in items] == [true_item(ROADS).digest, true_item(FAIR).digest]


def test_digests_are_those_of_the_data() -> None:
    # printf 道路工事 | sha1sum
    assert title_digest("道路 工事\n") == "cec429c5b359cba5"


@given(st.lists(st.text(), min_size=1))
def test_white_space_does_not_change_a_digest(words: list[str]) -> None:
    assert title_digest(" \n".join(words)) == title_digest("".join("".join(words).split()))


def test_list_pages_of_sites_come_with_their_feeds(tmp_path: Path) -> None:
    write_site(tmp_path, "town", [ROADS, FAIR], articles=1)
    write_site(tmp_path, "village", [WATER], articles=1)
    town, village = read_lists(tmp_path)
    assert (town.name, town.kind, town.language) == ("town/list", "links", "en")
    assert town.items == (true_item(ROADS), true_item(FAIR))
    assert (town.page.url, town.page.source) == (HERE, "town/list.html.gz")
    assert [page.name for page in read_lists(tmp_path / "village")] == [village.name]


def test_missing_date_is_unknown(tmp_path: Path) -> None:
    write_site(tmp_path, "town", [ROADS], articles=0)
    truth = json.loads((tmp_path / "town" / "site.json").read_text())
    del truth["feed"]["list.html.gz"][0]["published"]
    (tmp_path / "town" / "site.json").write_text(json.dumps(truth))
    assert read_lists(tmp_path)[0].items[0].published is None


def test_pages_are_filtered_by_kind(tmp_path: Path) -> None:
    write_lists(tmp_path, PAGES)
    assert [page.name for page in read_lists(tmp_path, ["l"])] == ["links"]
    assert [page.name for page in read_lists(tmp_path, ["l", "b"])] == ["town", "links"]
    with pytest.raises(TruthError, match=r"no pages of kind z in .*: b, l"):
        read_lists(tmp_path, ["b", "z"])


@pytest.mark.parametrize(
    ("most", "chosen"),
    [
        (4, ["a/0", "a/3", "b/0", "b/1"]),
        (5, ["a/0", "a/2", "a/4", "b/0", "b/1"]),
        (99, ["a/0", "a/1", "a/2", "a/3", "a/4", "a/5", "b/0", "b/1", "b/2"]),
        (0, []),
    ],
)
def test_articles_are_sampled_evenly_from_all_sites(
    tmp_path: Path, most: int, chosen: list[str]
) -> None:
    write_site(tmp_path, "a", [], articles=6)
    write_site(tmp_path, "b", [], articles=3)
    assert [page.source for page in read_articles(tmp_path, most)] == [
        f"{source}.html" for source in chosen
    ]


def test_only_sites_have_articles(tmp_path: Path) -> None:
    assert not has_articles(write_lists(tmp_path / "lists", PAGES))
    assert has_articles(write_site(tmp_path / "sites", "town", [], articles=1))


def test_folder_without_truth_is_reported(tmp_path: Path) -> None:
    with pytest.raises(TruthError) as error:
        read_lists(tmp_path)
    expected = f"no site.json found in {tmp_path} or the folders inside it"
    assert str(error.value) == expected


@pytest.mark.parametrize(
    "broken",
    [
        "{",
        '{"a": 1}',
        "[{}]",
        '[{"file": "none.html", "url": "", "kind": "a b", "language": "", "items": []}]',
        '[{"file": "a.html.gz", "url": "", "kind": "a b", "language": "", "items": []}]',
        '[{"file": "b.html", "url": "", "kind": "", "language": "", "items": []}]',
        '[{"file": "b.html", "url": "", "kind": "a", "language": "", "items": [{"link": ""}]}]',
    ],
)
def test_broken_truth_is_reported_with_its_file(tmp_path: Path, broken: str) -> None:
    (tmp_path / "a.html.gz").write_bytes(b"no gzip")
    (tmp_path / "b.html").write_bytes(b"")
    (tmp_path / "lists.json").write_text(broken)
    with pytest.raises(TruthError) as error:
        read_lists(tmp_path)
    assert str(error.value).startswith(f"{tmp_path / 'lists.json'}: ")


def test_list_page_without_feed_is_reported(tmp_path: Path) -> None:
    write_site(tmp_path, "town", [ROADS], articles=0)
    truth = json.loads((tmp_path / "town" / "site.json").read_text())
    (tmp_path / "town" / "site.json").write_text(json.dumps({**truth, "feed": {}}))
    with pytest.raises(TruthError, match=r"site\.json: KeyError"):
        read_lists(tmp_path)
