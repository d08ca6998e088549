"""Bytes become a page, and what the content judge measures of it."""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from honbun._core.evidence import SiteEvidence
from honbun._core.features import Features
from honbun._core.layout import PageLayout
from honbun._core.lexicon import Lexicon
from honbun._core.segments import Segments
from honbun.html.blocks import split
from honbun.html.parse import parse

_LEXICON = Lexicon(np.arange(1, 1000, 2), np.linspace(-1, 1, 500))


def kernels(data: bytes) -> None:
    """A page is divided, measured, stored and compared; a damaged layout is refused or harmless."""
    text = data.decode("utf-8", "surrogateescape")
    blocks = split(parse(text))
    segments = Segments(blocks, [text[:100], text[-50:]], text[5:15])
    features = Features(segments)
    features.first(_LEXICON)
    labels = np.linspace(0, 1, len(segments), dtype=np.float32)
    features.name_votes(labels)
    layout = PageLayout.of(segments, len(data))
    half = PageLayout.of(Segments(split(parse(text[: len(text) // 2]))))
    _compare([layout, half, layout])
    damaged = bytearray(layout.data)
    for at, byte in enumerate(data[:20]):
        damaged[byte * at * 37 % len(damaged)] ^= byte
    with suppress(ValueError):
        _compare([PageLayout(bytes(damaged)), layout, half])
    assert "".join(segments.texts()) == segments.text
    assert segments.pictures() is not None


def _compare(layouts: list[PageLayout]) -> None:
    site = SiteEvidence(layouts)
    for number, layout in enumerate(layouts):
        scores = np.linspace(0, 1, layout.rows, dtype=np.float32)
        layout.second(scores)
        site.set_scores(number, scores)
    for layout in layouts:
        near, same, similarity = site.comparable(layout)
        site.duplicate_of(layout)
        for bits in (near, 7):
            site.first(layout, bits, bits, similarity)
            site.second(layout, bits | same)
