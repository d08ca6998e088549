"""The web of the examples: the bundled pages at the addresses that they name, on loopback."""

from __future__ import annotations

import re
import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tests.docs.book import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

DEMO = ROOT / "src" / "honbun" / "demo"
_CANONICAL = re.compile(rb'<link rel="canonical" href="(https://[^"]+)"')
_BOARD = "https://watashi.example/bbs/"
_NOTICE = "https://town.kawabe.example/news/2024/"


def pages() -> dict[str, bytes]:
    """Every address that leads somewhere, and what stands there."""
    found = {}
    for path in sorted(DEMO.rglob("*.html")):
        html = path.read_bytes()
        named = _CANONICAL.search(html)
        found[named[1].decode() if named else _BOARD] = html
    # What the town's list of notices leads to.
    links = re.findall(r"/news/2024/(\w+\.html)", found["https://town.kawabe.example/"].decode())
    return found | {_NOTICE + name: _notice(name).encode() for name in links}


def hosts() -> frozenset[str]:
    """The names that can be resolved."""
    return frozenset(urlsplit(address).netloc for address in pages())


def _notice(name: str) -> str:
    words = "".join(
        f"<p>{name} のお知らせ、その{part}。詳しくは役場の窓口へ。" for part in "一二三"
    )
    return f'<meta charset="utf-8"><title>{name}</title><h1>お知らせ {name}</h1>{words}'


@contextmanager
def serving() -> Iterator[int]:
    """All of them on one port, told apart by the host that is asked for."""
    known = {urlsplit(address)[1:3]: html for address, html in pages().items()}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            html = known.get((self.headers["Host"], self.path))
            body = html or b"There is no such page."
            self.send_response(200 if html else 404)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(ConnectionError):
                self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
