"""Model: how likely each segment of a page is content.

A forest scores every segment by what the page says of it and by what other pages say, as far as
there are any (the first look). Another one scores it again in the light of the first scores around
it and at the same places of the other pages (the second look). `docs/model-card.md` describes how
the weights were trained.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib import resources
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import numpy as np

from honbun._core import evidence, features, layout
from honbun._core.forest import Bins, Forest
from honbun._core.lexicon import Lexicon
from honbun.content.kind import DECLARED, FEATURES, KINDS, declared_types
from honbun.errors import HonbunError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun._core.features import Features
    from honbun._core.layout import PageLayout
    from honbun.content.evidence import Comparison

    Floats = NDArray[np.float32]
    Codes = NDArray[np.uint8]

_WEIGHTS = "weights.npz"
OWN = len(features.FIRST) + len(DECLARED)
"""Features that need the page only come first, ..."""
COMPARED = OWN + len(evidence.FIRST)
"""... then what other pages say, ..."""
SCORED = COMPARED + len(layout.SECOND)
"""... then the first scores around a segment, ..."""
ASKED = SCORED + len(evidence.SECOND)
"""... then the first scores of other pages, and last whether dates, authors and captions count."""
NAMES = (
    *features.FIRST,
    *(f"declared: {name}" for name in DECLARED),
    *(f"other pages: {name}" for name in evidence.FIRST),
    *layout.SECOND,
    *(f"other pages: {name}" for name in evidence.SECOND),
    "with dates, authors and captions",
)
"""All features, in the order of the codes."""


class Scores(NamedTuple):
    """The scores of the segments of a page, between 0 and 1."""

    first: Floats
    """Of the first look."""
    body: Floats
    """That it belongs to the text of the page."""
    printed: Floats
    """... or is its date, author, or a caption."""


@dataclass(frozen=True)
class Model:
    """A lexicon of class names, and a forest for each look."""

    lexicon: Lexicon
    first: Forest
    second: Forest
    kinds: tuple[Forest, ...]
    """One for each kind of page."""
    medians: Codes
    """The usual code of each feature; explanations compare with it."""
    calibration: Floats
    """The F1 that pages reach in fact, for expected F1 from 0 to 1 in equal steps."""

    def __post_init__(self) -> None:
        self.first.use(self.bins)
        self.second.use(self.bins)
        for forest in self.kinds:
            forest.use(self.kind_bins)

    def __reduce__(self) -> tuple[type[Model], tuple[object, ...]]:
        # Worker processes compute the rest again.
        return Model, tuple(getattr(self, field.name) for field in fields(self))

    @cached_property
    def bins(self) -> Bins:
        return Bins([self.first, self.second], len(NAMES))

    @cached_property
    def kind_bins(self) -> Bins:
        return Bins(self.kinds, FEATURES)

    @cached_property
    def _yes(self) -> int:
        """The code of the last feature where dates, authors and captions count."""
        return int(self.bins.codes(np.ones((1, 1), dtype=np.float32), ASKED)[0, 0])

    @cached_property
    def _expectations(self) -> NDArray[np.float64]:
        return np.linspace(0, 1, len(self.calibration))

    def calibrated(self, expected: float) -> float:
        """The F1 that pages reach in fact if so much is expected."""
        return round(float(np.interp(expected, self._expectations, self.calibration)), 3)

    @cached_property
    def used(self) -> NDArray[np.intp]:
        """The features of a page itself that a forest asks for."""
        return np.flatnonzero([bool(borders) for borders in self.bins.borders[:OWN]])

    def own_codes(self, page: Features, types: tuple[str, ...]) -> Codes:
        """The codes of what a page says of its segments, without features nobody asks for.

        `types` are the types of things that it declares itself to be about.
        """
        found: Codes = self.bins.codes(own_features(page, self.lexicon, types))[self.used]
        return found

    def first_scores(self, own: Codes, page: PageLayout, others: Comparison | None) -> Floats:
        """The scores of the first look."""
        return self._first(self._codes(own), page, others)

    def scores(
        self, own: Codes, page: PageLayout, others: Comparison | None, first: Floats | None = None
    ) -> Scores:
        """The scores of both looks; `first` are those of the first, if they are known."""
        codes = self._codes(own)
        if first is None:
            first = self._first(codes, page, others)
        elif others is not None:
            codes[OWN:COMPARED] = self.bins.codes(others.first, OWN)
        if not page.rows:
            return Scores(first, first, first)
        bins = self.bins
        codes[COMPARED:SCORED] = bins.codes(page.second(first), COMPARED)
        if others is not None:
            codes[SCORED:ASKED] = bins.codes(others.second(), SCORED)
        body, printed = self.second.logits_with(codes, page.rows, ASKED, self._yes)
        return Scores(first, sigmoid(body), sigmoid(printed))

    def first_codes(self, own: Codes, others: Comparison | None) -> Codes:
        """The codes of the first look."""
        codes = self._codes(own)[:COMPARED]
        if others is not None:
            codes[OWN:] = self.bins.codes(others.first, OWN)
        return codes

    def effects(self, own: Codes, page: PageLayout, others: Comparison | None) -> Floats:
        """How much each feature moved the first score of each segment, in log-odds.

        The feature is replaced by its usual value; a line for each of the first features.
        """
        codes = self._codes(own)
        self._first(codes, page, others)
        before = self.first.logits_of(codes, page.rows)
        found = np.zeros((COMPARED, page.rows), dtype=np.float32)
        for line in np.flatnonzero([bool(b) for b in self.bins.borders[:COMPARED]]):
            kept = codes[line].copy()
            codes[line] = self.medians[line]
            found[line] = before - self.first.logits_of(codes, page.rows)
            codes[line] = kept
        return found

    def _codes(self, own: Codes) -> Codes:
        codes = np.zeros((len(NAMES), own.shape[1]), dtype=np.uint8)
        codes[self.used] = own
        return codes

    def _first(self, codes: Codes, page: PageLayout, others: Comparison | None) -> Floats:
        if others is not None:
            codes[OWN:COMPARED] = self.bins.codes(others.first, OWN)
        return sigmoid(self.first.logits_of(codes, page.rows))

    def save(self, file: IO[bytes]) -> None:
        parts: dict[str, NDArray[Any]] = {
            "names": self.lexicon.hashes,
            "name_weights": self.lexicon.weights.astype(np.float16),
            "medians": self.medians,
            "calibration": self.calibration,
            "features": np.array(len(NAMES)),
        }
        parts |= self.first.pack("first") | self.second.pack("second")
        for kind, forest in zip(KINDS, self.kinds):
            parts |= forest.pack(kind)
        np.savez_compressed(file, allow_pickle=False, **parts)

    @classmethod
    def load(cls, file: IO[bytes]) -> Model:
        with np.load(file, allow_pickle=False) as arrays:
            if "features" not in arrays or int(arrays["features"]) != len(NAMES):
                raise HonbunError("the model was trained with other features: train it again")
            return cls(
                lexicon=Lexicon(arrays["names"], arrays["name_weights"].astype(np.float32)),
                first=Forest.unpack("first", arrays),
                second=Forest.unpack("second", arrays),
                kinds=tuple(Forest.unpack(kind, arrays) for kind in KINDS),
                medians=arrays["medians"],
                calibration=arrays["calibration"],
            )


def own_features(page: Features, lexicon: Lexicon, types: tuple[str, ...]) -> Floats:
    """What a page says of its segments, a line for each feature."""
    return page.first(lexicon, declared_types(types))


@np.errstate(over="ignore")
def sigmoid(logits: Floats) -> Floats:
    found: Floats = np.reciprocal(1 + np.exp(-logits), dtype=np.float32)
    return found


@cache
def shipped() -> Model:
    """The model that comes with the package."""
    with resources.files(__package__).joinpath(_WEIGHTS).open("rb") as file:
        return Model.load(file)
