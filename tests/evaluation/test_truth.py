"""Pages with truth are read from folders: lists, thread pages, pairs and texts."""

from __future__ import annotations

import gzip
import json
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.content.model import Role
from honbun.errors import TruthError
from honbun.evaluation.truth.lists import has_articles, read_articles, read_lists, title_digest
from honbun.evaluation.truth.pairs import read_pairs
from honbun.evaluation.truth.texts import is_text_truth, read_text_pages
from honbun.evaluation.truth.threads import TruePost, read_groups
from tests.evaluation import guestbooks, notices, texts
from tests.evaluation.guestbooks import ANN, BOB, CAT, Shown, write_group
from tests.evaluation.noticeboards import (
    FAIR,
    HERE,
    ROADS,
    WATER,
    true_item,
    write_lists,
    write_site,
)
from tests.evaluation.notices import COLLECTION, PAIRS
from tests.evaluation.texts import row, write_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

BOARDS = {
    "town.html.gz": {"shown": [ROADS, FAIR], "true": [ROADS, FAIR], "kind": "b notices, a table"},
    "links.html": {"shown": [WATER], "true": [], "kind": "l link farm", "language": "ja"},
}


def change(file: Path, edit: Callable[[Any], object]) -> None:
    """Change a truth file in JSON."""
    truth = json.loads(file.read_text(encoding="utf-8"))
    edit(truth)
    file.write_text(json.dumps(truth), encoding="utf-8")


def test_lists_come_with_their_truth(tmp_path: Path) -> None:
    town, links = read_lists(write_lists(tmp_path, BOARDS))
    assert town.items == (true_item(ROADS), true_item(FAIR))
    assert (town.name, town.kind, town.language) == ("town", "b", "en")
    assert (town.page.url, town.page.source) == (HERE, "town.html.gz")
    assert "Roads are mended" in town.page.decode().text
    assert (links.name, links.kind, links.language, links.items) == ("links", "l", "ja", ())
    assert not has_articles(tmp_path)


def test_list_pages_of_sites_come_with_their_feeds(tmp_path: Path) -> None:
    write_site(tmp_path, "town", [ROADS, FAIR], articles=1)
    write_site(tmp_path, "village", [WATER], articles=1)
    change(tmp_path / "village" / "site.json", lambda t: t["feed"]["list.html.gz"][0].popitem())
    town, village = read_lists(tmp_path)
    assert (town.name, town.kind, town.language) == ("town/list", "links", "en")
    assert town.items == (true_item(ROADS), true_item(FAIR))
    assert (town.page.url, town.page.source) == (HERE, "town/list.html.gz")
    assert [item.published for item in village.items] == [None]  # it is not in the truth
    assert [page.name for page in read_lists(tmp_path / "village")] == [village.name]
    assert has_articles(tmp_path)


def test_held_out_lists_have_digests_instead_of_titles(tmp_path: Path) -> None:
    def hide(truth: list[dict[str, Any]]) -> None:
        for item in truth[0]["items"]:
            item["title_sha1"] = title_digest(item.pop("title"))

    change(write_lists(tmp_path, BOARDS) / "lists.json", hide)
    items = read_lists(tmp_path)[0].items
    assert [item.title for item in items] == [None, None]
    assert [item.digest for item in items] == [true_item(ROADS).digest, true_item(FAIR).digest]
    # printf 道路工事 | sha1sum
    assert title_digest("道路 工事\n") == "cec429c5b359cba5"


@given(st.lists(st.text(), min_size=1))
def test_white_space_does_not_change_a_digest(words: list[str]) -> None:
    assert title_digest(" \n".join(words)) == title_digest("".join("".join(words).split()))


def test_lists_are_filtered_by_kind(tmp_path: Path) -> None:
    write_lists(tmp_path, BOARDS)
    assert [page.name for page in read_lists(tmp_path, ["l"])] == ["links"]
    assert [page.name for page in read_lists(tmp_path, ["l", "b"])] == ["town", "links"]
    with pytest.raises(TruthError, match=r"no pages of kind z in .*: b, l"):
        read_lists(tmp_path, ["b", "z"])


