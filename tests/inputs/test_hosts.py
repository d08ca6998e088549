"""Which hosts are asked where not every host may be."""

from __future__ import annotations

import pytest

from honbun.errors import InputError, RefusedAddress
from honbun.inputs.fetch.fetcher import Fetcher
from honbun.inputs.options import ReadOptions
from tests.inputs.loopback import Internet, Site, reply


def test_only_hosts_that_are_allowed_are_asked_on_every_hop(site: Site, internet: Internet) -> None:
    site.answers["/a"] = reply(status=302, Location=site.url("/b", host="other.test"))
    site.answers["/b"] = reply(b"<p>found")
    options = ReadOptions(delay=0.0)
    with (
        Fetcher(options, hosts=["page.test"], resolve=internet.resolve) as fetcher,
        pytest.raises(RefusedAddress, match=r"other\.test is not an allowed host"),
    ):
        fetcher.fetch(site.url("/a"))
    assert site.paths == ["/robots.txt", "/a"]
    assert internet.looked_up == ["page.test"] * len(internet.looked_up)
    with Fetcher(options, hosts=["*.test"], resolve=internet.resolve) as fetcher:
        assert fetcher.fetch(site.url("/a")).html == b"<p>found"


@pytest.mark.parametrize("name", ["", "*", "a.test:80", "http://a.test", "a.*", "me@a.test"])
def test_what_names_no_host_is_told(name: str) -> None:
    with pytest.raises(InputError, match="not the name of a host"):
        Fetcher(ReadOptions(), hosts=[name])
