"""Address: the parts of a URL, and the form by which a link's target is known as a page.

Nothing here asks whether an address is well formed: whatever a page or a file list holds has parts
and a form, and none raises. An address without a host (a file's path) is all path.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import xxhash

from honbun.language.normal import normal
from honbun.language.parameters import telling_parameters, without_session

_ADDRESS = re.compile(
    r"(?i)\s*(?:(?:[a-z][a-z0-9+.-]{0,20}:)?//(?:[^/?#]*@)?(?P<host>[^/?#]*))?"
    r"(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?"
)
_USUAL_PORTS = frozenset({"", "80", "443"})
_FRONT = re.compile(r"(?i)(?:index|default)\.(?:[xs]?html?|php[3-5]?|aspx?|jsp|cgi|cfm|pl)")
"""Files that a server gives where a folder is asked for."""
_ODD = re.compile(r"%[0-9A-Fa-f]{2}|[^!-~]")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_LABEL = 63
"""Characters of the longest label (RFC 1035); a longer one is nobody's name, and decoding it would
take time that grows with its square."""


class Address(NamedTuple):
    """The parts of an address that say which page is meant, as they are spelled."""

    host: str
    """In lower case, names in the letters they stand for."""
    port: str
    """`""` for the usual ones."""
    path: str
    query: str


def split_address(url: str) -> Address:
    """The host, port, path and query of an address.

    >>> split_address("https://user@XN--WGV71A.example:81/a?b=c#d")
    Address(host='日本.example', port='81', path='/a', query='b=c')
    >>> split_address("pages/a.html")
    Address(host='', port='', path='pages/a.html', query='')
    """
    found = _ADDRESS.match(url)
    if not found:
        return Address("", "", url, "")
    host, path, query = found.groups("")
    server, colon, port = host.rpartition(":")
    if not colon or (port and not port.isdigit()):  # the last part of an IPv6 address is no port
        server, port = host, ""
    port = "" if port in _USUAL_PORTS else port
    return Address(_host(server), port, path.rstrip(), query.rstrip())


def page_address(url: str) -> str:
    """The form that the spellings have in common which lead to one page on all sites but a few.

    The scheme, "www.", the usual ports, the fragment, counting parameters, and the file that a
    server gives for a folder say nothing; characters are quoted only where they must be.

    >>> page_address("http://www.A.example:80/b/index.html?utm_source=x#top")
    'a.example/b'
    >>> page_address("https://a.example/%7eb/?d&c=1"), page_address("pages/a.html")
    ('a.example/~b?c=1&d', 'pages/a.html')
    """
    host, port, path, query = split_address(url)
    host = host.removeprefix("www.") + (port and f":{port}")
    path = _ODD.sub(_quoted, without_session(path))
    folder, _, name = path.rpartition("/")
    if _FRONT.fullmatch(name):
        path = folder
    path = path.rstrip("/")
    if not query:
        return host + path
    parameters = sorted(telling_parameters(_ODD.sub(_quoted, query)))
    return f"{host}{path}?{'&'.join(parameters)}" if parameters else host + path


def address_key(url: str) -> int:
    """A signed 64-bit number for the page that an address leads to.

    >>> address_key("http://www.a.example/b/") == address_key("https://a.example/b#c")
    True
    """
    key = xxhash.xxh3_64_intdigest(page_address(url).encode("utf-8", "surrogatepass"))
    return key - (1 << 64) if key >> 63 else key


def _host(host: str) -> str:
    """A host by the letters it is read as, however it was written."""
    host = host.strip().rstrip(".")
    if not host.isascii():
        host = normal("NFKC", host)
    host = host.lower()
    if "xn--" in host:
        host = ".".join(map(_read, host.split(".")))
    return host


def _read(label: str) -> str:
    if not label.startswith("xn--") or len(label) > _LABEL:
        return label
    try:
        return label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return label


def _quoted(found: re.Match[str]) -> str:
    text = found[0]
    if len(text) == 1:
        return "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogatepass"))
    char = chr(int(text[1:], 16))
    return char if char in _UNRESERVED else text.upper()
