import numpy as np
from numpy.typing import NDArray

from honbun._core.segments import Segments

NAMES: tuple[str, ...]

KEPT: int

def kept_features(sizes: NDArray[np.float32], kept: NDArray[np.bool_]) -> NDArray[np.float32]: ...
def page_features(segments: Segments) -> NDArray[np.float32]: ...
