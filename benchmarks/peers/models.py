"""Models that have not seen what they are asked: each is taught without an eighth of the domains.

The model of the package was taught by the very pages of WCXB that everybody is measured on. So each
page is judged by one that was taught without its domain, as `honbun eval alone` does. To teach one
takes minutes; it is kept while neither the truth nor the model of the package change.
"""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

import xxhash

from honbun.content.alone.model import Model
from honbun.outputs.files import open_output
from honbun.training.boost import BoostOptions
from honbun.training.data import examples
from honbun.training.teach import FOLDS, fold, teach

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def held_out(wcxb: Path, kept: Path, parts: int, say: Callable[[str], None]) -> dict[int, Model]:
    """For each of the first parts of the domains, a model that was taught by all other parts."""
    folder = kept / _digest(wcxb)
    files = {part: folder / f"{part}.npz" for part in range(min(parts, FOLDS))}
    if missing := [part for part, file in files.items() if not file.is_file()]:
        folder.mkdir(parents=True, exist_ok=True)
        pages = list(examples([wcxb], 0, say))
        for part in missing:
            say(f"teaching without part {part + 1} of {FOLDS} of the domains, once for all runs")
            model = teach([one for one in pages if fold(one.domain) != part], BoostOptions(), say)
            with open_output(files[part]) as file:
                model.save(file)
    return {part: _load(file) for part, file in files.items()}


def _load(path: Path) -> Model:
    with path.open("rb") as file:
        return Model.load(file)


def _digest(wcxb: Path) -> str:
    """What the models depend on: whoever changes features or method teaches the package's anew."""
    weights = resources.files("honbun.content.alone").joinpath("weights.npz").read_bytes()
    return xxhash.xxh64_hexdigest(weights + (wcxb / "truth.jsonl.gz").read_bytes())
