"""Pages with the text of their main content: WCXB, and folders of the same form.

`truth.jsonl.gz` has a line per page, which names the file of the page. What a text contains besides
the body differs by source, so each page has the roles that its truth contains.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson

from honbun.content.model import Role
from honbun.errors import TruthError
from honbun.evaluation.truth import truth_errors
from honbun.page import Page
from honbun.text.urls import registered_domain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

TYPES = ("article", "service", "product", "collection", "forum", "listing", "documentation")
"""The types of pages of WCXB, in the order of its tables."""
_TRUTH = "truth.jsonl.gz"
_BODY = frozenset({Role.BODY})
_TITLE = _BODY | {Role.TITLE}
_CAPTION = _BODY | {Role.CAPTION}
ROLES: Mapping[str, frozenset[Role]] = {
    "daniel": _TITLE,
    "magic-forum": _TITLE,
    "readability": _CAPTION,
}
"""The roles in the truth of sources that have more than the body, by the row's `source`."""


@dataclass(frozen=True, slots=True)
class TextPage:
    """A page with its true text."""

    page: Page
    id: str
    site: str
    """The registered domain, which training and measuring must not share."""
    outlet: str
    """The site as the truth names it; several outlets may share a registered domain."""
    source: str
    """Where the truth comes from: `wcxb`, `news`, `articles/daniel`."""
    text: str
    language: str = ""
    """Two letters; empty if unknown."""
    type: str = ""
    """The type of page, if the source has types."""
    paragraphs: tuple[str, ...] = ()
    """The text in parts, in reading order."""
    in_paragraphs: bool = False
    """Whether the source has paragraphs; otherwise they are the lines of the text."""
    title: str = ""
    authors: tuple[str, ...] = ()
    date: str | None = None
    """As the source writes it."""
    complete: bool = True
    """False if the page is known to show more of the text than the truth has."""
    note: str = ""
    """A known fault of the truth."""
    roles: frozenset[Role] = _BODY
    """The roles that the text contains."""
    blocks: tuple[tuple[str, str], ...] = ()
    """XPath and role of each element that is content, if the source has them."""

    @property
    def is_sound(self) -> bool:
        """Whether the truth has a text, and no known fault."""
        return bool(self.text) and self.complete and not self.note


def is_text_truth(folder: Path) -> bool:
    """Whether a folder has pages with their true text."""
    return (folder / _TRUTH).is_file()


def read_text_pages(folder: Path) -> Iterator[TextPage]:
    """The pages of a folder, in the order of its truth."""
    if not is_text_truth(folder):
        raise TruthError(f"{folder} has no {_TRUTH}: there are no pages with true texts")
    with truth_errors(folder / _TRUTH):
        with gzip.open(folder / _TRUTH) as lines:
            rows = [orjson.loads(line) for line in lines]
        for row in rows:
            yield _text_page(folder, row)


def _text_page(folder: Path, row: dict[str, Any]) -> TextPage:
    url = row["url"] or None
    outlet = row.get("site") or row.get("domain") or row.get("publisher") or row["id"]
    text, paragraphs = _texts(row)
    return TextPage(
        page=_page(folder / row["file"], url, f"{folder.name}/{row['file']}"),
        id=row["id"],
        site=registered_domain(url) or registered_domain(f"https://{outlet}/") or outlet,
        outlet=outlet,
        source=_source(folder, row),
        text=text,
        language=row.get("language") or "",
        type=row.get("type") or "",
        paragraphs=paragraphs,
        in_paragraphs="paragraphs" in row,
        title=row.get("title") or "",
        authors=tuple(row.get("authors") or filter(None, [row.get("author")])),
        date=row.get("date"),
        complete=row.get("complete", True),
        note=row.get("note") or "",
        roles=_roles(row),
        blocks=tuple((xpath, role) for xpath, role in row.get("blocks", ())),
    )


def _texts(row: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """The true text of a row, whole and in parts."""
    if "paragraphs" in row:
        return "\n".join(row["paragraphs"]), tuple(row["paragraphs"])
    text = row["main_content" if "main_content" in row else "text"] or ""
    return text, tuple(line for line in map(str.strip, text.split("\n")) if line)


def _source(folder: Path, row: dict[str, Any]) -> str:
    # News of two origins follow one convention, so they are one source.
    part = "" if "paragraphs" in row else row.get("source")
    return f"{folder.name}/{part}" if part else folder.name


def _roles(row: dict[str, Any]) -> frozenset[Role]:
    named = row.get("roles")
    return frozenset(map(Role, named)) if named else ROLES.get(row.get("source") or "", _BODY)


def _page(path: Path, url: str | None, source: str) -> Page:
    html = gzip.decompress(path.read_bytes())
    # Many pages were stored as UTF-8 whatever they declare.
    charset = "text/html; charset=utf-8" if _is_utf8(html) else None
    return Page(html, url=url, source=source, content_type=charset)


def _is_utf8(html: bytes) -> bool:
    if html.isascii():  # may be ISO-2022-JP, or escaped in another way
        return False
    try:
        html.decode()
    except UnicodeDecodeError:
        return False
    return True
