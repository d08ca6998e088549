"""Images that came with the page, and placeholders for the others."""

from __future__ import annotations

import base64
from urllib.parse import quote

import pytest

from honbun.inputs import assets
from honbun.web.snapshot import images
from honbun.web.snapshot.images import data_url
from tests.web.snapshot.replay import GIF, GIF_URI, FakeAssets, Stored, elements, snapshot_of

SVG = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"
SHELF = FakeAssets({"http://e.org/a/b.gif": Stored(GIF), "http://e.org/x.svg": Stored(SVG)})


def first(html: str) -> dict[str, str]:
    """The attributes of the first image."""
    return next(
        attributes for tag, attributes, _ in elements(snapshot_of(html, SHELF)) if tag == "img"
    )


def sources(html: str, shelf: FakeAssets) -> list[str | None]:
    """The source of each image."""
    return [attributes.get("src") for _, attributes, _ in elements(snapshot_of(html, shelf))]


def many(name: str, count: int) -> str:
    """Images with numbered names."""
    return "".join(f"<img src={name.format(number)}>" for number in range(count))


@pytest.mark.parametrize(
    "html",
    [
        "<img src=b.gif>",
        "<base href=/a/><img src=b.gif>",
        "<img src=c.gif srcset='c.gif 1x, b.gif 2x'>",
        "<img src=data:image/gif;base64,R0lGODlh data-src=b.gif>",
        "<picture><source srcset=c.webp><source srcset='b.gif 100w'><img src=c.gif></picture>",
        f"<img src='{GIF_URI}'>",
        f"<img src='data:text/html,{quote(GIF)}'>",
    ],
)
def test_an_image_that_came_with_the_page_is_shown(html: str) -> None:
    assert first(html) == {"src": GIF_URI}


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<img src=c.gif alt=' A  cat '>", "A cat"),
        ("<img src=/d/c.gif?e=f>", "c.gif"),
        ("<img src=/x.svg>", "x.svg"),
        ("<img src=data:image/gif;base64,R0lGODlh data-src=c.gif>", ""),
        (f"<img src='data:image/png;base64,{base64.b64encode(SVG).decode()}'>", ""),
        ("<img src='data:image/png;base64,?'>", ""),
        ("<img src='http://['>", "["),
        ("<img>", ""),
    ],
)
def test_a_missing_image_has_a_text(html: str, words: str) -> None:
    attributes = first(html)
    assert attributes["data-picture"] == words
    assert "src" not in attributes


def test_size_and_alternative_text_are_kept() -> None:
    attributes = first("<img src=c.gif alt=A width=10 height=20 onerror=x loading=lazy>")
    assert attributes == {"alt": "A", "width": "10", "height": "20", "data-picture": "A"}


def test_a_background_that_came_with_the_page_becomes_a_style() -> None:
    (_, attributes, _) = elements(
        snapshot_of("<table background=b.gif style='color: red'>", SHELF)
    )[0]
    assert attributes == {"style": f"background-image:url({GIF_URI});color: red"}


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n", "png"),
        (b"\xff\xd8\xff\xe0", "jpeg"),
        (b"GIF87a", "gif"),
        (b"RIFF\0\0\0\0WEBP", "webp"),
        *((body, None) for body in (b"", SVG, b"<html>", b"RIFF\0\0\0\0WAVE", b"%PDF-1.7", b"BM")),
    ],
)
def test_image_types_are_recognised_by_their_first_bytes(body: bytes, kind: str | None) -> None:
    found = data_url(body)
    assert found is None if kind is None else (found or "").startswith(f"data:image/{kind};base64,")


def test_the_size_of_images_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "MAX_IMAGES", 2 * len(GIF_URI))
    assert sources("<img src=b.gif>" * 3, SHELF) == [GIF_URI, GIF_URI, None]
    monkeypatch.setattr(images, "MAX_IMAGE", len(GIF) - 1)
    assert "src" not in first("<img src=b.gif>")
    assert "src" not in first(f"<img src='{GIF_URI}'>")


def test_files_are_looked_up_and_read_as_little_as_possible() -> None:
    shelf = FakeAssets({"http://e.org/a/b.bin": Stored(b"x" * 1000)})
    assert sources("<img src=c.gif>" * 3 + "<img src=b.bin>", shelf) == [None] * 4
    assert shelf.lookups == ["http://e.org/a/c.gif", "http://e.org/a/b.bin"]
    assert shelf.read == [("http://e.org/a/b.bin", 12)], "its first bytes are not of an image"


def test_a_file_with_many_urls_is_read_once() -> None:
    held = Stored(GIF, name="b.gif")
    shelf = FakeAssets({f"http://e.org/a/b.gif?{number}": held for number in range(50)})
    shown = sources(many("b.gif?{}", 50), shelf)
    assert shown == [GIF_URI] * 50
    assert len(set(map(id, shown))) == 1
    assert shelf.read == [("b.gif", 12), ("b.gif", len(GIF))]


def test_an_image_beyond_the_limit_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "MAX_IMAGES", 3 * len(GIF_URI))
    shelf = FakeAssets({f"http://e.org/a/{number}": Stored(GIF) for number in range(50)})
    assert sources(many("{}", 50), shelf) == [GIF_URI] * 3 + [None] * 47
    assert sum(size for _, size in shelf.read) == 3 * (12 + len(GIF))


def test_lookups_of_images_are_limited() -> None:
    shelf = FakeAssets({"http://e.org/a/1999": Stored(GIF), "http://e.org/a/2000": Stored(GIF)})
    shown = sources(many("{}", 2500), shelf)
    assert len(shelf.lookups) == 2000
    assert shown == [None] * 1999 + [GIF_URI] + [None] * 500


def test_the_cost_of_lookups_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "MAX_READ", 2 * (1000 + len(GIF)) + 12)
    shelf = FakeAssets({f"http://e.org/a/{number}": Stored(GIF, cost=1000) for number in range(9)})
    # Once for the first bytes, once for all of them.
    assert sources(many("{}", 9), shelf) == [GIF_URI] + [None] * 8
    assert len(shelf.read) == 2