@pytest.mark.parametrize(
    ("most", "chosen"),
    [
        (4, "a/0 a/3 b/0 b/1"),
        (5, "a/0 a/2 a/4 b/0 b/1"),
        (99, "a/0 a/1 a/2 a/3 a/4 a/5 b/0 b/1 b/2"),
        (0, ""),
    ],
)
def test_articles_are_sampled_evenly_from_all_sites(tmp_path: Path, most: int, chosen: str) -> None:
    write_site(tmp_path, "a", [], articles=6)
    write_site(tmp_path, "b", [], articles=3)
    assert [page.source for page in read_articles(tmp_path, most)] == [
        f"{source}.html" for source in chosen.split()
    ]


@pytest.fixture
def threads(tmp_path: Path) -> Path:
    write_group(tmp_path, "west", {"0.html.gz": Shown([ANN, BOB], [ANN, BOB])}, style="hr")
    pages = {"b.html.gz": Shown([CAT], [CAT]), "a.html": Shown([ANN], [ANN])}
    return write_group(tmp_path, "east", pages)


def test_formats_are_sorted_and_pages_are_in_the_order_of_the_truth(threads: Path) -> None:
    east, west = read_groups(threads)
    assert [(east.name, east.style), (west.name, west.style)] == [
        ("east", "structured"),
        ("west", "hr"),
    ]
    assert (east.language, east.pages[0].main_selector) == ("en", "ul")
    assert [page.page.source for page in east.pages] == ["east/b.html.gz", "east/a.html"]
    assert [page.page.html for page in east.pages] == [
        guestbooks.html([one]).encode() for one in (CAT, ANN)
    ]
    assert [one.name for one in read_groups(threads / "west")] == ["west"]


def test_posts_come_in_order_and_blank_fields_are_missing(threads: Path) -> None:
    blank = {"text": CAT, "body": " ", "author": "", "date": None}
    change(threads / "west" / "group.json", lambda t: t["pages"][0]["posts"].append(blank))
    change(threads / "west" / "group.json", lambda t: t["pages"][0].update(url="https://w.example"))
    east, west = read_groups(threads)
    assert west.pages[0].posts == (
        TruePost(ANN, "It rained all day and we stayed at home.", "Ann", "1998-07-01"),
        TruePost(BOB, "Then came the sun, so we went to the sea.", "Bob", "1998-07-02"),
        TruePost(CAT, None, None, None),
    )
    assert (east.pages[0].page.url, west.pages[0].page.url) == (None, "https://w.example")


def test_encoding_of_the_truth_outranks_what_the_page_declares(
    threads: Path, tmp_path: Path
) -> None:
    page = "<meta charset=utf-8><li>Renée".encode("cp1252")
    (threads / "west" / "0.html.gz").write_bytes(gzip.compress(page))
    change(threads / "west" / "group.json", lambda t: t["pages"][0].update(encoding="cp1252"))
    *_, west = read_groups(threads)
    lists = write_lists(tmp_path / "lists", {"a.html": {"shown": [], "true": [], "kind": "l"}})
    (lists / "a.html").write_bytes(page)
    change(lists / "lists.json", lambda t: t[0].update(encoding="cp1252"))
    (board,) = read_lists(lists)
    assert west.pages[0].page.decode().text.endswith("Renée")
    assert board.page.decode().text.endswith("Renée")


def test_pairs_are_read_as_written(tmp_path: Path) -> None:
    folder = notices.write(tmp_path, COLLECTION.pages, PAIRS)
    assert read_pairs(folder) == COLLECTION
    line = '{"a": "%s", "b": "%s", "extent": "partial", "relation": "spam"}'
    (folder / "truth.jsonl").write_text(line % (PAIRS[0].a, PAIRS[0].b))
    assert [true.reworded for true in read_pairs(folder).pairs] == [False]


def test_pages_with_texts_come_in_the_order_of_the_truth(tmp_path: Path) -> None:
    rows = [row(2, type="forum"), row(0), row(7, domain=None, url="")]
    folder = write_texts(tmp_path / "data", rows)
    assert is_text_truth(folder)
    first, _, unnamed = read_text_pages(folder)
    assert (first.type, first.site, first.text) == ("forum", "site2.example", texts.text(2))
    assert first.page.html == texts.html(2).encode()
    assert first.page.url == "https://site2.example/notes/2.html"
    assert first.page.source == "data/pages/0002.html.gz"
    assert (unnamed.site, unnamed.page.url) == ("0007", None)
    assert list(read_text_pages(write_texts(tmp_path / "empty", []))) == []


