from collections.abc import Iterable

from honbun._core.blocks import BlockColumns

class LineScanner:
    def __init__(self, phrases: Iterable[str], words: Iterable[str]) -> None: ...
    def find(self, blocks: BlockColumns, longest: int) -> list[int]: ...
