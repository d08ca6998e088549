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


def test_saved_data_is_read_from_a_reopened_file(path: Path) -> None:
    with SiteMemory(path) as memory:
        memory.save([UPDATE])
    with SiteMemory(path) as memory:
        assert memory.templates() == [StoredTemplate(1, NEWS, version=1, learnt=2, kept=2)]
        assert memory.template(1) == b"template"
        assert memory.samples(1) == UPDATE.samples


def test_new_memory_is_empty(memory: SiteMemory) -> None:
    assert (memory.templates(), memory.sites()) == ([], [])


def test_unknown_group_has_no_template_and_no_samples(memory: SiteMemory) -> None:
    assert (memory.template(7), memory.samples(7)) == (b"", [])


def test_sample_with_the_same_url_is_replaced(memory: SiteMemory) -> None:
    memory.save([UPDATE])
    again = Sample("https://a.example/1", "de", b"eins")
    memory.save([TemplateUpdate(1, NEWS, {}, [again])])
    assert memory.samples(1) == [again, UPDATE.samples[1]]


def test_replaced_sample_leaves_no_bytes_in_the_file(path: Path, memory: SiteMemory) -> None:
    secret = os.urandom(300)  # incompressible, so the file contains it unchanged
    memory.save([TemplateUpdate(None, NEWS, {}, [page("https://a.example/", secret)])])
    assert secret in path.read_bytes()
    memory.save([TemplateUpdate(1, NEWS, {}, [page("https://a.example/")])])
    assert secret[100:200] not in path.read_bytes()


def test_url_with_lone_surrogates_is_stored(memory: SiteMemory) -> None:
    memory.save([TemplateUpdate(None, NEWS, {"\udc80": 1}, [page("https://a.example/\udc80")])])
    assert urls(memory, 1) == ["https://a.example/\\udc80"]


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


@pytest.mark.parametrize(("learnt", "expected"), [(1, b"template"), (2, b"new"), (3, b"new")])
def test_template_is_replaced_by_one_from_at_least_as_many_pages(
    memory: SiteMemory, learnt: int, expected: bytes
) -> None:
    memory.save([UPDATE])
    memory.save([TemplateUpdate(1, NEWS, {}, template=b"new", learnt=learnt)])
    assert memory.template(1) == expected
    [group] = memory.templates()
    assert (group.version, group.learnt) == ((1, 2) if expected == b"template" else (2, learnt))


def test_version_does_not_change_with_an_equal_template(memory: SiteMemory) -> None:
    memory.save([UPDATE])
    memory.save([TemplateUpdate(1, NEWS, {}, template=b"template", learnt=9)])
    assert memory.templates() == [StoredTemplate(1, NEWS, version=1, learnt=9, kept=2)]


def test_update_without_template_keeps_the_stored_one(memory: SiteMemory) -> None:
    memory.save([UPDATE])
    memory.save([TemplateUpdate(1, NEWS, {"a.example": 1}, learnt=9)])
    assert memory.template(1) == b"template"
    assert memory.templates() == [StoredTemplate(1, NEWS, version=1, learnt=2, kept=2)]


def test_new_group_joins_one_that_another_writer_added(memory: SiteMemory) -> None:
    memory.save([UPDATE, TemplateUpdate(None, FORUM, {})])
    memory.save([TemplateUpdate(None, NEARLY_NEWS, {}, [page("https://a.example/3")], b"worse", 1)])
    assert memory.templates() == [
        StoredTemplate(1, NEWS, 1, 2, kept=3),
        StoredTemplate(2, FORUM, 0, 0, kept=0),
    ]
    assert memory.template(1) == b"template"


def test_group_with_fewer_common_features_stays_separate(memory: SiteMemory) -> None:
    features = frozenset([*sorted(NEWS)[2:], 1, 2])  # 8 of 12
    memory.save([UPDATE, replace(UPDATE, features=features)])
    assert [group.features for group in memory.templates()] == [NEWS, features]


def test_groups_without_features_are_the_same(memory: SiteMemory) -> None:
    memory.save([TemplateUpdate(None, frozenset(), {}), TemplateUpdate(None, frozenset(), {})])
    assert memory.templates() == [StoredTemplate(1, frozenset(), 0, 0, 0)]


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


def test_group_of_a_forgotten_host_is_deleted(memory: SiteMemory) -> None:
    memory.save(
        [UPDATE, TemplateUpdate(None, FORUM, {"b.example": 1}, [page("https://b.example/")])]
    )
    assert memory.forget("WWW.A.Example") == 2
    assert [group.features for group in memory.templates()] == [FORUM]
    assert [site.host for site in memory.sites()] == ["b.example"]


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


def test_group_numbers_are_never_reused(memory: SiteMemory) -> None:
    memory.save([UPDATE])
    memory.forget("a.example")
    memory.save([TemplateUpdate(None, FORUM, {"b.example": 1})])
    memory.save([replace(UPDATE, number=1)])
    assert {group.features: group.kept for group in memory.templates()} == {FORUM: 0, NEWS: 2}


def test_samples_are_deleted_with_their_group(path: Path, memory: SiteMemory) -> None:
    memory.save(
        [TemplateUpdate(None, NEWS, {"a.example": 1}, [page("https://c.example/never-counted")])]
    )
    memory.forget("a.example")
    assert b"never-counted" not in path.read_bytes()


def test_sample_of_an_uncounted_host_is_forgotten_too(memory: SiteMemory) -> None:
    memory.save([TemplateUpdate(None, NEWS, {}, [page("https://a.example/")])])
    assert memory.forget("a.example") == 1
    assert memory.templates() == []


def test_forgetting_an_unknown_host_changes_nothing(path: Path, memory: SiteMemory) -> None:
    memory.save([UPDATE])
    content = path.read_bytes()
    assert memory.forget("example") == 0
    assert path.read_bytes() == content


def test_pages_without_host_can_be_forgotten(memory: SiteMemory) -> None:
    memory.save(
        [TemplateUpdate(None, NEWS, {"": 1, "a.example": 1}, [page("a.html"), page("http://[")])]
    )
    assert memory.forget("") == 2
    assert [(site.host, site.samples) for site in memory.sites()] == [("a.example", 0)]


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
