import numpy as np
from numpy.typing import NDArray

from honbun._core.blocks import BlockColumns

OPEN: str
SEP: str
CLOSE: str
BREAK: str
PICTURE: str
RULE: int
NO_ROW: int

class Flow:
    def __init__(
        self,
        blocks: BlockColumns,
        offsets: NDArray[np.int32],
        owners: NDArray[np.int32] | None = None,
        url: str = "",
        wanted: bytes | None = None,
        pictures: bytes | None = None,
    ) -> None: ...
    @property
    def forms(self) -> list[tuple[str, int, int, int]]: ...
    @property
    def pieces(self) -> list[tuple[int, int, int, str]]: ...
