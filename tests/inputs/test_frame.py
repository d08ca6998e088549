"""WARC files that are damaged, or look so."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from honbun.errors import Failure
from tests.inputs.records import FIVE, HTML, failures, packed, read, record, urls

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Damage = Callable[[bytes], bytes]

BUT_THE_THIRD = [f"http://e.org/{number}" for number in (0, 1, 3, 4)]


def flip(position: int) -> Damage:
    return lambda data: data[:position] + bytes([data[position] ^ 0xFF]) + data[position:][1:]


@pytest.mark.parametrize(
    "damage",
    [
        flip(0),
        flip(2),
        flip(60),
        flip(150),
        flip(-6),
        lambda data: data[:100] + b"\0" * 50 + data[150:],
        lambda data: data[: len(data) // 2],
        lambda data: data[:12],
        lambda data: data[:3],
        lambda data: b"junk" + data[30:],
    ],
)
def test_a_damaged_gzip_member_costs_only_itself(tmp_path: Path, damage: Damage) -> None:
    members = packed(FIVE)
    members[2] = damage(members[2])
    outcomes = read(tmp_path, b"".join(members))
    assert urls(outcomes) == BUT_THE_THIRD
    assert [failure.source for failure in failures(outcomes)] == [
        f"crawl@{len(members[0]) + len(members[1])}"
    ]


def length(value: bytes) -> Damage:
    return lambda data: re.sub(rb"Content-Length: \d+", b"Content-Length: " + value, data)


DAMAGED_RECORDS = [
    lambda data: data.replace(b"WARC/1.0", b"WXRC/1.0"),
    lambda data: data.replace(b"Content-Length", b"Content-Lxngth"),
    length(b"x"),
    length(b"-1"),
    length(b"0"),
    length(b"20"),
    length(b"200"),
    length(b"900"),
    length(b"999999"),
    length(b"99999999999999999"),
    lambda data: data[:30],
    lambda data: data[:200],
    lambda data: data[:-30],
    lambda data: bytes(len(data)),
]


@pytest.mark.parametrize("damage", DAMAGED_RECORDS)
@pytest.mark.parametrize(
    "pack",
    [b"".join, lambda records: gzip.compress(b"".join(records)), lambda x: b"".join(packed(x))],
    ids=["plain", "gzip as a whole", "gzip by record"],
)
def test_a_damaged_record_costs_only_itself(
    tmp_path: Path, pack: Callable[[list[bytes]], bytes], damage: Damage
) -> None:
    records = [*FIVE[:2], damage(FIVE[2]), *FIVE[3:]]
    outcomes = read(tmp_path, pack(records))
    assert urls(outcomes) == BUT_THE_THIRD
    assert len(failures(outcomes)) == 1


def test_a_damaged_first_record_costs_only_itself(tmp_path: Path) -> None:
    members = packed(FIVE[:2])
    for data in (b"x" + FIVE[0][1:] + FIVE[1], b"x" + members[0][1:] + members[1]):
        first, second = read(tmp_path, data)
        assert isinstance(first, Failure)
        assert second.url == "http://e.org/1"


def test_a_file_cut_short_gives_what_it_has(tmp_path: Path) -> None:
    for data in (b"".join(FIVE)[:-60], b"".join(packed(FIVE))[:-60]):
        outcomes = read(tmp_path, data)
        assert urls(outcomes) == [f"http://e.org/{number}" for number in range(4)]
        assert len(failures(outcomes)) == 1


def test_a_wrong_length_larger_than_what_is_held_loses_nothing(tmp_path: Path) -> None:
    """The length would pass over more than a reader may hold, and over good records."""
    many = [record(str(number), b"<p>" + b"x" * 5000) for number in range(40)]
    many[1] = length(b"150000")(many[1])
    outcomes = read(tmp_path, b"".join(many))
    assert urls(outcomes) == [f"http://e.org/{number}" for number in range(40) if number != 1]
    assert len(failures(outcomes)) == 1


def test_a_page_that_shows_a_record_is_no_damage(tmp_path: Path) -> None:
    page = b"<pre>\r\n\r\n" + record("9") + b"</pre>"
    outcomes = read(tmp_path, record("1", page) + record("2"))
    assert urls(outcomes) == ["http://e.org/1", "http://e.org/2"]
    assert failures(outcomes) == []


def test_gzip_blocks_that_cut_records_are_read_through(tmp_path: Path) -> None:
    data = b"".join(FIVE)
    blocks = b"".join(
        gzip.compress(data[start : start + 500]) for start in range(0, len(data), 500)
    )
    assert len(urls(read(tmp_path, blocks))) == 5


@pytest.mark.parametrize("data", [b"", b"\r\n\r\n", gzip.compress(b"")])
def test_an_empty_file_has_no_pages(tmp_path: Path, data: bytes) -> None:
    assert read(tmp_path, data) == []


def test_a_file_that_is_no_warc_is_one_failure(tmp_path: Path) -> None:
    (failure,) = read(tmp_path, HTML * 5000)
    assert isinstance(failure, Failure)
    assert failure.message == "no WARC record where one should begin"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(damage=st.lists(st.tuples(st.integers(0, 10**6), st.binary(min_size=1)), max_size=4))
def test_whatever_happens_to_one_member_the_others_are_read(
    tmp_path: Path, damage: list[tuple[int, bytes]]
) -> None:
    members = packed(FIVE)
    member = bytearray(members[2])
    for position, data in damage:
        start = position % len(member)
        member[start : start + len(data)] = data
    outcomes = read(tmp_path, b"".join([*members[:2], bytes(member), *members[3:]]))
    assert [url for url in urls(outcomes) if url != "http://e.org/2"] == BUT_THE_THIRD
