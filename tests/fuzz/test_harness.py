"""The targets detect broken code and report it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from xml.parsers.expat import ExpatError

import pytest

from honbun.text.dates import Found
from tests.fuzz.harness import attempt
from tests.fuzz.targets import BROKEN_TARGET, BY_NAME
from tests.soak import fuzz

if TYPE_CHECKING:
    import io
    from collections.abc import Callable
    from pathlib import Path

POSTS = b"".join(
    b"<div class=post id=p%d><b>Ann</b> 2024/05/0%d 10:00<p>The boat, again.</div>" % (n, n)
    for n in range(1, 6)
)


def unquoted(rows: Any, columns: Any, file: io.BytesIO, escape: bool) -> None:
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
        ("document.html.escape", lambda text, **_: text, "content of a page", None),
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
RAISED = "\n === Uncaught Python exception: ===\nValueError: unexpected\nTraceback (most recent\n"


@pytest.mark.parametrize(
    ("log", "status", "expected"),
    [
        (LOG + DONE, "0", "125 examples; 5,000 executions, 500/s; 314 edges, 871 features"),
        (LOG + RAISED, "77", "FAULT: ValueError: unexpected; saved as FOLDER/crash-1"),
        ("", "-11", "FAULT: ended with -11; saved as FOLDER/log"),
        (None, None, "not reached: no time was left"),
    ],
)
def test_result_of_a_target_is_read_from_its_log(
    log: str | None, status: str | None, expected: str, tmp_path: Path
) -> None:
    if log is not None and status is not None:
        (tmp_path / "log").write_text(log)
        (tmp_path / "status").write_text(status)
    if "crash" in expected:
        (tmp_path / "crash-1").write_bytes(b"x")
    run = fuzz.read("tree", tmp_path)
    text = f"FAULT: {run.fault}" if run.fault else str(run)
    assert text == expected.replace("FOLDER", str(tmp_path))
