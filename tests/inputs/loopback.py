"""A web site on loopback, and an Internet in which a public address leads to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from http.server import BaseHTTPRequestHandler

    Answer = Callable[[BaseHTTPRequestHandler], None]

PUBLIC = "93.184.216.34"


def reply(
    body: bytes = b"", status: int = 200, kind: str | None = "text/html", **headers: str
) -> Answer:
    """An answer of the site; `Content_Encoding="br"` gives the header of that name."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        if kind is not None:
            request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    return answer


@dataclass
class Site:
    """What the site answers to each path, and the requests it has seen."""

    port: int
    answers: dict[str, Answer] = field(default_factory=dict)
    paths: list[str] = field(default_factory=list)
    headers: list[Mapping[str, str]] = field(default_factory=list)

    def url(self, path: str, host: str = "page.test") -> str:
        return f"http://{host}:{self.port}{path}"


@dataclass
class Internet:
    """Names and their addresses, and the addresses that were connected to."""

    names: dict[str, list[str]] = field(default_factory=dict)
    looked_up: list[str] = field(default_factory=list)
    connected: list[str] = field(default_factory=list)

    def resolve(self, host: str, port: int) -> list[str]:
        self.looked_up.append(host)
        return self.names.get(host, [host])
