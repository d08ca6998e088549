"""Pages with known pairs that share text."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import xxhash

from honbun.content.alone.model import Model
from honbun.evaluation.similar import planted_pages, site_of
from honbun.evaluation.truth.pairs import TrueCollection, TruePair, read_pairs
from honbun.outputs.files import open_output
from honbun.similar.model import Extent, Relation
from honbun.training.content import FOLDS, BoostOptions, fold, read_examples, train_model
from lab.bench.pages import copies, pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Pairs = set[frozenset[str]]
    """By the URLs of the pages."""


@dataclass(frozen=True, slots=True)
class Known:
    """Pages and the pairs among them that are known."""

    name: str
    collection: TrueCollection
    is_false: Callable[[str, str], bool]
    """Whether a pair that is not listed is likely false."""

    def groups(self) -> dict[str, list[TruePair]]:
        """The known pairs by extent; reworded ones are separate."""
        pairs = self.collection.pairs
        groups = {
            extent.value: [one for one in pairs if one.extent is extent and not one.reworded]
            for extent in Extent
        }
        groups["reworded"] = [one for one in pairs if one.reworded]
        return {name: group for name, group in groups.items() if group}

    def false(self, pairs: Pairs) -> int:
        """The number of pairs that are likely false."""
        listed = {frozenset((one.a, one.b)) for one in self.collection.pairs}
        return sum(self.is_false(*pair) for pair in pairs - listed)


def planted(folder: Path) -> Known:
    """The pages of a folder with their truth, in the format of `honbun eval similar`."""
    collection = read_pairs(folder)
    plants = planted_pages(collection)
    return Known("similar", collection, lambda a, b: _elsewhere(a, b) and not plants & {a, b})


def generated(count: int) -> Known:
    """Generated pages, some of which repeat an article with a changed paragraph."""
    pairs = [TruePair(old, new, Extent.IDENTICAL, Relation.COPY) for new, old in copies(count)]
    # Pages of one site mention each other's articles; those of two sites share nothing.
    return Known("generated", TrueCollection(tuple(pages(count)), tuple(pairs)), _elsewhere)


def _elsewhere(a: str, b: str) -> bool:
    """Whether two pages are of two sites."""
    return site_of(a) != site_of(b)


# Held-out models: each is trained without an eighth of the domains.
#
# The model of the package was trained on the pages of WCXB that are measured here, so each page is
# processed with a model that was trained without its domain. Training takes minutes; a model is
# reused until the truth or the model of the package changes.


def held_out(wcxb: Path, kept: Path, parts: int, say: Callable[[str], None]) -> dict[int, Model]:
    """For each of the first parts of the domains, a model trained on all other parts."""
    folder = kept / _digest(wcxb)
    files = {part: folder / f"{part}.npz" for part in range(min(parts, FOLDS))}
    if missing := [part for part, file in files.items() if not file.is_file()]:
        folder.mkdir(parents=True, exist_ok=True)
        pages = list(read_examples([wcxb], 0, say))
        for part in missing:
            say(f"training without part {part + 1} of {FOLDS} of the domains, once for all runs")
            model = train_model(
                [one for one in pages if fold(one.domain) != part], BoostOptions(), say
            )
            with open_output(files[part]) as file:
                model.save(file)
    return {part: _load(file) for part, file in files.items()}


def _load(path: Path) -> Model:
    with path.open("rb") as file:
        return Model.load(file)


def _digest(wcxb: Path) -> str:
    """A digest of what the models depend on: the truth and the model of the package."""
    weights = resources.files("honbun.content.alone").joinpath("weights.npz").read_bytes()
    return xxhash.xxh64_hexdigest(weights + (wcxb / "truth.jsonl.gz").read_bytes())


# The environment of a run: day, machine, versions.

_PROCESSORS = Path("/proc/cpuinfo")


def version_of(name: str) -> str:
    """The version of a contestant's library; that of `honbun alone` is honbun's."""
    try:
        return version(name.partition(" ")[0].rstrip(","))
    except PackageNotFoundError:
        return "?"


def measured(command: str) -> str:
    """The day and the command of a run."""
    return f"Measured on {datetime.now(UTC):%Y-%m-%d} by `{command}`"


def machine(minutes: float, packages: Iterable[str]) -> str:
    """The machine, the duration in minutes, and the versions."""
    versions = ", ".join(f"{name} {version_of(name)}" for name in packages)
    return (
        f"in {minutes:.0f} minutes on {os.cpu_count()} cores ({_processor()}, load "
        f"{os.getloadavg()[2]:.0f}) with Python {platform.python_version()}, {versions}"
    )


def _processor() -> str:
    text = _PROCESSORS.read_text() if _PROCESSORS.is_file() else ""
    names = [line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line]
    return names[0] if names else platform.machine()
