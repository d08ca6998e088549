"""Which network addresses a fetched URL may lead to.

A page may name any address in a link or a redirect, so a program that fetches for others must not
be talked into its own network: loopback, private ranges, the metadata service of a cloud machine.
Only globally routable unicast passes. An IPv6 address that carries an IPv4 address (RFC 4291
mapped and compatible, RFC 3056 6to4, RFC 4380 Teredo, RFC 6052 NAT64) is judged by both.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING

import httpx

from honbun.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHARED = ip_network("100.64.0.0/10")  # RFC 6598: behind carrier NAT, private in all but name
_GLOBAL_UNICAST = ip_network("2000::/3")  # RFC 4291: nothing outside it is assigned for general use
_DOCUMENTATION = ip_network("3fff::/20")  # RFC 9637, too young for the ipaddress of Python 3.11
_NAT64 = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))
_COMPATIBLE = IPv6Network("::/96")

_LOCAL = frozenset({"loopback", "private", "link-local", "shared"})


def refusal(address: str, *, allow_private: bool = False) -> str | None:
    """Why an address must not be connected to, or None when it may.

    `allow_private` opens one's own network; what is no single host at all stays closed.

    >>> refusal("93.184.216.34"), refusal("2606:4700::1111")
    (None, None)
    >>> refusal("169.254.169.254"), refusal("::ffff:10.0.0.1"), refusal("64:ff9b::7f00:1")
    ('link-local', 'private', 'loopback')
    >>> refusal("127.0.0.1", allow_private=True), refusal("224.0.0.1", allow_private=True)
    (None, 'multicast')
    """
    kind = _kind(ip_address(address))
    return None if allow_private and kind in _LOCAL else kind


def _kind(address: IPv4Address | IPv6Address) -> str | None:
    if isinstance(address, IPv4Address):
        return _plain_kind(address)
    if address.is_loopback or address.is_unspecified:  # both stand inside ::/96
        return _plain_kind(address)
    carried = [kind for inner in embedded(address) if (kind := _plain_kind(inner))]
    if carried:
        return carried[0]
    # A translator hands these on to the IPv4 host, which has just been found public.
    if address.ipv4_mapped or address in _NAT64[0]:
        return None
    return _plain_kind(address)


def embedded(address: IPv6Address) -> list[IPv4Address]:
    """The IPv4 addresses that an IPv6 address carries.

    >>> embedded(IPv6Address("2002:a00:1::"))
    [IPv4Address('10.0.0.1')]
    """
    found = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in _COMPATIBLE or any(address in network for network in _NAT64):
        found.append(IPv4Address(int(address) & 0xFFFFFFFF))
    return [inner for inner in found if inner is not None]


def _plain_kind(address: IPv4Address | IPv6Address) -> str | None:
    tests = (
        ("unspecified", address.is_unspecified),
        ("loopback", address.is_loopback),
        ("link-local", address.is_link_local),
        ("multicast", address.is_multicast),
        ("shared", address in _SHARED),
        ("reserved", address.is_reserved),
        ("private", address.is_private or getattr(address, "is_site_local", False)),
        ("reserved", not address.is_global or address in _DOCUMENTATION),
        ("reserved", isinstance(address, IPv6Address) and address not in _GLOBAL_UNICAST),
    )
    return next((kind for kind, holds in tests if holds), None)


# Hosts that may be asked, where not every host may.

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
