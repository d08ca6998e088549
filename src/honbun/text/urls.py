"""URLs: their fields, and the canonical form that spellings of one page's URL share.

Nothing here requires a well-formed URL: any string has fields and a canonical form, and no function
raises. A URL without a host, such as a file's path, is all path.
"""

from __future__ import annotations

import re
import uuid
from functools import cache, lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

import xxhash

from honbun.text.unicode import normal_form, xml_text

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

_TRACKING = frozenset(
    "_ga _gl _hsenc _hsmi _ke _openstat at_campaign at_medium bbeml cmpid cvid dclid dm_i epik "
    "fb_action_ids fb_action_types fb_ref fb_source fbclid ga_campaign ga_medium ga_source gbraid "
    "gclid gclsrc guccounter hsctatracking icid ig_rid igsh igshid li_fat_id mc_cid mc_eid mkt_tok "
    "ml_subscriber ml_subscriber_hash msclkid mtm_campaign ncid ns_campaign ns_mchannel ns_source "
    "ocid oly_anon_id oly_enc_id rb_clickid ref_src ref_url s_cid s_kwcid scm spm sr_share "
    "srsltid trk ttclid twclid vero_conv vero_id wbraid wickedid wt.mc_id wt_mc wt_zmc xtor yclid "
    "ysclid zanpid jsessionid phpsessid".split()
)
"""Parameters that identify a campaign, a referrer or a visitor. Only names that no site is known to
choose pages by are listed."""
_TRACKING_PREFIXES = tuple("utm_ mtm_ pk_ piwik_ matomo_ hsa_ itm_ guce_ aspsessionid".split())
_SESSION = re.compile(r"(?i);(?:jsessionid|phpsessid)=[^/;]*")

_URL = re.compile(
    r"(?i)\s*(?:(?:[a-z][a-z0-9+.-]{0,20}:)?//(?:[^/?#]*@)?(?P<host>[^/?#]*))?"
    r"(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?"
)
_USUAL_PORTS = frozenset({"", "80", "443"})
_INDEX_FILE = re.compile(r"(?i)(?:index|default)\.(?:[xs]?html?|php[3-5]?|aspx?|jsp|cgi|cfm|pl)")
"""Files that a server sends for a folder."""
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}|[^!-~]")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_MAX_LABEL = 63
"""Characters of the longest host label (RFC 1035). Decoding Punycode takes quadratic time."""


_HOST_NAME = re.compile(r"[\w-]+(?:\.[\w-]+)*")
_IP_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]")
_MAX_HOST = 253
"""Characters of the longest host name (RFC 1035)."""


class UrlFields(NamedTuple):
    """The fields of a URL that identify a page."""

    host: str
    """In lower case, Punycode decoded."""
    port: str
    """Empty for 80 and 443."""
    path: str
    query: str


@lru_cache(maxsize=16)  # that of a page is asked for several times
def split_url(url: str) -> UrlFields:
    """The host, port, path and query of a URL.

    >>> split_url("https://user@XN--WGV71A.example:81/a?b=c#d")
    UrlFields(host='日本.example', port='81', path='/a', query='b=c')
    >>> split_url("pages/a.html")
    UrlFields(host='', port='', path='pages/a.html', query='')
    """
    found = _URL.match(url)
    if not found:
        return UrlFields("", "", url, "")
    host, path, query = found.groups("")
    server, colon, port = host.rpartition(":")
    if not colon or (port and not port.isdigit()):  # the last part of an IPv6 address is no port
        server, port = host, ""
    port = "" if port in _USUAL_PORTS else port
    return UrlFields(_host(server), port, path.rstrip(), query.rstrip())


def canonical_url(url: str) -> str:
    """The form that URLs share which lead to the same page on nearly all sites.

    It omits the scheme, "www.", the usual ports, the fragment, tracking parameters and the index
    file of a folder, sorts the parameters, and percent-encodes only where it must.

    >>> canonical_url("http://www.A.example:80/b/index.html?utm_source=x#top")
    'a.example/b'
    >>> canonical_url("https://a.example/%7eb/?d&c=1"), canonical_url("pages/a.html")
    ('a.example/~b?c=1&d', 'pages/a.html')
    """
    host, port, path, query = split_url(url)
    host = host.removeprefix("www.") + (port and f":{port}")
    path = requote(without_session(path))
    folder, _, name = path.rpartition("/")
    if _INDEX_FILE.fullmatch(name):
        path = folder
    path = path.rstrip("/")
    if not query:
        return host + path
    parameters = sorted(page_parameters(requote(query)))
    return f"{host}{path}?{'&'.join(parameters)}" if parameters else host + path


