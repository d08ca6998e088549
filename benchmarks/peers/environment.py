"""What was run where: the day, the machine, the versions."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_PROCESSORS = Path("/proc/cpuinfo")


def version_of(name: str) -> str:
    """The version of what a contestant is named for: `honbun alone` is of honbun."""
    try:
        return version(name.partition(" ")[0].rstrip(","))
    except PackageNotFoundError:
        return "?"


def measured(command: str) -> str:
    """When and by what."""
    return f"Measured on {datetime.now(UTC):%Y-%m-%d} by `{command}`"


def machine(minutes: float, packages: Iterable[str]) -> str:
    """On what, in how many minutes, and with which versions."""
    versions = ", ".join(f"{name} {version_of(name)}" for name in packages)
    return (
        f"in {minutes:.0f} minutes on {os.cpu_count()} cores ({_processor()}, load "
        f"{os.getloadavg()[2]:.0f}) with Python {platform.python_version()}, {versions}"
    )


def _processor() -> str:
    told = _PROCESSORS.read_text() if _PROCESSORS.is_file() else ""
    names = [line.partition(":")[2].strip() for line in told.splitlines() if "model name" in line]
    return names[0] if names else platform.machine()
