"""Requirement: what an extra asks for, as the installed package itself says."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from importlib import metadata

_WRITTEN = re.compile(r"([\w.-]+)\s*(?:\[([^\]]*)\])?\s*\(?([^;)]*)\)?\s*(?:;(.*))?")
_EXTRA = re.compile(r"""extra\s*==\s*['"]([\w-]+)['"]""")
_BOUND = re.compile(r"(>=|<=|==|!=|<|>)\s*([\d.]+)")
_RELEASE = re.compile(r"\d+(?:\.\d+)*")


@dataclass(frozen=True, slots=True)
class Requirement:
    """A package that an extra asks for."""

    package: str
    bounds: str
    """The versions that will do, such as `>=1.1,<2`."""

    def installed(self) -> str | None:
        """The version that is there."""
        try:
            return metadata.version(self.package)
        except metadata.PackageNotFoundError:
            return None

    def accepts(self, version: str) -> bool:
        """Whether a version is within the bounds.

        >>> asked = Requirement("x", ">=1.1,<2")
        >>> asked.accepts("1.10.3"), asked.accepts("2.0"), asked.accepts("1.0.9")
        (True, False, False)
        """
        found = _release(version)
        return all(_holds(found, sign, _release(bound)) for sign, bound in _bounds(self.bounds))


def requirements(package: str = "honbun") -> dict[str, list[Requirement]]:
    """What each extra asks for, by its name; what is always asked for is that of `core`.

    Empty where the package was not installed but is run from its folder.
    """
    try:
        told = metadata.requires(package) or []
    except metadata.PackageNotFoundError:
        return {}
    direct: dict[str, list[Requirement]] = defaultdict(list)
    within: dict[str, list[str]] = defaultdict(list)
    for line in told:
        name, extras, bounds, condition = _parts(line)
        found = _EXTRA.search(condition)
        home = found[1] if found else "core"
        if name == package:
            within[home] += extras
        else:
            direct[home].append(Requirement(name, bounds))
    return {home: _all(home, direct, within) for home in {*direct, *within}}


def _all(
    home: str, direct: dict[str, list[Requirement]], within: dict[str, list[str]]
) -> list[Requirement]:
    """What an extra asks for, with what the extras ask for that it names."""
    found = dict.fromkeys(direct.get(home, []))
    for inner in within.get(home, []):
        found |= dict.fromkeys(_all(inner, direct, within))
    return list(found)


def _parts(line: str) -> tuple[str, list[str], str, str]:
    found = _WRITTEN.match(line)
    if found is None:
        return line, [], "", ""
    name, extras, bounds, condition = found.groups()
    named = [extra.strip() for extra in (extras or "").split(",") if extra.strip()]
    return name, named, bounds.strip(), condition or ""


def _bounds(written: str) -> list[tuple[str, str]]:
    return _BOUND.findall(written)


def _release(version: str) -> tuple[int, ...]:
    """The numbers that a version begins with, without zeros at the end."""
    found = _RELEASE.match(version)
    numbers = [int(part) for part in found[0].split(".")] if found else []
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _holds(version: tuple[int, ...], sign: str, bound: tuple[int, ...]) -> bool:
    return {
        ">=": version >= bound,
        "<=": version <= bound,
        ">": version > bound,
        "<": version < bound,
        "==": version == bound,
        "!=": version != bound,
    }[sign]
