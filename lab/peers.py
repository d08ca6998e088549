"""Other extractors on the same pages: their texts, computed once and kept in files.

Each is called as its documentation says, on the decoded page. Their libraries belong to the extra
`peers` and are imported where they are used.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING

import xxhash

from honbun.html.blocks import split
from honbun.html.parse import parse

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Peer:
    """A library, and how it extracts the main text of a page."""

    name: str
    """The name of the package."""
    text: Callable[[str], str | None]
    """HTML to text, None if there is none."""
    module: str = ""
    """The name it is imported by, if it differs."""

    def is_installed(self) -> bool:
        """Whether the library can be imported."""
        try:
            import_module(self.module or self.name)
        except ImportError:
            return False
        return True

    def answer(self, html: str) -> str:
        """The text of a page; a library that raises has found nothing."""
        try:
            return self.text(html) or ""
        except Exception:
            return ""


@dataclass(frozen=True, slots=True)
class KeptTexts:
    """The texts that a peer finds, kept in a folder by version and by digest of the page.

    Delete the peer's folder when it is called in another way.
    """

    peer: Peer
    folder: Path

    def text(self, html: str) -> str:
        """The text of a page, computed if it is not kept."""
        digest = xxhash.xxh64_hexdigest(html.encode(errors="surrogatepass"))
        path = self.folder / f"{self.peer.name}-{version(self.peer.name)}" / f"{digest}.txt"
        if path.is_file():
            return path.read_bytes().decode(errors="surrogatepass")
        text = self.peer.answer(html)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Renamed when complete, because a run may be interrupted.
        new = path.with_suffix(".new")
        new.write_bytes(text.encode(errors="surrogatepass"))
        new.replace(path)
        return text


def _trafilatura(html: str) -> str | None:
    import trafilatura

    # It logs every page on which it finds nothing; the score shows that too.
    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    text: str | None = trafilatura.extract(
        html, include_comments=False, include_tables=True, favor_recall=False
    )
    return text


def _readability(html: str) -> str | None:
    from readability import Document

    logging.getLogger("readability").setLevel(logging.CRITICAL)
    # It returns HTML; words of two blocks must not be joined.
    return "\n".join(split(parse(Document(html).summary(html_partial=True))).texts())


def _resiliparse(html: str) -> str | None:
    from resiliparse.extract.html2text import extract_plain_text

    # By default it adds the alternative texts of pictures, which no truth contains.
    text: str | None = extract_plain_text(html, main_content=True, alt_texts=False)
    return text


PEERS = (
    Peer("trafilatura", _trafilatura),
    Peer("readability-lxml", _readability, "readability"),
    Peer("resiliparse", _resiliparse),
)
