import numpy as np
from numpy.typing import NDArray

from honbun._core.segments import Segments

NAMES: tuple[str, ...]

def page_features(segments: Segments) -> NDArray[np.float32]: ...
