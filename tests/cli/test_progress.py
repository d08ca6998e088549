"""What a run reports on stderr, with and without a journal."""

from __future__ import annotations

import io
import re
import time
from typing import TYPE_CHECKING

import pytest

from honbun.cli.options import Running
from honbun.cli.progress import Report, running
from honbun.errors import Failure, HonbunError
from honbun.runner.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Command


@pytest.mark.parametrize("end", [KeyboardInterrupt, SystemExit, OSError])
def test_interrupted_run_says_how_to_continue(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], end: type[BaseException]
) -> None:
    with pytest.raises(end), running(Running(jobs=1, resume=tmp_path), Limits()):
        raise end
    assert capsys.readouterr().err == (
        f"honbun: {tmp_path}: progress saved; run the same command again to continue\n"
    )


def test_command_that_cannot_run_does_not_ask_to_continue(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(HonbunError), running(Running(jobs=1, resume=tmp_path), Limits()):
        raise HonbunError("no such file")
    assert capsys.readouterr().err == ""


def test_without_limits_pages_are_processed_in_this_process() -> None:
    with running(Running(quiet=True), Limits(None, None)) as (_, run):
        assert run.limits is None
    with running(Running(quiet=True), Limits(None, 1)) as (_, run):
        assert run.limits == Limits(None, 1)


def test_resumed_run_reports_finished_pages_and_writes_the_same(
    honbun: Command, tmp_path: Path
) -> None:
    for name in ("a", "b"):
        (tmp_path / "pages").mkdir(exist_ok=True)
        (tmp_path / "pages" / f"{name}.html").write_text(f"<p>All that is known of {name}.")
    command = ("extract", tmp_path / "pages", "--alone", "--resume", tmp_path / "journal")
    first, second = honbun(*command), honbun(*command)
    assert first.out == second.out
    assert "resumed from" not in first.err
    size, summary = second.err.splitlines()
    assert size.endswith("; delete it when you do not add more pages")
    assert summary.endswith(f", 2 resumed from {tmp_path / 'journal'}")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("pages", [0, 2])
def test_interrupted_run_without_a_journal_names_the_option(
    monkeypatch: pytest.MonkeyPatch, pages: int
) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)

    def run() -> None:
        with running(Running(jobs=1), Limits()) as (report, _):
            list(report.reading(range(pages)))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run()
    message = "honbun: stopped after 2 pages; with --resume DIR a run can be continued\n"
    assert (message in terminal.getvalue()) is (pages > 0)


def test_progress_at_a_terminal_shows_rate_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")

    def slowly() -> Iterator[int]:
        for number in range(4):
            time.sleep(0.15)
            yield number

    with Report(quiet=False) as report:
        pages = list(report.reading(slowly()))
        list(report._shown("writing", slowly(), lambda: len(pages)))
    reading, writing = terminal.getvalue().split("writing", 1)
    assert re.search(r"reading .*/\?.* \d a second", reading)
    assert "left" not in reading, "the number of pages is not known"
    assert re.search(r"/4.* \d a second .*left", writing)


def test_closed_stderr_does_not_stop_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", None)
    with Report(quiet=False) as report:
        assert list(report.reading([1])) == [1]
        report.failed(Failure("a.html", None, "read", "it is gone"))
        report.summary(1)
    assert report.status == 1
