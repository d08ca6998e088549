import numpy as np
from numpy.typing import NDArray

COUNTS: tuple[str, ...]

def measure(texts: list[str]) -> tuple[NDArray[np.int32], list[tuple[int, int, list[int]]]]: ...
