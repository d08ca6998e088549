"""Documents, help and docstrings are written in plain modern English.

The words listed here once made them hard to read. They are checked where a person reads them; in
code and in quoted text they may occur.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
BANNED = {
    r"told": "reported, or say who says what",
    r"laid on": "compared",
    r"of one make": "that share a template",
    r"costs? only itself": "is skipped and reported",
    r"taught nothing": "held-out",
    r"gone on with": "continued",
    r"what was made of": "the result of",
    r"as it stands": "unchanged",
    r"stands? for itself": "is literal",
    r"twins?": "near-duplicates",
    r"whatever way": "however",
    r"worked on in processes apart": "processed in worker processes",
}
_BANNED = re.compile(rf"\b(?:{'|'.join(BANNED)})\b", re.IGNORECASE)


def _documents() -> list[Path]:
    return [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("changelog.d/*.md"),
    ]


def _modules() -> list[Path]:
    return sorted((ROOT / "src" / "honbun").rglob("*.py"))


@pytest.mark.parametrize("path", _documents(), ids=lambda path: path.name)
def test_document_uses_plain_words(path: Path) -> None:
    assert list(banned(path.read_text(encoding="utf-8"))) == []


def test_docstrings_comments_and_messages_use_plain_words() -> None:
    found = {
        str(path.relative_to(ROOT)): words
        for path in _modules()
        if (words := sorted(banned(prose(path.read_text(encoding="utf-8")))))
    }
    assert found == {}


def test_banned_word_is_found_in_a_docstring() -> None:
    assert list(banned(prose('def told():\n    """Pages of one make."""\n'))) == ["of one make"]


def banned(text: str) -> Iterator[str]:
    """The banned words of a text."""
    return (match.group() for match in _BANNED.finditer(text))


def prose(code: str) -> str:
    """What a person reads in a module: its strings (docstrings, help, messages) and comments."""
    strings = [
        node.value
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    comments = re.findall(r"(?m)(?:^|\s)#\s(.*)$", code)
    return "\n".join([*strings, *comments])
