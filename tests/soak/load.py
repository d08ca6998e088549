"""A server under load: `honbun serve` with a hundred clients and sites of many types.

Pages are fresh for half a minute only, so that each is fetched several times. Other clients
misbehave: requests that never end, clients that hang up. Finally the server is killed under load,
restarted, and stopped while it is busy.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import feedparser

from tests.soak.gauge import Gauge, thirds
from tests.soak.part import Outcome
from tests.soak.polling import Seen, Server, annoy, first_look, poll
from tests.soak.upstream import FAST, HOSTS, KINDS, Upstream, places, upstream

if TYPE_CHECKING:
    from collections.abc import Iterator

_CLIENTS = 100
_LONGEST = 60.0
"""Seconds of polling; a longer time would show nothing new."""
_MAX_AGE = 30
_TIMEOUT = 10
_FLAT = 0.1
"""The allowed growth of allocated memory between half time and the end."""
_GROWTH = {"memory": 0.3, "files": 0.25, "threads": 1.0}
"""The allowed growth between the middle and the last third of the run. Resident memory varies,
because freed memory is fragmented; threads start when they are needed, and end when idle."""
_STOPPING = 12.0
"""Seconds within which the server stops: three for pending responses, more if it is busy."""


def run(seconds: float) -> Outcome:
    """Responses to the clients, and resources of the server."""
    figures: dict[str, str] = {}
    faults: list[str] = []
    with TemporaryDirectory() as folder, upstream() as site:
        state = Path(folder) / "state.db"
        with _serving(state) as (process, port):
            server = Server(port, site, places())
            started = time.monotonic()
            asyncio.run(first_look(server))
            took = time.monotonic() - started
            figures["seconds of the first fetch of all pages"] = f"{took:.0f}"
            polling = max(15.0, min(_LONGEST, seconds - 25 - took))
            seen, gauge = _loaded(server, process, polling)
            figures |= _client_figures(seen, polling) | _system_figures(gauge, faults)
            figures |= _memory_figures(state, faults)
            faults += _wrong(seen) + _too_often(site)
            figures["feeds parsed, all well-formed"] = str(len(seen.samples))
            faults += [f"no feed: {fault}" for fault in map(_flaw, seen.samples) if fault]
            requests = sum(map(len, site.requested_at.values()))
            figures["requests to upstream"] = (
                f"{requests:,}, {site.not_modified:,} times not modified"
            )
            before = _ids(state)
            _end(server, process, signal.SIGKILL)
        figures["items after kill -9"] = _survived(state, before, faults)
        with _serving(state) as (process, port):
            seen = Seen()
            server = Server(port, site, [place for place in places() if place.kind in FAST])
            took = _end(server, process, signal.SIGTERM, seen)
            faults += _wrong(seen)
            figures["seconds to stop under load"] = f"{took:.1f}"
            if process.returncode != 0 or took > _STOPPING:
                faults.append(f"stopped with {process.returncode} after {took:.1f} seconds")
            if seen.requests == 0:
                faults.append("no answer after kill -9")
        figures["items after a stop"] = _survived(state, before, faults)
    return Outcome(not faults, figures, tuple(faults))


@contextmanager
def _serving(state: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The command as an operator runs it for pages of a private network."""
    hosts = [word for host in HOSTS for word in ("--allow-host", host)]
    limits = ["--max-age", str(_MAX_AGE), "--timeout", str(_TIMEOUT)]
    memory, log = state.with_suffix(".memory"), state.with_suffix(".log")
    command = [sys.executable, "-m", "tests.soak.memory_report", str(memory), "serve"]
    command += ["--port", "0", "--allow-private"]
    with (
        log.open("w") as stderr,
        subprocess.Popen(
            [*command, *limits, *hosts, "--state", str(state)], stderr=stderr
        ) as process,
    ):
        try:
            yield process, _port(log, process)
        finally:
            process.kill()


def _port(log: Path, process: subprocess.Popen[bytes]) -> int:
    while process.poll() is None:
        if found := re.search(r"serving http://127\.0\.0\.1:(\d+)/", log.read_text()):
            return int(found[1])
        time.sleep(0.05)
    raise RuntimeError(log.read_text())


def _loaded(server: Server, process: subprocess.Popen[bytes], seconds: float) -> tuple[Seen, Gauge]:
    seen, gauge = Seen(), Gauge(process.pid)

    async def ask() -> None:
        """Make the request twice, under the same load."""
        for share in (0.5, 0.45):
            await asyncio.sleep(share * seconds)
            process.send_signal(signal.SIGUSR1)

    async def both() -> None:
        polling, annoying = poll(server, _CLIENTS, seconds, seen), annoy(server, seconds, seen)
        await asyncio.gather(polling, annoying, ask())

    try:
        asyncio.run(both())
    finally:
        gauge.close()
    return seen, gauge


