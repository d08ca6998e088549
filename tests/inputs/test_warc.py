"""Pages in WARC files, undamaged and damaged."""

from __future__ import annotations

import bz2
import gzip
import lzma
import random
import re
import zipfile
import zlib
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from honbun.errors import SKIP, Failure
from honbun.inputs.read import read_all
from honbun.page import Page
from tests.inputs.records import FIVE, HTML, block, failures, packed, read, record, urls

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

brotli = pytest.importorskip("brotli")
zstandard = pytest.importorskip("zstandard")


def test_response_record_is_a_page(tmp_path: Path) -> None:
    assert read(tmp_path, record("1")) == [
        Page(
            HTML,
            url="http://e.org/1",
            source="crawl@0",
            content_type="text/html; charset=EUC-JP",
            fetched_at=datetime(2020, 1, 2, 3, 4, 5, tzinfo=UTC),
        )
    ]


def test_resource_record_is_a_page(tmp_path: Path) -> None:
    (page,) = read(tmp_path, block("1", HTML, "resource", "text/html"))
    assert isinstance(page, Page)
    assert (page.html, page.url, page.content_type) == (HTML, "http://e.org/1", "text/html")


def test_source_includes_the_record_offset(tmp_path: Path) -> None:
    one, two = record("1"), record("2")
    members = packed([one, two])
    plain = [page.source for page in read(tmp_path, one + two)]
    assert plain == ["crawl@0", f"crawl@{len(one)}"]
    by_record = [page.source for page in read(tmp_path, b"".join(members))]
    assert by_record == ["crawl@0", f"crawl@{len(members[0])}"]
    as_a_whole = [page.source for page in read(tmp_path, gzip.compress(one + two))]
    assert as_a_whole == ["crawl@0", f"crawl@0+{len(one)}"]


@pytest.mark.parametrize(
    "other",
    [
        record("1", http="Content-Type: image/png"),
        record("1", status="404 Not Found"),
        record("1", status="301 Moved"),
        record("1", kind="revisit"),
        record("1", kind="request"),
        record("1", b"%PDF-1.7", http=""),
        block("1", b"robots: classic", "warcinfo", "application/warc-fields"),
        block("1", b"20200102 e.org. 127.0.0.1", "response", "text/dns"),
        block("1", b"{}", "resource", "application/json"),
        record("1", bytes(50_000), http="Content-Type: video/mp4"),
        record("1", bytes(500_000), http="Content-Type: video/mp4"),
    ],
)
def test_other_records_are_skipped(tmp_path: Path, other: bytes) -> None:
    assert urls(read(tmp_path, other + record("2"))) == ["http://e.org/2"]
    assert failures(read(tmp_path, other + record("2"))) == []


def test_html_without_content_type_is_recognised(tmp_path: Path) -> None:
    (page,) = read(tmp_path, record("1", b"<!doctype html><p>x", http=""))
    assert isinstance(page, Page)
    assert page.content_type is None


def test_header_lines_may_end_in_lf_alone(tmp_path: Path) -> None:
    header, content = FIVE[0].split(b"\r\n\r\n", 1)
    unixy = header.replace(b"\r\n", b"\n") + b"\n\n" + content
    assert urls(read(tmp_path, unixy + FIVE[1])) == ["http://e.org/0", "http://e.org/1"]


def test_angle_brackets_around_the_url_are_removed(tmp_path: Path) -> None:
    data = record("1").replace(b"http://e.org/1", b"<http://e.org/1>")
    assert urls(read(tmp_path, data)) == ["http://e.org/1"]


CHUNKED = b"7\r\n" + HTML[:7] + b"\r\n20\r\n" + HTML[7:] + b"\r\n0\r\n\r\n"


@pytest.mark.parametrize(
    ("header", "body"),
    [
        ("Content-Encoding: gzip", gzip.compress(HTML)),
        ("Content-Encoding: deflate", zlib.compress(HTML)),
        ("Content-Encoding: br", brotli.compress(HTML)),
        ("Content-Encoding: zstd", zstandard.compress(HTML)),
        ("Content-Encoding: gzip", HTML),
        ("Transfer-Encoding: chunked", CHUNKED),
        ("Transfer-Encoding: chunked", HTML),
    ],
)
def test_codings_are_decoded_if_present(tmp_path: Path, header: str, body: bytes) -> None:
    (page,) = read(tmp_path, record("1", body, http=f"Content-Type: text/html\r\n{header}"))
    assert isinstance(page, Page)
    assert page.html == HTML


