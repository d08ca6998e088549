import numpy as np
from numpy.typing import NDArray

from honbun._core.page import PageColumns

HIDDEN: frozenset[str]
TEXT: str

_Column = NDArray[np.int64]

def node_columns(
    page: PageColumns,
) -> tuple[
    tuple[str, ...],
    _Column,
    _Column,
    _Column,
    _Column,
    _Column,
    tuple[str, ...],
    _Column,
    _Column,
]: ...
