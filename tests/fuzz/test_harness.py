"""The targets detect broken code and report it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from xml.parsers.expat import ExpatError

import pytest

from honbun.text.dates import Found
from tests.fuzz.broken_target import BROKEN_TARGET
from tests.fuzz.examples import attempt
from tests.fuzz.targets import BY_NAME
from tests.soak import fuzz

if TYPE_CHECKING:
    import io
    from collections.abc import Callable
    from pathlib import Path

POSTS = b"".join(
    b"<div class=post id=p%d><b>Ann</b> 2024/05/0%d 10:00<p>The boat, again.</div>" % (n, n)
    for n in range(1, 6)
)


def unquoted(rows: Any, columns: Any, file: io.BytesIO) -> None:
    """Write CSV without quoting commas."""
    lines = [",".join(columns), *(",".join(str(row[name]) for name in columns) for row in rows)]
    file.write("\n".join(lines).encode())


def writing(line: bytes) -> Callable[..., None]:
    """A writer of JSON Lines that writes the same line for every row."""

    def write(rows: Any, file: io.BytesIO) -> None:
        for _ in rows:
            file.write(line)

    return write


def raising(*_: object) -> None:
    raise ValueError("unexpected")


@pytest.mark.parametrize(
    ("name", "broken", "target", "data"),
    [
        ("outputs.syndication.clean", str, "requests of a browser", b"a\0b"),
        ("content.write.dialect.escape", lambda text, **_: text, "content of a page", None),
        ("outputs.rows.write_jsonl", writing(b"{}"), "posts", POSTS),
        ("outputs.rows.write_jsonl", writing(b'{"score": NaN}\n'), "posts", POSTS),
        ("outputs.rows.write_jsonl", writing(b'{"text": "\\ud800"}\n'), "posts", POSTS),
        ("outputs.rows.write_csv", unquoted, "posts", POSTS),
        ("page.parse", raising, "content of a collection", b"<p>x"),
        ("text.dates.find", lambda *_, **__: [Found(0, 1, "2024-02-30")], "dates", b"x"),
        ("text.dates.find", lambda *_, **__: [Found(0, 2, None)], "dates", b"x"),
        ("outputs.files._UNSAFE", re.compile("(?!)"), "addresses", b"a/b"),
        (
            "papers.similar_003.standard._quoted",
            str,
            "standard format",
            b"<p>x<a href='?a&b'>y</a>",
        ),
    ],
)
def test_broken_part_is_caught(
    name: str,
    broken: Any,
    target: str,
    data: bytes | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = data or b"<article><h1>T</h1>" + b"<p>Long &lt;script>text&lt;/script> of boats.</p>" * 9
    BY_NAME[target].run(data)
    monkeypatch.setattr(f"honbun.{name}", broken)
    with pytest.raises((AssertionError, ValueError, ExpatError)):
        BY_NAME[target].run(data)


def test_hypothesis_detects_a_broken_writer() -> None:
    """The inputs are random, so many are drawn."""
    with pytest.raises(ExpatError):
        attempt(BROKEN_TARGET, 5_000)


LOG = """examples: 125
#2\tINITED cov: 10 ft: 12 corp: 1/1b exec/s: 0 rss: 50Mb
#4096\tpulse  cov: 314 ft: 871 corp: 91/2Kb lim: 64 exec/s: 512 rss: 90Mb
"""
DONE = "Done 5000 runs in 10 second(s)\nstat::number_of_executed_units: 5000\n"
RAISED = (
    "\n === Uncaught Python exception: ===\nValueError: unexpected\nTraceback (most recent ...\n"
)


def read_log(folder: Path, log: str, status: int) -> fuzz.Run:
    (folder / "log").write_text(log)
    return fuzz.read("tree", folder, status)


def test_statistics_of_the_fuzzer_are_read(tmp_path: Path) -> None:
    run = read_log(tmp_path, LOG + DONE, 0)
    assert run == fuzz.Run("tree", 125, 5000, 10, 314, 871, None)
    assert str(run) == "125 examples; 5,000 executions, 500/s; 314 edges, 871 features"


def test_failure_is_reported_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "crash-1").write_bytes(b"x")
    run = read_log(tmp_path, LOG + RAISED, 77)
    assert run.executions == 4096
    assert run.fault == f"ValueError: unexpected; saved as {tmp_path / 'crash-1'}"


def test_process_without_output_is_a_failure(tmp_path: Path) -> None:
    assert read_log(tmp_path, "", -11).fault == f"ended with -11; saved as {tmp_path / 'log'}"


def test_time_is_shared_evenly_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("tests.soak.fuzz.time.monotonic", lambda: now)
    budget = fuzz.Budget(100, tasks=10, cores=1)
    assert budget.share() == 5  # a tenth, without the start-up time
    budget.took(5, 20)
    now = 50.0
    assert 2 <= budget.share() < 5  # start-up takes longer here
    now = 100.0
    assert budget.share() < 0
    assert str(fuzz.Run("tree", 0, 0, 0, 0, 0, None)) == "not reached: no time was left"