@pytest.mark.parametrize(
    ("header", "body", "message"),
    [
        ("Content-Encoding: gzip", gzip.compress(HTML)[:-4], "the compressed data is truncated"),
        ("Content-Encoding: lzma", HTML[1:], "the content coding 'lzma' is not known"),
        ("Content-Encoding: gzip", gzip.compress(bytes(99_999)), "the page has more than 10,000"),
        ("Transfer-Encoding: chunked", CHUNKED[:-15], "the record cannot be read (unexpected end"),
        ("X: y", bytes(12_345), "the page has 12,345 bytes, more than the 10,000 of --max-bytes"),
        ("X: y", bytes(200_000), "the page has 200,050 bytes, more than the 10,000"),
    ],
)
def test_undecodable_body_is_one_failure(
    tmp_path: Path, header: str, body: bytes, message: str
) -> None:
    bad = record("1", body, http=f"Content-Type: text/html\r\n{header}")
    first, second = read(tmp_path, bad + record("2"))
    assert isinstance(first, Failure)
    assert (first.source, first.url, first.step) == ("crawl@0", "http://e.org/1", "read")
    assert first.message.startswith(message)
    assert second.url == "http://e.org/2"


if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Damage = Callable[[bytes], bytes]

BUT_THE_THIRD = [f"http://e.org/{number}" for number in (0, 1, 3, 4)]


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
def test_damaged_record_is_one_failure(
    tmp_path: Path, pack: Callable[[list[bytes]], bytes], damage: Damage
) -> None:
    records = [*FIVE[:2], damage(FIVE[2]), *FIVE[3:]]
    outcomes = read(tmp_path, pack(records))
    assert urls(outcomes) == BUT_THE_THIRD
    assert len(failures(outcomes)) == 1


def test_damaged_first_record_is_one_failure(tmp_path: Path) -> None:
    members = packed(FIVE[:2])
    for data in (b"x" + FIVE[0][1:] + FIVE[1], b"x" + members[0][1:] + members[1]):
        first, second = read(tmp_path, data)
        assert isinstance(first, Failure)
        assert second.url == "http://e.org/1"


def test_truncated_file_gives_its_complete_records(tmp_path: Path) -> None:
    for data in (b"".join(FIVE)[:-60], b"".join(packed(FIVE))[:-60]):
        outcomes = read(tmp_path, data)
        assert urls(outcomes) == [f"http://e.org/{number}" for number in range(4)]
        assert len(failures(outcomes)) == 1


def test_huge_wrong_length_loses_no_other_record(tmp_path: Path) -> None:
    """The length would pass over more than a reader may hold, and over good records."""
    many = [record(str(number), b"<p>" + b"x" * 5000) for number in range(40)]
    many[1] = length(b"150000")(many[1])
    outcomes = read(tmp_path, b"".join(many))
    assert urls(outcomes) == [f"http://e.org/{number}" for number in range(40) if number != 1]
    assert len(failures(outcomes)) == 1


def test_page_that_quotes_a_record_is_not_damage(tmp_path: Path) -> None:
    page = b"<pre>\r\n\r\n" + record("9") + b"</pre>"
    outcomes = read(tmp_path, record("1", page) + record("2"))
    assert urls(outcomes) == ["http://e.org/1", "http://e.org/2"]
    assert failures(outcomes) == []


def test_records_across_gzip_blocks_are_read(tmp_path: Path) -> None:
    data = b"".join(FIVE)
    blocks = b"".join(
        gzip.compress(data[start : start + 500]) for start in range(0, len(data), 500)
    )
    assert len(urls(read(tmp_path, blocks))) == 5


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(damage=st.lists(st.tuples(st.integers(0, 10**6), st.binary(min_size=1)), max_size=4))
def test_any_damage_to_one_member_leaves_the_others_readable(
    tmp_path: Path, damage: list[tuple[int, bytes]]
) -> None:
    members = packed(FIVE)
    member = bytearray(members[2])
    for position, data in damage:
        start = position % len(member)
        member[start : start + len(data)] = data
    outcomes = read(tmp_path, b"".join([*members[:2], bytes(member), *members[3:]]))
    assert [url for url in urls(outcomes) if url != "http://e.org/2"] == BUT_THE_THIRD


