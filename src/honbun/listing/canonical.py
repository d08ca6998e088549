"""Canonical: the address that an item is known by, however its link is spelled today.

A site adds parameters that count visits, moves to https, or points to the comments below an
article: the item stays the same. Only what is generally known to say nothing about the page is
dropped; a parameter that some sites count with and others choose the page with is kept.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from honbun.syndication.characters import web_address

_COUNTING = frozenset(
    "_ga _gl _hsenc _hsmi _ke _openstat at_campaign at_medium bbeml cmpid cvid dclid dm_i epik "
    "fb_action_ids fb_action_types fb_ref fb_source fbclid ga_campaign ga_medium ga_source gbraid "
    "gclid gclsrc guccounter hsctatracking icid ig_rid igsh igshid li_fat_id mc_cid mc_eid mkt_tok "
    "ml_subscriber ml_subscriber_hash msclkid mtm_campaign ncid ns_campaign ns_mchannel ns_source "
    "ocid oly_anon_id oly_enc_id rb_clickid ref_src ref_url s_cid s_kwcid scm spm sr_share "
    "srsltid trk ttclid twclid vero_conv vero_id wbraid wickedid wt.mc_id wt_mc wt_zmc xtor yclid "
    "ysclid zanpid jsessionid phpsessid".split()
)
"""Parameters that tell where a reader came from, or who he is."""
_FAMILIES = ("utm_", "mtm_", "pk_", "piwik_", "matomo_", "hsa_", "itm_", "guce_", "aspsessionid")
_SESSION = re.compile(r"(?i);(?:jsessionid|phpsessid)=[^/;]*")
_PLACE = re.compile(
    r"(?i)(?:comments?|commentlist|respond|reply|disqus_thread|more(?:-\d+)?|continue|"
    r"top|main|content|main-content|:~:.*)"
)
"""Fragments that name a place in any article, not an article of its own."""
_PORT = re.compile(r":(?:80|443)?$")
_QUOTED = re.compile(r"%[0-9A-Fa-f]{2}")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")


class Address(NamedTuple):
    """The parts of a canonical address."""

    host: str
    path: str
    query: str
    fragment: str

    def __str__(self) -> str:
        query = f"?{self.query}" if self.query else ""
        fragment = f"#{self.fragment}" if self.fragment else ""
        return f"https://{self.host}{self.path}{query}{fragment}"

    @property
    def page(self) -> Address:
        """The same without its fragment."""
        return self._replace(fragment="")

    @property
    def key(self) -> Address:
        """What spellings have in common that lead to one page on all sites but a few."""
        parts = sorted(self.query.split("&"))
        host = self.host.removeprefix("www.")
        return Address(host, self.path.rstrip("/"), "&".join(parts), self.fragment)


def canonical(link: str | None) -> Address | None:
    """The address without what changes from visit to visit; None where it is none of the web.

    >>> str(canonical("http://A.example:80/b?utm_source=x&id=3&fbclid=y#comments"))
    'https://a.example/b?id=3'
    >>> str(canonical("https://a.example/log#v2")), canonical("b.html")
    ('https://a.example/log#v2', None)
    """
    found = web_address(link)
    if found is None:
        return None
    try:
        parts = urlsplit(found)
    except ValueError:  # "http://[" and the like
        return None
    host = _PORT.sub("", parts.netloc.rpartition("@")[2].lower())
    path = _SESSION.sub("", _plain(parts.path)) or "/"
    fragment = "" if _PLACE.fullmatch(parts.fragment) else _telling(parts.fragment)
    return Address(host, path, _telling(parts.query), _plain(fragment))


def _telling(query: str) -> str:
    """The parameters that tell which page is meant, in their order."""
    return "&".join(part for part in query.split("&") if part and not _counts(part))


def _counts(part: str) -> bool:
    name, equals, _ = part.partition("=")
    name = name.lower()
    return bool(equals) and (name in _COUNTING or name.startswith(_FAMILIES))


def _plain(text: str) -> str:
    """Text in which only what must be quoted is, and always in the same way."""
    return _QUOTED.sub(_unquoted, text)


def _unquoted(quoted: re.Match[str]) -> str:
    char = chr(int(quoted[0][1:], 16))
    return char if _UNRESERVED.fullmatch(char) else quoted[0].upper()
