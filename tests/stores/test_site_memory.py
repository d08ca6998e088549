"""A site memory stores templates and samples with concurrent writers, and forgets hosts."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import xxhash

from honbun.content.memory import Sample, StoredTemplate, TemplateUpdate
from honbun.stores.site_memory import SiteMemory, SiteSummary

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from honbun.content.memory import TemplateStore

NEWS = frozenset(range(2**64 - 10, 2**64))
NEARLY_NEWS = frozenset([*sorted(NEWS)[1:], 1])
"""Has 9 of 11 features in common with NEWS."""
FORUM = frozenset(range(10))
UPDATE = TemplateUpdate(
    None,
    NEWS,
    {"a.example": 2},
    [Sample("https://a.example/1", "en", b"one"), Sample("https://a.example/2", None, b"two")],
    b"template",
    2,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sites.memory"


@pytest.fixture
def memory(path: Path) -> Iterator[SiteMemory]:
    with SiteMemory(path) as memory:
        yield memory


def page(url: str, outline: bytes = b"") -> Sample:
    return Sample(url, None, outline)


def urls(store: TemplateStore, number: int) -> list[str]:
    return [sample.url for sample in store.samples(number)]


@pytest.mark.parametrize("backwards", [False, True])
def test_samples_with_the_smallest_hashes_are_kept(path: Path, backwards: bool) -> None:
    samples = [page(f"https://a.example/{number}") for number in range(30)]
    by_hash = sorted(samples, key=lambda sample: xxhash.xxh3_64_intdigest(sample.url.encode()))
    if backwards:
        samples.reverse()
    with SiteMemory(path, samples=10) as memory:
        for start in range(0, 30, 6):
            memory.save([TemplateUpdate(None, NEWS, {}, samples[start : start + 6])])
        memory.save([TemplateUpdate(None, FORUM, {}, samples[:3])])
        assert urls(memory, 1) == sorted(sample.url for sample in by_hash[:10])
        assert [group.kept for group in memory.templates()] == [10, 3]


def test_page_counts_of_hosts_are_summed(memory: SiteMemory) -> None:
    memory.save([UPDATE])
    memory.save([TemplateUpdate(1, NEWS, {"WWW.A.example": 3, "b.example": 1})])
    memory.save([TemplateUpdate(None, FORUM, {"b.example:8080": 4})])
    today = time.strftime("%Y-%m-%d", time.gmtime())
    assert memory.sites() == [
        SiteSummary("a.example", kinds=1, pages=5, samples=2, last_seen=today),
        SiteSummary("b.example", kinds=2, pages=5, samples=0, last_seen=today),
    ]


def test_last_seen_is_per_host(path: Path, memory: SiteMemory) -> None:
    memory.save([replace(UPDATE, seen={"a.example": 1, "b.example": 1})])
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE site SET last_seen = '2001-02-03'")
    memory.save([TemplateUpdate(1, NEWS, {"b.example": 1})])
    first, second = (site.last_seen for site in memory.sites())
    assert first == "2001-02-03" < second


def test_shared_group_keeps_other_samples_and_loses_its_template(
    memory: SiteMemory,
) -> None:
    other = page("https://www.b.example/1", b"other")
    memory.save([UPDATE, TemplateUpdate(None, NEWS, {"b.example": 1}, [other])])
    assert memory.forget("a.example") == 2
    [group] = memory.templates()
    assert group == StoredTemplate(group.number, NEWS, version=2, learnt=0, kept=1)
    assert (memory.template(group.number), memory.samples(group.number)) == (b"", [other])
    assert [site.host for site in memory.sites()] == ["b.example"]
    memory.save([TemplateUpdate(group.number, NEWS, {}, template=b"new", learnt=1)])
    assert memory.template(group.number) == b"new"


def test_run_cannot_restore_a_forgotten_template(memory: SiteMemory) -> None:
    memory.save([replace(UPDATE, seen={"a.example": 2, "b.example": 1})])
    memory.forget("a.example")
    new = page("https://b.example/2")
    memory.save([TemplateUpdate(1, NEWS, {"b.example": 1}, [new], b"learnt from a.example", 9)])
    [group] = memory.templates()
    assert (memory.template(group.number), memory.samples(group.number)) == (b"", [new])


def test_forgotten_data_leaves_no_bytes_in_the_file(path: Path, memory: SiteMemory) -> None:
    secrets = [b"https://a.example/secret", os.urandom(300), os.urandom(300)]
    url, outline, template = secrets
    hosts = {"a.example": 1, "b.example": 9}
    others = [page(f"https://b.example/{number}", os.urandom(999)) for number in range(9)]
    large = page("https://a.example/large", os.urandom(9999))
    samples = [*others, page(url.decode(), outline), large]
    memory.save([TemplateUpdate(None, NEWS, hosts, samples, template, 10)])
    assert all(secret in path.read_bytes() for secret in secrets)
    before = path.stat().st_size
    memory.forget("a.example")
    assert not any(secret in path.read_bytes() for secret in secrets)
    assert path.stat().st_size < before
    assert memory.samples(memory.templates()[0].number) == others


def test_saved_data_is_read_from_a_reopened_file(path: Path) -> None:
    with SiteMemory(path) as memory:
        assert (memory.templates(), memory.sites()) == ([], [])
        assert (memory.template(7), memory.samples(7)) == (b"", [])
        memory.save([UPDATE])
    with SiteMemory(path) as memory:
        assert memory.templates() == [StoredTemplate(1, NEWS, version=1, learnt=2, kept=2)]
        assert memory.template(1) == b"template"
        assert memory.samples(1) == UPDATE.samples


def test_sample_with_the_same_url_is_replaced_without_a_trace(
    path: Path, memory: SiteMemory
) -> None:
    secret = os.urandom(300)  # incompressible, so the file contains it unchanged
    url = "https://a.example/\udc80"  # SQLite refuses lone surrogates
    memory.save([TemplateUpdate(None, NEWS, {"\udc80": 1}, [page(url, secret)])])
    assert secret in path.read_bytes()
    memory.save([TemplateUpdate(1, NEWS, {}, [Sample(url, "de", b"")])])
    assert memory.samples(1) == [Sample("https://a.example/\\udc80", "de", b"")]
    assert secret[100:200] not in path.read_bytes()


@pytest.mark.parametrize(
    ("template", "learnt", "stored", "group"),
    [
        (b"new", 1, b"template", StoredTemplate(1, NEWS, version=1, learnt=2, kept=2)),
        (b"new", 2, b"new", StoredTemplate(1, NEWS, version=2, learnt=2, kept=2)),
        (b"new", 3, b"new", StoredTemplate(1, NEWS, version=2, learnt=3, kept=2)),
        (b"template", 9, b"template", StoredTemplate(1, NEWS, version=1, learnt=9, kept=2)),
        (None, 9, b"template", StoredTemplate(1, NEWS, version=1, learnt=2, kept=2)),
    ],
    ids=["fewer pages", "as many pages", "more pages", "equal template", "no template"],
)
def test_template_is_replaced_by_one_from_at_least_as_many_pages(
    memory: SiteMemory, template: bytes | None, learnt: int, stored: bytes, group: StoredTemplate
) -> None:
    memory.save([UPDATE])
    memory.save([TemplateUpdate(1, NEWS, {}, template=template, learnt=learnt)])
    assert memory.template(1) == stored
    assert memory.templates() == [group]


@pytest.mark.parametrize(
    ("features", "other", "groups"),
    [
        (NEWS, NEARLY_NEWS, 1),
        (NEWS, FORUM, 2),
        (NEWS, frozenset([*sorted(NEWS)[2:], 1, 2]), 2),  # 8 of 12 in common
        (frozenset(), frozenset(), 1),
    ],
)
def test_new_group_joins_a_similar_one_that_another_writer_added(
    memory: SiteMemory, features: frozenset[int], other: frozenset[int], groups: int
) -> None:
    memory.save([replace(UPDATE, features=features)])
    worse = TemplateUpdate(None, other, {}, [page("https://a.example/3")], b"worse", 1)
    memory.save([worse])
    assert [group.kept for group in memory.templates()] == ([3] if groups == 1 else [2, 1])
    assert memory.template(1) == b"template"


def test_group_of_a_forgotten_host_is_deleted_and_its_number_never_reused(
    memory: SiteMemory,
) -> None:
    memory.save([UPDATE])
    assert memory.forget("WWW.A.Example") == 2
    memory.save([TemplateUpdate(None, FORUM, {"b.example": 1})])
    memory.save([replace(UPDATE, number=1)])
    assert {group.features: group.kept for group in memory.templates()} == {FORUM: 0, NEWS: 2}
    assert 1 not in [group.number for group in memory.templates()]


@pytest.mark.parametrize(
    ("seen", "samples", "host", "pages", "left"),
    [
        ({}, ["https://a.example/"], "a.example", 1, []),  # a host whose pages were not counted
        ({"a.example": 1}, ["https://c.example/x"], "a.example", 1, []),
        ({"": 1, "a.example": 1}, ["a.html", "http://["], "", 2, ["a.example"]),
        ({"a.example": 1}, [], "example", 0, ["a.example"]),
    ],
)
def test_a_host_is_forgotten_with_its_pages_and_samples(
    path: Path,
    memory: SiteMemory,
    seen: dict[str, int],
    samples: list[str],
    host: str,
    pages: int,
    left: list[str],
) -> None:
    memory.save([TemplateUpdate(None, NEWS, seen, [page(url) for url in samples])])
    before = path.read_bytes()
    assert memory.forget(host) == pages
    assert [site.host for site in memory.sites()] == left
    assert len(memory.templates()) == len(left)
    assert (path.read_bytes() == before) == (pages == 0)
    assert not any(url.encode() in path.read_bytes() for url in samples)
