"""IP addresses and hosts that may be fetched from.

A link or redirect may lead anywhere, so a program that fetches for others must not connect to its
own network: loopback, private ranges, the metadata service of a cloud machine. Only globally
routable unicast addresses are allowed. An IPv6 address that contains an IPv4 address (RFC 4291
mapped and compatible, RFC 3056 6to4, RFC 4380 Teredo, RFC 6052 NAT64) is checked by both.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING

import httpx

from honbun.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHARED = ip_network("100.64.0.0/10")  # RFC 6598: carrier-grade NAT
_GLOBAL_UNICAST = ip_network("2000::/3")  # RFC 4291: all addresses for general use
_DOCUMENTATION = ip_network("3fff::/20")  # RFC 9637, unknown to the ipaddress module of Python 3.11
_NAT64 = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))
_COMPATIBLE = IPv6Network("::/96")

_LOCAL = frozenset({"loopback", "private", "link-local", "shared"})


def refusal(address: str, *, allow_private: bool = False) -> str | None:
    """Why an address is refused, None if it is allowed.

    `allow_private` allows the local network; addresses that are not single hosts stay refused.

    >>> refusal("93.184.216.34"), refusal("2606:4700::1111")
    (None, None)
    >>> refusal("169.254.169.254"), refusal("::ffff:10.0.0.1"), refusal("64:ff9b::7f00:1")
    ('link-local', 'private', 'loopback')
    >>> refusal("127.0.0.1", allow_private=True), refusal("224.0.0.1", allow_private=True)
    (None, 'multicast')
    """
    scope = _scope(ip_address(address))
    return None if allow_private and scope in _LOCAL else scope


def _scope(address: IPv4Address | IPv6Address) -> str | None:
    if isinstance(address, IPv4Address):
        return _plain_scope(address)
    if address.is_loopback or address.is_unspecified:  # both are inside ::/96
        return _plain_scope(address)
    inner_scopes = [scope for inner in embedded(address) if (scope := _plain_scope(inner))]
    if inner_scopes:
        return inner_scopes[0]
    # These are translated to the IPv4 host, which is public.
    if address.ipv4_mapped or address in _NAT64[0]:
        return None
    return _plain_scope(address)


def embedded(address: IPv6Address) -> list[IPv4Address]:
    """The IPv4 addresses inside an IPv6 address.

    >>> embedded(IPv6Address("2002:a00:1::"))
    [IPv4Address('10.0.0.1')]
    """
    found = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in _COMPATIBLE or any(address in network for network in _NAT64):
        found.append(IPv4Address(int(address) & 0xFFFFFFFF))
    return [inner for inner in found if inner is not None]


def _plain_scope(address: IPv4Address | IPv6Address) -> str | None:
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
    return next((scope for scope, holds in tests if holds), None)


_SUBDOMAINS = "*."


class Hosts:
    """A set of host names; `*.example.org` matches its subdomains, not `example.org` itself.

    >>> hosts = Hosts(["Example.org", "*.例.jp", "::1"])
    >>> ["example.org" in hosts, "www.example.org" in hosts, "a.b.xn--fsq.jp" in hosts]
    [True, False, True]
    >>> ["例.jp" in hosts, "[::1]" in hosts, "evil-example.org" in hosts]
    [False, True, False]
    """

    def __init__(self, names: Iterable[str]) -> None:
        all_names = [
            (name.startswith(_SUBDOMAINS), name.removeprefix(_SUBDOMAINS)) for name in names
        ]
        self._names = frozenset(_ascii(name) for below, name in all_names if not below)
        self._ends = tuple("." + _ascii(name) for below, name in all_names if below)

    def __contains__(self, host: str) -> bool:
        try:
            name = _ascii(host)
        except InputError:  # not a valid host name
            return False
        return name in self._names or name.endswith(self._ends)


def _ascii(name: str) -> str:
    """A host name in ASCII (IDNA); raises InputError if it is not a host name."""
    bare = name.strip("[]")
    try:
        url = httpx.URL(scheme="http", host=bare)
        # httpx reports invalid IDNA names and zones only here.
        host, sent = url.host, url.raw_host.decode("ascii")
    except (httpx.InvalidURL, ValueError) as error:
        raise InputError(f"not the name of a host: {name}") from error
    # A port, path or user would become part of the name and never match.
    if not host or set(bare) & set("/@?#*\\ ") or (":" in bare and host.count(":") < 2):
        raise InputError(f"not the name of a host: {name}")
    return sent.rstrip(".")
