"""The mode that a browser lays a page out in, which its doctype asks for.

HTML Standard, 13.2.5.53 to 13.2.5.68 (what a doctype is) and 13.2.6.4.1 (what it means). What the
standard calls limited quirks differs from its standards mode in the height of pictures in table
cells alone, and counts as that.
"""

from __future__ import annotations

import re
from typing import Literal

Mode = Literal["standards", "quirks"]

_COMMENTS = re.compile(
    r"(?:[ \t\n\f\r]+|<!--(?:-?>|.*?(?:--!?>|\Z))|<!(?!--|doctype)[^>]*>|<\?[^>]*>"
    r"|</[^a-z>][^>]*>|</>)*+",
    re.IGNORECASE | re.DOTALL,
)
"""What may stand in front of a doctype."""
_QUOTED = r"""(?:"([^">]*)"|'([^'>]*)')"""
_DOCTYPE = re.compile(
    rf"<!doctype\s*(?P<name>[^\s>]+)\s*(?:>|"
    rf"public\s*(?P<public>{_QUOTED})\s*(?:>|(?P<also>{_QUOTED})[^>]*>)|"
    rf"system\s*(?P<system>{_QUOTED})[^>]*>)",
    re.IGNORECASE | re.ASCII,
)
"""A doctype without the faults that call for quirks by themselves."""

_QUIRKY_PUBLIC = frozenset(
    {"-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"}
)
_QUIRKY_SYSTEM = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"
_QUIRKY_PREFIXES = (
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
)
_QUIRKY_ALONE = ("-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//")
"""Public identifiers that ask for quirks where no system identifier follows."""


def mode(html: str) -> Mode:
    """The mode of a page's text.

    >>> mode("<!-- hello --><!DOCTYPE html><p>a"), mode("<p>a")
    ('standards', 'quirks')
    """
    before = _COMMENTS.match(html)
    doctype = _DOCTYPE.match(html, before.end() if before else 0)
    if not doctype or doctype["name"].lower() != "html":
        return "quirks"
    public, also, system = (_identifier(doctype[name]) for name in ("public", "also", "system"))
    return "quirks" if _is_quirky(public, also or system) else "standards"


def _identifier(quoted: str | None) -> str | None:
    return quoted[1:-1].lower() if quoted else None


def _is_quirky(public: str | None, system: str | None) -> bool:
    if system == _QUIRKY_SYSTEM or public in _QUIRKY_PUBLIC:
        return True
    return public is not None and (
        public.startswith(_QUIRKY_PREFIXES) or (system is None and public.startswith(_QUIRKY_ALONE))
    )
