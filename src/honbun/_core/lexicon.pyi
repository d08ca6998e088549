from typing import Any

import numpy as np
from numpy.typing import NDArray

class Lexicon:
    def __init__(self, hashes: NDArray[Any], weights: NDArray[Any]) -> None: ...
    @property
    def hashes(self) -> NDArray[np.uint32]: ...
    @property
    def weights(self) -> NDArray[np.float32]: ...
