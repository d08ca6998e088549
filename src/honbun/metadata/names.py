"""Names of authors: the names in a byline, without labels, degrees, jobs and addresses."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from honbun.text.patterns import lazy
from honbun.text.phrases import without_label
from honbun.text.unicode import collapse, fold_text

if TYPE_CHECKING:
    from collections.abc import Iterable

_MAX_NAME = 60
_MAX_WORDS = 7
_MAX_NAMES = 20
_REMEMBERED = 1024
"""Bylines of which the names are kept: a page shows and declares them several times."""
_JOINT = lazy(
    # Words and signs between two names.
    r"\s*[,;|/·•、，；\n＆&]\s*|\s+(?:and|und|et|y|e|og|och|en|i|ja|ve|и|та|with|mit|avec|con)\s+",
    re.IGNORECASE,
)
_SIGN = lazy(r"\s*[,;|/·•、，；\n]\s*")
_INSTITUTION = lazy(r"^\S+ (?:for|of) ")
"""The beginning of "Centre for Tides and Currents"."""
_AFTER_NAME = lazy(
    r"\s+(?:in|on|at|for|of|from|für|aus|am|um|pour|para|per|via"
    r"|updated|published|posted)\s.*|\s+[-–—]\s.*|\s*[(\[（［<].*|\s+기자.*"
    # The next label of a line: 作者：山田 来源：...
    r"|\s+[\u3400-\u9fff]{1,6}\s?[:：(（].*"
)
"""What follows a name: its place, paper or job. Names are capitalised, so "of" is no part."""
_HONORIFIC = lazy(r"(?:dr|prof|mr|mrs|ms|sir)\.?\s+", re.IGNORECASE)
_HANDLE = lazy(r"[^\W\d_][\w.-]{2,}")
_DASH = lazy(r"\s+[-–—]\s+")
_SUFFIX = lazy(
    r"(?:ph\.?\s?d|m\.?\s?d|m\.?\s?a|b\.?\s?a|m\.?s|m\.?sc|b\.?sc|mba|rdn?|ld|rn|cpa|cfp|cfa|jd|esq"
    r"|dds|dvm|mph|lcsw|jr|sr|i{2,3}|iv)\.?",
    re.IGNORECASE,
)
"""Degrees and the like after a name."""
_ORGANIZATION = lazy(
    r"\b(?:writers?|reporters?|correspondents?|editors?|editorial|columnist|contributors?|producer"
    r"|journalist|analyst|redakteur(?:in)?|korrespondent(?:in)?|redak(?:tion|cja|ce|si|sjon|tsiya)"
    r"|rédaction|redacci[oó]n|redazione|redactie|redação|редакция|staff|team|desk|newsroom|bureau"
    r"|agenc(?:y|ies|[ei]a?)|agenzia|agentur|press|news|times|journal|magazine|verlag|media|network"
    r"|gmbh|inc|ltd|llc|co-?founder|founder|officer|expert|director|manager|president|professor|ceo"
    r"|head|specialist|reviewer|consultant|engineer|author|bio|profile|website|blog|admin|administrator|guest|nachrichten|newspaper|zeitung|post)\b|編集部|记者"
    r"|編輯|编辑部|新闻|通讯社|新聞",
    re.IGNORECASE,
)
"""Words of a job, an office or a publisher."""
_NO_NAME = lazy(r"[\d_@<>{}=#:：。]|://|www\.|\.(?:com|org|net|de)\b", re.IGNORECASE)
_LONGEST_SIGNS = 12
"""Characters of the longest name in a script without spaces; more is a sentence."""
_PARTICLES = frozenset(
    "de del della der den di da das do dos du la le las los van von zu zur ten ter el al bin ibn "
    "af av y e i und".split()
)
_EDGES = ' \t\n,.;:|·•/–—-*«»"“”)）]】'


@lru_cache(maxsize=_REMEMBERED)
def split_names(line: str) -> tuple[str, ...]:
    """The names in a byline or a declared value, people only if there are any.

    >>> split_names("By Ada Penrose and Bo Tregear, Harbour Press")
    ('Ada Penrose', 'Bo Tregear')
    >>> split_names("Ada Penrose, Ph.D."), split_names("Harbour Press"), split_names("文：山田花子")
    (('Ada Penrose',), ('Harbour Press',), ('山田花子',))
    """
    if "://" in line:
        return ()
    text = without_label(collapse(line).strip(_EDGES))
    parts = [part for part in map(clean_name, _parts(text)) if part]
    people = [part for part in parts if is_person(part, ())]
    return tuple(dict.fromkeys(people or parts[:1]))


def _parts(text: str) -> list[str]:
    """What is between the joints of a text; those of an institution's name are no joints."""
    found: list[str] = []
    for part in _SIGN.split(text)[:_MAX_NAMES]:
        names = _JOINT.split(part)
        found += [part] if _INSTITUTION.search(names[0]) and " " not in names[-1] else names
    return found[:_MAX_NAMES]


