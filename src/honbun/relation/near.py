"""Near: whether a sentence is another one, changed a little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.language.likeness import key

if TYPE_CHECKING:
    from collections.abc import Iterator

    import ibis
    import pyarrow as pa

ALIKE = 0.5
"""Share of trigrams in common from which one sentence is the other, changed."""
_GRAM = 3


def schema() -> ibis.Schema:
    """Two sentences and how alike they are."""
    import ibis

    return ibis.schema({"x": "int64", "y": "int64", "likeness": "float64"})


def compared(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Candidates with how alike they are."""
    import pyarrow as pa

    for batch in batches:
        texts = zip(batch["text_x"].to_pylist(), batch["text_y"].to_pylist())
        values = pa.array([likeness(x, y) for x, y in texts], pa.float64())
        yield pa.RecordBatch.from_arrays([batch["x"], batch["y"], values], ["x", "y", "likeness"])


def likeness(x: str, y: str) -> float:
    """The share of their character trigrams that two texts have in common, from 0 to 1.

    >>> likeness("昨日はみんなで海へ行きました", "昨日はみんなで海に行きました")
    0.6
    """
    first, second = _grams(x), _grams(y)
    common = len(first & second)
    return common / (len(first) + len(second) - common) if common else 0.0


def _grams(text: str) -> set[str]:
    text = key(text)
    return {text[i : i + _GRAM] for i in range(len(text) - _GRAM + 1)}
