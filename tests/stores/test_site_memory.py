"""A site memory keeps what it is given, whoever else writes, and forgets what it is told to."""

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
"""Shares 9 features of 11 with the news."""
FORUM = frozenset(range(10))
LESSON = TemplateUpdate(
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


def test_what_was_saved_is_there_when_the_file_is_opened_again(path: Path) -> None:
    with SiteMemory(path) as memory:
        memory.save([LESSON])
    with SiteMemory(path) as memory:
        assert memory.kinds() == [StoredTemplate(1, NEWS, version=1, learnt=2, kept=2)]
        assert memory.template(1) == b"template"
        assert memory.samples(1) == LESSON.samples


def test_a_new_memory_is_empty(memory: SiteMemory) -> None:
    assert (memory.kinds(), memory.sites()) == ([], [])


def test_a_kind_that_is_not_there_has_nothing(memory: SiteMemory) -> None:
    assert (memory.template(7), memory.samples(7)) == (b"", [])


def test_a_page_that_is_held_already_is_replaced(memory: SiteMemory) -> None:
    memory.save([LESSON])
    again = Sample("https://a.example/1", "de", b"eins")
    memory.save([TemplateUpdate(1, NEWS, {}, [again])])
    assert memory.samples(1) == [again, LESSON.samples[1]]


def test_nothing_of_a_page_that_was_replaced_is_left_in_the_file(
    path: Path, memory: SiteMemory
) -> None:
    secret = os.urandom(300)  # cannot be compressed, so it stands in the file as it is
    memory.save([TemplateUpdate(None, NEWS, {}, [page("https://a.example/", secret)])])
    assert secret in path.read_bytes()
    memory.save([TemplateUpdate(1, NEWS, {}, [page("https://a.example/")])])
    assert secret[100:200] not in path.read_bytes()


def test_a_url_that_is_no_unicode_is_kept_all_the_same(memory: SiteMemory) -> None:
    memory.save([TemplateUpdate(None, NEWS, {"\udc80": 1}, [page("https://a.example/\udc80")])])
    assert urls(memory, 1) == ["https://a.example/\\udc80"]


@pytest.mark.parametrize("backwards", [False, True])
def test_of_too_many_samples_those_with_the_smallest_hashes_stay(
    path: Path, backwards: bool
) -> None:
    samples = [page(f"https://a.example/{number}") for number in range(30)]
    by_hash = sorted(samples, key=lambda sample: xxhash.xxh3_64_intdigest(sample.url.encode()))
    if backwards:
        samples.reverse()
    with SiteMemory(path, samples=10) as memory:
        for start in range(0, 30, 6):
            memory.save([TemplateUpdate(None, NEWS, {}, samples[start : start + 6])])
        memory.save([TemplateUpdate(None, FORUM, {}, samples[:3])])
        assert urls(memory, 1) == sorted(sample.url for sample in by_hash[:10])
        assert [kind.kept for kind in memory.kinds()] == [10, 3]


@pytest.mark.parametrize(("learnt", "expected"), [(1, b"template"), (2, b"new"), (3, b"new")])
def test_a_template_is_replaced_by_one_learnt_from_no_fewer_pages(
    memory: SiteMemory, learnt: int, expected: bytes
) -> None:
    memory.save([LESSON])
    memory.save([TemplateUpdate(1, NEWS, {}, template=b"new", learnt=learnt)])
    assert memory.template(1) == expected
    [kind] = memory.kinds()
    assert (kind.version, kind.learnt) == ((1, 2) if expected == b"template" else (2, learnt))


def test_the_version_stays_where_the_same_template_was_learnt_from_more(memory: SiteMemory) -> None:
    memory.save([LESSON])
    memory.save([TemplateUpdate(1, NEWS, {}, template=b"template", learnt=9)])
    assert memory.kinds() == [StoredTemplate(1, NEWS, version=1, learnt=9, kept=2)]


def test_a_lesson_without_template_leaves_the_one_that_is_there(memory: SiteMemory) -> None:
    memory.save([LESSON])
    memory.save([TemplateUpdate(1, NEWS, {"a.example": 1}, learnt=9)])
    assert memory.template(1) == b"template"
    assert memory.kinds() == [StoredTemplate(1, NEWS, version=1, learnt=2, kept=2)]


def test_a_new_kind_joins_one_that_another_writer_has_added(memory: SiteMemory) -> None:
    memory.save([LESSON, TemplateUpdate(None, FORUM, {})])
    memory.save([TemplateUpdate(None, NEARLY_NEWS, {}, [page("https://a.example/3")], b"worse", 1)])
    assert memory.kinds() == [
        StoredTemplate(1, NEWS, 1, 2, kept=3),
        StoredTemplate(2, FORUM, 0, 0, kept=0),
    ]
    assert memory.template(1) == b"template"


def test_a_new_kind_that_shares_less_stays_apart(memory: SiteMemory) -> None:
    features = frozenset([*sorted(NEWS)[2:], 1, 2])  # 8 of 12
    memory.save([LESSON, replace(LESSON, features=features)])
    assert [kind.features for kind in memory.kinds()] == [NEWS, features]


def test_kinds_without_features_are_one(memory: SiteMemory) -> None:
    memory.save([TemplateUpdate(None, frozenset(), {}), TemplateUpdate(None, frozenset(), {})])
    assert memory.kinds() == [StoredTemplate(1, frozenset(), 0, 0, 0)]


def test_pages_of_hosts_are_added_up(memory: SiteMemory) -> None:
    memory.save([LESSON])
    memory.save([TemplateUpdate(1, NEWS, {"WWW.A.example": 3, "b.example": 1})])
    memory.save([TemplateUpdate(None, FORUM, {"b.example:8080": 4})])
    today = time.strftime("%Y-%m-%d", time.gmtime())
    assert memory.sites() == [
        SiteSummary("a.example", kinds=1, pages=5, samples=2, last_seen=today),
        SiteSummary("b.example", kinds=2, pages=5, samples=0, last_seen=today),
    ]


def test_a_host_was_last_seen_when_its_own_pages_were(path: Path, memory: SiteMemory) -> None:
    memory.save([replace(LESSON, seen={"a.example": 1, "b.example": 1})])
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE site SET last_seen = '2001-02-03'")
    memory.save([TemplateUpdate(1, NEWS, {"b.example": 1})])
    first, second = (site.last_seen for site in memory.sites())
    assert first == "2001-02-03" < second


def test_a_kind_whose_only_host_is_forgotten_goes(memory: SiteMemory) -> None:
    memory.save(
        [LESSON, TemplateUpdate(None, FORUM, {"b.example": 1}, [page("https://b.example/")])]
    )
    assert memory.forget("WWW.A.Example") == 2
    assert [kind.features for kind in memory.kinds()] == [FORUM]
    assert [site.host for site in memory.sites()] == ["b.example"]


def test_a_kind_that_other_hosts_share_keeps_their_samples_and_no_template(
    memory: SiteMemory,
) -> None:
    other = page("https://www.b.example/1", b"other")
    memory.save([LESSON, TemplateUpdate(None, NEWS, {"b.example": 1}, [other])])
    assert memory.forget("a.example") == 2
    [kind] = memory.kinds()
    assert kind == StoredTemplate(kind.number, NEWS, version=2, learnt=0, kept=1)
    assert (memory.template(kind.number), memory.samples(kind.number)) == (b"", [other])
    assert [site.host for site in memory.sites()] == ["b.example"]
    memory.save([TemplateUpdate(kind.number, NEWS, {}, template=b"new", learnt=1)])
    assert memory.template(kind.number) == b"new"


def test_a_run_that_had_read_what_was_forgotten_does_not_bring_it_back(memory: SiteMemory) -> None:
    memory.save([replace(LESSON, seen={"a.example": 2, "b.example": 1})])
    memory.forget("a.example")
    new = page("https://b.example/2")
    memory.save([TemplateUpdate(1, NEWS, {"b.example": 1}, [new], b"learnt from a.example", 9)])
    [kind] = memory.kinds()
    assert (memory.template(kind.number), memory.samples(kind.number)) == (b"", [new])


def test_the_number_of_a_kind_that_is_gone_never_means_another(memory: SiteMemory) -> None:
    memory.save([LESSON])
    memory.forget("a.example")
    memory.save([TemplateUpdate(None, FORUM, {"b.example": 1})])
    memory.save([replace(LESSON, number=1)])
    assert {kind.features: kind.kept for kind in memory.kinds()} == {FORUM: 0, NEWS: 2}


def test_a_kind_that_goes_takes_all_its_samples(path: Path, memory: SiteMemory) -> None:
    memory.save(
        [TemplateUpdate(None, NEWS, {"a.example": 1}, [page("https://c.example/never-counted")])]
    )
    memory.forget("a.example")
    assert b"never-counted" not in path.read_bytes()


def test_a_sample_of_a_host_that_was_never_counted_is_forgotten_too(memory: SiteMemory) -> None:
    memory.save([TemplateUpdate(None, NEWS, {}, [page("https://a.example/")])])
    assert memory.forget("a.example") == 1
    assert memory.kinds() == []


def test_forgetting_an_unknown_host_changes_nothing(path: Path, memory: SiteMemory) -> None:
    memory.save([LESSON])
    content = path.read_bytes()
    assert memory.forget("example") == 0
    assert path.read_bytes() == content


def test_pages_without_host_can_be_forgotten(memory: SiteMemory) -> None:
    memory.save(
        [TemplateUpdate(None, NEWS, {"": 1, "a.example": 1}, [page("a.html"), page("http://[")])]
    )
    assert memory.forget("") == 2
    assert [(site.host, site.samples) for site in memory.sites()] == [("a.example", 0)]


def test_nothing_that_was_forgotten_is_left_in_the_file(path: Path, memory: SiteMemory) -> None:
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
    assert memory.samples(memory.kinds()[0].number) == others
