import numpy as np
from numpy.typing import NDArray

def choose(
    scores: NDArray[np.float32], sizes: NDArray[np.float32], beta: float, low: float, high: float
) -> tuple[NDArray[np.bool_], float]: ...
