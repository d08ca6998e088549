"""URLs of related pages are similar; parts that every site has do not count."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.text.url_similarity import UrlParts, url_parts, url_similarity
from tests.text.url_examples import URLS


def alike(a: str, b: str) -> float:
    return url_similarity(url_parts(a), url_parts(b))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("http://a.example/2007/x/", "http://mirror.a.example/2008/y/"),
        ("http://old.a.example/", "http://ww2.a.example/"),
        ("http://old.ann.github.io/x", "https://ann.github.io/y"),
        ("http://a.co.jp/1.html", "https://www.a.co.jp:8080/2.html"),
        ("http://xn--wgv71a.example/1", "http://日本.EXAMPLE/2"),
        ("http://u:p@10.0.0.1/1", "http://10.0.0.1:81/2"),
    ],
)
def test_hosts_of_one_site_are_similar(a: str, b: str) -> None:
    assert alike(a, b) > 0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("http://a.ac.jp/whatsnew/host/kh23102.htm", "http://10.0.0.1/whatsnew/host/kh23102.htm"),
        ("http://a.jp/~ann/saigoku_17.htm", "http://b.example/saigoku/saigoku_17.html"),
        ("http://a.example/2007/on-the-academic-market/", "http://b.org/On_The_Academic_Market"),
        ("http://a.example/wiki/Big_Boats", "http://b.org/index.php?title=Big%20boats&lang=en"),
        ("http://a.example/%E6%97%A5%E6%9C%AC%E3%81%AE%E8%88%B9", "http://b.org/日本の船.html"),
        ("http://a.example/x/%93%fa%96%7b%82%cc%91D", "http://b.org/%93%FA%96%7B%82%CC%91D.html"),
        ("http://a.example/tushinbo.htm", "http://b.org/data2/tushinbo.htm"),
    ],
)
def test_same_distinctive_name_on_another_host_is_similar(a: str, b: str) -> None:
    assert alike(a, b) == 0.5


@pytest.mark.parametrize(
    "path",
    [
        "2019/06/20/", "news/", "blog/", "article/123.html", "index.html", "entry.html", "0.html",
        "p/1.php", "about.html", "aboutus.html", "privacy-policy/", "PrivacyPolicy.html",
        "a0123.htm", "20190620.html", "2019-06-20", "2019年6月20日/", "archives/000298.html",
        "issue70/x07.shtml", "entertainment/", "technology/2/", "viewtopic.php?t=3",
        "showdetails.php?id=7", "vol12/page3", "happy-new-year/", "お知らせ/",
        "%e4%bc%9a%e7%a4%be%e6%a6%82%e8%a6%81/", "category/diary/", "?utm_campaign=big-red-boats",
        "june-2019/", "gastronomy/2.html",
        "dispatcher.php?id=7", "", "company-info/staff.html", "newsrelease/",
    ],
)  # fmt: skip
def test_common_path_is_not_similar(path: str) -> None:
    assert alike(f"http://a.example/{path}", f"http://b.org/{path}") == 0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("http://ann.github.io/", "http://bob.github.io/"),
        ("http://a.co.jp/", "http://b.co.jp/"),
        ("http://old.a.example/", "http://old.b.example/"),
        ("http://blog.a.com/", "http://blog.b.com/"),
        ("http://lindenhof.de/", "http://lindenhof.ch/"),
        ("http://my-boats.com/", "http://my-cars.com/"),
        ("http://10.0.0.1/", "http://10.0.0.2/"),
        ("http://[::1]/", "http://[::2]/"),
    ],
)
def test_hosts_of_different_sites_are_not_similar(a: str, b: str) -> None:
    assert alike(a, b) == 0


def test_server_label_does_not_count_unless_it_is_the_site() -> None:
    assert url_parts("http://www3.a.example/").host == ("a.example",)
    assert url_parts("http://www.ck/").site == "www.ck"


def test_parts_common_in_the_collection_do_not_count() -> None:
    a, b = (
        url_parts("http://a.example/big-boats/red-masts"),
        url_parts("http://b.org/big-boats/red-masts"),
    )
    assert url_similarity(a, b) == 0.5
    assert url_similarity(a, b, common={"big-boats"}) == 0.5
    assert url_similarity(a, b, common={"big-boats", "red-masts"}) == 0


@pytest.mark.parametrize(
    "nowhere",
    [
        "pages/a.html",
        "",
        "http://[",
        "http://",
        "C:\\a.html",
        "file:///a/b.html",
        "http://a b/",
        "http://" + "a." * 126 + "example",
    ],
)
def test_url_without_host_has_no_site(nowhere: str) -> None:
    found = url_parts(nowhere)
    assert (found.site, found.host) == ("", ())


def test_host_without_suffix_is_its_own_site() -> None:
    assert url_parts("http://localhost/").site == "localhost"
    assert url_parts("http://github.io/").site == "github.io"


def test_files_are_compared_by_their_names() -> None:
    assert alike("pages/big-red-boats.html", "copies/big-red-boats.html") == 0.5
    assert alike("pages/0001.html", "pages/0002.html") == 0


@pytest.mark.parametrize(
    "piece", ["a", "a/", "/", "%e6", "%", "a-", "a1", "xn--", "@", ".", "船", "?&"]
)
def test_huge_url_is_read_quickly(piece: str) -> None:
    began = time.process_time()
    for start in ("http://", "http://a.example/", ""):
        url_parts(start + piece * 100_000)
    assert time.process_time() - began < 1


@given(URLS)
def test_parts_are_unique_and_not_empty(url: str) -> None:
    found = url_parts(url)
    assert found.site == (found.host[0] if found.host else "")
    assert all(found.host + found.path)
    assert len(set(found.path)) == len(found.path)


@given(URLS, URLS)
def test_similarity_is_symmetric_and_a_share(a: str, b: str) -> None:
    assert alike(a, b) == alike(b, a)
    assert 0 <= alike(a, b) <= 1


@given(URLS)
def test_url_is_similar_to_itself_in_every_part(url: str) -> None:
    found = url_parts(url)
    assert url_similarity(found, found) == (bool(found.host) + bool(found.path)) / 2


SOME = st.lists(st.sampled_from("abcdef"), max_size=4, unique=True).map(tuple)


@given(SOME, SOME, SOME, SOME)
def test_one_shared_part_makes_urls_similar(
    hosts: tuple[str, ...], more: tuple[str, ...], paths: tuple[str, ...], others: tuple[str, ...]
) -> None:
    found = url_similarity(UrlParts("", hosts, paths), UrlParts("", more, others))
    assert (found > 0) == bool(set(hosts) & set(more) or set(paths) & set(others))
