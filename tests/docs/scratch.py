"""The folder in which the commands of the documentation are run: the files that they name."""

from __future__ import annotations

import gzip
import json
import shutil
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import honbun
from honbun.annotation.blocks import places
from honbun.annotation.model import TRUTH, State
from honbun.stores.labels import Labels
from tests.docs import known, web

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from honbun.annotation.model import Kind, Place

_GARDEN = "fernhill-garden.example"
_BOARDS = ("boatshed.example", "watashi.example")


def furnish(folder: Path) -> None:
    """Make every file that the documentation takes for granted."""
    shutil.copytree(web.DEMO, folder / "src" / "honbun" / "demo")
    shutil.copytree(web.DEMO / "threads", folder / "board")
    everything = web.pages()
    crawl, boards = (
        {url: html for url, html in everything.items() if (_host(url) in _BOARDS) is board}
        for board in (False, True)
    )
    _warc(folder / "crawl.warc.gz", crawl)
    _warc(folder / "forum.warc.gz", boards)
    (folder / "crawl").mkdir()
    _warc(folder / "crawl" / "one.warc.gz", _of(crawl, _GARDEN))
    _warc(folder / "crawl" / "two.warc.gz", _of(crawl, "minato-nippo.example"))
    garden = list(_of(crawl, _GARDEN).items())
    (folder / "page.html").write_bytes(garden[0][1])
    _folder(folder / "pages", garden)
    for day, part in (("monday", garden[:8]), ("tuesday", garden[8:])):
        _folder(folder / day, part)
        _warc(folder / f"{day}.warc.gz", dict(part))
    rows = [{"url": url, "html": html.decode()} for url, html in garden]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "pages.jsonl").write_text(lines, encoding="utf-8")
    (folder / "pages.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    known.furnish(folder / "known")
    _labels(folder / "sites.labels", folder / "src" / "honbun" / "demo" / "sites")


def _host(url: str) -> str:
    return urlsplit(url).netloc


def _of(pages: Mapping[str, bytes], host: str) -> dict[str, bytes]:
    return {url: html for url, html in pages.items() if _host(url) == host}


def _folder(folder: Path, pages: Sequence[tuple[str, bytes]]) -> None:
    folder.mkdir()
    for url, html in pages:
        (folder / urlsplit(url).path[1:].replace("/", "-")).write_bytes(html)


def _warc(path: Path, pages: Mapping[str, bytes]) -> None:
    path.write_bytes(b"".join(gzip.compress(_record(*page), mtime=0) for page in pages.items()))


def _record(url: str, html: bytes) -> bytes:
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2024-09-02T03:04:05Z\r\n"
        "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>\r\n"
        f"WARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(answer)}\r\n\r\n"
    )
    return head.encode() + answer + b"\r\n\r\n"


def _labels(path: Path, sites: Path) -> None:
    """Two have labelled both sites and differ on captions; what is true was decided."""
    pages = list(honbun.read(sites))
    with Labels(path) as labels:
        for page, content in zip(pages, honbun.extract(pages)):
            kinds = {block.xpath: block.role.value for block in content.blocks}
            said: dict[Place, Kind] = {
                place: kinds[place.xpath]  # type: ignore[misc]
                for place in places(page)
                if place.xpath in kinds
            }
            known_as = labels.keep(page, content.url)
            without = {place: kind for place, kind in said.items() if kind != "caption"}
            for name, changes in (("anna", said), ("ben", without), (TRUTH, said)):
                labels.act(name, known_as, changes, State.DONE)