def _end(
    server: Server, process: subprocess.Popen[bytes], how: signal.Signals, seen: Seen | None = None
) -> float:
    """Poll for some responses and stop the server meanwhile; returns the seconds it took."""
    noted = seen or Seen()

    async def both() -> float:
        polling = asyncio.create_task(poll(server, _CLIENTS, 2 * _LONGEST, noted))
        enough = time.monotonic() + _LONGEST
        while noted.requests < 2 * _CLIENTS and time.monotonic() < enough:
            await asyncio.sleep(0.1)
        # Requests that are dropped or refused from now on are not faults.
        dropped, statuses = len(noted.dropped), noted.statuses.copy()
        started = time.monotonic()
        process.send_signal(how)
        with suppress(subprocess.TimeoutExpired):
            await asyncio.to_thread(process.wait, 30)
        took = time.monotonic() - started
        polling.cancel()
        await asyncio.gather(polling, return_exceptions=True)
        del noted.dropped[dropped:]
        noted.statuses = statuses
        return took

    return asyncio.run(both())


def _client_figures(seen: Seen, seconds: float) -> dict[str, str]:
    """The figures of the clients."""
    statuses: dict[int, int] = {}
    for (_, status), count in seen.statuses.items():
        statuses[status] = statuses.get(status, 0) + count
    fast = [took for kind in FAST for took in seen.latency[kind]]
    cuts = quantiles(fast, n=100)
    return {
        "clients": str(_CLIENTS),
        "requests": f"{seen.requests:,} in {seconds:.0f} s: {seen.requests / seconds:.0f}/s",
        "statuses": ", ".join(f"{status}: {count:,}" for status, count in sorted(statuses.items())),
        "feeds of fast sites, p50 / p95 / p99 / max": " / ".join(
            f"{1000 * one:.0f} ms" for one in (cuts[49], cuts[94], cuts[98], max(fast))
        ),
        "connections dropped": str(len(seen.dropped)),
        "unfinished requests, disconnected": str(seen.disconnected),
    }


def _memory_figures(state: Path, faults: list[str]) -> dict[str, str]:
    """The blocks that Python has allocated, as the server reports them; growth is a fault."""
    half, end = map(int, state.with_suffix(".memory").read_text().splitlines()[:2])
    if end > half * (1 + _FLAT):
        faults.append(f"what the server holds grew: {half:,} → {end:,} blocks")
    return {"Python objects, halfway → at the end": f"{half:,} → {end:,}"}


def _system_figures(gauge: Gauge, faults: list[str]) -> dict[str, str]:
    """The resources of the server; growth is a fault."""
    memory = [one.memory for one in gauge.held]
    figures = {"memory of the server at start, peak": f"{memory[0]} MB, {max(memory)} MB"}
    for name, within in _GROWTH.items():
        middle, last = thirds([getattr(one, name) for one in gauge.held])
        figures[f"{name}, middle → last third"] = f"{middle:.0f} → {last:.0f}"
        if last > middle * (1 + within):
            faults.append(f"{name} grew: {middle:.0f} → {last:.0f}")
    return figures


def _wrong(seen: Seen) -> list[str]:
    """Responses with a wrong status."""
    dropped = [f"dropped: {one}" for one in sorted(set(seen.dropped))]
    return dropped + [
        f"{count} feeds of {kind} pages have the status {status}"
        for (kind, status), count in seen.statuses.items()
        if status not in KINDS[kind][1]
    ]


def _too_often(site: Upstream) -> list[str]:
    """Pages that were fetched again while they were fresh."""
    return [
        f"{url} was fetched again after {least:.1f} seconds"
        for url, times in site.requested_at.items()
        if (least := min((b - a for a, b in pairwise(times)), default=_MAX_AGE)) < _MAX_AGE
    ]


def _flaw(sample: tuple[str, bytes]) -> str | None:
    """What is wrong with a feed."""
    form, body = sample
    if form == "json":
        found = json.loads(body)
        return None if found["version"].startswith("https://jsonfeed.org/") else "no JSON Feed"
    parsed = feedparser.parse(body)
    if parsed.bozo:
        return f"{form}: {parsed.bozo_exception}"
    return None if parsed.entries else f"{form}: no entries"


def _ids(state: Path) -> set[tuple[str, str, int | None]]:
    """The stored items: page, id and time first seen."""
    with sqlite3.connect(f"{state.as_uri()}?mode=rw", uri=True, timeout=30) as file:
        query = "SELECT address, id, first FROM item JOIN page ON page = number"
        return set(file.execute(query))


def _survived(state: Path, before: set[tuple[str, str, int | None]], faults: list[str]) -> str:
    """The number of items; lost items and a damaged file are faults."""
    with sqlite3.connect(f"{state.as_uri()}?mode=rw", uri=True) as file:
        [(result,)] = file.execute("PRAGMA integrity_check")
    if result != "ok":
        faults.append(f"the state file is damaged: {result}")
    now = _ids(state)
    if lost := len(before - now):
        faults.append(f"{lost} items were forgotten")
    return f"{len(now):,}"