def url_key(url: str) -> int:
    """A signed 64-bit number for the canonical form of a URL.

    >>> url_key("http://www.a.example/b/") == url_key("https://a.example/b#c")
    True
    """
    key = xxhash.xxh3_64_intdigest(canonical_url(url).encode("utf-8", "surrogatepass"))
    return key - (1 << 64) if key >> 63 else key


def page_parameters(query: str) -> list[str]:
    """The parameters of a query that choose the page, in order.

    >>> page_parameters("utm_source=x&id=3&&fbclid=y&print")
    ['id=3', 'print']
    """
    return [part for part in query.split("&") if part and not _is_tracking(part)]


def without_session(path: str) -> str:
    """A path without session identifiers.

    >>> without_session("/a;jsessionid=0A1/b")
    '/a/b'
    """
    return _SESSION.sub("", path) if ";" in path else path


def requote(text: str) -> str:
    """Part of a URL with only those characters percent-encoded that must be.

    >>> requote("%7eb/%e3%81%82あ")
    '~b/%E3%81%82%E3%81%82'
    """
    return _ESCAPE.sub(_quoted, text)


def _quoted(found: re.Match[str]) -> str:
    text = found[0]
    if len(text) == 1:
        return "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogatepass"))
    char = chr(int(text[1:], 16))
    return char if char in _UNRESERVED else text.upper()


def _is_tracking(parameter: str) -> bool:
    name, equals, _ = parameter.partition("=")
    name = name.lower()
    return bool(equals) and (name in _TRACKING or name.startswith(_TRACKING_PREFIXES))


def _host(host: str) -> str:
    host = host.strip().rstrip(".")
    if not host.isascii():
        host = normal_form("NFKC", host)
    host = host.lower()
    if "xn--" in host:
        host = ".".join(map(_label, host.split(".")))
    return host


def _label(label: str) -> str:
    """A label of a host name, its Punycode decoded."""
    if not label.startswith("xn--") or len(label) > _MAX_LABEL:
        return label
    try:
        return label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return label


_ABSOLUTE_IRI = re.compile(r"(?i)(?:https?://|urn:|tag:)\S+")
_HTTP = re.compile(r"(?i)https?://[^/\s]+\S*")
_SAFE = "%/:=&?~#+!$,;'@()*[]"
"""RFC 3986's reserved characters, and escapes that are there already."""


def quoted_url(url: str | None) -> str | None:
    """A URL in the characters of RFC 3986; None where it is empty.

    >>> quoted_url("https://a.example/本 文?b=%20"), quoted_url(" ")
    ('https://a.example/%E6%9C%AC%20%E6%96%87?b=%20', None)
    """
    return quote(xml_text(url or "").strip(), safe=_SAFE) or None


def http_url(url: str | None) -> str | None:
    """An absolute http(s) URL in the characters of RFC 3986; None for anything else.

    >>> http_url("https://a.example/b"), http_url("b.html"), http_url("javascript:x()")
    ('https://a.example/b', None, None)
    """
    found = quoted_url(url)
    return found if found and _HTTP.fullmatch(found) else None


def absolute_iri(name: str) -> str:
    """An absolute IRI, as Atom requires for ids: the name itself, or a UUID derived from it.

    >>> absolute_iri("https://a.example/b"), absolute_iri("b.html")
    ('https://a.example/b', 'urn:uuid:6598b634-fb4a-efa1-5d96-005848b49a46')
    """
    found = quoted_url(name) or ""
    if _ABSOLUTE_IRI.fullmatch(found):
        return found
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16)
    return uuid.UUID(bytes=digest.digest()).urn


def registered_domain(url: str | None) -> str:
    """The registered domain of a URL; on a platform for many people, the host. Empty without one.

    >>> registered_domain("https://news.a.co.jp/1.html"), registered_domain("pages/1.html")
    ('a.co.jp', '')
    """
    return domain_of(split_url(url).host) if url else ""


@lru_cache(maxsize=1 << 14)
def domain_of(host: str) -> str:
    """The registered domain of a host; empty for what is no host.

    A host that is itself a public suffix, or has none ("localhost"), is its own domain.
    """
    if len(host) > _MAX_HOST or not (_HOST_NAME.fullmatch(host) or _IP_ADDRESS.fullmatch(host)):
        return ""
    if _IP_ADDRESS.fullmatch(host):
        return host
    return _suffixes().privatesuffix(host) or host


@cache
def _suffixes() -> PublicSuffixList:
    """The public suffixes, including those of private owners (github.io)."""
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()