def test_texts_of_all_sources_become_one_record(tmp_path: Path) -> None:
    news = {"paragraphs": ["One.", "Two."], "publisher": "The Ant", "source": "andy"}
    facts = {"title": "Ants", "authors": ["A", "B"], "date": "2020-01-02", "language": "en"}
    other = {"main_content": None, "site": "news.site1.example", "note": "cut"}
    article = {"text": "One.\n\nTwo.\n", "source": "daniel"}
    rows = [row(0, **news, **facts, complete=False), {**row(1, **other), **article}]
    del rows[0]["main_content"], rows[0]["domain"], rows[1]["main_content"]
    paper, outlet = read_text_pages(write_texts(tmp_path / "data", rows))
    assert (paper.source, paper.outlet, paper.site) == ("data", "The Ant", "site0.example")
    assert (paper.text, paper.paragraphs) == ("One.\nTwo.", ("One.", "Two."))
    assert (paper.title, paper.authors, paper.date) == ("Ants", ("A", "B"), "2020-01-02")
    assert paper.roles == {Role.BODY}
    assert (outlet.source, outlet.outlet) == ("data/daniel", "news.site1.example")
    assert (outlet.site, outlet.paragraphs) == ("site1.example", ("One.", "Two."))
    assert outlet.roles == {Role.TITLE, Role.BODY}
    assert [paper.is_sound, outlet.is_sound] == [False, False]


def test_truth_can_name_its_roles(tmp_path: Path) -> None:
    rows = [row(0, roles=["body", "caption"]), row(1, source="readability"), row(2)]
    found = [one.roles for one in read_text_pages(write_texts(tmp_path / "data", rows))]
    assert found == [{Role.BODY, Role.CAPTION}, {Role.BODY, Role.CAPTION}, {Role.BODY}]
    write_texts(tmp_path / "wrong", [row(0, roles=["heading"])])
    with pytest.raises(TruthError, match="heading"):
        list(read_text_pages(tmp_path / "wrong"))


def test_page_stored_as_utf8_is_read_as_such_whatever_it_declares(tmp_path: Path) -> None:
    folder = write_texts(tmp_path / "data", [row(0)])
    file = folder / "pages/0000.html.gz"
    for html, text in (
        ("<meta charset=gbk><p>本文".encode(), "本文"),
        ("<meta charset=gbk><p>本文".encode("gbk"), "本文"),
        (b"<meta charset=iso-2022-jp><p>\x1b$BK\\J8\x1b(B", "本文"),
    ):
        file.write_bytes(gzip.compress(html))
        (found,) = read_text_pages(folder)
        assert found.page.decode().text.endswith(text)


def all_lists(folder: Path) -> Iterable[object]:
    return read_lists(folder)


def all_pairs(folder: Path) -> Iterable[object]:
    return [read_pairs(folder)]


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (all_lists, "no site.json found in {} or the folders inside it"),
        (read_groups, "no group.json found in {} or the folders inside it"),
        (all_pairs, "no pages.jsonl.gz and no truth.jsonl"),
        (read_text_pages, "has no truth.jsonl.gz"),
    ],
)
def test_folder_without_truth_is_reported(
    tmp_path: Path, read: Callable[[Path], Iterable[object]], message: str
) -> None:
    with pytest.raises(TruthError) as error:
        list(read(tmp_path))
    assert message.format(tmp_path) in str(error.value)


def board(**fields: object) -> str:
    """The truth of a list page of which some fields are wrong."""
    usual = {"file": "b.html", "url": "", "kind": "a b", "language": "", "items": []}
    return json.dumps([{**usual, **fields}])


def post(**fields: object) -> dict[str, object]:
    return {"posts": [{"text": ANN, "body": None, "author": None, "date": None, **fields}]}


def paired(**fields: str) -> str:
    usual = {"a": PAIRS[0].a, "b": PAIRS[0].b, "extent": "partial", "relation": "spam"}
    return json.dumps({**usual, **fields})


@pytest.mark.parametrize(
    "broken",
    ["{", '{"a": 1}', "[{}]", board(file="none.html"), board(file="a.html.gz"), board(kind=""),
     board(items=[{"link": ""}])],
)  # fmt: skip
def test_broken_truth_of_lists_is_reported_with_its_file(tmp_path: Path, broken: str) -> None:
    (tmp_path / "a.html.gz").write_bytes(b"no gzip")
    (tmp_path / "b.html").write_bytes(b"")
    (tmp_path / "lists.json").write_text(broken)
    with pytest.raises(TruthError, match=r"lists\.json: "):
        read_lists(tmp_path)


