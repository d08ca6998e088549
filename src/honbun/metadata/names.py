"""Names of authors: the names in a byline, without labels, titles, agencies and addresses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun.text.phrases import without_label
from honbun.text.unicode import collapse, fold_text

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_NAME = 80
_MAX_WORDS = 7
_MAX_NAMES = 20
_JOINTS = re.compile(
    # Words and signs between two names; a comma too, but see `_SUFFIX`.
    r"\s*[,;|/·•、，；]\s*|\s+[-–—]\s+|\s*\n\s*"
    r"|\s+(?:and|und|et|y|e|og|och|en|i|ja|ve|и|та|und|with|mit)\s+|\s*[&＆]\s*",
    re.IGNORECASE,
)
_SUFFIX = re.compile(
    r"(?:ph\.?\s?d|m\.?\s?d|m\.?\s?a|b\.?\s?a|m\.?s|m\.?sc|b\.?sc|mba|rdn?|ld|rn|cpa|cfp|cfa|jd|esq"
    r"|dds|dvm|mph|lcsw|jr|sr|i{2,3}|iv)\.?",
    re.IGNORECASE,
)
"""Degrees and the like after a name."""
_ROLE = re.compile(
    r"\b(?:writer|reporter|correspondent|editor|columnist|contributor|journalist|producer|analyst"
    r"|redakteur(?:in)?|korrespondent(?:in)?|redaktion|rédaction|redacción|redazione|redactie"
    r"|redaksi|staff|team|desk|newsroom|bureau|agency|agence|agencia|agenzia|agentur|press|news"
    r"|times|journal|magazine|verlag|gmbh|inc|ltd|llc)\b",
    re.IGNORECASE,
)
"""Words of a job, an office or a publisher: what such a name joins is no second author."""
_NO_NAME = re.compile(r"[\d_]|@|://|www\.|\.(?:com|org|net|de)\b", re.IGNORECASE)
_BRACKETS = re.compile(r"\s*[(\[（［][^)\]）］]*[)\]）］]\s*")
_EDGES = ' \t\n,.;:|·•/–—-*«»"“”'


def split_names(line: str) -> tuple[str, ...]:
    """The names in a byline or declared value.

    >>> split_names("By Ada Penrose and Bo Tregear, Harbour Press")
    ('Ada Penrose', 'Bo Tregear')
    >>> split_names("Ada Penrose, Ph.D."), split_names("Harbour Press"), split_names("文：山田花子")
    (('Ada Penrose',), ('Harbour Press',), ('山田花子',))
    """
    text = _BRACKETS.sub(" ", without_label(collapse(line)))
    parts = [part for part in map(clean_name, _JOINTS.split(text)[:_MAX_NAMES]) if part]
    people = [part for part in parts if not _ROLE.search(part)]
    return tuple(dict.fromkeys(people or parts[:1]))


def clean_name(text: str) -> str:
    """A name without labels and punctuation around it; empty for what cannot be one.

    >>> clean_name("by Ada Penrose,"), clean_name("https://a.example/ada"), clean_name("105092")
    ('Ada Penrose', '', '')
    """
    name = without_label(text.strip(_EDGES)).strip(_EDGES)
    if not name or _SUFFIX.fullmatch(name) or _NO_NAME.search(name):
        return ""
    words = name.split()
    while len(words) > 2 and _SUFFIX.fullmatch(words[-1]) and words[-1].isupper():
        words.pop()
    if len(words) > _MAX_WORDS or len(name) > MAX_NAME:
        return ""
    return " ".join(words)


def is_person(name: str, organizations: Iterable[str]) -> bool:
    """Whether a name is none of the organizations, and not one by its words.

    >>> is_person("Ada Penrose", ["Harbour Notes"]), is_person("Harbour Notes", ["harbour notes"])
    (True, False)
    """
    bare = fold_text(name)
    return not _ROLE.search(name) and all(bare != fold_text(each) for each in organizations)
