from collections.abc import Iterable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from honbun._core.blocks import BlockColumns

_Column = Literal[
    "block",
    "element",
    "offset",
    "chars",
    "size",
    "linked",
    "to_page",
    "to_site",
    "bold",
    "pressed",
    "links",
    "breaks",
    "images",
    "inputs",
    "marks",
    "words",
]

FIGURE: int

class Segments:
    def __init__(
        self, blocks: BlockColumns, titles: Iterable[str] = (), host: str = ""
    ) -> None: ...
    @property
    def blocks(self) -> BlockColumns: ...
    @property
    def rows(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def host(self) -> str: ...
    def __len__(self) -> int: ...
    def texts(self) -> list[str]: ...
    def tags(self) -> list[str]: ...
    def text_of(self, row: int) -> str: ...
    def text_hash(self, row: int) -> int: ...
    def titles(self) -> NDArray[np.float32]: ...
    def pictures(self) -> list[tuple[int, int]]: ...
    def column(self, name: _Column) -> NDArray[np.int32]: ...
    def numbers(self, name: _Column) -> list[int]: ...
    def keys(self, name: Literal["text", "pattern", "place", "position"]) -> NDArray[np.uint64]: ...
    def box_column(
        self, name: Literal["first", "last", "wider", "depth", "siblings"]
    ) -> list[int]: ...
