"""HTTP requests to allowed addresses only, with deadlines.

A host is resolved once, all its addresses are checked, and the connection goes to one of them: a
second lookup might return others (DNS rebinding). TLS is verified against the host name. One
deadline covers a whole request, so that a server that sends a byte now and then cannot hold it
open, and another covers all requests for a page.
"""

from __future__ import annotations

import math
import socket
import ssl
import threading
from contextlib import contextmanager
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

import httpcore
import httpx

from honbun.errors import FetchError, FetchTimeout, RefusedAddress
from honbun.inputs.fetch.addresses import Hosts, refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    Resolve = Callable[[str, int], list[str]]
    Clock = Callable[[], float]

_REDIRECTS = (301, 302, 303, 307, 308)
_KEEP_ALIVE = 5.0
_KEPT_ALIVE = 20
_SLOW = (httpcore.TimeoutException, httpx.TimeoutException)
_FAILED = (
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.UnsupportedProtocol,
    httpx.HTTPError,
    httpx.InvalidURL,
)


def web_url(url: str) -> httpx.URL:
    """Parse a URL that can be requested, without its fragment; raises FetchError."""
    try:
        parsed = httpx.URL(url)
        # httpx reports invalid IDNA names and zones only here.
        host, sent = parsed.host, parsed.raw_host
    except (httpx.InvalidURL, ValueError) as error:
        raise FetchError(f"not a URL: {url:.200}") from error
    if parsed.scheme not in ("http", "https"):
        raise FetchError(f"only http and https URLs can be fetched: {url}")
    if not host:
        raise FetchError(f"not a URL: no host is named: {url}")
    if b"%" in sent:  # an invalid character was quoted
        raise FetchError(f"not a URL: no host has such a name: {url}")
    if parsed.userinfo:
        raise FetchError("a URL with a user name or password in it is not fetched")
    if (parsed.port or 0) > 65535:
        raise FetchError(f"no such port: {parsed.port}")
    return parsed.copy_with(fragment=None)


def redirect(response: httpx.Response) -> httpx.URL | None:
    """The target of a redirect, None for other responses."""
    location = response.headers.get("location")
    if response.status_code not in _REDIRECTS or not location:
        return None
    try:
        onward = urljoin(str(response.url), location)
    except ValueError as error:  # "http://["
        raise FetchError(f"{response.url}: redirects to no URL: {location:.200}") from error
    return web_url(onward)


def resolve(host: str, port: int) -> list[str]:
    """The addresses of a host in any spelling (`127.1`, `0x7f000001`, `localhost`)."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise FetchError(f"{host}: the name cannot be resolved ({error})") from error
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


class Network:
    """A client for single requests; the caller handles redirects and decoding."""

    def __init__(
        self,
        headers: Mapping[str, str],
        timeout: float,
        *,
        allow_private: bool,
        resolve: Resolve,
        clock: Clock,
        hosts: Collection[str] | None = None,
    ) -> None:
        self._hosts = None if hosts is None else Hosts(hosts)
        self._timeout = timeout
        self._deadline = _Deadline(clock)
        self._client = httpx.Client(
            headers=dict(headers),
            timeout=timeout,
            follow_redirects=False,
            # A proxy would connect to addresses that were not checked.
            trust_env=False,
            # Accept no cookies.
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
            transport=_Transport(_Backend(self._deadline, resolve, allow_private=allow_private)),
        )

    def close(self) -> None:
        self._client.close()

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """All requests of this thread in the block end within this many seconds."""
        self._deadline.bound(seconds)
        try:
            yield
        finally:
            self._deadline.bound(math.inf)

    @property
    def left(self) -> float:
        """The seconds left for this thread."""
        return self._deadline.whole

    @contextmanager
    def get(
        self, url: httpx.URL, headers: Mapping[str, str] | None = None
    ) -> Iterator[httpx.Response]:
        """Send a GET; the body is read with `iter_raw`. Raises FetchError."""
        if self._hosts is not None and url.host not in self._hosts:
            raise RefusedAddress(f"{url.host} is not an allowed host")
        self._deadline.start(self._timeout)
        try:
            with self._client.stream("GET", url, headers=headers) as response:
                yield response
        except _SLOW as error:
            message = f"{url}: no complete answer within {self._timeout:g} seconds"
            raise FetchTimeout(message) from error
        except _FAILED as error:
            raise FetchError(f"{url}: {_cause(error)}") from error


def _cause(error: Exception) -> str:
    """Why a connection failed, in plain words."""
    [cause, *_] = error.args or (None,)  # httpcore keeps the cause only there
    if isinstance(cause, ssl.SSLCertVerificationError):
        return f"the site's certificate is not valid ({cause.verify_message})"
    if isinstance(cause, ssl.SSLError):
        return "no secure connection is possible; try http:// instead of https://"
    return str(error) or type(error).__name__


class _Deadline(threading.local):
    """Deadlines of the current request and of the current page, per thread."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._at = math.inf
        self._last = math.inf

    def bound(self, seconds: float) -> None:
        self._last = self._clock() + seconds

    @property
    def whole(self) -> float:
        return self._last - self._clock()

    def start(self, timeout: float) -> None:
        self._at = min(self._clock() + timeout, self._last)

    def left(self, timeout: float | None) -> float:
        left = self._at - self._clock()
        if left <= 0:
            raise httpcore.ReadTimeout("deadline")
        return left if timeout is None else min(left, timeout)


class _Backend(httpcore.NetworkBackend):
    def __init__(self, deadline: _Deadline, resolve: Resolve, *, allow_private: bool) -> None:
        self._deadline = deadline
        self._resolve = resolve
        self._allow_private = allow_private
        self._plain = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        failure: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in self._allowed(host, port):
            try:
                stream = self._plain.connect_tcp(
                    address, port, self._deadline.left(timeout), local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return _Stream(stream, self._deadline)
        raise failure

    def _allowed(self, host: str, port: int) -> list[str]:
        addresses = self._resolve(host, port)
        for address in addresses:
            reason = refusal(address, allow_private=self._allow_private)
            if reason:
                hint = "" if refusal(address, allow_private=True) else "; see --allow-private"
                place = host if host == address else f"{host} leads to {address}, which"
                raise RefusedAddress(f"{place} is {reason}{hint}")
        return addresses


class _Stream(httpcore.NetworkStream):
    """A connection whose operations end by the deadline."""

    def __init__(self, inner: httpcore.NetworkStream, deadline: _Deadline) -> None:
        self._inner = inner
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._deadline.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._deadline.left(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        left = self._deadline.left(timeout)
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, left), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class _Transport(httpx.BaseTransport):
    """Like httpx.HTTPTransport, with a network backend that checks addresses."""

    def __init__(self, backend: _Backend) -> None:
        self._pool = httpcore.ConnectionPool(
            ssl_context=httpx.create_ssl_context(),
            # No limit, so that threads do not wait for each other's slow sites.
            max_connections=None,
            max_keepalive_connections=_KEPT_ALIVE,
            keepalive_expiry=_KEEP_ALIVE,
            network_backend=backend,
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        answer = self._pool.handle_request(
            httpcore.Request(
                request.method,
                httpcore.URL(
                    scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path
                ),
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        return httpx.Response(
            answer.status,
            headers=answer.headers,
            stream=_Body(answer.stream),
            extensions=answer.extensions,
        )

    def close(self) -> None:
        self._pool.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        yield from self._stream

    def close(self) -> None:
        self._stream.close()
