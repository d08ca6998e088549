"""HTTP requests that reach only addresses they may reach, and only for so long.

The host is resolved once, every address it has is judged, and the connection goes to one of
exactly these: a second look-up might be answered differently (DNS rebinding). TLS is still
verified against the host's name. One deadline holds for a whole request, so that a server sending
a byte now and then cannot hold us, and another for all requests that a page takes.
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
    """A URL that may be requested, without its fragment; raises FetchError for any other."""
    try:
        parsed = httpx.URL(url)
        # Where a name is no IDNA name, or the zone of an address is not ASCII, it is only now that
        # httpx says so.
        host, sent = parsed.host, parsed.raw_host
    except (httpx.InvalidURL, ValueError) as error:
        raise FetchError(f"not a URL: {url:.200}") from error
    if parsed.scheme not in ("http", "https"):
        raise FetchError(f"only http and https URLs can be fetched: {url}")
    if not host:
        raise FetchError(f"not a URL: no host is named: {url}")
    if b"%" in sent:  # what cannot stand in a name was quoted
        raise FetchError(f"not a URL: no host has such a name: {url}")
    if parsed.userinfo:
        raise FetchError("a URL with a user name or password in it is not fetched")
    if (parsed.port or 0) > 65535:
        raise FetchError(f"no such port: {parsed.port}")
    return parsed.copy_with(fragment=None)


def redirect(response: httpx.Response) -> httpx.URL | None:
    """Where a response sends us, None when it is the answer itself."""
    location = response.headers.get("location")
    if response.status_code not in _REDIRECTS or not location:
        return None
    try:
        onward = urljoin(str(response.url), location)
    except ValueError as error:  # "http://["
        raise FetchError(f"{response.url}: redirects to no URL: {location:.200}") from error
    return web_url(onward)


def resolve(host: str, port: int) -> list[str]:
    """The addresses of a host, however it is spelled (`127.1`, `0x7f000001`, `localhost`)."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise FetchError(f"{host}: the name cannot be resolved ({error})") from error
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


class Network:
    """A client for single requests; redirects and codings are left to the caller."""

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
            # A proxy would make the connection for us, to an address that nobody has judged.
            trust_env=False,
            # Nothing that one site has given us is shown to it, or to another, again.
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
            transport=_Transport(_Backend(self._deadline, resolve, allow_private=allow_private)),
        )

    def close(self) -> None:
        self._client.close()

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """All requests of this thread meanwhile end within so many seconds."""
        self._deadline.bound(seconds)
        try:
            yield
        finally:
            self._deadline.bound(math.inf)

    @property
    def left(self) -> float:
        """The seconds that are left to this thread."""
        return self._deadline.whole

    @contextmanager
    def get(
        self, url: httpx.URL, headers: Mapping[str, str] | None = None
    ) -> Iterator[httpx.Response]:
        """One GET, its body still to be read with `iter_raw`; raises FetchError."""
        if self._hosts is not None and url.host not in self._hosts:
            raise RefusedAddress(f"{url.host} is not among the hosts that may be asked")
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
    """What a connection failed for, in words."""
    [cause, *_] = error.args or (None,)  # httpcore keeps what it was told there, and nowhere else
    if isinstance(cause, ssl.SSLCertVerificationError):
        return f"the site's certificate is not valid ({cause.verify_message})"
    if isinstance(cause, ssl.SSLError):
        return "no secure connection is to be had there; try http:// in the place of https://"
    return str(error) or type(error).__name__


class _Deadline(threading.local):
    """The end of the request under way, and of all that belong together, one for each thread."""

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
        for address in self._judged(host, port):
            try:
                stream = self._plain.connect_tcp(
                    address, port, self._deadline.left(timeout), local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return _Stream(stream, self._deadline)
        raise failure

    def _judged(self, host: str, port: int) -> list[str]:
        addresses = self._resolve(host, port)
        for address in addresses:
            kind = refusal(address, allow_private=self._allow_private)
            if kind:
                hint = "" if refusal(address, allow_private=True) else "; see --allow-private"
                raise RefusedAddress(f"{host} leads to {address}, which is {kind}{hint}")
        return addresses


class _Stream(httpcore.NetworkStream):
    """A connection on which every operation ends by the deadline."""

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
    """What httpx.HTTPTransport does, on a backend of our own, which it does not allow."""

    def __init__(self, backend: _Backend) -> None:
        self._pool = httpcore.ConnectionPool(
            ssl_context=httpx.create_ssl_context(),
            # As many as there are threads: who waits here for another's slow site is in its power.
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
