"""What a run reports on stderr, with and without a journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.cli.options import Running
from honbun.cli.progress import running
from honbun.errors import HonbunError
from honbun.runner.limits import Limits

if TYPE_CHECKING:
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
