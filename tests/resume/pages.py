"""Small sites with a template and different articles each, and forum pages."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_WORDS = (
    "harbour engine lantern meadow timber copper orchard ferry market bridge signal canvas winter "
    "kettle ledger garden gravel pepper saddle thunder velvet walnut willow anchor basket candle"
).split()

_SHARED = (
    "<p>The same long sentence stands on a few of the pages of this collection, word by word.</p>"
)


def write_sites(folder: Path, pages: int, sites: int = 3) -> Path:
    """Write a folder of articles for each site.

    Besides them, one file cannot be read, and one page is read and cannot be processed.
    """
    chance = random.Random(7)
    for number in range(pages):
        site = f"site{number % sites}"
        path = folder / site / f"{number:03}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_article(site, number, chance), encoding="utf-8")
    (folder / "site0" / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    (folder / "site0" / "tags.html").write_bytes(b"<body>" * 3001)
    return folder


def write_threads(folder: Path, pages: int) -> Path:
    """Write forum pages with some posts each."""
    chance = random.Random(8)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(pages):
        posts = "".join(_post(number, at, chance) for at in range(4))
        html = f"<title>Thread {number}</title><h1>Thread {number}</h1><div id=list>{posts}</div>"
        (folder / f"{number:03}.html").write_text(html, encoding="utf-8")
    return folder


def _article(site: str, number: int, chance: random.Random) -> str:
    body = "".join(f"<p>{_sentences(chance, 3)}</p>" for _ in range(4))
    return (
        f"<!doctype html><title>Article {number} - {site}</title>"
        f"<link rel=canonical href=https://{site}.example/{number}>"
        f"<nav><a href=/>Home of {site}</a> <a href=/about>About {site}</a></nav>"
        f"<main><h1>Article {number}</h1><p class=date>2024-03-{number % 28 + 1:02}</p>{body}"
        f"{_SHARED if number % 9 == 0 else ''}</main>"
        f"<footer>Copyright {site}, all rights reserved</footer>"
    )


def _post(page: int, at: int, chance: random.Random) -> str:
    return (
        f"<div class=post id=p{page}-{at}><b class=author>{chance.choice(_WORDS)}</b> "
        f"<span class=date>2024-02-{at + 1:02} 10:{page % 60:02}</span>"
        f"<div class=body>{_sentences(chance, 2)}</div></div>"
    )


def _sentences(chance: random.Random, count: int) -> str:
    return " ".join(" ".join(chance.choices(_WORDS, k=12)).capitalize() + "." for _ in range(count))
