"""Any text is read as dates and URLs, and any bytes as text."""

from __future__ import annotations

import codecs
import re
import time
from datetime import datetime
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from honbun.feeds.identity import canonical_link
from honbun.html.decode import decode
from honbun.html.links import safe_url
from honbun.inputs.assets import FolderAssets
from honbun.inputs.fetch.addresses import Hosts
from honbun.inputs.fetch.decoding import decode_body, join_bounded
from honbun.inputs.fetch.network import web_url
from honbun.outputs.files import file_name
from honbun.page import Page
from honbun.papers.similar_003 import url as paper
from honbun.text import dates
from honbun.text.dates import Order
from honbun.text.unicode import collapse
from honbun.text.url_similarity import url_parts, url_similarity
from honbun.text.urls import (
    absolute_iri,
    canonical_url,
    http_url,
    registered_domain,
    split_url,
    url_key,
)
from tests.fuzz.packages import WHEN
from tests.fuzz.target import refusing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.text.dates import Found

LABELS = (
    "", "utf-8", "shift_jis", "euc-jp", "iso-2022-jp", "utf-16", "utf-16be", "gb18030", "big5",
    "euc-kr", "windows-1252", "koi8-u", "x-user-defined", "replacement", "macintosh", "no-such",
)  # fmt: skip
CODINGS = ("gzip", "deflate", "br", "x-gzip, deflate", "identity, gzip", "zstd", "deflate, br")
_VALUE = re.compile(
    r"\d{4}(?:-\d\d)?"
    r"|(?:\d{4}|-)-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?"
)
"""A year, a month of it, or a day of it or of any year, with the time or without."""
_SCHEMES = {"", "http", "https", "mailto", "tel", "ftp"}
_DEVICE = re.compile(r"(?i)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)")
_LONG = 20_000
_SECONDS = 5.0
"""CPU time for a long text; linear time takes a hundredth of it."""


def text_of(data: bytes) -> str:
    """Text of any characters, including lone surrogates, which JSON may contain."""
    return data.decode("utf-8", "surrogatepass") if _is_wtf8(data) else data.decode("latin-1")


def _is_wtf8(data: bytes) -> bool:
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def when(data: bytes) -> None:
    """Dates exist in the calendar and have valid offsets."""
    text = text_of(data)
    for order, language, now in ((None, None, WHEN), (Order.DMY, "en", None), (None, "ja", WHEN)):
        found = dates.find(text, order=order, language=language, now=now)
        _check_dates(text, found)
        read = dates.read(text, order=order, language=language, now=now)
        assert (read is None) == all(one.value is None for one in found)
    assert dates.contains(text) == bool(dates.find(text))
    assert 0 <= dates.share(text) <= 1
    dates.order_of([text, text[::-1]])


def _check_dates(text: str, found: Sequence[Found]) -> None:
    last = 0
    for one in found:
        assert last <= one.start < one.stop <= len(text)
        last = one.stop
        if one.value is not None:
            _check_value(one.value)


def _check_value(value: str) -> None:
    assert _VALUE.fullmatch(value), value
    whole = value.replace("--", "2000-", 1) if value.startswith("--") else value
    datetime.fromisoformat(whole if len(whole) > 7 else f"{whole[:4]}-{whole[5:] or '01'}-01")


def long_when(data: bytes) -> None:
    """Dates in a long repetitive text are found in linear time."""
    text = text_of(data) or " "
    long = text * (_LONG // len(text) + 1)
    started = time.process_time()
    dates.find(long[:_LONG], now=WHEN)
    dates.share(long[:_LONG])
    assert time.process_time() - started < _SECONDS


def encodings(data: bytes) -> None:
    """Bytes in any encoding become text that can be written."""
    label = LABELS[data[0] % len(LABELS)] if data else ""
    for content_type in (None, f"text/html; charset={label}", data[:40].decode("latin-1")):
        found = decode(data[1:], content_type)
        assert found.text.encode().decode() == found.text
        assert 0 <= found.replaced <= len(found.text)
        codecs.lookup(f"whatwg-{found.encoding}")


def codings(data: bytes) -> None:
    """A body in any content coding is decoded within its limit, or refused."""
    for names in (*CODINGS, data[:20].decode("latin-1")):
        with refusing():
            assert len(join_bounded(decode_body((data[1:7], data[7:]), names), 100_000)) <= 100_000


def addresses(data: bytes) -> None:
    """Any URL has parts, and no URL in an output is a script."""
    text = text_of(data)
    base, _, link = text.partition("\n")
    for one in (base, link, text):
        url_key(one)
        split_url(canonical_url(one))
        canonical_link(one)
        registered_domain(one)
        url_similarity(url_parts(one), url_parts(base))
        paper.parts(one)
        _check_feed_address(one)
        _check_file(one)
    _check_joined(safe_url(collapse(base), link))  # as the base URL of a page
    _check_joined(safe_url("https://e.org/a/b", text))
    html = f"<base href='{base}'><link rel=canonical href='{link}'>".encode("utf-8", "replace")
    page = Page(html, fallback_url="https://e.org/")
    page.resolve_url(page.parse()).encode()


def fetching(data: bytes) -> None:
    """URLs to fetch and allowed hosts are valid, or refused."""
    text = text_of(data)
    with refusing():
        found = web_url(text)
        assert found.scheme in ("http", "https")
        assert web_url(str(found)).host == found.host
    with refusing():
        hosts = Hosts([text, "*." + text])
        assert ("sub." + text) not in hosts or text
    assert "e.org" in Hosts(["e.org"])
    assert text.strip("[]").rstrip(".").casefold() == "e.org" or text not in Hosts(["e.org"])


def _check_feed_address(text: str) -> None:
    for found in (http_url(text), absolute_iri(text)):
        if found is not None:
            assert re.fullmatch(r"[!-~]+", found), found


def _check_joined(found: str | None) -> None:
    if found is not None:
        assert urlsplit(found).scheme in _SCHEMES
        assert not re.search(r"[\x00-\x1f\x7f]", found)


def _check_file(address: str) -> None:
    """Output files and assets stay inside their folder on every system."""
    name = file_name(address)
    assert re.fullmatch(r"[^/\\:*?\"<>|\x00-\x1f\x7f]+", name), name
    assert name not in (".", "..")
    assert len(name.encode()) <= 200
    assert not _DEVICE.match(name)
    assert PureWindowsPath(name).name == name
    here = Path(__file__).parent
    found = FolderAssets(here).find(address)
    assert found is None or Path(found.name).is_relative_to(here)
