from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

MAX_BORDERS: int

class Forest:
    feature: NDArray[np.int16]
    border: NDArray[np.float32]
    answer: NDArray[np.float32]
    bias: float
    def __init__(
        self, feature: NDArray[Any], border: NDArray[Any], answer: NDArray[Any], bias: float
    ) -> None: ...
    def pack(self, name: str) -> dict[str, NDArray[np.generic]]: ...
    @classmethod
    def unpack(cls, name: str, arrays: Mapping[str, NDArray[np.generic]]) -> Self: ...
    def logits(self, features: NDArray[Any]) -> NDArray[np.float32]: ...
