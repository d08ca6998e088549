"""Folds: sites divided by a hash of their names; each fold has a model that has not seen it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from zipfile import BadZipFile

import xxhash

from honbun.content.alone.model import Model
from honbun.errors import HonbunError

if TYPE_CHECKING:
    from pathlib import Path

_FOLD = re.compile(r"fold-(\d+)\.npz")


def fold_of(site: str, folds: int) -> int:
    """The fold of all pages of a site.

    >>> fold_of("example.org", 5) == fold_of("example.org", 5) < 5
    True
    """
    return xxhash.xxh64_intdigest(site.encode()) % folds


@dataclass(frozen=True, slots=True)
class FoldModels:
    """The models of all folds, each trained without the sites of its fold; or one for all sites."""

    models: tuple[Model, ...]

    def of(self, site: str) -> Model:
        """The model that has not seen a site."""
        return self.models[fold_of(site, len(self.models))]


def read_models(path: Path) -> FoldModels:
    """The models of a folder (`fold-0.npz`, `fold-1.npz` and so on), or the one of a file."""
    if not path.is_dir():
        return FoldModels((_read_model(path),))
    found = {int(name[1]): file for file in path.iterdir() if (name := _FOLD.fullmatch(file.name))}
    # A model under the wrong number would have seen the sites that it is measured on.
    if not found or sorted(found) != list(range(len(found))):
        raise HonbunError(f"{path} must hold the models fold-0.npz, fold-1.npz and so on")
    return FoldModels(tuple(_read_model(found[number]) for number in sorted(found)))


def _read_model(path: Path) -> Model:
    try:
        with path.open("rb") as file:
            return Model.load(file)
    except (ValueError, KeyError, EOFError, TypeError, OSError, BadZipFile) as error:
        raise HonbunError(f"{path} cannot be read as a model: {error}") from error
