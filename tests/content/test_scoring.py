"""Models as files, and scores."""

from __future__ import annotations

import io

import numpy as np
import pytest

from honbun.content.model import ContentOptions
from honbun.content.pipeline import extract_page
from honbun.content.record import parse_page
from honbun.content.scoring import NAMES, Model, shipped
from honbun.errors import HonbunError
from tests.content.models import PLAIN
from tests.content.site import page

EXPLAIN = ContentOptions(explain=True)


@pytest.mark.parametrize("model", [PLAIN, shipped()], ids=["plain", "shipped"])
def test_a_model_is_the_same_when_it_is_read_again(model: Model) -> None:
    file = io.BytesIO()
    model.save(file)
    file.seek(0)
    again = Model.load(file)
    assert extract_page(page(0), EXPLAIN, again) == extract_page(page(0), EXPLAIN, model)


def test_a_model_of_other_features_is_refused() -> None:
    file = io.BytesIO()
    PLAIN.save(file)
    file.seek(0)
    arrays = dict(np.load(file))
    changed = io.BytesIO()
    np.savez(changed, **{**arrays, "features": np.array(len(NAMES) + 1)})
    changed.seek(0)
    with pytest.raises(HonbunError, match="other features: train it again"):
        Model.load(changed)


def test_effects_are_what_a_feature_changes() -> None:
    parsed = parse_page(page(0))
    codes, layout = parsed.codes(PLAIN), parsed.layout()
    effects = PLAIN.effects(codes, layout, None)
    size = NAMES.index("size")
    long = parsed.segments.column("chars") > 50
    assert effects[size].tolist() == [6.0 if one else 0.0 for one in long.tolist()]
    assert not np.delete(effects, size, axis=0).any()


def test_feature_names_are_distinct() -> None:
    assert len(set(NAMES)) == len(NAMES)
