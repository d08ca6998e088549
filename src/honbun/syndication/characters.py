"""Characters and addresses that every format of feeds can hold, whatever a page had."""

from __future__ import annotations

import re
import uuid
from hashlib import blake2b
from urllib.parse import quote

# XML 1.0, production 2; an escape does not help, no such character may be named either.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Unicode Annex 9: embeddings, overrides and isolates. One that a page leaves open would turn around
# what stands after it, be it ours. The marks (U+200E, U+200F, U+061C) turn nothing and may stay.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_BREAK = re.compile(r"\r\n?")
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
_IDENTIFIER = re.compile(r"(?i)(?:https?://|urn:|tag:)\S+")
_WEB = re.compile(r"(?i)https?://[^/\s]+\S*")
_UNQUOTED = "%/:=&?~#+!$,;'@()*[]"
"""What stands in an address as it is: RFC 3986's reserved characters, and what is quoted."""


def clean(text: str) -> str:
    r"""Text to be shown: without what XML forbids, and what turns the direction of other text.

    Line breaks are those that a reader of XML gives back.

    >>> clean("a\x00\ud800b\r\nc\u202ed")
    'ab\ncd'
    """
    return _TURNING.sub("", permitted(text))


def permitted(text: str) -> str:
    r"""Text as XML can hold it, and gives it back.

    >>> permitted("a\x00\r\nb\u202ec")
    'a\nb\u202ec'
    """
    return _BREAK.sub("\n", _FORBIDDEN.sub("", text))


def spoken(text: str | None) -> str | None:
    r"""Text where it says anything; None where it is empty or blank.

    >>> spoken(" a "), spoken(" \n\x00"), spoken(None)
    (' a ', None, None)
    """
    found = clean(text or "")
    return found if found.strip() else None


def address(url: str | None) -> str | None:
    """An address in the characters of RFC 3986; None where there is none.

    >>> address("https://a.example/本 文?b=%20"), address(" ")
    ('https://a.example/%E6%9C%AC%20%E6%96%87?b=%20', None)
    """
    return quote(permitted(url or "").strip(), safe=_UNQUOTED) or None


def web_address(url: str | None) -> str | None:
    """An address that leads somewhere from wherever the feed is read; None where it does not.

    >>> web_address("https://a.example/b"), web_address("b.html"), web_address("javascript:x()")
    ('https://a.example/b', None, None)
    """
    found = address(url)
    return found if found and _WEB.fullmatch(found) else None


def identifier(name: str) -> str:
    """A name as the absolute IRI that Atom demands: itself where it is one, else made from it.

    >>> identifier("https://a.example/b"), identifier("b.html")
    ('https://a.example/b', 'urn:uuid:6598b634-fb4a-efa1-5d96-005848b49a46')
    """
    found = address(name) or ""
    if _IDENTIFIER.fullmatch(found):
        return found
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16)
    return uuid.UUID(bytes=digest.digest()).urn


def language(tag: str | None) -> str | None:
    """A language where it is named as RFC 5646 has it.

    >>> language("pt-BR"), language("English (US)")
    ('pt-BR', None)
    """
    return tag if tag and _LANGUAGE.fullmatch(tag) else None
