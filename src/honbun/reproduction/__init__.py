"""The tables and figures of the five papers, computed on data that the user has.

One module per paper, named as in `honbun.papers`; each exports `REPRODUCTIONS`, one record per
table or figure. To add a paper, add its module to `PAPERS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from honbun.errors import HonbunError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.reproduction.model import Reproduction


@dataclass(frozen=True, slots=True)
class Paper:
    """One of the papers that honbun began with."""

    module: str
    title: str


PAPERS = {
    "000": Paper(
        "content_000",
        "Yoshida, Yamamoto: Primary Content Extraction from News Pages without Training Data",
    ),
    "001": Paper("feed_001", "RSS feeds from HTML by tree edit mapping (authors not known to us)"),
    "002": Paper("annotation_002", "Yoshida, Yamamoto: the workshop paper on the same method"),
    "003": Paper("similar_003", "Kang: pages that share sentences, found and classified (2009)"),
    "004": Paper("posts_004", "Dividing web pages into posts, for Net Patrol"),
}


def reproductions(paper: str) -> tuple[Reproduction, ...]:
    """The tables and figures of a paper, in its order."""
    found: tuple[Reproduction, ...] = import_module(
        f"honbun.reproduction.{PAPERS[paper].module}"
    ).REPRODUCTIONS
    return found


def find(paper: str, words: Iterable[str]) -> tuple[Reproduction, list[str]]:
    """The table or figure that the first words name, and the other words.

    Names are written as in the listing, in one word or two: `table 1`, `"Table 1"`, `table1`.
    """
    rest = list(words)
    by_name = {_key(one.name): one for one in reproductions(paper)}
    for length in (2, 1):
        if one := by_name.get(_key("".join(rest[:length]))):
            return one, rest[length:]
    names = ", ".join(one.name for one in reproductions(paper))
    raise HonbunError(f"paper {paper} has no {' '.join(rest[:2])}, but {names}")


def _key(name: str) -> str:
    return "".join(character for character in name.lower() if character.isalnum())
