"""Sites are divided into folds, and judged by the model of their fold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.content.scoring import shipped
from honbun.errors import HonbunError
from honbun.training.folds import FoldModels, fold_of, read_models

if TYPE_CHECKING:
    from pathlib import Path


def write_models(folder: Path, *names: str) -> Path:
    for name in names:
        with (folder / name).open("wb") as file:
            shipped().save(file)
    return folder


def test_folds_have_about_the_same_number_of_sites() -> None:
    folds = [fold_of(f"site{number}.example", 4) for number in range(1000)]
    assert {fold for fold in folds if 200 < folds.count(fold) < 300} == {0, 1, 2, 3}


def test_site_is_judged_by_the_model_of_its_fold(tmp_path: Path) -> None:
    models = read_models(write_models(tmp_path, "fold-1.npz", "fold-0.npz", "report.npz"))
    assert len(models.models) == 2
    assert models.of("a.example") is models.models[fold_of("a.example", 2)]


def test_file_is_the_model_of_all_sites(tmp_path: Path) -> None:
    models = read_models(write_models(tmp_path, "model.npz") / "model.npz")
    assert isinstance(models, FoldModels)
    assert models.of("a.example") is models.of("b.example")


@pytest.mark.parametrize("names", [(), ("fold-1.npz",), ("fold-0.npz", "fold-2.npz")])
def test_folder_without_all_folds_is_reported(tmp_path: Path, names: tuple[str, ...]) -> None:
    with pytest.raises(HonbunError, match="must hold the models"):
        read_models(write_models(tmp_path, *names))


def test_file_that_is_no_model_is_reported(tmp_path: Path) -> None:
    (tmp_path / "fold-0.npz").write_bytes(b"no model")
    with pytest.raises(HonbunError, match="cannot be read as a model"):
        read_models(tmp_path)
