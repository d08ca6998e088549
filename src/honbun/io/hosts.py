"""Hosts that may be asked, where not every host may."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx

from honbun.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

_ALL_BELOW = "*."


class Hosts:
    """Names of hosts; `*.example.org` stands for all that end so, not for `example.org` itself.

    >>> hosts = Hosts(["Example.org", "*.例.jp", "::1"])
    >>> ["example.org" in hosts, "www.example.org" in hosts, "a.b.xn--fsq.jp" in hosts]
    [True, False, True]
    >>> ["例.jp" in hosts, "[::1]" in hosts, "evil-example.org" in hosts]
    [False, True, False]
    """

    def __init__(self, names: Iterable[str]) -> None:
        all_names = [(name.startswith(_ALL_BELOW), name.removeprefix(_ALL_BELOW)) for name in names]
        self._names = frozenset(_ascii(name) for below, name in all_names if not below)
        self._ends = tuple("." + _ascii(name) for below, name in all_names if below)

    def __contains__(self, host: str) -> bool:
        try:
            name = _ascii(host)
        except InputError:  # browsers ask hosts of stranger names than anyone would allow
            return False
        return name in self._names or name.endswith(self._ends)


def _ascii(name: str) -> str:
    """A name as it goes over the wire; raises InputError for what names no host."""
    bare = name.strip("[]")
    try:
        url = httpx.URL(scheme="http", host=bare)
        # Where a name is no IDNA name, or the zone of an address is not ASCII, it is only now that
        # httpx says so.
        host, sent = url.host, url.raw_host.decode("ascii")
    except (httpx.InvalidURL, ValueError) as error:
        raise InputError(f"not the name of a host: {name}") from error
    # A port, a path or a user would be taken for a part of the name, and never match.
    if not host or set(bare) & set("/@?#*\\ ") or (":" in bare and host.count(":") < 2):
        raise InputError(f"not the name of a host: {name}")
    return sent.rstrip(".")
