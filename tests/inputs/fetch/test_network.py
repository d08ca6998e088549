"""Connections go to allowed addresses only."""

from __future__ import annotations

import shutil
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING

import pytest

from honbun.errors import FetchError
from honbun.inputs.fetch.fetcher import Fetcher
from honbun.inputs.options import ReadOptions
from tests.inputs.loopback import Internet, Site, reply

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def test_private_addresses_can_be_allowed(site: Site) -> None:
    site.answers["/"] = reply(b"<p>mine")
    with Fetcher(ReadOptions(allow_private=True)) as fetcher:
        assert fetcher.fetch(site.url("/", host="127.1")).html == b"<p>mine"


def test_next_address_is_tried_after_a_failure(site: Site) -> None:
    site.answers["/"] = reply(b"<p>found")
    options = ReadOptions(robots=False, allow_private=True)
    with Fetcher(options, resolve=lambda host, port: ["::1", "127.0.0.1"]) as fetcher:
        assert fetcher.fetch(site.url("/", host="two.test")).html == b"<p>found"


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A key and a certificate for `page.test`, created now so that no clock finds it expired."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("no openssl to make a certificate with")
    key, path = tmp_path / "key.pem", tmp_path / "certificate.pem"
    request = "req -x509 -nodes -days 2 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1"
    named = "-subj /CN=page.test -addext subjectAltName=DNS:page.test"
    subprocess.run(
        [openssl, *request.split(), *named.split(), "-keyout", key, "-out", path],
        check=True,
        capture_output=True,
    )
    path.write_text(key.read_text() + path.read_text())
    return path


@pytest.fixture
def secure_port(certificate: Path) -> Iterator[int]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            reply(b"<p>secure")(self)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    thread.join()
    server.server_close()


def test_tls_is_verified_against_the_host_name(
    internet: Internet, certificate: Path, secure_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with Fetcher(ReadOptions(robots=False), resolve=internet.resolve) as fetcher:
        assert fetcher.fetch(f"https://page.test:{secure_port}/").html == b"<p>secure"
        with pytest.raises(FetchError, match="certificate is not valid"):
            fetcher.fetch(f"https://other.test:{secure_port}/")
