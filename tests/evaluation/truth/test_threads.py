"""Thread pages with truth are read from disk."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from honbun.errors import TruthError
from honbun.evaluation.truth.threads import TruePost, read_groups
from tests.evaluation.guestbooks import ANN, BOB, CAT, Shown, html, write_group

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    write_group(tmp_path, "west", {"0.html.gz": Shown([ANN, BOB], [ANN, BOB])}, style="hr")
    return write_group(
        tmp_path, "east", {"b.html.gz": Shown([CAT], [CAT]), "a.html": Shown([ANN], [ANN])}
    )


def change(folder: Path, **changes: Any) -> None:
    """Change fields of a format, or of its first page if the key begins with `page_`."""
    path = folder / "group.json"
    truth = json.loads(path.read_text(encoding="utf-8"))
    for key, value in changes.items():
        place = truth["pages"][0] if key.startswith("page_") else truth
        place[key.removeprefix("page_")] = value
    path.write_text(json.dumps(truth), encoding="utf-8")


def test_formats_are_sorted_and_pages_are_in_the_order_of_the_truth(data: Path) -> None:
    east, west = read_groups(data)
    assert [(east.name, east.style), (west.name, west.style)] == [
        ("east", "structured"),
        ("west", "hr"),
    ]
    assert (east.language, west.language) == ("en", "en")
    assert [page.page.source for page in east.pages] == ["east/b.html.gz", "east/a.html"]
    assert east.pages[0].main_selector == "ul"


def test_compressed_pages_are_decompressed(data: Path) -> None:
    east, _ = read_groups(data)
    assert [page.page.html for page in east.pages] == [html([CAT]).encode(), html([ANN]).encode()]


def test_posts_come_in_order_with_their_fields(data: Path) -> None:
    _, west = read_groups(data)
    assert west.pages[0].posts == (
        TruePost(ANN, "It rained all day and we stayed at home.", "Ann", "1998-07-01"),
        TruePost(BOB, "Then came the sun, so we went to the sea.", "Bob", "1998-07-02"),
    )


def test_page_has_the_url_of_the_truth_or_none(data: Path) -> None:
    change(data / "west", page_url="https://west.example/book")
    east, west = read_groups(data)
    assert east.pages[0].page.url is None
    assert west.pages[0].page.url == "https://west.example/book"


def test_blank_fields_are_missing(data: Path) -> None:
    blank = {"text": ANN, "body": " ", "author": "", "date": None}
    change(data / "west", page_posts=[blank])
    _, west = read_groups(data)
    assert west.pages[0].posts == (TruePost(ANN, None, None, None),)


def test_encoding_of_the_truth_outranks_what_the_page_declares(data: Path) -> None:
    page = "<meta charset=utf-8><li>Renée".encode("cp1252")
    (data / "east" / "a.html").write_bytes(page)
    change(data / "east", page_file="a.html", page_encoding="cp1252")
    east, _ = read_groups(data)
    assert east.pages[0].page.decode().text.endswith("Renée")


def test_single_format_can_be_read(data: Path) -> None:
    (west,) = read_groups(data / "west")
    assert (west.name, west.pages[0].page.source) == ("west", "west/0.html.gz")


@pytest.mark.parametrize("name", ["", "missing"])
def test_folder_without_truth_is_reported(tmp_path: Path, name: str) -> None:
    with pytest.raises(TruthError, match=r"no group\.json found in"):
        next(read_groups(tmp_path / name))


@pytest.mark.parametrize("text", ["{", "[]", "{}", "5", "\udcff"])
def test_invalid_truth_is_reported_with_its_file(data: Path, text: str) -> None:
    path = data / "west" / "group.json"
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(TruthError) as caught:
        list(read_groups(data))
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"group": 5}, "group must be a string, not 5"),
        ({"style": "round"}, "style must be one of hr, structured"),
        ({"style": ["hr"]}, "style must be one of hr, structured"),
        ({"language": None}, "language must be a string, not None"),
        ({"pages": 5}, "not iterable"),
        ({"pages": [5]}, "TypeError"),
        ({"page_file": "missing.html.gz"}, "FileNotFoundError"),
        ({"page_url": 5}, "url must be a string, not 5"),
        ({"page_main_selector": None}, "main_selector must be a string, not None"),
        ({"page_posts": [{"text": ANN}]}, "KeyError"),
        ({"page_posts": ["text"]}, "TypeError"),
        (
            {"page_posts": [{"text": None, "body": None, "author": None, "date": None}]},
            "text must be a string, not None",
        ),
    ],
)
def test_malformed_truth_is_reported_with_a_reason(
    data: Path, changes: dict[str, Any], wrong: str
) -> None:
    change(data / "west", **changes)
    with pytest.raises(TruthError, match=wrong) as caught:
        list(read_groups(data))
    assert str(data / "west" / "group.json") in str(caught.value)


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(lambda packed: packed[:-9], id="cut short"),
        pytest.param(lambda packed: packed[:12] + b"\xff" * 20 + packed[32:], id="garbled"),
        pytest.param(lambda _: b"<li>plain", id="not packed"),
    ],
)
def test_page_with_broken_compression_is_reported(data: Path, broken: Any) -> None:
    path = data / "west" / "0.html.gz"
    path.write_bytes(broken(path.read_bytes()))
    with pytest.raises(TruthError, match="west"):
        list(read_groups(data))
