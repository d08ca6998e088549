"""What a user may have meant: addresses without a scheme, or with a misspelt one."""

from __future__ import annotations

import re
from pathlib import Path

_SCHEME = re.compile(r"([a-z]{2,8}):?/{1,2}(?=[\w[])", re.IGNORECASE)
_HOST = re.compile(r"(?:[\w-]+\.)+[a-z][a-z0-9-]+(?=[:/?#]|$)|localhost(?=[:/])", re.IGNORECASE)


def is_input(argument: str) -> bool:
    """Whether an argument names a page rather than a command: a URL, a path or stdin.

    >>> is_input("https://example.org/"), is_input("page.html"), is_input("-")
    (True, True, True)
    >>> is_input("extrakt"), is_input("--quiet"), is_input("")
    (False, False, False)
    """
    if not argument or argument.startswith("-"):
        return argument == "-"
    return any(mark in argument for mark in "/\\.:") or Path(argument).exists()


def suggested_url(argument: str) -> str | None:
    """The URL that an argument is probably meant to be, if it is neither a URL nor a file.

    >>> suggested_url("example.org/news"), suggested_url("htps://example.org/")
    ('https://example.org/news', 'https://example.org/')
    >>> suggested_url("https:/example.org/"), suggested_url("https://example.org/")
    ('https://example.org/', None)
    >>> suggested_url("page.html"), suggested_url("pages/"), suggested_url("file:///etc/hosts")
    (None, None, None)
    """
    if argument.lower().startswith(("http://", "https://")) or _exists(argument):
        return None
    scheme = _SCHEME.match(argument)
    if scheme and scheme[1].lower() in ("http", "https"):
        return f"{scheme[1].lower()}://{argument[scheme.end() :]}"
    if scheme and "://" in scheme[0]:
        close = scheme[1].lower()
        return f"https://{argument[scheme.end() :]}" if _misspelt(close) else None
    host = _HOST.match(argument)
    if host is None or not (host[0] == "localhost" or _is_registered(host[0])):
        return None
    return f"{'http' if host[0] == 'localhost' else 'https'}://{argument}"


def _exists(argument: str) -> bool:
    try:
        return Path(argument).exists()
    except (OSError, ValueError):  # too long, or a character that no path has
        return False


def _misspelt(scheme: str) -> bool:
    """Whether a scheme has the letters of http or https, in about this order."""
    return scheme not in ("http", "https") and re.fullmatch(r"h?t{1,3}h?ps?s?", scheme) is not None


def _is_registered(host: str) -> bool:
    """Whether the last label of a host name is a domain of the Internet."""
    from publicsuffixlist import PublicSuffixList

    suffix = host.rpartition(".")[2].lower()
    return PublicSuffixList(accept_unknown=False).publicsuffix(f"x.{suffix}") is not None
