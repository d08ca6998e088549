"""A checkup: every part of honbun tried, and what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.checkup.finding import Finding, State
from honbun.checkup.requirement import requirements
from honbun.checkup.trial import CORE, TRIALS
from honbun.failure import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.checkup.requirement import Requirement
    from honbun.checkup.trial import Trial


def checkup(trials: Sequence[Trial] = (CORE, *TRIALS)) -> Iterator[Finding]:
    """What was found of each part, as soon as it was tried."""
    asked = requirements()
    for trial in trials:
        yield _found(trial, asked.get(trial.part, []))


def _found(trial: Trial, asked: Sequence[Requirement]) -> Finding:
    versions = {one: one.installed() for one in asked}
    packages = tuple(f"{one.package} {version}" for one, version in versions.items() if version)
    install = f"pip install 'honbun[{trial.part}]'" if trial is not CORE else "pip install honbun"
    missing = [one.package for one, version in versions.items() if version is None]
    if missing:
        said = f"not installed: {', '.join(missing)}"
        # Without what is always asked for nothing works; an extra may be left out.
        state = State.BROKEN if trial.part == CORE.part else State.ABSENT
        return Finding(trial.part, trial.job, state, packages, said, install)
    for one, version in versions.items():
        if version and not one.accepts(version):
            said = f"{one.package} {version} is installed, and {one.bounds} is needed"
            return Finding(trial.part, trial.job, State.BROKEN, packages, said, install)
    try:
        trial.attempt()
    except Exception as error:
        # Whatever a library raises when it is half there is what the user must hear of.
        said = one_line(str(error) or type(error).__name__)
        state = State.ABSENT if isinstance(error, ImportError) and not asked else State.BROKEN
        return Finding(trial.part, trial.job, state, packages, said, trial.remedy or install)
    return Finding(trial.part, trial.job, State.WORKS, packages)