def revisit(
    name: str, refers: str, url: str, *, profile: str = "identical-payload-digest"
) -> bytes:
    """A record for `name` whose payload is that of the record `refers`, captured at `url`."""
    plain = record(name, b"", kind="revisit")
    more = (
        f"WARC-Profile: http://netpreserve.org/warc/1.1/revisit/{profile}\r\n"
        f"WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-0000000000{refers:>02}>\r\n"
        f"WARC-Refers-To-Target-URI: {url}\r\n"
    )
    return plain.replace(b"WARC-Date", more.encode() + b"WARC-Date", 1)


@pytest.mark.parametrize("compressed", [False, True])
def test_revisit_at_another_address_is_a_page_with_the_same_body(
    tmp_path: Path, compressed: bool
) -> None:
    records = [record("1"), revisit("2", "1", "http://e.org/1")]
    first, second = read(tmp_path, b"".join(packed(records) if compressed else records))
    assert isinstance(first, Page)
    assert isinstance(second, Page)
    assert (second.url, second.html) == ("http://e.org/2", first.html)


@pytest.mark.parametrize("form", ["plain", "gzip", "wacz", "forward"])
def test_revisit_that_names_the_payload_alone_is_a_page(tmp_path: Path, form: str) -> None:
    digest = b"WARC-Payload-Digest: sha1:ABC\r\nWARC-Date"
    again = re.sub(rb"WARC-Refers-To: .*\r\n", b"", revisit("7", "1", "http://e.org/1"))
    records = [one.replace(b"WARC-Date", digest, 1) for one in (record("1"), again, record("3"))]
    data = b"".join(packed(records) if form == "gzip" else records)
    path = tmp_path / "crawl.wacz"
    if form == "wacz":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("datapackage.json", "{}")
            archive.writestr("archive/data.warc", data)
    else:
        path.write_bytes(zstandard.compress(data) if form == "forward" else data)
    found = list(read_all(path))
    assert urls(found)[:1] + urls(found)[-1:] == ["http://e.org/1", "http://e.org/3"]
    if form == "forward":
        assert found[1].message == "revisits in a file that can only be read forward"  # type: ignore[union-attr]
    else:
        assert urls(found) == ["http://e.org/1", "http://e.org/7", "http://e.org/3"]


@pytest.mark.parametrize("pack", [zstandard.compress, bz2.compress, lzma.compress])
def test_packed_archive_longer_than_what_is_sniffed_is_read(
    tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    noise = random.Random(1)
    path = tmp_path / "crawl.warc.packed"
    texts = [noise.randbytes(20_000).hex().encode() for _ in range(5)]
    records = [record(str(number), HTML + text) for number, text in enumerate(texts)]
    path.write_bytes(b"".join(map(pack, records)))
    assert urls(list(read_all(path))) == [f"http://e.org/{number}" for number in range(5)]


def test_revisit_of_the_same_address_or_of_another_file_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc"
    records = [
        record("1"),
        revisit("1", "1", "http://e.org/1"),
        revisit("3", "9", "http://e.org/9"),
    ]
    path.write_bytes(b"".join(records))
    _, same, missing = read_all(path)
    assert isinstance(same, Failure)
    assert isinstance(missing, Failure)
    assert (same.step, same.message) == (SKIP, "revisits of pages that are stored before")
    assert (missing.step, missing.message) == (
        SKIP,
        "revisits of pages that are not in the same file",
    )


def test_other_responses_are_skipped_by_type_and_status(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc"
    picture = record("1", b"x", http="Content-Type: image/png")
    path.write_bytes(picture + record("2", status="404 Not Found") + FIVE[0])
    found = list(read_all(path))
    assert [one.message for one in found if isinstance(one, Failure)] == [
        "responses of type image/png",
        "responses with status 404",
    ]
    assert isinstance(found[2], Page)


def test_body_shorter_than_announced_is_said_to_be_cut(tmp_path: Path) -> None:
    length = "Content-Type: text/html\r\nContent-Length: 5000"
    (page,) = read(tmp_path, record("1", http=length))
    assert isinstance(page, Page)
    assert page.truncated == (f"{len(HTML)} of 5,000 bytes are stored",)
