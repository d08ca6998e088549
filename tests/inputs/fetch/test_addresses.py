"""IP addresses that may be connected to."""

from __future__ import annotations

import pytest

from honbun.inputs.fetch.addresses import refusal


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("0.0.0.0", "unspecified"),
        ("0.1.2.3", "private"),
        ("10.1.2.3", "private"),
        ("100.64.0.1", "shared"),
        ("127.255.0.1", "loopback"),
        ("169.254.169.254", "link-local"),
        ("172.31.255.255", "private"),
        ("192.0.2.1", "private"),
        ("192.168.0.1", "private"),
        ("198.18.0.1", "private"),
        ("224.0.0.251", "multicast"),
        ("240.0.0.1", "reserved"),
        ("255.255.255.255", "reserved"),
        ("::", "unspecified"),
        ("::1", "loopback"),
        ("::127.0.0.1", "loopback"),
        ("::ffff:0.0.0.0", "unspecified"),
        ("::ffff:169.254.169.254", "link-local"),
        ("64:ff9b::10.0.0.1", "private"),
        ("64:ff9b:1::8.8.8.8", "reserved"),
        ("100::1", "reserved"),
        ("2001:db8::1", "private"),
        ("2001:0:7f00:1::1", "loopback"),
        ("2002:c0a8:1::1", "private"),
        ("3fff::1", "reserved"),
        ("4000::1", "reserved"),
        ("fc00::1", "private"),
        ("fd00:ec2::254", "private"),
        ("fe80::1", "link-local"),
        ("fe80::1%eth0", "link-local"),
        ("fec0::1", "private"),
        ("ff02::1", "multicast"),
    ],
)
def test_addresses_that_are_not_globally_routable_are_refused(address: str, kind: str) -> None:
    assert refusal(address) == kind


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "100.128.0.1", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8"],
)
def test_public_addresses_are_allowed(address: str) -> None:
    assert refusal(address) is None


def test_public_address_behind_nat64_is_allowed() -> None:
    """On an IPv6-only network every IPv4 site is reached this way."""
    assert refusal("64:ff9b::8.8.8.8") is None


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "100.64.0.1", "::1", "fe80::1"])
def test_local_network_can_be_allowed(address: str) -> None:
    assert refusal(address, allow_private=True) is None


@pytest.mark.parametrize("address", ["0.0.0.0", "224.0.0.1", "240.0.0.1", "ff02::1"])
def test_addresses_of_no_single_host_are_always_refused(address: str) -> None:
    assert refusal(address, allow_private=True) is not None
