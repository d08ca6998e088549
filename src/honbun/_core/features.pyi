import numpy as np
from numpy.typing import NDArray

from honbun._core.lexicon import Lexicon
from honbun._core.segments import Segments

FIRST: tuple[str, ...]

class Features:
    def __init__(self, segments: Segments) -> None: ...
    @property
    def segments(self) -> Segments: ...
    def first(self, lexicon: Lexicon, more: NDArray[np.float32] = ...) -> NDArray[np.float32]: ...
    def name_votes(self, labels: NDArray[np.float32]) -> dict[int, tuple[float, float]]: ...
