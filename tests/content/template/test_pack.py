from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from honbun.content.measure.outline import Outline, outline
from honbun.content.template.learn import learn
from honbun.content.template.pack import (
    LONGEST,
    pack_outline,
    pack_template,
    unpack_outline,
    unpack_template,
)
from honbun.content.template.route import Step
from honbun.html.blocks import split
from honbun.html.parse import parse
from tests.content.test_memory import page


def measured(number: int) -> Outline:
    url = f"https://news.example/{number}"
    blocks = split(parse(str(page(number).html)))
    return outline(blocks, url, url, [f"Number {number}"], ["A. Author"])


def test_packed_outline_is_restored() -> None:
    before = measured(1)
    assert unpack_outline(pack_outline(before)) == before


def test_long_texts_of_an_outline_are_truncated() -> None:
    before = measured(1)
    long = replace(before, text=["x" * 5000, *before.text[1:]])
    assert unpack_outline(pack_outline(long)).text[0] == "x" * LONGEST


def test_packed_template_is_restored() -> None:
    before = learn([measured(i) for i in range(12)], [str(i) for i in range(12)], "en").template
    after = unpack_template(pack_template(before))
    # The cache of requested names is not part of the template.
    after = replace(after, names=replace(after.names, _keys=before.names._keys))
    assert after == before
    assert before.verdicts
    assert before.usual
    assert before.route


STEPS = st.recursive(
    st.none(), lambda inner: st.builds(Step, st.text(max_size=3), inner, inner), max_leaves=12
)


@given(STEPS)
def test_any_packed_route_is_restored(route: Step | None) -> None:
    before = replace(learn([measured(1)], ["a"], None).template, route=route)
    assert unpack_template(pack_template(before)).route == route
