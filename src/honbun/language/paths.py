"""Paths: the parts of a path that are not there by chance.

Two addresses on different hosts that share a part may be copies of one page, or share what every
site has: /news/, /2019/06/20/, index.html, 0123.html. A part is telling if so much of it is left
without numbers, dates and the words that sites name their folders with that nobody comes upon it
twice. The last part names the page; those before name a section, and sections are called alike on
many sites, so more is asked of them.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from urllib.parse import unquote_to_bytes

from honbun.language.commonplace import COMMON
from honbun.language.normal import normal
from honbun.language.parameters import telling_parameters, without_session

_MOST = 4096
"""Characters of a path that are read; no browser's users see more."""
_NAME = 8
"""Letters and digits that name a page: fewer are a common word more often than a name."""
_SECTION = 16
"""The same of a section that is one word: longer than the words that sections are named with
("administration", "entertainment"). One of several words needs no more than a page's name."""
_CODE = re.compile(r"(?=(?:\d*[^\W\d_]){2})(?=(?:[^\W\d_]*\d){3})[^\W_]{6,}")
"""Letters and digits mixed, as kh23102. A letter and a number, or a word and a short one, are how
everybody counts: p1, a0123, vol12."""
_WORD = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d+")
_ENDING = re.compile(r"\.[a-z][a-z0-9]{1,4}$")
_PROGRAM = re.compile(r"\.(?:php\d?|aspx?|jsp|cgi|pl|cfm|do|exe|dll)$")
_CHARSETS = ("utf-8", "euc_jp", "cp932")
"""Charsets of addresses, the strictest first: text of one is seldom well formed in those before."""
_FRONT = frozenset({"index", "default"})
_SHORT = 3
"""Letters of the shortest word that counts."""
_LONG = 25
"""Letters that two common words do not have together."""
_FULL_WIDTH = "\u2e80"
"""From here on in Unicode a character is a syllable or a word, and counts as two letters."""


def telling_parts(path: str, query: str = "") -> tuple[str, ...]:
    """The parts of a path, and the values of its query, that are there for this page alone.

    Words are joined by "-", in lower case, and the file's ending is left out.

    >>> telling_parts("/2007/06/Seth_Godins-take%20on-markets/index.html")
    ('seth-godins-take-on-markets',)
    >>> telling_parts("/whatsnew/host/kh23102.htm"), telling_parts("/blog/2019/p/1.php")
    (('kh23102',), ())
    """
    parts = [part for part in without_session(path[:_MOST]).split("/") if part]
    name = _plain(parts.pop()) if parts else ""
    if parts and _ENDING.sub("", name) in _FRONT:
        name = _plain(parts.pop())
    found = {kept: None for part in parts if (kept := _section(part))}
    # A program shows many pages: which, its parameters say.
    is_program = bool(query and _PROGRAM.search(name))
    if kept := _told(_ENDING.sub("", name), _SECTION if is_program else _NAME):
        found[kept] = None
    for parameter in telling_parameters(query[:_MOST]) if query else ():
        if kept := _section(parameter.partition("=")[2]):
            found[kept] = None
    return tuple(found)


@lru_cache(maxsize=4096)
def _section(part: str) -> str:
    return _told(_plain(part), _SECTION)


def _plain(part: str) -> str:
    """A part of a path as it is read, in lower case."""
    if "%" in part:
        part = _decoded(unquote_to_bytes(part.encode("utf-8", "surrogatepass")))
    if not part.isascii():
        part = normal("NFKC", part)
    return part.lower()


def _decoded(quoted: bytes) -> str:
    for charset in _CHARSETS:
        with suppress(UnicodeDecodeError):
            return quoted.decode(charset)
    return quoted.decode("latin-1")  # whatever it was, it can be compared


def _told(part: str, alone: int) -> str:
    """A part with its words joined in one way where it is telling, else nothing.

    `alone` says how long it must be if but one of its words is its own.
    """
    words = _WORD.findall(part)
    own = [word for word in words if _is_own(word)]
    if not own:
        return ""
    if len(own) > 1:
        alone = _NAME
    elif _is_compound(own[0]):
        return ""
    # A short number tells the parts of a work (saigoku_17), a long one is a year or a date.
    size = sum(map(_size, own)) + sum(
        len(word) for word in words if word.isdigit() and len(word) < 4
    )
    return "-".join(words) if size >= alone or any(map(_CODE.fullmatch, own)) else ""


def _is_own(word: str) -> bool:
    stem = word if word.isalpha() else _DIGITS.sub("", word)
    if _is_common(stem):
        return False
    return _size(stem) >= _SHORT or bool(_CODE.fullmatch(word))


def _is_common(word: str) -> bool:
    return word in COMMON or (word[-1:] == "s" and word[:-1] in COMMON)


def _is_compound(word: str) -> bool:
    """Whether a word is two common ones written together, as "aboutus"."""
    return len(word) < _LONG and any(
        _is_common(word[:at]) and _is_common(word[at:]) for at in range(2, len(word) - 1)
    )


def _size(word: str) -> int:
    return 2 * len(word) if word >= _FULL_WIDTH else len(word)