def _is_office(name: str) -> bool:
    """Whether a name is that of an office, an agency or a publisher by its words."""
    if _ORGANIZATION.search(name):
        return True
    return name.isascii() and name.isupper() and " " not in name


def clean_name(text: str) -> str:
    """A name without labels, jobs and punctuation around it; empty for what cannot be one.

    >>> clean_name("by Ada Penrose,"), clean_name("https://a.example/ada"), clean_name("105092")
    ('Ada Penrose', '', '')
    >>> clean_name("Ada Penrose in London"), clean_name("Ada Penrose MD"), clean_name("Da Silva")
    ('Ada Penrose', 'Ada Penrose', 'Da Silva')
    """
    name = text.strip(_EDGES)
    bare = without_label(name)
    if " " in bare or name.partition(" ")[0].lower() not in _PARTICLES:
        name = bare.strip(_EDGES)
    cut = _AFTER_NAME.sub("", name).strip(_EDGES)
    if (not _DASH.search(name) or _ORGANIZATION.search(name)) and _is_whole(cut, name):
        name = cut
    if not name or _SUFFIX.fullmatch(name):
        return ""
    if _NO_NAME.search(name) and not _HANDLE.fullmatch(name):
        return ""
    words = name.split()
    while len(words) > 2 and _SUFFIX.fullmatch(words[-1]) and words[-1].isupper():
        words.pop()
    return " ".join(words) if len(words) <= _MAX_WORDS and len(name) <= _MAX_NAME else ""


def _is_whole(cut: str, name: str) -> bool:
    """Whether what precedes the place or job in a text is a name: "Centre for Boats" is one."""
    return bool(cut) and (is_full_name(cut) or not _INSTITUTION.match(name))


def without_honorific(name: str) -> str:
    """A name without the title before it.

    >>> without_honorific("Dr. Ada Penrose"), without_honorific("Drew Penrose")
    ('Ada Penrose', 'Drew Penrose')
    """
    return _HONORIFIC.sub("", name, count=1) if _HONORIFIC.match(name) else name


def is_handle(name: str) -> bool:
    """Whether a name is one word that an account may have.

    >>> is_handle("ada99"), is_handle("Ada Penrose"), is_handle("99")
    (True, False, False)
    """
    return _HANDLE.fullmatch(name) is not None


def is_person(name: str, organizations: Iterable[str]) -> bool:
    """Whether a name is none of the organizations, and not one by its words.

    >>> is_person("Ada Penrose", ["Harbour Notes"]), is_person("Harbour Notes", ["harbour notes"])
    (True, False)
    >>> is_person("AFP", ())
    False
    """
    if _is_office(name):
        return False
    bare = fold_text(name)
    return all(bare != fold_text(each) for each in organizations)


def is_capitalised(name: str) -> bool:
    """Whether all words of a name begin like those of a name, where the script has capitals.

    >>> is_capitalised("Ada van der Penrose"), is_capitalised("of the article")
    (True, False)
    """
    words = [word for word in name.split() if word.lower() not in _PARTICLES]
    return bool(words) and ":" not in name and not any(word[0].islower() for word in words)


def is_full_name(name: str) -> bool:
    """Whether a name has several words, or is in a script without spaces.

    >>> is_full_name("Ada Penrose"), is_full_name("Boats"), is_full_name("山田花子")
    (True, False, True)
    """
    return " " in name if name < "\u2e80" else len(name) <= _LONGEST_SIGNS


def begins_with_joint(text: str) -> bool:
    """Whether a text goes on with another name.

    >>> begins_with_joint(" and"), begins_with_joint(", Bo Tregear"), begins_with_joint("Andrew")
    (True, True, False)
    """
    return _JOINT.match(f" {text.strip()} ") is not None


def ends_with_joint(text: str) -> bool:
    """Whether another name follows a text.

    >>> ends_with_joint("Ada Penrose and "), ends_with_joint("Ada Penrose")
    (True, False)
    """
    return _JOINT.search(f"{text.strip()} ", max(0, len(text.rstrip()) - 6)) is not None
