"""Hostile pages in the kernels of the content judge: all are measured, and in linear time."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

import numpy as np
import pytest

from honbun._core import evidence
from honbun._core.evidence import SiteEvidence
from honbun._core.features import FIRST, Features
from honbun._core.layout import PageLayout
from honbun._core.lexicon import Lexicon
from honbun._core.segments import Segments
from honbun.html.blocks import split
from honbun.html.parse import parse
from tests.hostile.pages import cases

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 5
"""The time limit of one page; it takes half a second or less on an idle machine."""
NO_NAMES = Lexicon(np.zeros(0), np.zeros(0))


def nested(inside: str, depth: int = 500) -> str:
    return "<div>" * depth + inside + "</div>" * depth


PAGES: dict[str, Callable[[], str]] = {
    "200,000 siblings": lambda: "<p>x" * 200_000,
    "100,000 attributes": lambda: "<p" + "".join(f" a{n}=b" for n in range(100_000)) + ">laden",
    "100,000 rows in 500 blocks": lambda: nested("<p>x" * 100_000),
    "blocks without rows": lambda: "<div><p></p></div>" * 100_000 + "x",
    "one text of 10 MB": lambda: "<p>" + "word and " * (10_000_000 // 9),
    "one text of ideographs": lambda: "<p>" + "本文" * 1_000_000,
    "50,000 classes": lambda: "".join(
        f"<p class='a{chr(0x4E00 + n % 20_000)}b{n}'>x" for n in range(50_000)
    ),
    "50,000 names of elements": lambda: "".join(f"<x-{n}><p>y</p></x-{n}>" for n in range(50_000)),
    "100,000 links": lambda: "<a href='https://www.h.example/x'>x</a><br><br>" * 100_000,
    "100,000 styles": lambda: "<p style='display :  block; hidden'>x" * 100_000,
    "a megabyte of spaces in styles": lambda: f"<p style='display{' ' * 10**6}display none'>x",
    "breaks": lambda: "x<br><br>" * 100_000,
    "no body": lambda: "<template><p>x</template>",
    "frameset": lambda: "<frameset><frame src=x></frameset>",
    "empty": lambda: "",
    "half characters": lambda: "<p class='\ud800 \udfff'>\udc00 x" * 100,
    "NUL": lambda: "<p class='\0'>a\0b" * 100,
}


@cases(PAGES)
def test_hostile_pages_are_measured_in_time(case: Callable[[], str]) -> None:
    blocks = split(parse(case()))
    started = process_time()
    segments = Segments(blocks, ["x | " * 100_000, "laden"] * 10, "h.example")
    features = Features(segments)
    assert features.first(NO_NAMES).shape == (len(FIRST), len(segments))
    layout = PageLayout.of(segments)
    labels = np.linspace(0, 1, len(segments), dtype=np.float32)
    features.name_votes(labels)
    layout.second(labels)
    site = SiteEvidence([layout, layout])
    site.set_scores(0, labels)
    near, same, similarity = site.comparable(layout)
    for bits in (near, 3):
        site.first(layout, bits, bits | same, similarity)
    site.second(layout, 3)
    assert process_time() - started < SECONDS


def test_evidence_has_room_for_the_wording_of_the_first_texts_only() -> None:
    """64 pages of one long text each would fill 5 GB."""
    text = " ".join(f"w{number}" for number in range(400_000))
    layout = PageLayout.of(Segments(split(parse(f"<p>{text}"))))
    found = SiteEvidence([layout] * 3).first(layout, 7, 0, 0.0)
    wording = dict(zip(evidence.FIRST, found[:, 0].tolist(), strict=True))["wording of others"]
    assert wording == pytest.approx(0.25, abs=0.01)