def test_list_page_without_feed_is_reported(tmp_path: Path) -> None:
    change(
        write_site(tmp_path, "town", [ROADS], articles=0) / "town" / "site.json",
        lambda truth: truth.update(feed={}),
    )
    with pytest.raises(TruthError, match=r"site\.json: KeyError"):
        read_lists(tmp_path)


@pytest.mark.parametrize("text", ["{", "[]", "\udcff"])
def test_invalid_truth_of_threads_is_reported_with_its_file(threads: Path, text: str) -> None:
    path = threads / "west" / "group.json"
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(TruthError) as caught:
        list(read_groups(threads))
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("group", "page", "wrong"),
    [
        ({"group": 5}, {}, "group must be a string, not 5"),
        ({"style": ["hr"]}, {}, "style must be one of hr, structured"),
        ({"pages": [5]}, {}, "TypeError"),
        ({}, {"file": "missing.html.gz"}, "FileNotFoundError"),
        ({}, {"url": 5}, "url must be a string, not 5"),
        ({}, {"posts": [{"text": ANN}]}, "KeyError"),
        ({}, post(text=None), "text must be a string, not None"),
    ],
)
def test_malformed_truth_of_threads_is_reported_with_a_reason(
    threads: Path, group: dict[str, Any], page: dict[str, Any], wrong: str
) -> None:
    path = threads / "west" / "group.json"
    change(path, lambda truth: truth["pages"][0].update(page))
    change(path, lambda truth: truth.update(group))
    with pytest.raises(TruthError, match=wrong) as caught:
        list(read_groups(threads))
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("pages.jsonl.gz", None, "has no pages.jsonl.gz: see"),
        ("truth.jsonl", None, "has no truth.jsonl: see"),
        ("pages.jsonl.gz", "not packed", "pages.jsonl.gz: "),
        ("truth.jsonl", "not JSON", "truth.jsonl: "),
        ("truth.jsonl", paired(extent="huge"), "truth.jsonl: "),
        ("truth.jsonl", '{"a": "x", "extent": "partial", "relation": "spam"}', "truth.jsonl: "),
        ("truth.jsonl", paired(a="http://x.example/"), "a page that is not there: http://x.exam"),
        ("truth.jsonl", "", "lists no pair"),
    ],
)
def test_broken_truth_of_pairs_is_reported(
    tmp_path: Path, name: str, content: str | None, message: str
) -> None:
    folder = notices.write(tmp_path, COLLECTION.pages, PAIRS)
    if content is None:
        (folder / name).unlink()
    else:
        (folder / name).write_text(content)
    with pytest.raises(TruthError) as caught:
        read_pairs(folder)
    assert message in str(caught.value)


LINE = json.dumps(row(0)).encode() + b"\n"
packed = partial(gzip.compress, mtime=0)


@pytest.mark.parametrize(
    ("file", "content"),
    [
        pytest.param("truth.jsonl.gz", b"no gzip", id="no gzip"),
        pytest.param("truth.jsonl.gz", packed(LINE)[:-12], id="cut short"),
        pytest.param("truth.jsonl.gz", packed(b"no json\n"), id="no JSON"),
        pytest.param("truth.jsonl.gz", packed(b'{"id": "0"}'), id="a key missing"),
        pytest.param("truth.jsonl.gz", packed(b"[]"), id="a list"),
        pytest.param(
            "truth.jsonl.gz", packed(json.dumps(row(0, file=None)).encode()), id="no file"
        ),
        pytest.param("pages/0000.html.gz", None, id="no page"),
        pytest.param("pages/0000.html.gz", b"<p>x", id="a page without gzip"),
        pytest.param(
            "pages/0000.html.gz", packed(b"<p>" * 99)[:14] + bytes(9), id="a page with damage"
        ),
    ],
)
def test_broken_truth_of_texts_is_reported(
    tmp_path: Path, file: str, content: bytes | None
) -> None:
    path = write_texts(tmp_path / "data", [row(0)]) / file
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(TruthError, match=r"truth\.jsonl\.gz: "):
        list(read_text_pages(tmp_path / "data"))
