"""What is told of `--resume`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.cli.options import journal
from honbun.cli.progress import Report
from honbun.errors import HonbunError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("end", [KeyboardInterrupt, SystemExit, OSError])
def test_a_run_that_is_ended_says_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], end: type[BaseException]
) -> None:
    with pytest.raises(end), journal(tmp_path, Report(quiet=False)):
        raise end
    told = f"honbun: {tmp_path}: what was done is kept; give the same command to go on\n"
    assert capsys.readouterr().err == told


def test_a_command_that_is_wrong_is_not_to_be_given_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(HonbunError), journal(tmp_path, Report(quiet=False)):
        raise HonbunError("no such file")
    assert capsys.readouterr().err == ""


def test_a_run_that_came_to_its_end_says_what_it_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with journal(tmp_path, Report(quiet=False)):
        pass
    assert capsys.readouterr().err.endswith("kept; delete it when nothing is to be added\n")
